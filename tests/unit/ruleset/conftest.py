"""A place in some file."""

from __future__ import annotations

import pytest

from hasenpfeffer.reading.place import Place, whole_file


@pytest.fixture
def place() -> Place:
    return whole_file("house.yaml")
