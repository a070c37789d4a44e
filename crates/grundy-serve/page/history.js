// The game so far: a list of positions with undo and redo, the list of moves, and a curve. Above
// the line the player who began stands to win, and the height is how many moves are left with best
// play, so that the curve runs down to the end of the game. A dot marks a move that gave the game
// away.

import { h, s, show } from "./dom.js";
import { after, components, isSum, partAt, sentence } from "./position.js";

/** A sum of unlike games names them, and stands in the place of the game. */
export const placed = (game, position) => (isSum(position) ? [position, ""] : [game, position]);

/** Whose turn it is after this many moves: 0 for the player who began. */
export const mover = (at) => at % 2;

export class History {
  entries = [];
  at = 0;

  /** Begins a game at this position, with these moves, as far as they can be made. */
  begin(game, position, played = []) {
    this.entries = [{ game, position, move: null, outcome: null, left: null }];
    this.at = 0;
    for (const move of played) {
      const { game: from, position: at } = this.now;
      const text = at === "" ? from : at;
      const next = after(text, move);
      if (next === null) break;
      this.play(...placed(from, next), { ...move, from: partAt(components(text), move.component).text });
    }
  }

  play(game, position, move) {
    this.entries.splice(this.at + 1);
    this.entries.push({ game, position, move, outcome: null, left: null });
    this.at++;
  }

  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.entries.length) return false;
    this.at = to;
    return true;
  }

  get now() {
    return this.entries[this.at];
  }

  /** The moves up to now. */
  get played() {
    return this.entries.slice(1, this.at + 1).map(({ move: { component, to } }) => ({ component, to }));
  }

  /** Whether these are the moves of the game so far, which may go on after them. */
  holds(game, position, played) {
    const [first, ...rest] = this.entries;
    return first?.game === game && first.position === position && played.length <= rest.length
      && played.every(({ component, to }, at) => rest[at].move.component === component && rest[at].move.to === to);
  }

  /** Whose turn it is now. */
  get mover() {
    return mover(this.at);
  }

  note(outcome, left) {
    Object.assign(this.now, { outcome, left: left ?? null });
  }

  /** Under another convention the outcomes that were noted do not hold. */
  forgetOutcomes() {
    for (const entry of this.entries) Object.assign(entry, { outcome: null, left: null });
  }
}

/** Who stands to win at an entry: 0 for the player who began, `null` if it is not known. */
const favourite = (entry, at) => (entry.outcome === null ? null : entry.outcome === "N" ? at % 2 : 1 - (at % 2));

/** The moves after which the game was lost by the one who made them. */
export function mistakes(entries) {
  return entries.map((entry, at) => {
    if (at === 0) return false;
    const before = favourite(entries[at - 1], at - 1);
    const now = favourite(entry, at);
    return before !== null && now !== null && before === (at - 1) % 2 && now !== before;
  });
}

function curve(entries, now) {
  const [width, height] = [Math.max(240, 44 * entries.length), 92];
  const lefts = entries.map(({ left }) => (left === null ? null : Number(left)));
  const most = Math.max(1, ...lefts.filter((left) => left !== null));
  const lost = mistakes(entries);
  const points = entries.map((entry, at) => {
    const side = favourite(entry, at);
    const share = lefts[at] === null ? 0.5 : lefts[at] / most;
    const tall = 6 + share * (height / 2 - 12);
    return { x: 24 + at * 44, y: side === null ? height / 2 : height / 2 + (side === 0 ? -tall : tall), side };
  });
  const title = `Curve of the game: ${entries.map((entry, at) => favourite(entry, at)).map((side) => (side === null ? "?" : side === 0 ? "first" : "second")).join(", ")}`;
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
  const list = entries.slice(1).map((entry, index) => h("li", {}, h("button", {
    type: "button", "data-key": `ply ${index}`, "aria-current": index + 1 === at ? "step" : null, onclick: () => go(index + 1),
  }, sentence(entry.move, true), lost[index + 1] ? h("span", { class: "mark loses" }, " ● gave the game away") : null)));
  show(panel,
    entries.length < 2 ? h("p", { class: "note" }, "Press on the board, or choose from the list.") : [
      h("ol", { class: "plies", start: 1 }, list),
      hidden ? null : h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Curve of the game" }, curve(entries, at)),
      hidden ? null : h("p", { class: "note" }, "Above the line the first player stands to win, below it the second; the height is how many moves are left. ● a move that gave the game away.")]);
  const scroll = panel.querySelector(".scroll");
  if (scroll) scroll.scrollLeft = 44 * at - scroll.clientWidth / 2;
}
