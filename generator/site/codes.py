"""What the page of error codes says of codes that have no table of their own: of positions, queries and commands.

A test reads the codes out of the rooms that give them and compares.
"""

from __future__ import annotations

POSITIONS: dict[str, str] = {
    "too-long": "A line has at most 3000 characters.",
    "position-short": "A position has at least a game, a kind of attack and attacker>target.",
    "unknown-game": "The first word is not a game.",
    "unknown-kind": "The second word is not control, neutralize or destroy.",
    "no-target": "There is no > between attacker and target in the third word.",
    "unknown-card": "No card of this game has that short name.",
    "wrong-kind-of-card": "A card is where no card of its kind can be: a Special as a helper, a Group as a Special.",
    "unknown-key": "There is no such key in a position.",
    "key-twice": "The same key is there twice.",
    "bad-number": "The value is not a whole number within its limits, or at= starts below 1.",
    "unknown-alignment": "There is no such alignment.",
    "opposites": "The line gives a card two opposite alignments; a new alignment replaces its opposite.",
    "card-twice": "One card is in two places, or the line says the same thing about it twice.",
    "plot-destroys": "A Plot that attacks does so to destroy, and the second word says otherwise.",
    "no-question": "The card waits for nothing that only the players know.",
    "unknown-side": (
        "Agents are played for or against an attack; and only some Plots and abilities leave the side to the player who"
        " uses them."
    ),
    "no-ability": (
        "The card has no ability that is used with an attack, or none that a position can say. If it changes alignments"
        " or Power for the attack, write them with `align=` or `power=`."
    ),
    "not-counted": "The rules of the game do not ask for this word or this kind of attack: it would change nothing.",
    "needs-at": "Cards of a rival, or a master or puppet, are named for a target that no at= places.",
    "under-itself": "A Group would be its own master, directly or by way of others.",
    "not-there": (
        "A card is linked to one, played on one or under one that no other word of the position says is there."
    ),
}

GOAL_LINES: dict[str, str] = {
    "too-long": "A line has at most 3000 characters.",
    "position-short": "A line about Goals has at least a game, the word goal and an Illuminati.",
    "unknown-game": "The first word is not a game.",
    "unknown-kind": "The second word is not goal.",
    "unknown-key": "There is no such key in a line about Goals.",
    "key-twice": "The same key is there twice.",
    "not-counted": "No Goal of the game asks for this, or the Illuminati has its own Special Goal.",
    "bad-number": "Too few or too many players, or a Basic Goal of 0.",
    "bad-choice": "A New World Order lets its player choose, and the line does not say what; or it lets nobody choose.",
    "card-twice": "One card is in two places, or was destroyed in two ways.",
    "wrong-kind-of-card": (
        "A card is where no card of its kind can be: a Plot that is not a Goal card, an order that is not a New World"
        " Order."
    ),
    "unknown-card": "No card of this game has that short name.",
    "unknown-alignment": "There is no such alignment.",
    "under-itself": "A Group would be its own master, directly or by way of others.",
    "not-there": "Something is said of a card that no other word says is there.",
}

QUERIES: dict[str, str] = {
    "too-long": "A query is too long, or has too many words or stars.",
    "too-many-words": "A question has at most 32 words.",
    "too-deep": "Brackets are nested too deeply.",
    "nothing-asked": "There is no word to look for.",
    "nothing-to-find": "Something is missing beside OR, AND or NOT, or inside a bracket.",
    "unknown-field": "There is no such field; a colon within words needs a space after it.",
    "unknown-value": "A field of a fixed list never has that value, nor one like it.",
    "no-value": "A field has nothing after its colon.",
    "not-a-number": "A comparison or range belongs to a field of words, or to no field.",
    "bad-number": "A field of numbers takes 4, >=4 or [4 TO 6].",
    "empty-range": "The lower end of a range is above the upper end.",
    "stray-star": "A star comes at the end of a word that has at least one letter.",
    "unclosed-quote": "A quotation mark has no partner.",
    "unclosed-range": "A [ has no ].",
    "unclosed-bracket": "A ( has no ).",
    "unopened-bracket": "A ) has no (.",
}

COMMANDS: dict[str, str] = {
    "wrong-ruling": "The engine's answer is not what the ruling expects. Correct one of them.",
    "broken-page": "A page could not be made, or links to nowhere.",
    "unknown-card": "The command line names a card that doesn't exist.",
    "unknown-game": "The command line names a game that doesn't exist, or whose rules are not written.",
    "unknown-ruling": "The command line names a ruling that doesn't exist.",
    "no-rules": "The rules of that game are not written yet, so nothing can be worked out in it.",
    "unknown-edition": "The time asked for is neither an edition nor a date nor now.",
    "not-printed-yet": "The card is younger than the time asked for.",
    "no-site": "There is nothing to serve yet.",
    "not-a-site": (
        "The folder for the site holds something else, which a build would replace, or is among the project's own"
        " files."
    ),
    "not-an-export": (
        "The folder for an export is among the project's own files, or holds files of the same names that no export"
        " made."
    ),
    "port-in-use": "Another program serves on that port.",
    "no-fonts": (
        "The site has an address, so pictures of the cards are drawn for shared links, and this machine has no fonts to"
        " draw with. Install one, or leave site_url empty."
    ),
    "bad-encoding": "The file is not text in UTF-8.",
    "too-large": "The file is larger than any of ours; the message says how large it may be.",
    "no-space": "The disk is full. The last good site and database are as they were; make room and build again.",
    "no-access": "A file or folder cannot be read or written; the message says why.",
}
