// Who wins, in one sentence, with the value of the sum and what the answer rests on; or why there
// is no answer yet.

import { h, show } from "./dom.js";

/** The codes of errors that more time or memory may mend. */
export const LIMITS = ["time", "memory", "positions"];

function who(state, mover) {
  if (state.you === "both") return "The player to move";
  return (state.you === "first") === (mover === 0) ? "You, to move," : "The computer, to move,";
}

/** Who has won where no move is left. */
function ended(state, mover) {
  const winner = state.misere ? mover : 1 - mover;
  if (state.you === "both") return `The game is over: the ${winner === 0 ? "first" : "second"} player wins.`;
  return (state.you === "first") === (winner === 0) ? "The game is over: you win." : "The game is over: the computer wins.";
}

function progress(job) {
  const { doing, positions, seconds, percent } = job.progress ?? {};
  const words = [doing ?? "solving", positions === undefined ? null : `${Number(positions).toLocaleString("en")} positions`,
    seconds === undefined ? null : `${Math.round(seconds)} s`, percent === undefined || percent === null ? null : `${percent} %`];
  return words.filter(Boolean).join(" · ");
}

function undecided({ state, error, job, keepLooking, stop }) {
  if (job) {
    return [
      h("p", { class: "headline" }, "Still looking …"),
      h("p", { class: "note" }, progress(job)),
      stop ? h("div", { class: "tools" }, h("button", { type: "button", "data-key": "stop", onclick: stop }, "Stop")) : null,
    ];
  }
  return [
    h("p", { class: "headline" }, "Not decided yet."),
    h("p", { class: "note" }, state.you === "both" ? error.message : `${error.message} The computer plays what it finds within two seconds, and else guesses.`),
    h("div", { class: "tools" }, h("button", { type: "button", class: "primary", "data-key": "look", onclick: keepLooking }, "Keep looking")),
  ];
}

function sum(answer, explanation) {
  if (answer.value === null || answer.value === undefined) return null;
  const parts = explanation?.xor;
  const xor = parts && parts.length > 1 ? ` = ${parts.join(" xor ")}` : "";
  return h("p", { class: "nimber" }, "nim value ", h("b", {}, String(answer.value)), xor);
}

function left(answer) {
  const count = answer.moves_left;
  if (typeof count !== "number" && typeof count !== "bigint") return "";
  return `${count} ${String(count) === "1" ? "move" : "moves"} left with best play · `;
}

/** Shows the verdict, or a mistake, or how far the work is. */
export function drawVerdict(panel, given) {
  const { board, answer, explanation, hidden, over, state, mover, diagnostic, reveal } = given;
  if (board?.error) return show(panel, diagnostic(board.error));
  if (over) return show(panel, h("p", { class: "headline over" }, ended(state, mover)));
  if (given.job && (answer === null || answer.error)) return show(panel, undecided(given));
  if (answer === null) return show(panel, h("p", { class: "headline pale" }, "…"));
  if (answer.error) return show(panel, LIMITS.includes(answer.error.code) ? undecided({ ...given, error: answer.error }) : diagnostic(answer.error));
  if (hidden) {
    const button = state.teacher ? h("button", { type: "button", class: "primary", "data-key": "reveal", onclick: reveal }, "Reveal") : null;
    return show(panel, h("p", { class: "headline pale" }, "Who wins?"), button);
  }
  const wins = answer.outcome === "N";
  const verdict = wins ? "wins" : "loses";
  return show(panel,
    h("p", { class: `headline ${verdict}` }, h("span", { "aria-hidden": "true" }, wins ? "✓ " : "✗ "), `${who(state, mover)} ${verdictWord(state, mover, wins)}.`),
    sum(answer, explanation),
    h("p", { class: "note" }, `${left(answer)}${answer.convention === "misere" ? "misère play: who makes the last move loses" : "normal play: who makes the last move wins"} · ${answer.status}`),
    given.job ? undecided(given).slice(1) : null,
    given.unvalued && !given.job ? h("div", { class: "tools" }, h("button", { type: "button", "data-key": "look", onclick: given.keepLooking }, "Look for the values of all moves")) : null);
}

function verdictWord(state, mover, wins) {
  const you = state.you !== "both" && (state.you === "first") === (mover === 0);
  if (you) return wins ? "win" : "lose";
  return wins ? "wins" : "loses";
}
