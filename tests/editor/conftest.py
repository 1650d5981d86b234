"""One language server for all tests of a module."""

from __future__ import annotations

from typing import Any

import pytest
from tests.editor.client import Editor, NoServerError, fetched


@pytest.fixture(scope="module")
def editor(pytestconfig: pytest.Config) -> Any:
    assert pytestconfig.cache is not None
    try:
        program = fetched(pytestconfig.cache.mkdir("editor"))
    except NoServerError as error:
        pytest.skip(str(error))
    client = Editor(program)
    yield client
    client.close()
