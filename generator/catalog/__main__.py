"""`python -m generator.catalog` writes the JSON Schemas beside the data anew."""

from pathlib import Path

from generator.catalog.layout import write_schemas

write_schemas(Path.cwd())
