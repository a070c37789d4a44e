// The list of moves: winning first, as the engine sorts them, with a filter, for pointer and keys.

import { h, roving, show } from "./dom.js";
import { describe } from "./position.js";

const MOST_ROWS = 120;

const filter = { text: "", winning: false };

function matches(move, only) {
  if (only !== null && move.component !== only) return false;
  if (filter.winning && !move.wins) return false;
  return filter.text === "" || `${move.from} ${move.to} ${move.value}`.includes(filter.text.trim());
}

function row(move, hidden, several, { play, preview }) {
  const { act, left } = describe(move);
  const verdict = move.wins ? "wins" : "loses";
  const words = [several ? `${move.from}: ` : "", act === "" ? "" : `${act}, `, "leave ", h("b", {}, left)];
  const marks = hidden ? [] : [
    h("span", { class: `mark ${verdict}` }, move.wins ? "✓ " : "✗ ", verdict),
    h("span", { class: "value" }, move.value === null ? "" : String(move.value)),
  ];
  const name = hidden ? "move" : `move ${verdict}`;
  return h("button", {
    type: "button", class: name, onclick: () => play(move), "data-key": `move ${move.component} ${move.to}`,
    onmouseenter: () => preview(move), onmouseleave: () => preview(null), onfocus: () => preview(move), onblur: () => preview(null),
  }, h("span", { class: "what" }, words), marks);
}

/** Shows the moves of `answer`, those of the component `only` if it is not `null`. */
export function drawMoves(panel, answer, { hidden, only, locked, play, preview }) {
  const again = () => drawMoves(panel, answer, { hidden, only, locked, play, preview });
  const list = answer.options ?? [];
  const several = new Set(list.map((move) => move.component)).size > 1;
  // Without the verdicts the order must not give them away.
  const ordered = hidden ? [...list].sort((a, b) => a.component - b.component || a.to.localeCompare(b.to, "en", { numeric: true })) : list;
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
  const rows = h("div", { class: "list", role: "group", "aria-label": "Moves" },
    found.slice(0, MOST_ROWS).map((move) => row(move, hidden, several, { play, preview })));
  if (locked) rows.querySelectorAll("button").forEach((button) => (button.disabled = true));
  const scrolled = panel.querySelector(".list")?.scrollTop ?? 0;
  show(panel,
    h("div", { class: "tools" }, field, hidden ? null : winning, h("span", { class: "note" }, count(answer, found))),
    roving(rows, ".move"));
  rows.scrollTop = scrolled;
  if (document.activeElement === field) field.setSelectionRange(filter.text.length, filter.text.length);
}

function count(answer, found) {
  const all = answer.moves;
  if (all === null || all === undefined) return answer.reasons?.moves ?? "not all moves are listed";
  const shown = found.slice(0, MOST_ROWS).reduce((sum, move) => sum + Number(move.count ?? 1), 0);
  return shown === Number(all) ? `${all} ${all === 1 ? "move" : "moves"}` : `${shown} of ${all} moves`;
}
