#!/usr/bin/env python3
"""Verifies certificates of automata (`claim automaton`) with Python's standard library alone.

    python3 tools/check_automaton.py FILE ..

From the moves that the file lists it explores, as sets, every way in which one move can be in play while a word is
read, and verifies that each label of the machine follows from those of the options; that the moves end; that the machine
is minimal and in order. That the moves are those of the sentence in the `board` line is `grundy check`'s to verify; here
a sum over the file keeps that line.
"""
import sys


class Refused(Exception):
    pass


def need(fact, why):
    if not fact:
        raise Refused(why)


def number(word):
    need(word.isascii() and word.isdigit() and str(int(word)) == word, f"{word!r} is no number")
    return int(word)


def fnv(lines):
    total = 0xCBF29CE484222325
    for byte in "".join(line + "\n" for line in lines).encode():
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total


def read(text):
    """The claim as a dictionary of lists of words, its moves, and its machine."""
    lines = text.split("\n")
    need(lines[0] == "grundy-certificate 1" and lines[-1] == "", "this is no certificate of version 1")
    need(lines[1] in ("convention normal", "convention misere"), "the convention is unknown")
    need(lines[2].startswith("board ") and lines[3] == "ask value" and lines[5] == "claim automaton", "another claim")
    claim = lines[6:-2]
    need(lines[-2] == f"end {len(claim)}", "the end does not count the lines")
    need(claim[-1] == f"sum {fnv([lines[2][6:]] + claim[:-1]):016x}", "the sum is another one")
    found = {"moves": [], "rows": [], "misere": lines[1] == "convention misere"}
    for line in claim[:-1]:
        name, *rest = line.split(" ")
        if name in ("move", "every"):
            found["moves"].append((name, rest))
        elif name == str(len(found["rows"])):
            found["rows"].append([number(word) for word in rest])
        else:
            need(name not in found, f"two lines begin with {name}")
            found[name] = rest
    answer = "outcome N" if found["misere"] else "value 0"
    need(lines[4] == f"answer {answer}", "the empty sum has another answer")
    need((found["mode"] == ["misere"]) == found["misere"], "the mode is of another convention")
    need(len(found["rows"]) == number(found["states"][0]) > 0, "the number of states is another one")
    return found


def pieces(words):
    parts, own = [], []
    for word in words + ["|"]:
        if word == "|":
            parts.append([] if own == ["-"] else [number(letter) for letter in own])
            own = []
        else:
            own.append(word)
    return parts


def read_move(name, words):
    """A move: anchored at the start, letters with whether they are runs, anchored at the end, what is put in place."""
    arrow = words.index("->")
    left, right = words[:arrow], pieces(words[arrow + 1:])
    if name == "every":
        need(right in ([[]], [[], []]) and len(left) == 1, "a move on every copy leaves nothing")
        return name, number(left[0]), len(right) > 1, None
    start, end = left[:1] == ["^"], left[-1:] == ["$"]
    symbols = left[start:len(left) - end]
    need(symbols and right, "a move replaces something")
    return start, [(number(word.rstrip("+")), word.endswith("+")) for word in symbols], end, right


def ends(claim, moves):
    """Every move leaves lighter components, or one that is as heavy, as long and smaller in the order."""
    weights = [number(word) for word in claim["weights"]]
    need(len(weights) == claim["count"] and min(weights) > 0, "weights are positive numbers, one for each letter")
    order = claim.get("order")
    ranks = [number(word) for word in order[1:]] if order else []
    need(not order or order[0] in ("left", "right") and len(ranks) == len(weights), "the order is not one")
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
        self.mode, self.moves = claim["mode"], Moves(claim, moves)
        self.labels = [row[0] for row in claim["rows"]]
        self.next = [row[1:] for row in claim["rows"]]
        self.upto = number(claim["upto"][0]) if "upto" in claim else None
        self.known = {}

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
            keys = [(classes[at], *(classes[goal] for goal in row)) for at, row in enumerate(self.next)]
            names = {key: at for at, key in enumerate(dict.fromkeys(keys))}
            need(len(names) > count, "the machine is not minimal")
            classes, count = [names[key] for key in keys], len(names)

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
        values = {xor ^ self.labels[own] for place, xor, own in items if place in self.moves.final}
        if self.mode == ["misere"]:
            label = int(not values or 0 in values)
        else:
            label = next(value for value in range(len(values) + 1) if value not in values)
            label = min(label, number(self.mode[1])) if self.mode[0] == "capped" else label
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
        if self.mode == ["misere"]:
            return "all", len(seen)
        least = {}
        for state, items in sorted(seen, key=lambda profile: len(profile[1])):
            others = least.setdefault(state, [])
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


def verify(text):
    claim = read(text)
    need(claim["words"] in (["row"], ["ring"]) and claim["others"] in (["walls"], ["none"]), "unknown words")
    claim["ring"], letters = claim["words"] == ["ring"], claim["letters"][0]
    claim["count"] = len(letters)
    need(list(letters) == sorted(set(letters)) and letters, "letters are out of order")
    need(claim["mode"][0] in ("values", "misere", "capped"), "the mode is unknown")
    moves = [read_move(*words) for words in claim["moves"]]
    splits = any(right is None and end or right and len(right) > 1 for _, _, end, right in moves)
    need(not splits or claim["mode"] == ["values"] and not claim["ring"], "sums are known in normal play, on rows")
    anchors = any(right is None or start or end for start, _, end, right in moves)
    need(claim["others"] == ["none"] or claim["mode"] == ["values"] and not claim["ring"] and not anchors, "no walls")
    need("upto" not in claim or all(r is None or max(map(len, r)) <= len(l) for _, l, _, r in moves), "words can grow")
    ends(claim, moves)
    check = Check(claim, moves)
    check.minimal()
    explored = check.explore()
    need(claim["explored"] == [explored[0], str(explored[1])], f"there are {explored[1]} profiles")
    upto = f"words shorter than {claim['upto'][0]}" if "upto" in claim else "every word"
    return f"stands: {len(check.labels)} states, right for {upto} over {letters}"


def main(paths):
    code = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: {verify(file.read())}")
        except (Refused, ValueError, IndexError, KeyError, TypeError) as why:
            print(f"{path}: refused: {why}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
