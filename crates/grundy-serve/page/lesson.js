// Teacher mode: the verdict, the values and the colours stay hidden until "Reveal", and the
// explanation is shown one step at a time, the binary columns as the step between components. The
// page prints as two sheets: the question, and the answer.

import { h } from "./dom.js";
import { sentence } from "./position.js";
import { lines, sumTab } from "./why.js";

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
    done && all.length > 0 && explanation.xor?.length > 1 ? sumTab({ explanation })[0] : null,
    steps.length === 0 ? h("p", { class: "note" }, all.length === 0 ? "There is nothing to explain yet." : `Who wins, and how? The explanation has ${all.length} steps.`) : null,
    h("div", { class: "tools" },
      h("button", { type: "button", class: "primary", "data-key": "next", disabled: done, onclick: next }, "Next step"),
      h("button", { type: "button", "data-key": "reveal", disabled: lesson.revealed, onclick: reveal }, "Reveal"),
      h("button", { type: "button", "data-key": "print", onclick: () => window.print() }, "Print")),
  ];
}

/** The two sheets, as elements that only the printer shows. */
export function sheets({ title, rules, board, moves, answer, explanation, misere }) {
  const pictures = [...document.querySelectorAll("#board .picture svg")].map((svg) => {
    const copy = svg.cloneNode(true);
    copy.querySelectorAll("[class]").forEach((node) => node.classList.remove("winning", "chosen", "next", "going"));
    return h("div", { class: "picture" }, copy);
  });
  const convention = misere ? "Misère play: whoever makes the last move loses." : "Whoever makes the last move wins.";
  const heading = (kind) => [h("h2", {}, `${title}: ${kind}`), rules?.sentence ? h("p", {}, rules.sentence) : null, h("p", {}, h("b", {}, convention))];
  const winning = moves.filter((move) => move.wins);
  const verdict = !answer || answer.error ? "Who wins is not decided."
    : answer.outcome === "N" ? "The player to move wins." : "The player to move loses.";
  return [
    h("section", {}, heading("question"), pictures, h("p", {}, board?.position ?? ""),
      h("ol", {}, h("li", {}, "Who wins, the player to move or the other one?"), h("li", {}, "Which moves win? Why?"))),
    h("section", {}, heading("answer"), h("p", {}, board?.position ?? ""), h("p", {}, h("b", {}, verdict)),
      winning.length > 0 ? h("ul", {}, winning.slice(0, 40).map((move) => h("li", {}, sentence(move, true)))) : null,
      explanation && !explanation.error ? h("ol", {}, lines(explanation).map((line) => h("li", {}, line))) : null),
  ];
}
