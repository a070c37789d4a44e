// The board: the pictures that the engine draws, whose parts are pressed, dragged over, and reached
// by keys in two dimensions. The engine lists the moves with the parts that make them, so that
// nothing that is not a move can be played.

import { h } from "./dom.js";
import { sentence } from "./position.js";

const MOST_OFFERED = 30;
/** A picture is not drawn larger than this many times its size. */
const LARGEST = 3.4;
const LEAVES = 200;

/** The pressed parts of one component. */
let pressed = { component: 0, parts: [] };
/** Where a press has begun, which may end on a picture that was drawn anew meanwhile. */
let begun = null;

/** A press that ends or is taken back elsewhere is none. */
export function forgetPresses() {
  const forget = () => {
    begun = null;
    document.querySelectorAll(".swept").forEach((node) => node.classList.remove("swept"));
  };
  window.addEventListener("pointerup", forget);
  window.addEventListener("pointercancel", forget);
}

export function clearSelection() {
  pressed = { component: 0, parts: [] };
}

/** The pictures, which are drawn anew only where they change. */
const drawn = new Map();

/** An element for a picture; the text comes from the engine, which escapes what it holds. */
function picture(text) {
  if (!drawn.has(text)) {
    if (drawn.size > 200) drawn.clear();
    drawn.set(text, new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  }
  return document.importNode(drawn.get(text), true);
}

/** The parts that a way takes away, of which the engine lists ranges. */
const lostOf = (way) => (way?.lost ?? []).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));

const within = (few, many) => few.every((part) => many.includes(part));
const equal = (a, b) => a.length === b.length && within(a, b);

/** The moves whose parts include these, with the way that does; exact ones first. */
function fitting(moves, parts) {
  const found = [];
  for (const move of moves) {
    const ways = (move.press ?? []).filter((way) => within(parts, way.parts));
    const exact = ways.find((way) => equal(parts, way.parts));
    if (ways.length > 0) found.push({ move, way: exact ?? ways[0], exact: exact !== undefined });
  }
  return found.sort((a, b) => b.exact - a.exact || a.way.parts.length - b.way.parts.length);
}

/** The first and the last of some parts. */
const ends = (parts) => (parts.length === 0 ? [] : [...new Set([Math.min(...parts), Math.max(...parts)])]);

const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Fades what a move takes away, and resolves when it is gone. */
export function leave(panel, move, way) {
  const lost = lostOf(way ?? move.press?.[0]);
  const group = panel.querySelector(`[data-component="${move.component}"]`);
  if (!group || lost.length === 0 || reduced()) return Promise.resolve();
  for (const part of lost) group.querySelector(`[data-part="${part}"]`)?.classList.add("leaving");
  return new Promise((resolve) => setTimeout(resolve, LEAVES));
}

/** Marks the parts that a move takes away, while it is looked at in the list. */
export function preview(panel, move) {
  panel.querySelectorAll(".going").forEach((node) => node.classList.remove("going"));
  if (!move) return;
  const group = panel.querySelector(`[data-component="${move.component}"]`);
  const way = move.press?.[0];
  for (const part of way ? [...lostOf(way), ...way.parts] : []) group?.querySelector(`[data-part="${part}"]`)?.classList.add("going");
}

/** The next part from this one in the direction of an arrow: near, and straight rather than aside. */
function neighbour(nodes, from, [x, y]) {
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [ax, ay] = middle(from);
  let best = null;
  for (const node of nodes) {
    const [bx, by] = middle(node);
    const [along, aside] = [(bx - ax) * x + (by - ay) * y, Math.abs((bx - ax) * y) + Math.abs((by - ay) * x)];
    if (node === from || along <= 1) continue;
    const far = along + 3 * aside;
    if (best === null || far < best.far) best = { node, far };
  }
  return best?.node ?? null;
}

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The codes of errors about what is too large to be shown, and not about the question. */
export const UNDRAWN = ["time", "memory", "positions", "size"];

/** The answer about a board: one that is too large to be drawn may be solved all the same. */
export const shownBoard = (answer, position) => (answer.error && UNDRAWN.includes(answer.error.code) ? { position, components: [], more: 1, undrawn: answer.error } : answer);

/** Makes the parts of a picture that moves are about press, drag and answer to keys. */
function connect(svg, part, { own, redraw, play, say, locked }) {
  const useful = new Set(own.flatMap((move) => (move.press ?? []).flatMap((way) => way.parts)));
  const nodes = [...svg.querySelectorAll("[data-part]")];
  const numberOf = (node) => Number(node.dataset.part);
  const chosen = pressed.component === part.component ? pressed.parts : [];
  const next = new Set(chosen.length === 0 ? [] : fitting(own, chosen).flatMap(({ way }) => way.parts));
  let first = true;
  for (const node of nodes) {
    const number = numberOf(node);
    node.setAttribute("role", useful.has(number) ? "button" : "img");
    if (chosen.includes(number)) node.classList.add("chosen");
    else if (next.has(number)) node.classList.add("next");
    if (!useful.has(number) || locked) {
      node.classList.add("inert");
      if (useful.has(number)) node.setAttribute("aria-disabled", "true");
      continue;
    }
    node.setAttribute("aria-pressed", String(chosen.includes(number)));
    node.dataset.key = `part ${part.component} ${number}`;
    node.setAttribute("tabindex", first ? "0" : "-1");
    first = false;
  }
  if (locked) return;
  const select = (parts, dragged) => {
    // Where a heap is never split its last counters go: a drag to the end begins where it began.
    const whole = dragged && fitting(own, parts).length === 0 ? own.flatMap((move) => (move.press ?? []).map((way) => ({ move, way }))) : [];
    const swept = whole.filter(({ way }) => way.parts.length === 1 && equal(ends(lostOf(way)), ends(parts)));
    if (swept.length === 1) {
      clearSelection();
      return play(swept[0].move, swept[0].way);
    }
    const found = fitting(own, parts);
    const exact = found.filter((one) => one.exact);
    const again = equal(parts, chosen);
    if (exact.length === 1 && (found.length === 1 || dragged || again)) {
      clearSelection();
      return play(exact[0].move, exact[0].way);
    }
    if (found.length > 0) pressed = { component: part.component, parts };
    else if (!dragged && parts.length > 1 && fitting(own, parts.slice(-1)).length > 0) return select(parts.slice(-1), false);
    else {
      clearSelection();
      say("These parts make no move.");
    }
    return redraw();
  };
  const clear = () => {
    clearSelection();
    redraw();
  };
  const press = (number) => {
    // Pressed again: the move that is made by exactly these parts, or nothing is chosen.
    if (chosen.includes(number)) return fitting(own, chosen).some(({ exact }) => exact) ? select(chosen, false) : clear();
    return select([...chosen, number], false);
  };
  const under = (event) => svg.getRootNode().elementFromPoint(event.clientX, event.clientY)?.closest("[data-part]");
  svg.addEventListener("pointerdown", (event) => {
    const node = event.target.closest("[data-part]:not(.inert)");
    begun = node && event.button === 0 ? { component: part.component, number: numberOf(node) } : null;
    // Else a finger would keep the picture that it began on.
    if (begun !== null) event.target.releasePointerCapture?.(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (begun?.component !== part.component || event.buttons === 0) return;
    const node = under(event);
    svg.querySelectorAll(".swept").forEach((one) => one.classList.remove("swept"));
    if (node && svg.contains(node)) [begun.number, numberOf(node)].forEach((number) => svg.querySelector(`[data-part="${number}"]`)?.classList.add("swept"));
  });
  svg.addEventListener("pointerup", (event) => {
    const [start, node] = [begun, under(event)];
    begun = null;
    if (start?.component !== part.component || !node || !svg.contains(node)) return;
    const end = numberOf(node);
    if (end === start.number) press(end);
    else select([start.number, end], true);
  });
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || svg.closest("[aria-busy=true]")) return;
    const node = event.target.closest("[data-part]");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(numberOf(node));
    } else if (event.key === "Escape" && chosen.length > 0) {
      event.preventDefault();
      clear();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const to = neighbour(nodes.filter((one) => !one.classList.contains("inert")), node, ARROWS[event.key]);
      if (!to) return;
      node.setAttribute("tabindex", "-1");
      to.setAttribute("tabindex", "0");
      to.focus();
    }
  });
}

/** Marks the parts that winning moves are made by, and those of the best move, which is shown first. */
function hint(svg, own, best) {
  for (const move of own.filter(({ wins }) => wins)) {
    const way = move.press?.[0];
    const parts = way?.parts ?? [];
    const mark = (part, name) => svg.querySelector(`[data-part="${part}"]`)?.classList.add(name);
    parts.forEach((part) => mark(part, "winning"));
    if (move !== best) continue;
    lostOf(way).forEach((part) => mark(part, "winning"));
    parts.forEach((part) => {
      mark(part, "best");
      // A colour alone says nothing to some.
      const node = svg.querySelector(`[data-part="${part}"]`);
      node?.setAttribute("aria-label", `${node.getAttribute("aria-label")}, of the best move`);
    });
  }
}

/** The moves that the pressed parts may mean, or those that no press makes. */
function offers(part, own, { play, open, toggle }) {
  const of = (list) => list.slice(0, MOST_OFFERED).map(({ move, way }) => h("button", {
    type: "button", class: "offer", "data-key": `offer ${move.component} ${move.to}`, onclick: () => {
      clearSelection();
      play(move, way);
    },
  }, sentence(move, false)));
  const more = (list) => (list.length > MOST_OFFERED ? h("span", { class: "note" }, `and ${list.length - MOST_OFFERED} more in the list of moves`) : null);
  if (pressed.component === part.component) {
    const found = fitting(own, pressed.parts);
    return found.length === 0 ? null : h("div", { class: "offers" }, of(found), more(found));
  }
  const others = own.filter((move) => (move.press ?? []).length === 0).map((move) => ({ move }));
  if (others.length === 0) return null;
  return open
    ? h("div", { class: "offers" }, of(others), more(others))
    : h("div", { class: "offers" }, h("button", { type: "button", "data-key": `other ${part.component}`, onclick: toggle }, `${others.length} ${others.length === own.length ? "" : "other "}${others.length === 1 ? "move" : "moves"} …`));
}

/** The components whose other moves are shown. */
const opened = new Set();

/** So many components stand below each other, and more beside each other where there is room. */
const ROWS = 3;

/** The pictures are as large as the panel allows, all by the same factor. */
function scale(panel, pictures) {
  const columns = pictures.length > ROWS ? Math.max(1, Math.min(3, Math.floor(panel.clientWidth / 230))) : 1;
  panel.style.setProperty("--columns", columns);
  const wide = Math.max(130, panel.clientWidth / columns - 12);
  const high = Math.max(260, 0.56 * window.innerHeight);
  const sizes = pictures.map((svg) => [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))]);
  const most = Math.max(1, ...sizes.map(([width]) => width));
  const all = Math.max(1, sizes.reduce((sum, [, height]) => sum + height, 0) / columns);
  const factor = Math.min(LARGEST, wide / most, Math.max(high / all, 1));
  pictures.forEach((svg, at) => {
    svg.setAttribute("width", String(Math.round(sizes[at][0] * factor)));
    svg.setAttribute("height", String(Math.round(sizes[at][1] * factor)));
  });
}

/**
 * The components of `board`, the answer of the engine. `values` are theirs, or `null` while they are
 * hidden; `play` takes a move and the way that it was pressed, `focus` is the component whose
 * reasons are shown, `say` shows a sentence for a moment.
 */
export function drawBoard(panel, { board, moves, values, hints, focus, play, choose, redraw, say, locked }) {
  const shown = board.components;
  const best = moves.find(({ wins, press }) => wins && press?.length > 0);
  const pictures = [];
  const rows = shown.map((part, index) => {
    const { component, count, noun, size } = part;
    const own = moves.filter((move) => move.component === component);
    const svg = picture(part.picture);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `${noun} ${component}: ${size}`);
    connect(svg, part, { own, redraw, play, say, locked });
    if (hints) hint(svg, own, best);
    pictures.push(svg);
    const value = values?.[index];
    const many = count === undefined ? "" : `${count} times `;
    const game = part.position.startsWith("[") && part.position.includes("] ") ? part.position.slice(1, part.position.lastIndexOf("] ")) : null;
    return h("div", { class: `component${focus === component && shown.length > 1 ? " focus" : ""}`, "data-component": component },
      h("div", { class: "row" },
        h("button", {
          type: "button", class: "name", "data-key": `component ${component}`, onclick: () => choose(component), "aria-pressed": String(focus === component),
        }, `${noun} ${component}${count === undefined ? "" : `..${component + count - 1}`}`),
        h("span", { class: "size" }, `${many}${size}`),
        value === undefined || value === null ? null : h("span", { class: "value" }, h("span", { class: "unit" }, "value "), String(value))),
      game === null ? null : h("div", { class: "note" }, game),
      h("div", { class: "picture" }, svg),
      part.note ? h("div", { class: "note" }, `${part.note}.`) : null,
      part.moves === null ? h("div", { class: "note" }, "Its moves are too many to list: only those that are known can be made.") : null,
      locked ? null : offers(part, own, { play, open: opened.has(component), toggle: () => {
        opened.add(component);
        redraw();
      } }));
  });
  scale(panel, pictures);
  const left = board.undrawn ? `The board is too large to be drawn: ${board.undrawn.message}.` : `and ${board.more} more components`;
  return [rows, board.more > 0 ? h("p", { class: "note" }, left) : null];
}
