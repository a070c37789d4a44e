// The two dialogs: the games with names, and the keys.

import { byId, h, show } from "./dom.js";

/** The keys, and what they do. */
export const KEYS = [
  ["Tab", "the next part of the page, in reading order"],
  ["Arrows", "inside a heap, the list of moves, the table, the tabs"],
  ["Enter or Space", "press: play the move, select the token"],
  ["B, M, P", "to the board, the moves, the position as text"],
  ["U, R, N", "undo, redo, new game"],
  ["H", "hints on or off"],
  ["T, V, S", "teacher mode; reveal; next step"],
  ["G, E", "all games; the rules"],
  ["1 to 4", "why: sum, mex, graph, proof"],
  ["?", "these keys"],
];

function open(title, ...content) {
  const dialog = byId("dialog");
  show(dialog,
    h("div", { class: "panel-head" }, h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...content);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export function openKeys() {
  open("Keys", h("dl", { class: "keys" }, KEYS.map(([key, what]) => [h("dt", {}, key.split(", ").map((one, at) => [at > 0 ? " " : "", h("kbd", {}, one)])), h("dd", {}, what)])));
}

/** Lists the games; `use` takes the text of a game and a position. */
export function openGames(families, use) {
  const list = h("div", { class: "families" });
  const fill = (wanted) => {
    const found = families.filter((family) => `${family.name} ${family.aliases.join(" ")} ${family.about}`.toLowerCase().includes(wanted.toLowerCase()));
    show(list, found.map((family) => h("button", {
      type: "button", class: "family", onclick: () => {
        byId("dialog").close();
        use(family);
      },
    }, h("b", {}, family.name), h("span", {}, family.about), h("span", { class: "note" }, family.reference))));
  };
  const field = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the games", oninput: (event) => fill(event.target.value) });
  fill("");
  open("Games", field, list);
  field.focus();
}
