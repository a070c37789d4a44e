// The values of heaps 0 to N in rows. Where the game is periodic the rows can have the length of
// the period, and the exceptions are outlined; a cell is a heap to look at. Heaps of two sizes are
// a square, a row for each first size.

import { h, roving, save, show } from "./dom.js";

let columns = 12;
let chosen = false;

/** The largest size of a square. */
export const SQUARE_TO = 24;

/** A new game has a period of its own. */
export function forgetColumns() {
  chosen = false;
}

const lines = (values, between, head, tail) => `${head}${values.map((value, n) => `${n}${between}${value}`).join("\n")}\n${tail}`;

/** Shows the table; `proof` is what `prove` answered, or `null`. */
export function drawTable(panel, table, proof, { open, hidden }) {
  if (!table || table.error) {
    show(panel, h("p", { class: "note" }, table?.error ? table.error.message : "…"));
    return;
  }
  if (table.rows) {
    drawSquare(panel, table, { open, hidden });
    return;
  }
  const again = () => drawTable(panel, table, proof, { open, hidden });
  const period = proof && !proof.error && Number(proof.period) <= 64 ? Number(proof.period) : null;
  if (!chosen) columns = period === null || period === 0 ? 12 : period < 6 ? period * Math.ceil(8 / period) : period;
  const values = table.values ?? table.outcomes;
  const exceptions = new Set((proof?.exceptions ?? []).map(Number));
  const set = (value) => {
    [columns, chosen] = [value, true];
    again();
  };
  const slider = h("input", {
    type: "range", min: 2, max: 40, value: columns, "aria-label": "Values in a row", "data-key": "columns",
    oninput: (event) => set(Number(event.target.value)),
  });
  const rows = [];
  for (let from = 0; from < values.length; from += columns) {
    rows.push(h("tr", {}, h("th", { scope: "row" }, from), values.slice(from, from + columns).map((value, at) => {
      const n = from + at;
      const odd = exceptions.has(n);
      const words = `heap ${n}: ${hidden ? "" : value}${odd ? ", an exception" : ""}`;
      const zero = String(value) === "0" || value === "P";
      return h("td", {}, h("button", {
        type: "button", class: `cell${odd ? " exception" : ""}${zero && !hidden ? " zero" : ""}`, "aria-label": words, title: words, onclick: () => open(n),
      }, hidden ? "·" : String(value)));
    })));
  }
  const name = "values";
  show(panel,
    h("div", { class: "tools" },
      h("label", { class: "slide" }, "Row ", slider, h("output", {}, columns)),
      period === null ? null : h("button", { type: "button", "data-key": "period", "aria-pressed": String(columns === period), onclick: () => set(period) }, `period ${period}`),
      h("span", { class: "grow" }),
      table.values ? h("button", { type: "button", "data-key": "bfile", onclick: () => save(`${name}.b.txt`, lines(values, " ", "", "\n")) }, "b-file") : null,
      h("button", { type: "button", "data-key": "csv", onclick: () => save(`${name}.csv`, lines(values, ",", table.values ? "n,value\n" : "n,outcome\n", ""), "text/csv") }, "CSV")),
    sentence(proof, table),
    h("div", { class: "scroll" }, roving(h("table", { class: "values" }, h("tbody", {}, rows)), ".cell")));
}

/** The position of two sizes: of a kind of heap, or of a family such as `spider [2, n, m]` or `grid nxm`. */
const positionOf = (kind, a, b) =>
  kind.includes(" ") ? kind.replace(/n(?=x|,)/, a).replace(/m(?=\]|$)/, b) : `${kind}(${a}, ${b})`;

/** The values of the positions with two sizes, those that the player to move loses marked. */
function drawSquare(panel, table, { open, hidden }) {
  const sizes = [...Array(table.to + 1).keys()];
  const cell = (a, b) => {
    const [position, value] = [positionOf(table.kind ?? "", a, b), table.rows[a][b]];
    const words = hidden ? position : `${position}: ${value}`;
    // A graph without a side, or a leg of no vertices, has no position of this form.
    const opens = !(table.kind ?? "").includes(" ") || (a > 0 && b > 0);
    return h("td", {}, h("button", {
      type: "button", class: `cell${String(value) === "0" && !hidden ? " zero" : ""}`, "aria-label": words, title: words, onclick: () => opens && open(position),
    }, hidden ? "·" : String(value)));
  };
  const columns = h("tr", {}, h("td", {}), sizes.map((b) => h("th", { scope: "col" }, b)));
  const rows = sizes.map((a) => h("tr", {}, h("th", { scope: "row" }, a), sizes.map((b) => cell(a, b))));
  const csv = () => `a,b,value\n${table.rows.flatMap((row, a) => row.map((value, b) => `${a},${b},${value}\n`)).join("")}`;
  const pairs = () => `a,b\n${table.losing.map((pair) => `${pair.join(",")}\n`).join("")}`;
  show(panel,
    h("div", { class: "tools" },
      h("p", { class: "grow" }, "The first size is the row, the second the column; marked positions are lost by the player to move."),
      h("button", { type: "button", "data-key": "csv", onclick: () => save("values.csv", csv(), "text/csv") }, "CSV"),
      h("button", { type: "button", "data-key": "losing", onclick: () => save("losing.csv", pairs(), "text/csv") }, "Lost positions")),
    h("div", { class: "scroll" }, roving(h("table", { class: "values" }, h("thead", {}, columns), h("tbody", {}, rows)), ".cell", sizes.length)));
}

function sentence(proof, table) {
  if (table.outcomes) return h("p", { class: "note" }, "N: the player to move wins; P: the player to move loses.");
  if (!proof) return h("p", { class: "note" }, "Looking for a period …");
  if (proof.error || !proof.period) return h("p", { class: "note" }, "No period is known.");
  const last = proof.last_exception === null ? "without exceptions" : `the last exception is at ${proof.last_exception}`;
  const grow = Number(proof.saltus) > 0 ? `, growing by ${proof.saltus} in each` : "";
  return h("p", {}, `Periodic with period ${proof.period}${grow}; ${last}. ${proof.status === "proved" ? "Proved." : `Status: ${proof.status}.`}`,
    proof.exceptions?.length ? h("span", { class: "note" }, " Exceptions are outlined.") : null);
}
