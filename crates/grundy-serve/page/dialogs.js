// The dialogs: the keys, and the ways to take a position along.

import { byId, h, show } from "./dom.js";

/** The keys, and what they do. */
export const KEYS = [
  ["Tab", "the next part of the page, in reading order"],
  ["Arrows", "inside a picture, the list of moves, the table, the tabs"],
  ["Enter or Space", "press: a part of the board, a move of the list"],
  ["Escape", "choose nothing on the board"],
  ["B, M, P", "to the board, the moves, the position as text"],
  ["U, R, N", "undo, redo, new game"],
  ["H", "hints on or off"],
  ["T, V, S", "teacher mode; reveal; next step"],
  ["G, E, F", "all games; the rules; the board on the full screen"],
  ["1 to 4", "why: sum, mex, graph, proof"],
  ["?", "these keys"],
];

/** Shows a dialog with this title. */
export function openDialog(title, ...content) {
  const dialog = byId("dialog");
  show(dialog,
    h("div", { class: "panel-head" }, h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...content);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Lists the keys; `single` is whether those of one letter are on, and `set` switches them. */
export function openKeys(single, set) {
  openDialog("Keys",
    h("dl", { class: "keys" }, KEYS.map(([key, what]) => [h("dt", {}, key.split(", ").map((one, at) => [at > 0 ? " " : "", h("kbd", {}, one)])), h("dd", {}, what)])),
    h("label", { class: "check" }, h("input", { type: "checkbox", id: "single-keys", checked: single, onchange: (event) => set(event.target.checked) }), "keys of one letter"));
}

/** The ways to take the question along: texts to copy, and files to save. */
export function openShare(texts, files) {
  const row = ({ name, text, copy }) => h("div", { class: "taken" },
    h("h3", {}, name), h("pre", { tabindex: 0, role: "group", "aria-label": name }, text),
    h("button", { type: "button", "data-take": name, onclick: copy }, "Copy"));
  openDialog("Share", texts.map(row),
    files.length === 0 ? null : h("div", { class: "tools" }, files.map(({ name, take }) => h("button", { type: "button", "data-take": name, onclick: take }, `Save as ${name}`))));
}
