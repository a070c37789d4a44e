#!/usr/bin/env python3
"""Counts the lines of `grundy_check.py` that a claim needs, and prints them as a program.

    python3 tools/lines_to_trust.py                    the table of the book: lines for each claim
    python3 tools/lines_to_trust.py --check            fails if a figure or the book is wrong
    python3 tools/lines_to_trust.py --program FILE     the part that verifies this certificate
    python3 tools/lines_to_trust.py --verify [--max-positions N] [--list FILE] FILE ..
                                                       verifies each file by its part alone

A part is found from the names in the text. `main` is needed; whatever has its name in a part that
is needed, is needed too, and counts whole: a function, a class with all of its methods, a table. So
too much counts, and never too little: a method is called on an object, and an object is made by a
class that is named. Of the tables that choose by a word of the certificate (`BOARDS` by the line
`moves`, `CLAIMS` by the line `claim`, `LAWS` by the name of a closed form, `REDUCTIONS` by the line
`reduce`) only the entries count that this certificate chooses; the figures are for claims that no
reduction is before. Every line counts but blank ones: comments and texts too.
`--verify` shows that nothing is missing: the part runs as a program in which the rest of the file
does not exist, and gives the same verdict.
"""
import ast
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHECKER, BOOK = HERE / "grundy_check.py", HERE.parent / "book" / "src" / "certificates.md"
TABLES = ("BOARDS", "CLAIMS", "LAWS", "REDUCTIONS")
MOST_LINES, MOST_COLUMNS = 1500, 100
BEGIN, END = "<!-- lines to trust: begin -->", "<!-- lines to trust: end -->"


class Checker:
    """The text of the checker: its parts by name, and the entries of the tables."""

    def __init__(self, path=CHECKER):
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        # What is needed always: the head, the imports, the call of `main`.
        self.parts, self.entries, self.about, self.laws = {"": (set(), {"main"})}, {}, {}, {}
        for node in ast.parse(self.text).body:
            self.add(node)

    def add(self, node):
        first = node.lineno
        while first > 1 and self.lines[first - 2].startswith("# "):
            first -= 1
        own, names = set(range(first, node.end_lineno + 1)), names_in(node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined = [node.name]
        elif isinstance(node, ast.Assign):
            defined = [found.id for target in node.targets for found in ast.walk(target)
                       if isinstance(found, ast.Name)]
        else:
            defined = [""]
        for table in set(defined) & set(TABLES):
            for key, value in zip(node.value.keys, node.value.values):
                entry = set(range(key.lineno, value.end_lineno + 1))
                self.entries[table, key.value] = entry, names_in(value)
                own -= entry
                if table == "CLAIMS":
                    self.about[key.value] = ast.literal_eval(value.elts[1])
                if table == "LAWS":
                    self.laws[key.value] = ast.literal_eval(value.elts[0])
            names = set()
        for name in defined:
            lines, mentioned = self.parts.get(name, (set(), set()))
            self.parts[name] = lines | own, mentioned | names

    def needed(self, boards, claims, laws, reductions=()):
        """The numbers of the lines that are needed for these entries of the tables, without blank
        ones."""
        chosen = {("BOARDS", board) for board in boards} | {("CLAIMS", claim) for claim in claims}
        chosen |= {("LAWS", law) for law in laws}
        chosen |= {("REDUCTIONS", reduction) for reduction in reductions}
        lines, seen, waiting = set(), set(), [""]
        while waiting:
            name = waiting.pop()
            if name in seen or name not in self.parts:
                continue
            seen.add(name)
            found = [self.parts[name]]
            found += [self.entries[entry] for entry in chosen & self.entries.keys()
                      if entry[0] == name]
            for own, names in found:
                lines |= own
                waiting += names
        return {line for line in lines if self.lines[line - 1].strip()}

    def program(self, *chosen):
        """The lines that are needed as a program, with blank lines where the file has them."""
        needed, text = self.needed(*chosen), []
        for number, line in enumerate(self.lines, 1):
            if number in needed or not line and text and text[-2:] != ["", ""]:
                text.append(line)
        return "\n".join(text).rstrip("\n") + "\n"

    def figures(self):
        """For each claim the lines for each choice of a board and of closed forms."""
        for claim, about in self.about.items():
            boards = about or [board for table, board in self.entries if table == "BOARDS"]
            found = {}
            for board in boards:
                for laws in self.choices(claim, board):
                    found[board, laws] = len(self.needed([board], [claim], laws))
            yield claim, about, found

    def choices(self, claim, board):
        """The closed forms that a claim about this board may name: a product names two at most."""
        if claim == "product":
            return list(itertools.combinations(self.of_board("heap"), 2))
        return [(law,) for law in self.of_board(board)] if claim == "law" else [()]

    def of_board(self, board):
        return [law for law, boards in self.laws.items() if board in boards]

    def table(self):
        rows = ["| claim | boards | lines to trust |", "|---|---|---|"]
        for claim, about, found in self.figures():
            least, most = min(found.values()), max(found.values())
            boards = ", ".join(f"`{board}`" for board in about or ()) or "every board"
            if claim == "law":
                boards = "those of the closed form"
            rows.append(f"| `{claim}` | {boards} | {least}{f' to {most}' * (most > least)} |")
        whole = sum(bool(line.strip()) for line in self.lines)
        return "\n".join([*rows, f"| all of them | | {whole} |"])

    def faults(self):
        """What is wrong with the file, its figures, and the table of the book."""
        for number, line in enumerate(self.lines, 1):
            if len(line) > MOST_COLUMNS:
                yield f"{CHECKER.name}:{number}: over {MOST_COLUMNS} columns"
        for claim, _, found in self.figures():
            if not found:
                yield f"{CHECKER.name}: no board for the claim {claim}"
            for (board, laws), count in found.items():
                if count >= MOST_LINES:
                    of = " ".join([claim, "on", board, *laws])
                    yield f"{CHECKER.name}: {count} lines for {of}, {MOST_LINES} or more"
        book = BOOK.read_text(encoding="utf-8")
        if f"{BEGIN}\n\n{self.table()}\n\n{END}" not in book:
            yield f"{BOOK.name}: write the table of `python3 tools/lines_to_trust.py` anew"


def names_in(node):
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


def chosen_by(path):
    """The boards, claims, closed forms and reductions that a certificate names."""
    lines = pathlib.Path(path).read_bytes().decode("utf-8", "replace").split("\n")
    boards = {line[6:] for line in lines if line.startswith("moves ")}
    claims = {line[6:] for line in lines if line.startswith("claim ")}
    laws = {line.removeprefix("law ") for before, line in zip([""] + lines, lines)
            if before == "claim law" or line.startswith("law ")}
    laws |= {law + " of sets" for law in laws}
    reductions = {line.split(" ")[1] for line in lines if line.startswith("reduce ")}
    return tuple(map(frozenset, (boards, claims, laws, reductions)))


def verify(checker, paths, most):
    """Prints the verdict of its part on each file, and returns whether all are verified."""
    programs, right = {}, True
    for path in paths:
        chosen = chosen_by(path)
        if chosen not in programs:
            programs[chosen] = {"__name__": "part"}
            exec(compile(checker.program(*chosen), "part", "exec"), programs[chosen])
        found = programs[chosen]["verdict"](path, None, most)
        print(f"{path}: {found}", flush=True)
        right &= found.startswith("verified")
    return right


def main(words):
    checker, most, files = Checker(), None, []
    verb = words.pop(0) if words else ""
    while words:
        word = words.pop(0)
        if word == "--max-positions" and words:
            most = int(words.pop(0))
        elif word == "--list" and words:
            files += pathlib.Path(words.pop(0)).read_text(encoding="utf-8").splitlines()
        else:
            files.append(word)
    if verb == "" and not files:
        print(checker.table())
    elif verb == "--check" and not files:
        faults = list(checker.faults())
        print(*faults, sep="\n", end="\n" * bool(faults), file=sys.stderr)
        return 1 if faults else 0
    elif verb == "--program" and len(files) == 1:
        print(checker.program(*chosen_by(files[0])), end="")
    elif verb == "--verify" and files:
        return 0 if verify(checker, files, most) else 1
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
