// The board in a cell of a notebook. The kernel answers what the page asks its server.
//
// The model has `_line`, the positions of the play so far as the fields of a question, and `hints`,
// whether who wins and the values are shown. Every view of the model is a board of the last position.

import { clearSelection, drawBoard, forgetPresses, leave, preview, shownBoard } from "./board.js";
import { h, show } from "./dom.js";
import { diagnostic } from "./editor.js";
import { exact } from "./engine.js";
import { mover, placed } from "./history.js";
import { countOf, drawMoves, movesOf } from "./moves.js";
import { reply } from "./opponent.js";
import { after, sentence } from "./position.js";
import { drawVerdict } from "./verdict.js";

const ASK_SECONDS = 2;
const LOOK_SECONDS = 60;
const SAID = 2600;
/** The questions about a position, in their order: the kernel answers in turn, and the board is there first. */
const QUESTIONS = { board: { verb: "board" }, solved: { verb: "solve", question: "outcome" }, moves: { verb: "moves" }, explanation: { verb: "explain" } };

let views = 0;

/** Questions to the kernel about the last position, each with a name that its answer has too. */
function kernel(model) {
  const waiting = new Map();
  const name = Math.random().toString(36).slice(2);
  let asked = 0;
  const receive = ({ id, answer }) => {
    waiting.get(id)?.(exact(answer));
    waiting.delete(id);
  };
  model.on("msg:custom", receive);
  return {
    ask: (fields, time = ASK_SECONDS) => new Promise((resolve) => {
      const id = `${name} ${asked++}`;
      waiting.set(id, resolve);
      model.send({ id, ...fields, time });
    }),
    end: () => model.off("msg:custom", receive),
  };
}

/** Shows the model in an element; returns what ends it. */
function render({ model, el }) {
  if (views++ === 0) forgetPresses();
  const { ask, end } = kernel(model);
  const button = (text, act) => h("button", { type: "button", onclick: act }, text);
  const [undo, again] = [button("Undo", () => goTo(line().slice(0, -1))), button("Start again", () => goTo(line().slice(0, 1)))];
  const computer = button("Computer moves", () => play(reply(listed(), "perfect")));
  const hints = h("input", { type: "checkbox", onchange: () => {
    model.set("hints", hints.checked);
    model.save_changes();
  } });
  const bar = h("div", { class: "tools" }, undo, again, computer, h("label", { class: "check" }, hints, "Hints"));
  const [panel, verdict, moves] = [h("div", { class: "board" }), h("div", { "aria-live": "polite" }), h("div")];
  const news = h("p", { class: "note", role: "status" });
  // The keys of the board are not those of the notebook.
  const root = h("div", { class: "grundy-explorer", "data-lm-suppress-shortcuts": "true" },
    h("div", { class: "split" }, panel, h("div", {}, verdict, bar, news, moves)));
  el.append(root);
  let found = {};
  let [focus, moving, turn, looking] = [1, false, 0, false];

  const line = () => model.get("_line");
  const now = () => line().at(-1);
  const say = (text) => {
    news.textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => (news.textContent = ""), SAID);
  };
  const goTo = (positions) => {
    model.set("_line", positions);
    model.save_changes();
  };
  const listed = () => movesOf(found.board, found.solved, found.moves);
  const playable = () => found.board !== undefined && !found.board.error;
  const over = () => playable() && countOf(found.board, found.moves) === 0;

  async function refresh() {
    const mine = ++turn;
    [found, focus, looking] = [{}, 1, false];
    clearSelection();
    draw();
    for (const [name, fields] of Object.entries(QUESTIONS)) {
      if (name !== "board" && (!playable() || over() || found.solved?.error)) break;
      const answer = await ask(fields);
      if (mine !== turn) return;
      found[name] = name === "board" ? shownBoard(answer, now().position) : answer;
      draw();
    }
  }

  /** Looks longer, and keeps what is known if that finds nothing. */
  async function look() {
    const mine = turn;
    looking = true;
    draw();
    const answer = await ask(QUESTIONS.moves, LOOK_SECONDS);
    if (mine !== turn) return;
    looking = false;
    found.moves = answer;
    if (!answer.error || found.solved?.error) found.solved = answer;
    draw();
    if (answer.error) return;
    const explanation = await ask(QUESTIONS.explanation);
    if (mine !== turn) return;
    found.explanation = explanation;
    draw();
  }

  async function play(move, way) {
    if (moving || !playable()) return;
    moving = true;
    const positions = line();
    const [game, position] = placed(now().game, after(found.board.position, move));
    const onBoard = panel.contains(el.getRootNode().activeElement);
    say(sentence(move, true));
    await leave(panel, move, way);
    moving = false;
    // It may have been set anew while the board faded.
    if (line() !== positions) return;
    goTo([...positions, { ...now(), game, position }]);
    if (onBoard) (panel.querySelector("[data-part][tabindex='0']") ?? panel.querySelector(".name"))?.focus({ preventScroll: true });
  }

  function draw() {
    const { board, solved, moves: all, explanation } = found;
    const best = all && !all.error ? all : solved;
    const own = listed();
    hints.checked = model.get("hints");
    undo.disabled = again.disabled = line().length < 2;
    computer.disabled = own.length === 0 || best === undefined;
    drawVerdict(verdict, {
      board, answer: best ?? null, explanation, hidden: !hints.checked, over: over(), unvalued: all?.error !== undefined,
      state: { you: "both", misere: model.get("_misere") }, mover: mover(line().length - 1),
      job: looking ? {} : null, keepLooking: look, diagnostic: (error) => diagnostic(error, {}),
    });
    panel.setAttribute("aria-busy", String(board === undefined));
    if (!playable()) {
      show(moves);
      if (board?.error) show(panel);
      return;
    }
    const values = hints.checked && explanation?.components ? board.components.map(({ component }) => explanation.components.find((part) => part.component === component)?.mex) : null;
    show(panel, drawBoard(panel, {
      board, moves: own, values, hints: hints.checked, focus, play, say, locked: false, redraw: draw,
      choose: (component) => {
        focus = component;
        draw();
      },
    }));
    drawMoves(moves, own, { hidden: !hints.checked, only: null, locked: false, count: countOf(board, all), play: (move) => play(move), preview: (move) => preview(panel, move) });
  }

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
    root.remove();
  };
}

export const widget = { render };
