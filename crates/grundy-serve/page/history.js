// The game so far: a list of positions with undo and redo, the list of moves, and a curve. Above
// the line the player who began stands to win, and the height is how much is left, so that the
// curve runs down to the end of the game. A dot marks a move that gave the game away.

import { h, s, show } from "./dom.js";
import { describe, size } from "./position.js";

/** Whose turn it is after this many moves: 0 for the player who began. */
export const mover = (at) => at % 2;

export class History {
  entries = [];
  at = 0;

  /** Begins a game at this position. */
  begin(game, position) {
    this.entries = [{ game, position, move: null, outcome: null }];
    this.at = 0;
  }

  /** Whether the position is the one that is shown now. */
  holds(game, position) {
    const now = this.entries[this.at];
    return now !== undefined && now.game === game && now.position === position;
  }

  play(game, position, move) {
    this.entries.splice(this.at + 1);
    this.entries.push({ game, position, move, outcome: null });
    this.at++;
  }

  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.entries.length) return false;
    this.at = to;
    return true;
  }

  /** Whose turn it is now. */
  get mover() {
    return mover(this.at);
  }

  note(outcome) {
    if (this.entries[this.at]) this.entries[this.at].outcome = outcome;
  }

  /** Under another convention the outcomes that were noted do not hold. */
  forgetOutcomes() {
    for (const entry of this.entries) entry.outcome = null;
  }
}

/** Who stands to win at an entry: 0 for the player who began, `null` if it is not known. */
const favourite = (entry, at) => (entry.outcome === null ? null : entry.outcome === "N" ? at % 2 : 1 - (at % 2));

/** The moves after which the game was lost by the one who made them. */
export function mistakes(entries) {
  return entries.map((entry, at) => {
    if (at === 0) return false;
    const [before, now] = [favourite(entries[at - 1], at - 1), favourite(entry, at)];
    return before !== null && now !== null && before !== now;
  });
}

function curve(entries, now) {
  const [width, height] = [Math.max(240, entries.length * 44), 92];
  const most = Math.max(1, ...entries.map(({ position }) => size(position)));
  const points = entries.map((entry, at) => {
    const side = favourite(entry, at);
    const tall = 6 + (34 * size(entry.position)) / most;
    return { x: 22 + at * 44, y: side === null ? height / 2 : height / 2 + (side === 0 ? -tall : tall), side };
  });
  const lost = mistakes(entries);
  const title = `Curve: ${points.map(({ side }, at) => `${at}: ${side === null ? "unknown" : side === 0 ? "first player" : "second player"}`).join(", ")}`;
  return s("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title },
    s("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "axis" }),
    points.map(({ x, y, side }) => (side === null ? null
      : s("rect", { x: x - 15, width: 30, y: Math.min(y, height / 2), height: Math.abs(y - height / 2), rx: 3, class: side === 0 ? "up" : "down" }))).filter(Boolean),
    points.map(({ x, y }, at) => (lost[at] ? s("circle", { cx: x, cy: y, r: 6, class: "lost" }) : null)).filter(Boolean),
    s("line", { x1: points[now].x, x2: points[now].x, y1: 2, y2: height - 2, class: "now" }));
}

/** Shows the game: the curve unless the verdicts are hidden, and the moves. */
export function drawHistory(panel, history, { hidden, go }) {
  const { entries, at } = history;
  const lost = hidden ? [] : mistakes(entries);
  const list = entries.slice(1).map((entry, index) => {
    const { act, left } = describe(entry.move);
    const text = `${entry.move.from}: ${act === "" ? "" : `${act}, `}leave ${left}`;
    return h("li", {}, h("button", {
      type: "button", "data-key": `ply ${index}`, "aria-current": index + 1 === at ? "step" : null, onclick: () => go(index + 1),
    }, text, lost[index + 1] ? h("span", { class: "mark loses" }, " ● gave the game away") : null));
  });
  show(panel,
    entries.length < 2 ? h("p", { class: "note" }, "Play a move on the board or from the list.") : [
      hidden ? null : h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Curve of the game" }, curve(entries, at)),
      hidden ? null : h("p", { class: "note" }, "Above the line the first player stands to win, below it the second; the height is what is left to play. ● a move that gave the game away."),
      h("ol", { class: "plies", start: 1 }, list)]);
}
