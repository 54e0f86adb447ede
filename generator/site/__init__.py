"""The site: view models, pages, card faces and the data that the browser reads."""
