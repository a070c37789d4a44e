// The page: keeps the question in the address, asks the engine about it, and fills the panels.
// Answers that arrive after the question has changed are dropped, and their work is cancelled.

import { clearSelection, drawBoard } from "./board.js";
import { commandLine, pythonLines } from "./commands.js";
import { openGames, openKeys } from "./dialogs.js";
import { announce, byId, h, save, show } from "./dom.js";
import { connect, diagnostic } from "./editor.js";
import { choose, LINE } from "./engine.js";
import { drawHistory, History, mover } from "./history.js";
import { drawLesson, forget, lesson } from "./lesson.js";
import { drawMoves } from "./moves.js";
import { reply } from "./opponent.js";
import { after, components, describe, kind, partAt } from "./position.js";
import { format, parse } from "./state.js";
import { SQUARE_TO, drawTable, forgetColumns } from "./table.js";
import { drawVerdict, LIMITS } from "./verdict.js";
import { graphNeeds, graphTab, mexTab, proofTab, sumTab } from "./why.js";

const TABS = { sum: "Sum", mex: "Mex", graph: "Graph", proof: "Proof" };
const TABLE_TO = 119;
const COMPUTER_WAITS = 420;

let state = parse(location.hash);
let engine;
/** The games with names: what is there already, and all of them once the engine has answered. */
let families = [];
let allFamilies = Promise.resolve(families);
let words;
let answer = null;
let explanation = null;
let rules = null;
let table = null;
let proof = null;
let below = new Map();
let focus = 1;
let only = null;
let tab = "sum";
let preview = null;
let work = new AbortController();
let gameWork = new AbortController();
let job = null;
let askedGame = "";
const history = new History();

const hidden = () => state.hidden || (state.teacher && !lesson.revealed);
const computerMoves = (at = history.at) => state.you !== "both" && (state.you === "first") === (mover(at) === 1);
const locked = () => computerMoves() || answer === null || answer.error !== undefined;

function question(verb, more = {}) {
  const list = needsWords() ? words : undefined;
  return { verb, game: state.game, position: state.position, misere: state.misere, list, ...more };
}

const needsWords = () => state.game.includes('"list.txt"');

/** Asks, and returns `undefined` where the question is not wanted any more. */
async function ask(fields, signal) {
  try {
    return await engine.ask(fields, signal);
  } catch (why) {
    if (why?.name === "AbortError") return undefined;
    throw why;
  }
}

// ---------------------------------------------------------------- the question changes

function set(change, { push = true } = {}) {
  const before = state;
  state = { ...state, ...change };
  const address = `#${format(state)}`;
  if (address !== location.hash) {
    if (push) window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }
  const same = ["game", "position", "misere"].every((name) => before[name] === state[name]);
  if (before.misere !== state.misere) history.forgetOutcomes();
  if (!same) forgetAnswer();
  draw();
  if (!same) refresh();
  else computer();
}

function forgetAnswer() {
  [answer, explanation, preview, below] = [null, null, null, new Map()];
  clearSelection();
  forget();
}

function begin(game, position) {
  history.begin(game, position);
  [focus, only] = [1, null];
  set({ game, position });
}

/** Plays a move of the list. A sum of unlike games is written in the place of the game. */
function play(move) {
  const position = after(answer.position, move);
  const sum = position.startsWith("[");
  const next = sum ? { game: position, position: "" } : { position };
  history.play(sum ? position : state.game, sum ? "" : position, move);
  [focus, only] = [1, null];
  const { act, left } = describe(move);
  announce(`${move.from}: ${act === "" ? "" : `${act}, `}leave ${left}`);
  set(next);
}

function show_at(step) {
  if (!history.step(step)) return;
  const { game, position } = history.entries[history.at];
  [focus, only] = [1, null];
  set({ game, position });
}

/**
 * How far undo (-1) or redo (1) goes: to the next position in which the computer does not move, so
 * that it is the person's turn again. Redo also reaches the last position. 0 if there is none.
 */
function stride(by) {
  const last = history.entries.length - 1;
  let at = history.at + by;
  while (at >= 0 && at < last && computerMoves(at)) at += by;
  const reached = at >= 0 && at <= last && (by > 0 || !computerMoves(at));
  return reached ? at - history.at : 0;
}

function step(by) {
  const way = stride(by);
  if (way !== 0) show_at(way);
}

function again() {
  const { game, position } = history.entries[0];
  begin(game, position);
}

// ---------------------------------------------------------------- the answers arrive

async function refresh() {
  work.abort();
  work = new AbortController();
  stopJob();
  const { signal } = work;
  refreshGame();
  byId("verdict").classList.add("waiting");
  const [moves, why] = await Promise.all([ask(question("moves"), signal), ask(question("explain"), signal)]);
  if (signal.aborted || !moves || !why) return;
  const found = moves.error ? await winning(moves, signal) : moves;
  if (signal.aborted || !found) return;
  [answer, explanation] = [found, why];
  if (!found.error) history.note(found.outcome);
  byId("verdict").classList.remove("waiting");
  draw();
  refreshGraph();
  computer();
}

/** Where the list of all moves takes too long: the winning ones alone, if they are known. */
async function winning(moves, signal) {
  if (!LIMITS.includes(moves.error.code)) return moves;
  const solved = await ask(question("solve"), signal);
  if (!solved || solved.error) return solved && moves;
  const list = solved.winning_moves ?? [solved.one_winning_move].filter(Boolean);
  const value = solved.value === null ? null : 0;
  return { ...solved, moves: null, options: list.map((move) => ({ ...move, value, outcome: "P", wins: true })) };
}

/** What depends on the game and not on the position. */
async function refreshGame() {
  const asked = JSON.stringify([state.game, state.misere, needsWords() ? words?.length : 0]);
  if (asked === askedGame) return;
  askedGame = asked;
  gameWork.abort();
  gameWork = new AbortController();
  const { signal } = gameWork;
  [rules, table, proof] = [null, null, null];
  forgetColumns();
  byId("rule").value = state.game;
  grow();
  checkRule();
  const game = { position: undefined };
  const found = await ask(question("rules", game), signal);
  if (signal.aborted) return;
  rules = found;
  if (rules && !rules.error && (rules.ruleset === "heap" || rules.ruleset === "heaps")) {
    const values = await ask(question("table", { ...game, to: rules.ruleset === "heaps" ? SQUARE_TO : TABLE_TO }), signal);
    if (signal.aborted) return;
    table = values;
    draw();
  }
  if (rules && !rules.error) {
    const proved = await ask(question("prove", game), signal);
    if (signal.aborted) return;
    proof = proved;
    draw();
  }
}

/** The second level of the graph, asked only while it is shown. */
async function refreshGraph() {
  if (tab !== "graph" || hidden() || !explanation || explanation.error) return;
  const { signal } = work;
  const game = partAt(components(answer?.position ?? state.position), focus)?.game;
  for (const text of graphNeeds({ explanation, focus })) {
    if (below.has(text)) continue;
    const place = game ? { game: `${game} ${text}`, position: "" } : { position: text };
    const found = await ask(question("explain", place), signal);
    if (signal.aborted) return;
    below.set(text, found?.components?.[0]?.options ?? []);
  }
  drawWhy();
}

function computer() {
  clearTimeout(computer.timer);
  if (!computerMoves() || !answer?.options?.length) return;
  computer.timer = setTimeout(() => {
    if (computerMoves() && answer?.options?.length) play(reply(answer.options, state.level));
  }, COMPUTER_WAITS);
}

async function keepLooking() {
  job = { progress: null, control: new AbortController() };
  const mine = job;
  draw();
  try {
    const found = await engine.job(question("moves"), (progress) => {
      mine.progress = progress;
      drawAnswer();
    }, mine.control.signal);
    if (job !== mine) return;
    job = null;
    answer = found;
    if (!found.error) {
      history.note(found.outcome);
      explanation = { ...found };
    }
    draw();
    computer();
  } catch (why) {
    if (why?.name !== "AbortError") throw why;
  }
}

function stopJob() {
  job?.control.abort();
  job = null;
}

// ---------------------------------------------------------------- the panels

function draw() {
  document.body.classList.toggle("hiding", hidden());
  byId("turn").textContent = answer?.moves === 0 ? "" : state.you === "both" ? `${history.mover === 0 ? "first" : "second"} player to move`
    : computerMoves() ? "the computer moves" : "your move";
  if (document.activeElement !== byId("position")) byId("position").value = answer?.position?.startsWith("[") ? "" : state.position;
  byId("add").hidden = !components(answer?.position ?? state.position).every(({ game, text }) => game === null && kind(text).is === "heap");
  byId("undo").disabled = stride(-1) === 0;
  byId("redo").disabled = stride(1) === 0;
  byId("you").value = state.you;
  byId("level").value = state.level;
  byId("level").disabled = state.you === "both";
  byId("hints").checked = !state.hidden;
  byId("teacher").setAttribute("aria-pressed", String(state.teacher));
  for (const radio of document.querySelectorAll("#convention input")) radio.checked = (radio.value === "misere") === state.misere;
  byId("dictionary").hidden = !needsWords();
  byId("table-panel").hidden = table === null;
  drawBoardPanel();
  drawAnswer();
  drawWhy();
  drawHistory(byId("history"), history, { hidden: hidden(), go: (at) => show_at(at - history.at) });
  if (table) drawTable(byId("table"), table, proof, { hidden: hidden(), open: (position) => begin(state.game, String(position)) });
}

function drawBoardPanel() {
  const position = answer && !answer.error ? answer.position : state.position;
  const values = hidden() || !explanation?.xor ? null : explanation.xor;
  show(byId("board"), drawBoard({
    position, values, focus, preview, play, locked: locked(), moves: answer?.options ?? [], redraw: drawBoardPanel,
    choose: (component) => {
      focus = component;
      only = only === component ? null : component;
      if (tab === "sum" || tab === "proof") tab = "mex";
      draw();
      refreshGraph();
    },
  }));
}

function drawAnswer() {
  const verdict = byId("verdict");
  drawVerdict(verdict, {
    answer, explanation, job, hidden: hidden(), state, mover: history.mover, diagnostic,
    reveal, keepLooking, stop: () => {
      stopJob();
      draw();
    },
  });
  const moves = byId("moves");
  moves.previousElementSibling.hidden = !answer || answer.error !== undefined;
  if (!answer || answer.error) show(moves);
  else {
    drawMoves(moves, answer, {
      hidden: hidden(), only, locked: locked(), play,
      preview: (move) => {
        if (preview === move) return;
        preview = move;
        drawBoardPanel();
      },
    });
  }
}

function drawWhy() {
  show(byId("tabs"), state.teacher ? [] : Object.entries(TABS).map(([name, label]) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(tab === name), "aria-controls": "why",
    "data-key": name, tabindex: tab === name ? 0 : -1, onclick: () => openTab(name),
  }, label)));
  byId("tabs").hidden = state.teacher;
  const panel = byId("why");
  if (state.teacher) {
    const next = () => {
      lesson.shown++;
      draw();
    };
    return show(panel, drawLesson(explanation, { next, reveal }));
  }
  if (!explanation || explanation.error) return show(panel, h("p", { class: "note" }, explanation ? "There is nothing to explain yet." : "…"));
  if (hidden()) return show(panel, h("p", { class: "note" }, "Hints are off."));
  const given = { explanation, focus, proof, command: commandLine(state), below: (text) => below.get(text), choose: (component) => {
    focus = component;
    draw();
    refreshGraph();
  } };
  return show(panel, { sum: sumTab, mex: mexTab, graph: graphTab, proof: proofTab }[tab](given));
}

function openTab(name) {
  tab = name;
  drawWhy();
  refreshGraph();
}

function reveal() {
  lesson.revealed = true;
  draw();
}

// ---------------------------------------------------------------- controls

let checkRule = () => {};

function grow() {
  const field = byId("rule");
  field.rows = Math.min(8, field.value.split("\n").length + Math.floor(field.value.length / Math.max(30, field.clientWidth / 9)));
}

/** A game of the editor keeps the position if it can be read there, else an example is shown. */
async function useGame(text) {
  const named = families.find((family) => family.name === text || family.aliases.includes(text));
  const kept = await ask({ ...question("plan"), game: text });
  if (kept && !kept.error) return begin(text, state.position);
  const found = named?.example ?? (await ask({ verb: "rules", game: text }))?.example ?? "";
  return begin(text, found === '""' ? "" : found);
}

function useFamily(family) {
  const game = family.parameters.length > 0 ? `${family.name} "list.txt"` : family.name;
  begin(game, family.position ?? family.example ?? "");
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied: ${text.split("\n").at(-1)}`);
  } catch {
    announce(text);
  }
}

/** Saves the picture of the position: the bytes that `grundy draw position` writes. */
async function picture() {
  const drawn = await ask(question("draw", { what: "position" }));
  if (drawn?.error) return announce(drawn.error.message);
  if (!drawn) return;
  const name = `${state.game.replaceAll(/[^\w.]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 40) || "position"}.svg`;
  save(name, drawn.picture, "image/svg+xml");
  announce(`Picture saved: ${name}`);
}

function controls() {
  byId("share").onclick = () => copy(location.href, "Link");
  byId("command").onclick = () => copy(commandLine(state), "Command");
  byId("python").onclick = () => copy(pythonLines(state), "Python");
  byId("json").onclick = () => copy(answer?.[LINE] ?? JSON.stringify(answer), "JSON");
  byId("svg").onclick = picture;
  byId("teacher").onclick = () => set({ teacher: !state.teacher }, { push: false });
  byId("help").onclick = openKeys;
  byId("games").onclick = async () => openGames(await allFamilies, useFamily);
  byId("undo").onclick = () => step(-1);
  byId("redo").onclick = () => step(1);
  byId("again").onclick = again;
  byId("you").onchange = (event) => set({ you: event.target.value }, { push: false });
  byId("level").onchange = (event) => set({ level: event.target.value }, { push: false });
  byId("hints").onchange = (event) => set({ hidden: !event.target.checked }, { push: false });
  byId("convention").onchange = (event) => set({ misere: event.target.value === "misere" });
  byId("position").onchange = (event) => begin(state.game, event.target.value.trim());
  byId("add").onclick = () => begin(state.game, `${answer?.position ?? state.position} + 3`);
  byId("rule").addEventListener("input", grow);
  byId("words").onchange = (event) => (words = event.target.value);
  byId("file").onchange = async (event) => {
    words = (await event.target.files[0]?.text()) ?? words;
    byId("words").value = words.length < 20_000 ? words : `${words.slice(0, 20_000)}\n…`;
    useWords();
  };
  byId("use-words").onclick = useWords;
  byId("tabs").addEventListener("keydown", (event) => {
    const names = Object.keys(TABS);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    openTab(names[(names.indexOf(tab) + by + names.length) % names.length]);
    byId(`tab-${tab}`).focus();
  });
}

function useWords() {
  if (words === undefined) words = byId("words").value;
  askedGame = "";
  forgetAnswer();
  draw();
  refresh();
}

const SHORT = {
  "?": openKeys,
  u: () => step(-1),
  r: () => step(1),
  n: again,
  h: () => set({ hidden: !state.hidden }, { push: false }),
  t: () => set({ teacher: !state.teacher }, { push: false }),
  v: reveal,
  s: () => byId("why").querySelector("[data-key=next]")?.click(),
  g: () => byId("games").click(),
  e: () => byId("rule").focus(),
  p: () => byId("position").focus(),
  b: () => (byId("board").querySelector(".token, .cell") ?? byId("board").querySelector(".name"))?.focus(),
  m: () => byId("moves").querySelector(".move")?.focus(),
};

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("dialog").open) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const names = Object.keys(TABS);
  if (event.key >= "1" && event.key <= "4" && !state.teacher) return openTab(names[event.key - 1]);
  const act = SHORT[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

/** The address changed: back, forward, or a link that was pasted. */
function arrive() {
  const next = parse(location.hash);
  const at = history.entries.findIndex(({ game, position }) => game === next.game && position === next.position);
  if (at < 0) history.begin(next.game, next.position);
  else history.at = at;
  set(next, { push: false });
}

async function start() {
  engine = choose();
  history.begin(state.game, state.position);
  controls();
  document.addEventListener("keydown", keys);
  window.addEventListener("popstate", arrive);
  draw();
  byId("engine").textContent = `Answered by the ${engine.name}.`;
  checkRule = connect({
    field: byId("rule"), panel: byId("rule-says"), button: byId("use"), use: useGame,
    ask: (fields) => ask({ ...fields, misere: state.misere, list: fields.game.includes('"list.txt"') ? words : undefined }),
  });
  refresh();
  allFamilies = ask({ verb: "games" }).then((answer) => answer?.games ?? []);
  families = await allFamilies;
}

start();
