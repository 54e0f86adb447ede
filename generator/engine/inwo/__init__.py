"""The table of INWO and of INWO SubGenius, which has the same play with fewer rules and shared decks."""
