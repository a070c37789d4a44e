// The list of moves with a filter, for pointer and keys: winning ones first once they are known.

import { focusIn, h, roving, show } from "./dom.js";
import { describe, keyOf } from "./position.js";

const MOST_ROWS = 120;

/**
 * The moves of a board by the rules, with what is known of each: `solved` is the answer about the
 * position, `listed` that with all moves; both may be missing, or an error.
 */
export function movesOf(board, solved, listed) {
  const known = new Map();
  const answer = listed && !listed.error ? listed : solved;
  const winning = solved?.winning_moves ?? [solved?.one_winning_move].filter(Boolean);
  for (const move of winning) known.set(keyOf(move), { ...move, wins: true });
  for (const move of listed?.options ?? []) known.set(keyOf(move), move);
  const moves = [];
  for (const { component, count, position, moves: own } of board?.components ?? []) {
    for (const move of own ?? []) {
      const key = keyOf({ component, to: move.to });
      const found = known.get(key);
      known.delete(key);
      moves.push({ component, count, from: position, ...move, value: found?.value, wins: found?.wins, words: found?.words });
    }
  }
  // A component with too many moves to list has those that are known.
  moves.push(...known.values());
  if (answer?.outcome === "P") moves.forEach((move) => (move.wins = false));
  return moves;
}

/** The number of moves, or `null` if they are too many to list. */
export function countOf(board, listed) {
  const whole = board?.more === 0 && board.components.every(({ moves }) => moves !== null);
  return whole ? board.components.reduce((sum, part) => sum + part.moves.length * (part.count ?? 1), 0) : listed?.moves ?? null;
}

const filter = { text: "", winning: false };

function matches(move, only) {
  if (only !== null && move.component !== only) return false;
  if (filter.winning && !move.wins) return false;
  return filter.text === "" || `${move.from} ${move.to} ${(move.how ?? []).join(" ")}`.includes(filter.text.trim());
}

function row(move, hidden, several, { play, preview }) {
  const { act, left } = describe(move);
  const verdict = move.wins === undefined ? "" : move.wins ? "wins" : "loses";
  const from = several ? h("span", { class: "from" }, `${move.from.length > 28 ? `no. ${move.component}` : move.from}: `) : "";
  const words = [from, act, act === "" || left === "" ? "" : ", ", left === "" ? "" : ["leave ", h("b", {}, left)]];
  const marks = hidden ? [] : [
    h("span", { class: `mark ${verdict}` }, verdict === "" ? "" : move.wins ? "✓ wins" : "✗ loses"),
    h("span", { class: "value" }, move.value === null || move.value === undefined ? "" : String(move.value)),
  ];
  return h("button", {
    type: "button", class: hidden || verdict === "" ? "move" : `move ${verdict}`, onclick: () => play(move), "data-key": `move ${keyOf(move)}`,
    onmouseenter: () => preview(move), onmouseleave: () => preview(null), onfocus: () => preview(move), onblur: () => preview(null),
  }, h("span", { class: "what" }, words), marks);
}

/** In an order that gives nothing away. */
const plain = (a, b) => a.component - b.component || a.to.localeCompare(b.to, "en", { numeric: true });
/** Winning moves first, then those of which nothing is known. */
const rank = ({ wins }) => (wins ? 0 : wins === undefined ? 1 : 2);

/** Shows the moves, those of the component `only` if it is not `null`; `count` is their number if it is known. */
export function drawMoves(panel, moves, given) {
  const { hidden, only, locked, count } = given;
  const again = () => drawMoves(panel, moves, given);
  const several = new Set(moves.map((move) => move.component)).size > 1;
  const ordered = hidden ? [...moves].sort(plain) : [...moves].sort((a, b) => rank(a) - rank(b));
  const found = ordered.filter((move) => matches(move, only));
  const field = h("input", {
    type: "search", value: filter.text, placeholder: "Filter", "aria-label": "Filter the moves", "data-key": "filter", size: 10,
    oninput: (event) => {
      filter.text = event.target.value;
      again();
    },
  });
  const winning = h("label", { class: "check" }, h("input", {
    type: "checkbox", checked: filter.winning, "data-key": "winning",
    onchange: (event) => {
      filter.winning = event.target.checked;
      again();
    },
  }), "winning only");
  const shown = found.slice(0, MOST_ROWS);
  const rows = h("div", { class: "list", role: "group", "aria-label": "Moves" }, shown.map((move) => row(move, hidden, several, given)));
  if (locked) rows.querySelectorAll("button").forEach((button) => (button.disabled = true));
  const scrolled = panel.querySelector(".list")?.scrollTop ?? 0;
  const number = shown.reduce((sum, move) => sum + Number(move.count ?? 1), 0);
  const words = count === null ? "not all moves are listed" : number === count ? `${count} ${count === 1 ? "move" : "moves"}` : `${number} of ${count} moves`;
  show(panel,
    h("div", { class: "tools" }, field, hidden ? null : winning, h("span", { class: "note" }, words)),
    roving(rows, ".move"));
  rows.scrollTop = scrolled;
  if (focusIn(panel) === field) field.setSelectionRange(filter.text.length, filter.text.length);
}
