// The board in a cell of a notebook. The kernel answers what the page asks its server.
//
// The model has `_line`, the positions of the play so far as the fields of a question, and `hints`,
// whether who wins and the values are shown. Every view of the model is a board of the last position.

import { clearSelection, drawBoard, forgetPresses, leave, preview } from "./board.js";
import { h, show } from "./dom.js";
import { diagnostic } from "./editor.js";
import { exact } from "./engine.js";
import { mover, placed } from "./history.js";
import { countOf, drawMoves, movesOf } from "./moves.js";
import { reply } from "./opponent.js";
import { after } from "./position.js";
import { drawVerdict } from "./verdict.js";

const ASK_SECONDS = 2;
const LOOK_SECONDS = 60;
const SAID = 2600;

/** Questions to the kernel, each with a number that its answer has too. */
function kernel(model) {
  const waiting = new Map();
  const name = Math.random().toString(36).slice(2);
  const receive = ({ id, answer }) => {
    waiting.get(id)?.(exact(answer));
    waiting.delete(id);
  };
  model.on("msg:custom", receive);
  return {
    ask: (fields, time = ASK_SECONDS) => new Promise((resolve) => {
      const id = `${name} ${waiting.size} ${Math.random()}`;
      waiting.set(id, resolve);
      model.send({ id, fields: { ...fields, time } });
    }),
    end: () => model.off("msg:custom", receive),
  };
}

/** Shows the model in an element; returns what ends it. */
function render({ model, el }) {
  const { ask, end } = kernel(model);
  const [panel, verdict, moves, bar] = [h("div", { class: "board" }), h("div", { "aria-live": "polite" }), h("div"), h("div", { class: "tools" })];
  const news = h("p", { class: "note", role: "status" });
  const side = h("div", {}, verdict, bar, news, moves);
  // The keys of the board are not those of the notebook.
  el.append(h("div", { class: "grundy-explorer", "data-lm-suppress-shortcuts": "true" }, h("div", { class: "split" }, panel, side)));
  let found = {};
  let [focus, moving, turn] = [1, false, 0];

  const line = () => model.get("_line");
  const now = () => line().at(-1);
  const say = (sentence) => {
    news.textContent = sentence;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => (news.textContent = ""), SAID);
  };
  const goTo = (positions) => {
    model.set("_line", positions);
    model.save_changes();
  };
  const listed = () => movesOf(found.board, found.solved, found.moves);
  const over = () => found.board !== undefined && !found.board.error && countOf(found.board, found.moves) === 0;

  async function refresh() {
    const mine = ++turn;
    const { game, position } = now();
    found = {};
    focus = 1;
    clearSelection();
    draw();
    // One after the other: the kernel answers in turn, and the board is there first.
    for (const [name, fields] of Object.entries({ board: { verb: "board" }, solved: { verb: "solve", question: "outcome" }, moves: { verb: "moves" }, explanation: { verb: "explain" } })) {
      if (name !== "board" && (found.board.error || over())) continue;
      const answer = await ask({ ...fields, game, position });
      if (mine !== turn) return;
      found[name] = answer;
      draw();
    }
  }

  async function look() {
    const [mine, { game, position }] = [turn, now()];
    say(`Looking for up to ${LOOK_SECONDS} seconds …`);
    const answer = await ask({ verb: "moves", game, position }, LOOK_SECONDS);
    if (mine !== turn) return;
    [found.solved, found.moves] = [answer, answer];
    draw();
  }

  async function play(move, way) {
    if (moving) return;
    moving = true;
    const positions = line();
    const [game, position] = placed(now().game, after(found.board.position, move));
    const onBoard = panel.contains(el.getRootNode().activeElement);
    await leave(panel, move, way);
    moving = false;
    // It may have been set anew while the board faded.
    if (line() !== positions) return;
    goTo([...positions, { game, position }]);
    if (onBoard) panel.querySelector("[data-part][tabindex='0'], .name")?.focus({ preventScroll: true });
  }

  function draw() {
    const hints = model.get("hints");
    const { board, solved, moves: all, explanation } = found;
    const best = all && !all.error ? all : solved;
    const own = listed();
    const gone = over();
    drawVerdict(verdict, {
      board, answer: best ?? null, explanation, hidden: !hints, over: gone, unvalued: all?.error !== undefined,
      state: { you: "both", misere: model.get("_misere") }, mover: mover(line().length - 1),
      job: null, keepLooking: look, diagnostic: (error) => diagnostic(error, {}),
    });
    panel.setAttribute("aria-busy", String(board === undefined));
    show(bar,
      h("button", { type: "button", "data-key": "undo", disabled: line().length < 2, onclick: () => goTo(line().slice(0, -1)) }, "Undo"),
      h("button", { type: "button", "data-key": "again", disabled: line().length < 2, onclick: () => goTo(line().slice(0, 1)) }, "Start again"),
      h("button", { type: "button", "data-key": "computer", disabled: own.length === 0 || best === undefined, onclick: () => play(reply(own, "perfect")) }, "Computer moves"),
      h("label", { class: "check" }, h("input", {
        type: "checkbox", checked: hints, "data-key": "hints", onchange: (event) => {
          model.set("hints", event.target.checked);
          model.save_changes();
        },
      }), "Hints"));
    if (board === undefined || board.error) {
      if (board?.error) show(panel);
      return;
    }
    const values = hints && explanation?.components ? board.components.map(({ component }) => explanation.components.find((part) => part.component === component)?.mex) : null;
    show(panel, drawBoard(panel, {
      board, moves: own, values, hints, focus, play, say, locked: false, redraw: draw,
      choose: (component) => {
        focus = component;
        draw();
      },
    }));
    drawMoves(moves, own, { hidden: !hints, only: null, locked: false, count: countOf(board, all), play: (move) => play(move), preview: (move) => preview(panel, move) });
  }

  forgetPresses();
  model.on("change:_line", refresh);
  model.on("change:hints", draw);
  // It has no size until it is in its cell.
  let wide = 0;
  const sized = new ResizeObserver(([{ contentRect: { width } }]) => {
    if (Math.abs(width - wide) < 1) return;
    wide = width;
    draw();
  });
  sized.observe(el);
  refresh();
  return () => {
    sized.disconnect();
    end();
    model.off("change:_line", refresh);
    model.off("change:hints", draw);
  };
}

export const widget = { render };
