"""Search: one index over cards, sections, rulings, glossary and conflicts, and the language it is asked in.

gather.catalog_documents(catalog, address)     what there is to find; `address` gives the URL of a record
index.build_index(documents, directory)        write the index, all or nothing
asking.ask(directory, "hand limit")            answer a question in a player's words
searching.search(directory, "power:>=4 mafia") find what a query means; neither raises for what a user types
query.parse(query)                             only read a query; the language is described there
"""
