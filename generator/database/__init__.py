"""dossier.db: its tables, what goes into them, and what the figures of the catalog come to."""
