"""The engine: pure functions on plain data. A table or a position goes in; a new table and an explanation come out.

`tables` is the door to the table, `attack.explain` the door to the attack sum alone, which needs no table and loads
none. Illuminati Deluxe has a table of its own (`deluxe/`), INWO and SubGenius share one (`inwo/`).
"""
