"""What records need besides what `Struct` of msgspec has: `replace` as mypy knows it, `as_data`, and the `defaults` of
fields.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import NODEFAULT, to_builtins

if TYPE_CHECKING:  # To mypy a Struct is a dataclass, and it checks the changes of this `replace` alone.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["as_data", "defaults", "replace"]


@cache
def defaults(kind: Any) -> dict[str, Any]:
    """What the fields of a kind of record are where nothing is said; of a field without a default nothing."""
    given = kind.__struct_defaults__
    last = kind.__struct_fields__[len(kind.__struct_fields__) - len(given) :]
    return {name: value for name, value in zip(last, given, strict=True) if value is not NODEFAULT}


def as_data(record: Any) -> Any:
    """A record, and all records in it, as JSON data has them."""
    return to_builtins(record, enc_hook=dict)  # of mappings that are not to be changed
