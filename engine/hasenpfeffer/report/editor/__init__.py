"""What editors know of one rule file: a schema of exactly the base that it extends."""

from hasenpfeffer.report.editor.base_schema import schema_of, text_of
from hasenpfeffer.report.editor.kept import is_made, path_for

__all__ = ["is_made", "path_for", "schema_of", "text_of"]
