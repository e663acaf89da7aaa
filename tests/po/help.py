#!/usr/bin/env python3
"""Checks the pages of the help, data/help/NAME.md and NAME.LANGUAGE.md.

The English ones: their links and pictures lead somewhere, and what is *Emphasised* with a capital is
a text of the program, so that a page notices when a menu or a button is called otherwise.
Each language of po/LINGUAS: it has all pages, block for block as the English ones, with the same
links, pictures, code and numbers; names of menus and buttons are those of its translation.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELP = ROOT / "data" / "help"
ENGLISH_ONLY = {"developing", "measured"}  # for those who work on the program

CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
NAME = re.compile(r"(?<![*\w])\*(?![*\s])([^*]+?)(?<!\s)\*(?![*\w])", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?:e[-+]?\d+)?")
POINT = re.compile(r"(?<![\w.])\d+\.\d+(?![.\d])")
VERSION = re.compile(r"(FMI|SSP) \d\.\d( \w+ \d\.\d\b)*")
FENCE = re.compile(r" *(`{3,})")
ENGLISH = re.compile(r"\b(the|of|and|which|with)\b")
QUOTES = {"de": ("„", "“"), "fr": ("«", "»")}


# ---- The text of the program ---------------------------------------------------------------


def plain(text):
    """As one calls it: without its mnemonic, dots, arrow, colon and key in brackets."""
    text = re.sub(r"\s*\([^()]*\)$", "", " ".join(text.replace("_", "").split()).replace("%s", "…"))
    return re.sub(r"[\s…▾:]+$", "", text)


def messages(language):
    """{name in English: its names in the language} from a .po file."""
    found = {}
    for entry in (ROOT / "po" / f"{language}.po").read_text(encoding="utf-8").split("\n\n"):
        fields, key = {}, None
        for line in entry.split("\n"):
            match = re.match(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$', line)
            if match:
                key, fields[match[1]] = match[1], ast.literal_eval(match[2])
            elif key and line.startswith('"'):
                fields[key] += ast.literal_eval(line)
        if fields.get("msgid") and fields.get("msgstr"):
            found.setdefault(plain(fields["msgid"]), set()).add(plain(fields["msgstr"]))
    return found


# ---- The text of a page ----------------------------------------------------------------------


class Block:
    def __init__(self, kind, line, text):
        self.kind, self.line, self.text = kind, line, text
        self.code = [] if kind == "code" else sorted(
            re.sub(r"(?<=\d),(?=\d)", ".", code[1]) for code in CODE.findall(text))  # fmt: skip
        self.words = text if kind == "code" else CODE.sub("`", text)
        self.links = sorted(link[1] for link in LINK.findall(self.words))
        self.words = LINK.sub(r"\1", self.words)
        self.numbers = sorted(number.replace(",", ".") for number in NUMBER.findall(self.words))
        self.names = [] if kind == "code" else [
            [plain(part) for part in name.split("→")] for name in NAME.findall(self.words)]  # fmt: skip


def begins(line):
    """The kind of block that a line begins, as src/core/text/markup.c sees it; "" goes on."""
    text = line.strip()
    for kind, mark in (
        ("heading {}", r"(#{1,6}) "), ("rule", r"-{3,}$"), ("table", r"\|"), ("picture", r"!\["),
        ("quote", r">"), ("formula", r"\$\$"), ("item", r"(?:[-*]|\d+\.) "),
    ):  # fmt: skip
        match = re.match(mark, text)
        if match:
            return kind.format(len(match[1])) if match.groups() else kind
    return ""


def read(path):
    """Its blocks; a row of a table is one."""
    blocks, lines, i = [], path.read_text(encoding="utf-8").split("\n"), 0
    while i < len(lines):
        first, fence = i, FENCE.match(lines[i])
        kind = "code" if fence else begins(lines[i])
        i += 1
        if fence:
            while i < len(lines) and not re.match(rf" *{fence[1]}`* *$", lines[i]):
                i += 1
            i += 1
            blocks.append(Block(kind, first + 1, "\n".join(lines[first:i])))
            continue
        if not lines[first].strip():
            continue
        if kind in ("", "item", "quote", "formula"):
            while i < len(lines) and lines[i].strip() and not FENCE.match(lines[i]) and (
                    begins(lines[i]) == ("quote" if kind == "quote" else "")):  # fmt: skip
                i += 1
        text = "\n".join(lines[first:i])
        cells = len(re.findall(r"(?<!\\)\|", CODE.sub("`", text))) if kind == "table" else 0
        blocks.append(Block(f"{kind} {cells}" if cells else kind or "paragraph", first + 1, text))
    return blocks


def anchors(page):
    text = (HELP / f"{page}.md").read_text(encoding="utf-8")
    return {heading.strip().casefold().replace(" ", "-") for heading in re.findall(r"(?m)^## (.*)", text)}


# ---- What is wrong ---------------------------------------------------------------------------


def missing_pictures(file):
    for name in (file, file.replace(".png", "-dark.png")):
        if not (HELP / name).exists():
            yield f"there is no picture {name}"


def judge_english(page, blocks, known):
    for block in blocks:
        at = f"{page}.md:{block.line}"
        for target in block.links:
            name, _, anchor = target.partition("#")
            file = name or f"{page}.md"
            if ":" in target:
                continue
            if not file.endswith(".md") or not (HELP / file).exists():
                yield f"{at}: “{target}” leads nowhere"
            elif anchor and anchor.casefold() not in anchors(file[:-3]):
                yield f"{at}: {file} has no heading “{anchor}”"
        for name in block.names:
            for part in name:
                if part[:1].isupper() and page not in ENGLISH_ONLY and part not in known:
                    yield f"{at}: the program has no text “{part}”"
        if block.kind == "picture":
            for problem in missing_pictures(block.text.split("](")[1][:-1]):
                yield f"{at}: {problem}"


def judge_names(original, block, known):
    """Those of the program, of which several may be called the same in English."""
    own = [part for name in block.names for part in name]
    if len(original.names) != len(block.names):
        yield f"*emphasised* are {len(block.names)}, in English {len(original.names)}"
    for part in (part for name in original.names for part in name):
        if part[:1].isupper() and part in known and not known[part] & set(own):
            wanted = "” or “".join(sorted(known[part]))
            yield f"“{part}” is called “{wanted}”; there are {', '.join(own) or 'none'}"


def judge_language(language, words):
    opening, closing = QUOTES[language]
    if words.count(opening) != words.count(closing):
        yield f"a quotation is not between {opening} and {closing}"
    for sign in {'"', "“", "”", "'"} - {opening, closing}:
        if sign in words:
            yield f"the sign {sign} is not used in this language"
    for match in POINT.findall(VERSION.sub("", words)):
        yield f"{match} wants a comma"
    quoted = re.sub(rf"{opening}[^{closing}]*{closing}", "", words)
    if ENGLISH.search(quoted):
        yield f"English: {ENGLISH.search(quoted)[0]}"
    if language == "fr" and (match := re.search(r"\w[;?»]|\w:(?=\s|$)", words)):
        yield f"a space is missing in “{match[0]}”"


def compare(original, block, known, language):
    for what, a, b in (
        ("code", original.code, block.code), ("links", original.links, block.links),
        ("numbers", original.numbers, block.numbers),
    ):  # fmt: skip
        if a != b:
            only = [x for x in a if a.count(x) > b.count(x)], [x for x in b if b.count(x) > a.count(x)]
            yield f"{what}: {only[0]} of the English page, {only[1]} here"
    if original.kind == "code":
        if original.text != block.text:
            yield "the code is another one"
        return
    if original.kind == "picture":
        wanted = original.text.split("](")[1].replace("pictures/", f"pictures/{language}/")
        if wanted != block.text.split("](")[1]:
            yield f"the picture is not {wanted[:-1]}"
        yield from missing_pictures(wanted[:-1])
    yield from judge_names(original, block, known)
    yield from judge_language(language, block.words)


def judge_page(page, blocks, language, known):
    path = HELP / f"{page}.{language}.md"
    if not path.exists():
        yield f"{path.name} is missing"
        return
    translated = read(path)
    for original, block in zip(blocks, translated):
        at = f"{path.name}:{block.line}"
        if original.kind != block.kind:
            yield f"{at}: {block.kind}, in English {original.kind} (line {original.line})"
            return
        for problem in compare(original, block, known, language):
            yield f"{at}: {problem}"
    if len(blocks) != len(translated):
        yield f"{path.name}: {len(translated)} blocks, in English {len(blocks)}"


def main():
    languages = (ROOT / "po" / "LINGUAS").read_text(encoding="utf-8").split()
    known = {language: messages(language) for language in languages}
    files = {path.name for path in HELP.glob("*.md")}
    pages = sorted(name[:-3] for name in files if name.count(".") == 1)
    problems = [f"{name}: there is no English page of it" for name in sorted(files)
                if name.count(".") == 2 and name.split(".")[0] not in pages]  # fmt: skip
    contents = {link for block in read(HELP / "index.md") for link in block.links}
    for page in pages:
        blocks = read(HELP / f"{page}.md")
        if page != "index" and f"{page}.md" not in contents:
            problems.append(f"{page}.md: index.md does not lead to it")
        problems += judge_english(page, blocks, known[languages[0]])
        for language in languages if page not in ENGLISH_ONLY else []:
            problems += judge_page(page, blocks, language, known[language])
    print("\n".join(problems), end="\n" if problems else "")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
