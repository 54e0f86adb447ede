"""What Dossier says outside of its rules: documents, templates, scripts, messages of the code.

Each function reads the content of one kind of file and yields the line and the words of a text. `{}` stands for a
value, `code` (in a document `Code`, which may begin a sentence) for what is between backticks or typed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

Said = tuple[int, str]
_WORDS = re.compile(r"[A-Za-z'’,;:]+ (?:\{\} )?[A-Za-z'’]{2,}")
"""Two words or more: a text for people, where an id or a key has none."""
_KEY = re.compile(r"[a-z]+[ :=][a-z]+|[a-z]+[:=]\S.*|(?:data-)?[a-z]+(?:[-=][\w-]+)+(?: [\w-]+)*")
"""A key of two words in lower case (`plot deck`), a field or line that is typed (`type:group power:>=4`), a class."""
_NOT_ENGLISH = re.compile(
    r"\\[bswd]|\(\?|^\s*(?:SELECT|INSERT|CREATE|DELETE|UPDATE|PRAGMA|ATTACH)\b"
    r"|^(?:select|import|jq) |^dossier |[{;]\s*$|</?\w"
)
"""A pattern, a query, a program, a command, a style, a tag."""


def _is_english(words: str) -> bool:
    return bool(_WORDS.search(words)) and not (_NOT_ENGLISH.search(words) or _KEY.fullmatch(words))


def _typed(words: str) -> str:
    """A text with `code` for what is typed in it, such as `type:group` or `groups=texas`, and `{}` for named values."""
    return re.sub(r"`[^`]*`|\b[a-z-]+[:=]\(?[\w>=]+", "code", re.sub(r"\{[a-z-]+(?:[:|][^}]*)?\}", "{}", words))


def _line(content: str, at: int) -> int:
    return content.count("\n", 0, at) + 1


def document(content: str) -> Iterator[Said]:
    """The paragraphs, list items, headings and rows of a Markdown document, and comments beside commands."""
    start, lines, fenced = 0, [], False

    def paragraph() -> Iterator[Said]:
        if lines:
            words = re.sub(r"`[^`]*`", "Code", " ".join(lines))
            yield start, re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", words)
            lines.clear()

    for number, line in enumerate([*content.splitlines(), ""], 1):
        fenced ^= line.startswith("```")
        comment = re.fullmatch(r" {4,}.*?\s{2,}# +(.*)", line)
        begins = re.match(r"(?:[-*#|]|\d+\.) *", line)
        if comment or not line.strip() or begins or fenced or line.startswith(("    ", "```")):
            yield from paragraph()
        if comment:
            yield number, comment[1]
        elif line.strip() and not fenced and not line.startswith(("    ", "```")):
            start = start if lines else number
            lines.append(re.sub(r"^(?:[-*#]+|\d+\.) +", "", line.strip()))
            if line.startswith(("#", "|")):
                yield from paragraph()


def _is_help(node: ast.AST, decorated: str) -> bool:
    return any(
        isinstance(each, ast.Call) and getattr(each.func, "id", "") == decorated
        for each in getattr(node, "decorator_list", ())
    )


def _words_of(node: ast.expr) -> str:
    """The words of a constant or an f-string; empty where it has none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = node.values if isinstance(node, ast.JoinedStr) else ()
    return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)


def python(content: str, docstrings: str = "") -> Iterator[Said]:
    """The texts of a module: every string and f-string of two words or more that isn't a docstring, a pattern, a list
    of words or a form of the effect language (the sentences of cards are read instead).

    Docstrings are for those who read code, except those of `"commands"`, which are their help, and of `"classes"`,
    which the page about the language shows.
    """
    tree = ast.parse(content)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):  # a docstring, of a field too
            skipped.add(node.value)
        elif isinstance(node, ast.Call):
            named = node.func
            is_pattern = isinstance(named, ast.Attribute) and getattr(named.value, "id", "") == "re"
            called = getattr(named, "id", getattr(named, "attr", ""))
            if is_pattern or called in {"execute", "executemany", "construction", "form"}:
                skipped |= set(ast.walk(node))
            elif called == "split":
                skipped |= set(ast.walk(named))
        elif isinstance(node, ast.JoinedStr):
            skipped |= {part for part in node.values if isinstance(part, ast.Constant)}
        is_told = (
            docstrings == "commands"
            and isinstance(node, ast.FunctionDef)
            and _is_help(node, "_command")
            or docstrings == "classes"
            and isinstance(node, ast.ClassDef)
            and not node.name.startswith("_")
        )
        if is_told and (text := ast.get_docstring(node)):  # type: ignore[arg-type]
            for paragraph in text.split("\n\n"):
                yield node.lineno, " ".join(paragraph.split())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node not in skipped:
            words = _words_of(node)
            if _is_english(words):
                yield node.lineno, _typed(words)


_SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?<=[(,=:&|!?{};\n] )/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+/[a-z]*"
    r"|(?<=\()/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+/[a-z]*"
    r"|\"((?:\\.|[^\"\\\n])*)\"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`",
    re.DOTALL,
)
"""Comments and patterns, which are skipped, and strings."""


def script(content: str) -> Iterator[Said]:
    """The strings of a script of two words or more."""
    for match in _SCRIPT.finditer(content):
        text = next(filter(None, match.groups()), "")
        # A value within a template may have strings of its own.
        for inner in re.findall(r"\$\{[^{}]*\}", text):
            yield from ((_line(content, match.start()), words) for _, words in script(inner[2:-1]))
        words = re.sub(r"\$\{[^{}]*\}", "{}", text)
        if _is_english(words):
            yield _line(content, match.start()), _typed(re.sub(r"\\(.)", r"\1", words))


_SHOWN = re.compile(r"\b(?:title|aria-label|alt|placeholder|content|summary|label)=\"([^\"]*)\"")


def template(content: str) -> Iterator[Said]:
    """The visible texts of a template: between its tags, in attributes that are read aloud or shown, and in strings of
    its expressions.
    """
    content = re.sub(r"<#.*?#>|\{#(?!\S+\}).*?#\}|<style.*?</style>", _blank, content, flags=re.DOTALL)
    for match in re.finditer(r"\{\{.*?\}\}|\{%.*?%\}", content, re.DOTALL):
        for text in re.findall(r"\"([^\"]*)\"", match[0]):
            if _is_english(text):
                yield _line(content, match.start()), text
    plain = re.sub(r"\{%.*?%\}", _blank, content, flags=re.DOTALL)
    plain = re.sub(r"\{\{.*?\}\}", lambda match: "{}" + "\n" * match[0].count("\n"), plain, flags=re.DOTALL)
    for match in _SHOWN.finditer(plain):
        yield _line(plain, match.start(1)), match[1]
    inline = re.sub(r"</?(?:a|em|strong|span|code|time|b|i|kbd)\b[^>]*>", "", plain)
    for match in re.finditer(r"[^<>\n]+", re.sub(r"<[^>]*>", _tag, inline)):
        if _WORDS.search(match[0]):
            yield _line(inline, match.start()), re.sub(r"\{#[^}]*\}|^\s*#+", "", match[0]).strip()


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _tag(match: re.Match[str]) -> str:
    return "<" + "\n" * match[0].count("\n") + ">"
