"""Dossier: cards and rules written once as text, read by an engine, a search index and a web site.

Rooms, each importing only from those before it:
kept, workers, language, meaning, engine, files, catalog, rulings, database, search, site, answers, cli, start.
"""
