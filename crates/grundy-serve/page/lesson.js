// Teacher mode: the verdict and the colours stay hidden until "Reveal", and the explanation is shown
// one sentence at a time. The page prints as two sheets: the question, and the answer.

import { h } from "./dom.js";
import { lines } from "./why.js";

export const lesson = { revealed: false, shown: 0 };

/** A new position is a new question. */
export function forget() {
  lesson.revealed = false;
  lesson.shown = 0;
}

/** The panel with the steps of the explanation. */
export function drawLesson(explanation, { next, reveal }) {
  const all = explanation && !explanation.error ? lines(explanation) : [];
  const steps = lesson.revealed ? all : all.slice(0, lesson.shown);
  const done = steps.length >= all.length;
  return [
    h("ol", { class: "lesson" }, steps.map((line) => h("li", {}, line))),
    steps.length === 0 ? h("p", { class: "note" }, `Who wins, and how? The explanation has ${all.length} steps.`) : null,
    h("div", { class: "tools" },
      h("button", { type: "button", class: "primary", "data-key": "next", disabled: done, onclick: next }, "Next step"),
      h("button", { type: "button", "data-key": "reveal", disabled: lesson.revealed, onclick: reveal }, "Reveal"),
      h("button", { type: "button", "data-key": "print", onclick: () => window.print() }, "Print")),
  ];
}
