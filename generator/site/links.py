"""Every address of the site, in one place. Addresses start at the site's root and have no leading slash."""

from __future__ import annotations

from urllib.parse import quote

HOME = ""
SEARCH = "search/"
FIRST_GAME = "start/first-game/"
CARDS = "cards/"
RANDOM_CARD = f"{CARDS}#random-card"
STRONGEST = f"{CARDS}?sort=-power"
FAVORITES = f"{CARDS}?kept=favorite"
RULINGS = "rulings/"
RULES = "rules/"
FAQ = "faq/"
REFERENCE = "reference/"
CONFLICTS = "conflicts/"
DIFFERENCES = "differences/"
ERRATA = "errata/"
GLOSSARY = "glossary/"
CALCULATOR = "calculator/"
GOALS = "calculator/goals/"
SKETCHER = "calculator/structure/"
TOKENS = "calculator/tokens/"
LANGUAGE = "language/"
COVERAGE = "coverage/"
DOWNLOADS = "downloads/"
ERRORS = "errors/"
ABOUT = "about/"
OFFLINE = f"{ABOUT}#offline"
PROMISES = "promises/"
ASSETS = "assets/dossier/"


def coming_from_url(game: str) -> str:
    """What players of another game must know."""
    return f"start/coming-from-{game}/"


def card_url(card_id: str) -> str:
    """The page of a card: `cards/deluxe/the-mafia/`."""
    return f"{CARDS}{card_id}/"


def face_url(card_id: str) -> str:
    """The picture of a card."""
    return f"{CARDS}{card_id}/face.svg"


def card_data_url(card_id: str) -> str:
    """A card as JSON: `downloads/cards/deluxe/the-mafia.json`."""
    return f"{DOWNLOADS}cards/{card_id}.json"


def cards_url(query: str = "") -> str:
    """The card browser, with a query already asked."""
    return f"{CARDS}?find={quote(query)}" if query else CARDS


def rules_url(game: str) -> str:
    """The contents of a game's rules."""
    return f"{RULES}{game}/"


def quick_url(game: str) -> str:
    """A game's rules on one page."""
    return f"{rules_url(game)}quick-reference/"


def chapter_url(game: str, chapter: str) -> str:
    """A chapter; `chapter` is the name of its file without the number: `attacks`."""
    return f"{rules_url(game)}{chapter}/"


def section_url(game: str, chapter: str, anchor: str) -> str:
    """A section within its chapter."""
    return f"{chapter_url(game, chapter)}#{anchor}"


def ruling_url(ruling_id: str) -> str:
    """The page of a ruling."""
    return f"{RULINGS}{ruling_id}/"


def conflict_url(conflict_id: str) -> str:
    """A conflict on the page of them all."""
    return f"{CONFLICTS}#{conflict_id}"


def topic_url(game: str, topic: str) -> str:
    """The questions and answers on a topic."""
    return f"{FAQ}{game}/{topic}/"


def faq_url(game: str, topic: str, entry_id: str) -> str:
    """A question on the page of its topic."""
    return f"{topic_url(game, topic)}#{entry_id}"


def difference_url(difference_id: str) -> str:
    """A point on which games differ, in the table of them all."""
    return f"{DIFFERENCES}#{difference_id}"


def erratum_url(erratum_id: str) -> str:
    """A change of cards or rules on the page of them all."""
    return f"{ERRATA}#{erratum_id}"


def glossary_url(game: str) -> str:
    """The words of a game."""
    return f"{GLOSSARY}{game}/"


def term_url(game: str, entry_id: str) -> str:
    """A word in the glossary of its game."""
    return f"{glossary_url(game)}#{entry_id}"


def calculator_url(position: str = "") -> str:
    """The calculator, opened on a position in one line."""
    return f"{CALCULATOR}#{quote(position, safe='')}" if position else CALCULATOR


def source_of(url: str) -> str:
    """The Markdown file that MkDocs turns into the page at `url`."""
    return f"{url}index.md"


def relative(here: str, there: str) -> str:
    """The address `there` as a page at `here` writes it, so that the site works in any folder."""
    path, mark, rest = there.partition("#")
    path, ask, query = path.partition("?")
    if path == here:
        return ("" if mark else "./") + ask + query + mark + rest
    folders, parts = here.split("/")[:-1], path.split("/")
    shared = 0
    for folder, part in zip(folders, parts[:-1], strict=False):
        if folder != part:
            break
        shared += 1
    return "../" * (len(folders) - shared) + "/".join(parts[shared:]) + ask + query + mark + rest
