#!/usr/bin/env python3
"""Verifies certificates of automata (`claim automaton`) with Python's standard library alone.

    python3 tools/check_automaton.py [--steps N] FILE ..
    python3 tools/check_automaton.py [--steps N] --list FILE

Prints a line for each file: `FILE: stands: ..`, `FILE: refused: ..`, or `FILE: undecided: ..` where that takes more than N steps.
`--list` names a file with the names of the certificates, one a line.

From the moves that the file lists it explores, as sets, every way in which one move can be in play while a word is
read, and verifies that each label of the machine follows from those of the options; that the moves end; that the machine
is minimal, in order, and has no more states and labels than the claim is about; that the answer follows; and that the claim
is written in its one form. The moves are compared with the sentence in the `board` line where that consists of rewriting rules
without letter variables. For all other games (`take run`, octal codes, ..) this is `grundy check`'s to verify; here a sum over the
file keeps the sentence. Only claims about one game are read.
"""
import sys
import unicodedata


class Refused(Exception):
    pass


class Undecided(Exception):
    pass


U16, U32, U64 = 2**16, 2**32, 2**64


def need(fact, why):
    if not fact:
        raise Refused(why)


def number(word, end=U64):
    """A number below `end` in decimal digits, without zeros in front."""
    plain = word.isascii() and word.isdigit() and len(word) < 21 and (word == "0" or word[0] != "0")
    need(plain and int(word) < end, f"{word[:40]!r} is no number that may stand there")
    return int(word)


def fnv(lines):
    total = 0xCBF29CE484222325
    for byte in "".join(line + "\n" for line in lines).encode():
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total


class Lines:
    """The lines of a file in their order."""

    def __init__(self, lines):
        self.lines, self.at = lines, 0

    def next(self):
        need(self.at < len(self.lines), "it is cut short")
        self.at += 1
        return self.lines[self.at - 1]

    def begins(self, name):
        return self.at < len(self.lines) and self.lines[self.at].split(" ")[0] == name

    def rest(self, name):
        line = self.next()
        need(line.startswith(name + " "), f"line {self.at} does not begin with {name}")
        return line[len(name) + 1 :]

    def words(self, name):
        return self.rest(name).split(" ")

    def one_of(self, name, *known):
        word = self.rest(name)
        need(word in known, f"{name} has another word")
        return word


def read(text):
    """The claim as a dictionary."""
    need(text.endswith("\n"), "the last line does not end")
    lines = Lines(text[:-1].split("\n"))
    need(lines.next() == "grundy-certificate 1", "this is no certificate of version 1")
    claim = {"misere": lines.one_of("convention", "normal", "misere") == "misere", "board": lines.rest("board")}
    claim["start"] = []
    while lines.begins("start"):
        place, component = lines.rest("start").split(" ", 1)
        need(place == "0", "there is one board")
        claim["start"].append(component)
    claim["ask"] = lines.one_of("ask", "value", "nimber", "outcome")
    claim["answer"] = lines.words("answer")
    need(lines.next() == "claim automaton", "another claim")
    first = lines.at
    claim["mode"] = lines.words("mode")
    mode, *cap = claim["mode"]
    need(mode in ("values", "misere", "capped") and len(cap) == (mode == "capped"), "the mode is unknown")
    claim["cap"] = number(cap[0], U32) if cap else None
    claim["letters"] = lines.rest("letters")
    claim["walls"] = lines.one_of("others", "walls", "none") == "walls"
    claim["ring"] = lines.one_of("words", "ring", "row") == "ring"
    claim["moves"] = []
    while lines.begins("move") or lines.begins("every"):
        name, *words = lines.next().split(" ")
        claim["moves"].append(read_move(name, words))
    claim["weights"] = [number(word) for word in lines.words("weights")]
    claim["order"] = None
    if lines.begins("order"):
        side, *ranks = lines.words("order")
        need(side in ("left", "right"), "the order is not one")
        claim["order"] = side, [number(word) for word in ranks]
    states = number(lines.rest("states"))
    claim["rows"] = []
    while len(claim["rows"]) < states:
        claim["rows"].append([number(word, U32) for word in lines.words(str(len(claim["rows"])))])
    kind, profiles = (lines.words("explored") + [""])[:2]
    claim["explored"] = kind, number(profiles)
    need(lines.lines[lines.at - 1] == f"explored {kind} {profiles}", "more is said of profiles")
    claim["upto"] = number(lines.rest("upto")) if lines.begins("upto") else None
    summed = [claim["board"]] + lines.lines[first : lines.at]
    need(lines.next() == f"sum {fnv(summed):016x}", "the sum is another one")
    need(lines.next() == f"end {lines.at - first - 1}", "the end does not count the lines")
    need(lines.at == len(lines.lines), "there are lines behind the end")
    return claim


def pieces(words):
    parts, own = [], []
    for word in words + ["|"]:
        if word == "|":
            need(own, "an empty piece is written as -")
            parts.append([] if own == ["-"] else [number(letter, U16) for letter in own])
            own = []
        else:
            own.append(word)
    return parts


def read_move(name, words):
    """A move: anchored at the start, letters with whether they are runs, anchored at the end, what is put in place."""
    arrow = words.index("->")
    left, right = words[:arrow], pieces(words[arrow + 1 :])
    if name == "every":
        need(right in ([[]], [[], []]) and len(left) == 1, "a move on every copy leaves nothing")
        return name, number(left[0], U16), len(right) > 1, None
    start, end = left[:1] == ["^"], left[-1:] == ["$"]
    symbols = left[start : len(left) - end]
    need(symbols and right, "a move replaces something")
    return start, [(number(word.removesuffix("+"), U16), word.endswith("+")) for word in symbols], end, right


ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "|": "|", "+": "+"}


class Sentence:
    """Rewriting rules as they are printed: `row: ^"ab+" -> "a"|"", "b"$ -> ""`."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def eat(self, word):
        found = self.text.startswith(word, self.at)
        self.at += len(word) * found
        return found

    def side(self):
        """Letters in quotes, each with whether it is a run; None where it is something else."""
        if not self.eat('"'):
            return None
        symbols = []
        while not self.eat('"'):
            letter, self.at = self.text[self.at], self.at + 1
            if letter == "\\":
                letter, self.at = ESCAPES[self.text[self.at]], self.at + 1
            need(letter not in "|+" or self.text[self.at - 2] == "\\", "a sign that is no letter")
            symbols.append((letter, self.eat("+")))
        return symbols

    def rule(self):
        start, left, end = self.eat("^"), self.side(), self.eat("$")
        if left is None or not self.eat(" -> "):
            return None
        right = [self.side()]
        while right[-1] is not None and self.eat("|"):
            right.append(self.side())
        return None if None in right else (start, left, end, right)

    def rules(self):
        """Whether words are rings, and the rules; None where the sentence has others."""
        if not self.eat("row: ") and not self.eat("ring: "):
            return None
        found = []
        while not found or self.eat(", "):
            found.append(self.rule())
            if found[-1] is None:
                return None
        return (self.text.startswith("ring"), found) if self.at == len(self.text) else None


def compare(claim):
    """That the moves, the letters and the walls are those of the sentence; False where it is not understood."""
    sentence = Sentence(claim["board"])
    try:
        found = sentence.rules()
    except (IndexError, KeyError):
        raise Refused("the sentence ends within a word") from None
    if found is None:
        need(claim["board"][-1:] not in ("", " ") and not claim["board"].startswith(" "), "the sentence is no game")
        return False
    ring, rules = found
    need(ring == claim["ring"], "the words are those of another board")
    need(all(left for _, left, _, _ in rules), "a rule replaces nothing")
    need(not any(run for _, _, _, right in rules for piece in right for _, run in piece), "a run is put in place")
    used = {letter for _, left, _, _ in rules for letter, _ in left}
    named = used | {letter for _, _, _, right in rules for piece in right for letter, _ in piece}
    walls = claim["mode"] == ["values"] and not ring and not any(start or end for start, _, end, _ in rules)
    need(walls == claim["walls"], "other letters are walls exactly where sums are told and no rule looks at an end")
    letters = claim["letters"]
    need(set(letters) >= (used if walls else named), "the letters are those of another game")
    place = {letter: at for at, letter in enumerate(letters)}
    moves = []
    for start, left, end, right in rules:
        parts = []
        for piece in right:
            own = []
            for letter, _ in piece:
                if letter in place:
                    own.append(place[letter])
                else:
                    parts.append(own)
                    own = []
            parts.append(own)
        move = start, [(place[letter], run) for letter, run in left], end, parts
        if move not in moves:
            moves.append(move)
    need(moves == claim["moves"], "the moves are not those of the sentence")
    return True


def ends(claim, moves):
    """Every move leaves lighter components, or one that is as heavy, as long and smaller in the order."""
    weights, order = claim["weights"], claim["order"]
    need(len(weights) == claim["count"] and min(weights) > 0, "weights are positive numbers, one for each letter")
    ranks = order[1] if order else []
    need(not order or len(ranks) == len(weights), "the order is not one")
    for start, left, end, right in moves:
        if start == "every":
            continue
        own = sum(weights[letter] for letter, _ in left)
        for piece in right:
            weight = sum(weights[letter] for letter in piece)
            pairs = [(a, b) for (a, _), b in zip(left, piece) if a != b][:: 1 if order and order[0] == "left" else -1]
            equal = weight == own and order and not claim["ring"] and len(right) == 1 and len(piece) == len(left)
            need(weight < own or equal and pairs and ranks[pairs[0][1]] < ranks[pairs[0][0]], "the game need not end")


class Moves:
    """Places of moves in play: 0 copies the rest of the word, 1 must be at its end; None is the untouched word.

    `steps` maps a place and a letter to pairs of a place and what is written: a list of pieces, or a letter to copy."""

    def __init__(self, claim, moves):
        self.steps, self.starts, self.final, self.places = {}, [], {0, 1}, 2
        self.letters = range(claim["count"])
        for letter in self.letters:
            self.arc(0, letter, 0, letter)
        for start, left, end, right in moves:
            if start == "every":
                before, within = self.place(), self.place()
                self.starts.append((before, [[]]))
                self.final.add(within)
                gone = [[], []] if end else [[]]
                for letter in self.letters:
                    self.arc(before, letter, within if letter == left else before, gone if letter == left else letter)
                    self.arc(within, letter, within, gone if letter == left else letter)
                continue
            first = None
            if start:
                first = self.place()
                self.starts.append((first, [[]]))
            self.chain(first, left, 1 if end else 0, right)
            if claim["ring"]:
                ways = [(at, at) for at in range(1, len(left))]
                for front, rear in ways + [(at + 1, at) for at, (_, run) in enumerate(left) if run]:
                    opening, middle = self.place(), self.place()
                    self.starts.append((opening, right))
                    self.chain(opening, left[rear:], middle, [[]])
                    if not (start and end):
                        for letter in self.letters:
                            self.arc(middle, letter, middle, letter)
                    self.chain(middle, left[:front], 1, [[]])

    def place(self):
        self.places += 1
        return self.places - 1

    def arc(self, place, letter, goal, written):
        self.steps.setdefault((place, letter), []).append((goal, written))

    def chain(self, place, symbols, last, written):
        for at, (letter, run) in enumerate(symbols):
            final = at + 1 == len(symbols)
            if final:
                self.arc(place, letter, last, written)
            if not final or run:
                goal = self.place()
                self.arc(place, letter, goal, [[]])
                if run:
                    self.arc(goal, letter, goal, [[]])
                if final:
                    self.arc(goal, letter, last, written)
                place = goal


class Check:
    def __init__(self, claim, moves):
        self.mode, self.cap, self.moves = claim["mode"][0], claim["cap"], Moves(claim, moves)
        self.labels = [row[0] for row in claim["rows"]]
        self.next = [row[1:] for row in claim["rows"]]
        self.upto = claim["upto"]
        self.known = {}
        self.left = claim["steps"]

    def step(self, count=1):
        """Counts the work."""
        if self.left is not None:
            self.left -= count
            if self.left < 0:
                raise Undecided

    def minimal(self):
        """States are numbered as they are first reached, and refinement tells every two of them apart."""
        seen = 1
        for at, row in enumerate(self.next):
            need(at < seen and len(row) == len(self.moves.letters), "states are out of order")
            for goal in row:
                need(goal <= seen, "states are out of order")
                seen += goal == seen
        need(seen == len(self.next), "states are out of order")
        if len(self.moves.letters) == 1:
            back, labels = self.next[-1][0], self.labels
            cycle = labels[back:]
            need(back == 0 or labels[back - 1] != labels[-1], "the machine is not minimal")
            shorter = [p for p in range(1, len(cycle)) if len(cycle) % p == 0 and cycle[p:] == cycle[:-p]]
            need(not shorter, "the machine is not minimal")
            return
        classes, count = self.labels, len(set(self.labels))
        while count < seen:
            self.step(seen)
            keys = [(classes[at], *(classes[goal] for goal in row)) for at, row in enumerate(self.next)]
            names = {key: at for at, key in enumerate(dict.fromkeys(keys))}
            need(len(names) > count, "the machine is not minimal")
            classes, count = [names[key] for key in keys], len(names)

    def reached(self):
        """Every state is reached by a word that the claim is about, and no label is over the cap."""
        need(self.cap is None or max(self.labels) <= self.cap, "a label is larger than the cap")
        depths = {0: 0}
        for at, row in enumerate(self.next):
            for goal in row:
                depths.setdefault(goal, depths[at] + 1)
        need(self.upto is None or max(depths.values()) < self.upto, "a state is reached by no word of the claim")

    def write(self, item, letter, goal, written):
        _, xor, state = item
        if not isinstance(written, list):
            return goal, xor, self.next[state][letter]
        for at, piece in enumerate(written):
            if at:
                xor, state = xor ^ self.labels[state], 0
            for own in piece:
                state = self.next[state][own]
        return goal, xor, state

    def after(self, item, letter):
        """What becomes of one item with a letter; kept, since it is asked for often."""
        key = item, letter
        if key not in self.known:
            arcs = self.moves.steps.get((item[0], letter), ())
            self.known[key] = frozenset(self.write(item, letter, *arc) for arc in arcs)
        return self.known[key]

    def profile_after(self, state, items, letter):
        parts = [self.after(item, letter) for item in items]
        return frozenset().union(self.after((None, 0, state), letter), *parts)

    def stands(self, state, items):
        self.step(len(items) + 1)
        values = {xor ^ self.labels[own] for place, xor, own in items if place in self.moves.final}
        if self.mode == "misere":
            label = int(not values or 0 in values)
        else:
            label = next(value for value in range(len(values) + 1) if value not in values)
            label = label if self.cap is None else min(label, self.cap)
        need(label == self.labels[state], f"state {state} has label {self.labels[state]}, not {label}")

    def explore(self):
        """The number of profiles that words reach: all of them, or the least ones at each state."""
        first = frozenset(self.write((0, 0, 0), None, *start) for start in self.moves.starts)
        if len(self.moves.letters) == 1:
            return "all", self.path(first)
        layer, seen, depth = [(0, first)], {(0, first)}, 0
        while layer and (self.upto is None or depth < self.upto):
            fresh = []
            for state, items in layer:
                self.stands(state, items)
                if self.upto is None or depth + 1 < self.upto:
                    for letter in self.moves.letters:
                        profile = self.next[state][letter], self.profile_after(state, items, letter)
                        if profile not in seen:
                            seen.add(profile)
                            fresh.append(profile)
            layer, depth = fresh, depth + 1
        if self.mode == "misere":
            return "all", len(seen)
        least = {}
        for state, items in sorted(seen, key=lambda profile: len(profile[1])):
            others = least.setdefault(state, [])
            self.step(len(others))
            if not any(other <= items for other in others):
                others.append(items)
        return "least", sum(map(len, least.values()))

    def path(self, items):
        """Over one letter profiles follow one another; one is kept, and the prints of all."""
        state, kept, prints = 0, None, []
        while self.upto is None or len(prints) < self.upto:
            if kept is not None and kept[1:] == (state, items):
                cycle = len(prints) - kept[0]
                return next(at for at in range(kept[0] + 1) if at == kept[0] or prints[at] == prints[at + cycle]) + cycle
            if len(prints) & (len(prints) - 1) == 0 and prints:
                kept = len(prints), state, items
            self.stands(state, items)
            prints.append((state, hash(items)))
            state, items = self.next[state][0], self.profile_after(state, items, 0)
        return len(prints)


def worth(claim, check, component):
    """What the machine tells of a component: its value or None, and its label or None."""
    if claim["board"].startswith(("row: ", "ring: ")):
        if claim["ring"]:
            need(component[:1] == "(" and component[-1:] == ")", "a ring stands in round brackets")
            component = component[1:-1]
        bare = component and not any(sign.isspace() or is_control(sign) or sign in '+*/"\\(){}[],' for sign in component)
        need(bare or component in ('""', "")[claim["ring"] :], "words in quotes are not read here")
        word = "" if component == '""' else component
        turned = (word[at:] + word[:at] for at in range(len(word))) if claim["ring"] else ()
        need(all(word <= other for other in turned), "a ring is written from where it is least")
    else:
        size = number(component)
        if claim["mode"] != ["values"] or claim["upto"] is not None and size >= claim["upto"]:
            return None, None
        need(size < 10**7, "heaps of that size are not read here")
        word = claim["letters"] * size
    parts = [[]]
    for letter in word:
        if letter in claim["letters"]:
            parts[-1].append(claim["letters"].index(letter))
        elif claim["walls"]:
            parts.append([])
        else:
            return None, None
    total = 0
    for part in parts:
        if claim["upto"] is not None and len(part) >= claim["upto"]:
            return None, None
        state = 0
        for letter in part:
            check.step()
            state = check.next[state][letter]
        total ^= check.labels[state]
    told = claim["mode"] == ["values"] or claim["cap"] is not None and total < claim["cap"]
    return (total if told else None), total


def answer(claim, check):
    """The words of the answer that follows, or None."""
    all_of_it = [worth(claim, check, component) for component in claim["start"]]
    if claim["misere"]:
        if len(all_of_it) > 1 or all_of_it and all_of_it[0][1] is None:
            return None
        return ["outcome", "P" if all_of_it and all_of_it[0][1] == 0 else "N"]
    values = [value for value, _ in all_of_it]
    total = None
    if None not in values:
        total = 0
        for value in values:
            total ^= value
    if claim["ask"] != "outcome":
        return None if total is None else ["value", str(total)]
    if total is None:
        odd = [at for at, own in enumerate(claim["start"]) if claim["start"].count(own) % 2 and own not in claim["start"][:at]]
        single = [all_of_it[at] for at in odd]
        total = sum(value for value, _ in single if value) if None not in [value for value, _ in single] else None
        if len(single) == 1:
            total = single[0][1]
    return None if total is None else ["outcome", "N" if total else "P"]


def is_control(letter):
    return unicodedata.category(letter) == "Cc"


def verify(text, steps=None):
    claim = read(text)
    claim["steps"] = steps
    letters, moves, values = claim["letters"], claim["moves"], claim["mode"] == ["values"]
    claim["count"] = len(letters)
    need(list(letters) == sorted(set(letters)) and letters, "letters are out of order")
    need(not any(letter.isspace() or is_control(letter) for letter in letters), "spaces are no letters")
    need((claim["mode"] == ["misere"]) == claim["misere"], "the mode is of another convention")
    need(claim["cap"] != 0, "a cap of 0 tells nothing apart")
    need(claim["upto"] != 0, "it is about no word")
    need(claim["rows"] and moves, "there are no states, or no moves")
    need(all(len(row) == len(letters) + 1 for row in claim["rows"]), "a row has not a step for each letter")
    compared = compare(claim)
    splits = any(right is None and end or right and len(right) > 1 for _, _, end, right in moves)
    need(not splits or values and not claim["ring"], "sums are known in normal play, on rows")
    anchors = any(right is None or start or end for start, _, end, right in moves)
    need(not claim["walls"] or values and not claim["ring"] and not anchors, "no walls")
    growing = any(right is not None and max(map(len, right)) > len(left) for _, left, _, right in moves)
    need(claim["upto"] is None or not growing, "words can grow")
    ends(claim, moves)
    check = Check(claim, moves)
    check.minimal()
    check.reached()
    explored = check.explore()
    need(claim["explored"] == explored, f"there are {explored[1]} profiles")
    need(claim["answer"] == answer(claim, check), "the answer does not follow")
    upto = "every word" if claim["upto"] is None else f"words shorter than {claim['upto']}"
    of = "" if compared else ", with the moves that it lists"
    return f"stands: {len(check.labels)} states, right for {upto} over {letters}{of}"


def told(path, steps):
    try:
        with open(path, "rb") as file:
            return verify(file.read().decode(), steps)
    except (Refused, ValueError, IndexError, KeyError) as why:
        return f"refused: {str(why)[:300]}".replace("\n", " ")
    except Undecided:
        return f"undecided: it takes more than {steps} steps"


def main(words):
    steps, code = None, 0
    if words[:1] == ["--steps"]:
        steps, words = int(words[1]), words[2:]
    if words[:1] == ["--list"]:
        with open(words[1], encoding="utf-8") as file:
            words = file.read().splitlines()
    for path in words:
        verdict = told(path, steps)
        print(f"{path}: {verdict}")
        code = max(code, 0 if verdict.startswith("stands") else 3 if verdict.startswith("undecided") else 1)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
