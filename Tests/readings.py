"""Readings of documents that know where everything is, for edits.py; none of them is decant's.

A reading has the values of a text, the characters of each value, and its comments. YAML is read by libyaml; the values of TOML,
XML property lists, JSON and short JSON5 are those of tomllib, plistlib, json and, if it is installed, json5; the rest is read here.
"""

import bisect
import json
import plistlib
import re
import tomllib
from xml.parsers import expat

try:
    import json5
except ImportError:
    json5 = None
try:
    import yaml
    YAML_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
except ImportError:
    yaml = None


# Comments at the head of a file that are about the file.
HEAD = re.compile(r"^(#!|#:)|-\*-|vim?:|yaml-language-server|swift-tools-version|!\$\*UTF8|SPDX|Copyright|Licen[cs]e", re.I | re.M)


class Node:
    """A value, its place among others, and its characters; those of a key are before it."""

    def __init__(self, kind, start, end=None, value=None):
        self.kind, self.start, self.end, self.value = kind, start, end, value
        self.key = self.key_start = self.key_end = self.parent = None
        self.path = ()
        self.children = []

    @property
    def begin(self):
        return self.start if self.key_start is None else self.key_start

    def add(self, child, key=None, key_start=None, key_end=None):
        child.key, child.key_start, child.key_end, child.parent = key, key_start, key_end, self
        self.children.append(child)
        return child

    def __iter__(self):
        """The node and all nodes inside of it."""
        open_nodes = [self]
        while open_nodes:
            node = open_nodes.pop()
            yield node
            open_nodes += reversed(node.children)

    def child(self, key):
        return next((child for child in self.children if child.key == key), None)


class Reading:
    """The documents of a text, its comments (start, end, words), and its tokens (start, end, kind) without comments.

    Kinds are `open`, `close`, `key`, `value`, `dash`, `sign` (between key and value) and `separator`.
    """

    def __init__(self, text, documents, tokens, comments):
        self.text, self.documents, self.comments = text, documents, comments
        self.tokens = sorted(token for token in tokens if token[0] < token[1])
        self.starts = [token[0] for token in self.tokens]
        for root in documents:
            set_paths(root)
        nodes = [node for root in documents for node in root]
        self.nodes = sorted((node for node in nodes if node.path), key=lambda node: (node.begin, -len(node.path)))
        self.begins = [node.begin for node in self.nodes]
        # Of those that end at one place, the innermost is the last.
        self.closings = sorted(nodes, key=lambda node: (node.end, len(node.path)))
        self.closing_ends = [node.end for node in self.closings]

    def end_before(self, place, kinds=("separator", "dash")):
        """Returns the end of the last token before a place that is of no kind of some."""
        index = bisect.bisect_left(self.starts, place) - 1
        while index >= 0 and self.tokens[index][2] in kinds:
            index -= 1
        return min(self.tokens[index][1], place) if index >= 0 else 0

    def start_after(self, place, kinds=("separator",)):
        """Returns the start of the first token from a place on that is of no kind of some."""
        index = bisect.bisect_left(self.starts, place)
        while index < len(self.tokens) and self.tokens[index][2] in kinds:
            index += 1
        return self.tokens[index][0] if index < len(self.tokens) else len(self.text)

    def owners(self):
        """Returns for each comment its words, its place, and the node that it is about; none where that is a matter of taste.

        A comment at the end of a line is about what begins there, or else ends there, one before more of the line about that,
        and one on a line of its own about what the next line begins with.
        """
        return [(words, start, self.owner(start, end)) for start, end, words in self.comments]

    def owner(self, start, end):
        line = self.text.rfind("\n", 0, start) + 1
        last = bisect.bisect_left(self.starts, start) - 1
        following = self.start_after(end, ())
        index = bisect.bisect_left(self.starts, following)
        if index < len(self.tokens) and "\n" not in self.text[end:following]:
            if self.tokens[index][2] in ("separator", "close"):
                place = bisect.bisect_right(self.closing_ends, start) - 1
                return self.closings[place] if place >= 0 and self.closing_ends[place] > line else None
            return self.nodes[min(bisect.bisect_left(self.begins, following), len(self.nodes) - 1)]
        if last >= 0 and self.tokens[last][1] > line:
            first = bisect.bisect_left(self.begins, line)
            if first < len(self.nodes) and self.begins[first] < start:
                return self.nodes[first]
            place = bisect.bisect_right(self.closing_ends, start) - 1
            return self.closings[place] if place >= 0 and self.closing_ends[place] > line else None
        if index == len(self.tokens) or last < 0 and HEAD.search(self.text[:following]):
            return None
        gap = self.text[end:following]
        for comment, other, _ in self.comments:
            if end <= comment < following:
                gap = gap[:comment - end] + "x" * (other - comment) + gap[other - end:]
        if re.search(r"\n[ \t\r]*\n", gap) or "\n" not in gap:
            return None
        kind = self.tokens[index][2]
        if kind == "close" or start - line > following - (self.text.rfind("\n", 0, following) + 1):
            return None
        if kind == "dash":
            following += 1
        place = bisect.bisect_left(self.begins, following)
        if place == len(self.nodes) or kind == "open" and self.begins[place] > following:
            return None
        last = bisect.bisect_right(self.begins, self.begins[place]) - 1
        return self.nodes[last if kind == "dash" else place]


# Brackets

# The package json5 takes a second for 20 kB.
LARGEST_JSON5 = 3000
JSON_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+)|(?P<comment>//[^\n\r]*|/\*.*?\*/)|(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<mark>[{}\[\]:,])|(?P<word>[^\s{}\[\]:,"'/]+)""", re.S)
OPENSTEP_TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+)|(?P<comment>//[^\n\r]*|/\*.*?\*/)|(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<mark>[{}();=,])|(?P<word><[^>]*>|[^\s{}();=,"'<]+)""", re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "0": "\0", "\n": "", "\r\n": ""}


def words_of(comment):
    return " ".join(re.sub(r"^(//+|/\*+|#+|<!--)|(\*/|-->)$", "", comment.strip()).split())


class Bracketed:
    """A reader of JSON5 and of OpenStep property lists."""

    def __init__(self, text, is_json, is_root_mapping=False):
        self.text, self.is_json = text, is_json
        self.tokens, self.comments, self.words = [], [], []
        place = 0
        pattern = JSON_TOKEN if is_json else OPENSTEP_TOKEN
        while place < len(text):
            match = pattern.match(text, place)
            if not match:
                raise ValueError(f"no token at {place}")
            if match.lastgroup == "comment":
                self.comments.append((match.start(), match.end(), words_of(match[0])))
            elif match.lastgroup != "space":
                self.words.append((match.start(), match.end(), match.lastgroup))
            place = match.end()
        self.place = 0
        if is_root_mapping:
            root = Node("mapping", 0)
            self.pairs(root, None)
            root.end = len(text)
        else:
            root = self.value()
        if self.place < len(self.words):
            raise ValueError("more after the document")
        self.reading = Reading(text, [root], self.tokens, self.comments)

    def next(self, kind=None):
        if self.place == len(self.words):
            raise ValueError("the text ends")
        start, end, group = self.words[self.place]
        self.place += 1
        if kind:
            self.tokens.append((start, end, kind))
        return start, end, self.text[start:end] if group == "mark" else ""

    def peek(self):
        start, end, group = self.words[self.place] if self.place < len(self.words) else (0, 0, "")
        return self.text[start:end] if group == "mark" else ""

    def value(self):
        mark = self.peek()
        if mark == "{" or mark == ("[" if self.is_json else "("):
            node = Node("mapping" if mark == "{" else "sequence", self.next("open")[0])
            close = {"{": "}", "[": "]", "(": ")"}[mark]
            if mark == "{":
                self.pairs(node, close)
            else:
                while self.peek() != close:
                    node.add(self.value())
                    if self.peek() == ",":
                        self.next("separator")
                    elif self.peek() != close:
                        raise ValueError("a comma is missing")
            node.end = self.next("close")[1]
            return node
        start, end, _ = self.next("value")
        return Node("scalar", start, end, self.scalar(self.text[start:end]))

    def pairs(self, node, close):
        while self.peek() != close and (close or self.place < len(self.words)):
            start, end, _ = self.next("key")
            key = self.scalar(self.text[start:end], True)
            separator = "," if self.is_json else ";"
            if self.peek() == (":" if self.is_json else "="):
                self.next("sign")
                child = self.value()
            elif not self.is_json and self.peek() == ";":
                child = Node("scalar", end, end, key)
            else:
                raise ValueError("a sign is missing")
            node.add(child, key, start, end)
            if self.peek() == separator:
                self.next("separator")
            elif self.peek() != close or not self.is_json:
                raise ValueError("a separator is missing")

    def scalar(self, text, is_key=False):
        if text[0] in "\"'":
            return self.unescaped(text[1:-1])
        if not self.is_json:
            return "data:" + re.sub(r"\s", "", text).lower() if text[0] == "<" else text
        if is_key:
            return self.unescaped(text)
        if text in ("true", "false", "null"):
            return json.loads(text)
        number = text.lstrip("+")
        return int(number, 16) if re.match(r"-?0[xX]", number) else float(number) if "." in number or "e" in number.lower() \
            or number.strip("-") in ("Infinity", "NaN") else int(number)

    def unescaped(self, text):
        if "\\" not in text:
            return text

        def character(match):
            escape = match[1]
            if escape[0] in "uUx" and len(escape) > 1:
                return chr(int(escape[1:], 16))
            if not self.is_json and escape[0] in "01234567":
                return chr(int(escape, 8))
            return ESCAPES.get(escape, escape)
        pattern = r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)" if self.is_json \
            else r"\\([uU][0-9a-fA-F]{4}|[0-7]{1,3}|.)"
        text = re.sub(pattern, character, text, flags=re.S)
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# YAML

def read_yaml(text):
    tokens, comments = [], []
    kinds = {"BlockEntryToken": "dash", "KeyToken": "sign", "ValueToken": "sign", "FlowEntryToken": "separator",
             "FlowSequenceStartToken": "open", "FlowMappingStartToken": "open", "FlowSequenceEndToken": "close",
             "FlowMappingEndToken": "close"}
    is_key = False
    last = 0
    for token in yaml.scan(text, Loader=YAML_LOADER):
        name, start, end = type(token).__name__, token.start_mark.index, token.end_mark.index
        add_yaml_comments(text, last, start, comments)
        last = max(last, end)
        if name == "ScalarToken":
            if text[start] in "|>":
                line = text.find("\n", start)
                add_yaml_comments(text, start, line if line > 0 else end, comments)
            tokens.append((start, end, "key" if is_key else "value"))
        elif end > start and name not in ("StreamStartToken", "StreamEndToken", "BlockEndToken"):
            tokens.append((start, end, kinds.get(name, "sign" if name in ("AnchorToken", "TagToken") else "value")))
        if name not in ("AnchorToken", "TagToken"):
            is_key = name == "KeyToken"
    add_yaml_comments(text, last, len(text), comments)
    return Reading(text, list(yaml_documents(text)), tokens, comments)


def add_yaml_comments(text, start, end, comments):
    for match in re.finditer(r"(?:^|(?<=\s))#[^\n\r]*", text[max(start - 1, 0):end]):
        comments.append((match.start() + max(start - 1, 0), match.end() + max(start - 1, 0), words_of(match[0])))


def yaml_documents(text):
    """Yields the roots; composed nodes do not know where their aliases are."""
    open_nodes, keys, root = [], [], None
    for event in yaml.parse(text, Loader=YAML_LOADER):
        start, end = event.start_mark.index, event.end_mark.index
        name = type(event).__name__
        if name == "DocumentStartEvent":
            root = None
        elif name == "DocumentEndEvent" and root:
            yield root
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            node = open_nodes.pop()
            keys.pop()
            node.end = end
            if node.is_block and node.children:
                # libyaml's end is where the next token begins.
                node.end = max(node.children[-1].end, node.children[-1].key_end or 0)
        elif name in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent", "AliasEvent"):
            if open_nodes and open_nodes[-1].kind == "mapping" and keys[-1] is None:
                if name != "ScalarEvent" or open_nodes[-1].child(event.value):
                    raise ValueError("a key that is a collection, or there twice")
                keys[-1] = event.value, start, end
                continue
            kinds = {"MappingStartEvent": "mapping", "SequenceStartEvent": "sequence", "ScalarEvent": "scalar"}
            node = Node(kinds.get(name, "alias"), start, end)
            if name == "ScalarEvent":
                # Moved, a null may have another notation.
                is_null = not event.style and event.tag is None and event.value in ("", "~", "null", "Null", "NULL")
                node.value = None if is_null else event.value
            node.is_block = name.endswith("StartEvent") and not event.flow_style
            if open_nodes:
                open_nodes[-1].add(node, *(keys[-1] or ()))
                keys[-1] = None
            else:
                root = node
            if name.endswith("StartEvent"):
                open_nodes.append(node)
                keys.append(None)


# TOML

TOML_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
TOML_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|#[^\n\r]*)")
TOML_SCALAR = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?''', re.S)


class TOML:
    """A reader of the places in TOML; a table begins at its first header, and ends with the last of its lines."""

    def __init__(self, text):
        self.text, self.place = text, 0
        self.tokens, self.comments = [], []
        self.root = table = Node("mapping", 0)
        self.space()
        while self.place < len(text):
            start = self.place
            if text.startswith("[", start):
                count = 2 if text.startswith("[[", start) else 1
                self.place += count
                keys = self.keys()
                self.place = text.index("]", self.place) + count
                self.tokens.append((start, self.place, "key"))
                table = self.table(keys, count == 2, start)
                self.stretch(table)
            else:
                self.pair(table)
            self.space()
        self.root.end = len(text)
        attach(self.root, tomllib.loads(text))
        self.reading = Reading(text, [self.root], self.tokens, self.comments)

    def space(self):
        while match := TOML_SPACE.match(self.text, self.place):
            if match[0][0] == "#":
                self.comments.append((match.start(), match.end(), words_of(match[0])))
            self.place = match.end()

    def keys(self):
        keys = []
        while True:
            match = TOML_KEY.match(self.text, self.place)
            if not match:
                raise ValueError(f"no key at {self.place}")
            self.place = match.end()
            keys.append(json.loads(f'"{match[1]}"') if match[1] is not None else match[2] if match[2] is not None else match[3])
            if not self.text.startswith(".", self.place):
                return keys
            self.place += 1

    def stretch(self, node):
        while node:
            node.end = max(node.end or 0, self.place)
            node = node.parent

    def table(self, keys, is_element, start):
        node = self.root
        for index, key in enumerate(keys):
            is_last = index == len(keys) - 1
            child = node.child(key)
            if not child:
                kind = "sequence" if is_last and is_element else "mapping"
                child = node.add(Node(kind, start), key, start, self.place)
            node = child
            if node.kind == "sequence" and not is_last:
                node = node.children[-1]
        return node.add(Node("mapping", start)) if is_element else node

    def pair(self, table):
        start = self.place
        keys = self.keys()
        end = start + len(self.text[start:self.place].rstrip())
        self.tokens.append((start, end, "key"))
        for key in keys[:-1]:
            table = table.child(key) or table.add(Node("mapping", start), key, start, end)
        self.mark("=", "sign")
        child = table.add(Node("scalar", 0), keys[-1], start, end)
        self.value(child)
        self.stretch(table)

    def mark(self, mark, kind):
        self.space()
        if not self.text.startswith(mark, self.place):
            return False
        self.tokens.append((self.place, self.place + 1, kind))
        self.place += 1
        return True

    def value(self, node):
        self.space()
        node.start = self.place
        if self.mark("[", "open"):
            node.kind = "sequence"
            while not self.mark("]", "close"):
                self.value(node.add(Node("scalar", 0)))
                self.mark(",", "separator")
        elif self.mark("{", "open"):
            node.kind = "mapping"
            while not self.mark("}", "close"):
                self.space()
                self.pair(node)
                self.mark(",", "separator")
        else:
            match = TOML_SCALAR.match(self.text, self.place)
            if not match:
                raise ValueError(f"no value at {self.place}")
            self.place = match.end()
            self.tokens.append((match.start(), match.end(), "value"))
        node.end = self.place


def attach(node, value):
    """Gives all nodes the values that another reader has found."""
    if node.kind == "scalar":
        node.value = value
        return
    if len(node.children) != len(value):
        raise ValueError("two readers differ")
    for index, child in enumerate(node.children):
        attach(child, value[index if child.key is None else child.key])


# XML property lists

def read_xml(data):
    text = data.decode("latin-1")
    tokens, comments, open_nodes = [], [], []
    state = {"key": None, "root": None}
    parser = expat.ParserCreate()

    def end_of_tag():
        return text.index(">", parser.CurrentByteIndex) + 1

    def begin(name, _):
        start, end = parser.CurrentByteIndex, end_of_tag()
        if name == "key":
            state["key"] = [start, None, ""]
        elif name in ("plist", "dict", "array"):
            tokens.append((start, end, "open"))
        if name in ("plist", "key"):
            return
        node = Node({"dict": "mapping", "array": "sequence"}.get(name, "scalar"), start)
        if open_nodes:
            key = state["key"] if open_nodes[-1].kind == "mapping" else None
            open_nodes[-1].add(node, *((key[2], key[0], key[1]) if key else ()))
        else:
            state["root"] = node
        open_nodes.append(node)

    def finish(name):
        start, end = parser.CurrentByteIndex, end_of_tag()
        if name == "key":
            state["key"][1] = end
            tokens.append((state["key"][0], end, "key"))
        elif name == "plist":
            tokens.append((start, end, "close"))
        else:
            node = open_nodes.pop()
            node.end = end
            if node.kind == "scalar":
                tokens.append((node.start, end, "value"))
            elif start != node.start:
                tokens.append((start, end, "close"))

    def characters(content):
        if state["key"] and state["key"][1] is None:
            state["key"][2] += content

    def comment(_):
        start = parser.CurrentByteIndex
        end = text.index("-->", start) + 3
        comments.append((start, end, words_of(text[start:end])))

    parser.StartElementHandler, parser.EndElementHandler = begin, finish
    parser.CharacterDataHandler, parser.CommentHandler = characters, comment
    parser.Parse(data, True)
    attach(state["root"], plistlib.loads(data))
    return Reading(text, [state["root"]], tokens, comments)


# All

def format_of(name, data):
    """Returns the format of a file that has edits, or none."""
    ending = name.rpartition(".")[2].lower()
    formats = {"yaml": "yaml", "yml": "yaml", "toml": "toml", "json": "json", "xcstrings": "xcstrings", "json5": "json5",
               "jsonc": "json5", "strings": "strings", "pbxproj": "pbxproj"}
    if name in ("Cargo.lock", "poetry.lock"):
        return "toml"
    if ending == "plist":
        head = data.lstrip()[:5]
        return None if head.startswith(b"bplis") else "xml" if head.startswith(b"<") and head != b"<" else "openstep"
    return formats.get(ending)


def read(data, kind):
    """Returns the reading of the bytes of a file; throws any error if there is none."""
    if kind == "xml":
        return read_xml(data)
    text = data.decode("utf-8")
    if kind == "yaml":
        return read_yaml(text)
    if kind == "toml":
        return TOML(text).reading
    if kind in ("json", "xcstrings", "json5"):
        reading = Bracketed(text, True).reading
        if kind != "json5":
            attach(reading.documents[0], json.loads(text.removeprefix("\ufeff")))
        elif json5 and len(text) < LARGEST_JSON5:
            attach(reading.documents[0], json5.loads(text))
        return reading
    return Bracketed(text, False, kind == "strings").reading


def set_paths(root):
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        for index, child in enumerate(node.children):
            child.path = node.path + (index if child.key is None else child.key,)
            open_nodes.append(child)


def plain(node):
    """Returns a value of dictionaries and lists."""
    if node.kind == "mapping":
        return {child.key: plain(child) for child in node.children}
    if node.kind == "sequence":
        return [plain(child) for child in node.children]
    return node.value
