"""dossier.db: `open_database` reads it; `generator.database.load` writes it (kept apart:
it imports the mapper, which is slow).
"""

from generator.database.read import (
    Database,
    DatabaseError,
    Expectation,
    LedgerLine,
    Reference,
    VerdictRecord,
    open_database,
)

__all__ = ["Database", "DatabaseError", "Expectation", "LedgerLine", "Reference", "VerdictRecord", "open_database"]
