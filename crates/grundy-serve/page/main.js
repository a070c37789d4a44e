// The page: keeps the question in the address, asks the engine about it, and fills the panels: first
// the board and its moves by the rules, then who wins, then the values. Answers that arrive after
// the question has changed are dropped, and their work is cancelled.

import { clearSelection, drawBoard, forgetPresses, leave, preview, shownBoard } from "./board.js";
import { connectChecker } from "./checker.js";
import { commandLine, pythonLines } from "./commands.js";
import { openKeys, openShare } from "./dialogs.js";
import { announce, byId, h, save, show } from "./dom.js";
import { connect, diagnostic } from "./editor.js";
import { choose, LINE } from "./engine.js";
import { drawGallery } from "./gallery.js";
import { drawHistory, History, mover, placed } from "./history.js";
import { drawLesson, forget, lesson, sheets } from "./lesson.js";
import { countOf, drawMoves, movesOf } from "./moves.js";
import { reply } from "./opponent.js";
import { after, components, isSum, keyOf, partAt, sentence } from "./position.js";
import { format, parse, START } from "./state.js";
import { SQUARE_TO, drawTable, forgetColumns } from "./table.js";
import { drawVerdict, LIMITS } from "./verdict.js";
import { graphNeeds, graphTab, lines, mexTab, proofTab, sumTab } from "./why.js";

const TABS = { sum: "Sum", mex: "Mex", graph: "Graph", proof: "Proof" };
const TABLE_TO = 119;
/** The computer moves so many milliseconds after the board is shown, or once it has looked for so many seconds. */
const COMPUTER_WAITS = 420;
const REPLY_SECONDS = 1.4;
/** More words do not stand in the link. */
const MOST_IN_LINK = 100;
const SINGLE_KEYS = "grundy-single-keys";

let state = parse(location.hash);
let engine;
/** The games with names: what is there already, and all of them once the engine has answered. */
let families = [];
let allFamilies = Promise.resolve(families);
let words;
/** The answers about the position: its board, who wins, all moves with their values, the reasons. */
let [board, solved, listed, explanation] = [null, null, null, null];
let rules = null;
let table = null;
let proof = null;
let below = new Map();
let focus = 1;
let only = null;
let tab = "sum";
let work = new AbortController();
let gameWork = new AbortController();
let job = null;
let askedGame = "";
let moving = false;
let shownAt = 0;
const history = new History();

const atFront = () => location.hash.replace(/^#/, "") === "";
const hidden = () => state.hidden || (state.teacher && !lesson.revealed);
const computerMoves = (at = history.at) => state.you !== "both" && (state.you === "first") === (mover(at) === 1);
const answer = () => (listed && !listed.error ? listed : solved);
const locked = () => computerMoves() || moving;

function question(verb, more = {}) {
  const list = needsWords() ? words : undefined;
  const { game, position } = history.now;
  return { verb, game, position, misere: state.misere, list, ...more };
}

const needsWords = () => history.now.game.includes('"list.txt"');

/** The game with a name that a text begins with. */
const familyOf = (game) => families.find(({ name }) => name === game.split(" ", 1)[0]);

/** The family of the game, if its parameter is a word list. */
function familyOfWords() {
  const family = familyOf(state.game);
  return family?.parameters.length > 0 && ["row", "bag", "tape"].includes(family.ruleset) ? family : undefined;
}

/** Asks, and returns `undefined` where the question is not wanted any more. */
async function ask(fields, signal) {
  try {
    return await engine.ask(fields, signal);
  } catch (why) {
    if (why?.name === "AbortError") return undefined;
    throw why;
  }
}

/** The moves by the rules, with what is known of each, and their number, `null` if they are too many to list. */
const allMoves = () => movesOf(board, solved, listed);
const count = () => countOf(board, listed);
const over = () => board !== null && !board.error && count() === 0;

// ---------------------------------------------------------------- the question changes

function set(change, { push = true } = {}) {
  const before = state;
  state = { ...state, ...change, played: history.played };
  const address = `#${format(state)}`;
  if (address !== location.hash) {
    if (push) window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }
  const same = !change.moved && ["game", "position", "misere"].every((name) => before[name] === state[name]);
  delete state.moved;
  if (before.misere !== state.misere) history.forgetOutcomes();
  if (!same) forgetAnswer();
  draw();
  if (!same) refresh();
  else computer();
}

function forgetAnswer() {
  [board, solved, listed, explanation, below] = [null, null, null, null, new Map()];
  clearSelection();
  forget();
}

function begin(game, position) {
  if (game === state.game && history.entries.length > 1) announce("A new game begins.");
  history.begin(game, position);
  [focus, only] = [1, null];
  set({ game, position, moved: true });
}

/** Plays a move, made by pressing these parts of the board if it was pressed. */
async function play(move, way) {
  if (moving || board === null) return false;
  moving = true;
  const from = history.now;
  const next = placed(from.game, after(board.position, move));
  const onBoard = byId("board").contains(document.activeElement);
  announce(sentence(move, true));
  await leave(byId("board"), move, way);
  moving = false;
  // The question may have changed while the board faded.
  if (history.now !== from || atFront()) {
    draw();
    computer();
    return false;
  }
  history.play(...next, move);
  [focus, only] = [1, null];
  set({ moved: true });
  if (onBoard || document.activeElement === document.body) focusBoard();
  return true;
}

/** The first part of the board that can be pressed, or the board itself. */
function focusBoard() {
  const panel = byId("board");
  const first = panel.querySelector("[data-part][tabindex='0']") ?? panel.querySelector(".name") ?? byId("main");
  first.focus({ preventScroll: true });
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
  if (by === 0 || !history.step(by)) return;
  [focus, only] = [1, null];
  set({ moved: true });
}

const again = () => begin(state.game, state.position);

// ---------------------------------------------------------------- the answers arrive

async function refresh() {
  work.abort();
  work = new AbortController();
  stopJob();
  const { signal } = work;
  refreshGame();
  byId("verdict").classList.add("waiting");
  const shown = await ask(question("board"), signal);
  if (signal.aborted || !shown) return;
  board = shownBoard(shown, history.now.position);
  if (!board.error && !board.undrawn) settle();
  draw();
  if (board.error) return;
  shownAt = Date.now();
  const time = computerMoves() ? REPLY_SECONDS : undefined;
  const who = over() ? null : await ask(question("solve", { question: "outcome", time }), signal);
  if (signal.aborted || who === undefined) return;
  solved = who;
  note(solved);
  draw();
  computer();
  if (solved?.error) return;
  const [moves, why] = await Promise.all([ask(question("moves"), signal), ask(question("explain"), signal)]);
  if (signal.aborted || !moves || !why) return;
  [listed, explanation] = [moves, why];
  // Where not every move is looked at, the value and the winning moves may be known all the same.
  const value = moves.error ? await ask(question("solve"), signal) : undefined;
  if (signal.aborted) return;
  if (value && !value.error) solved = value;
  note(answer());
  draw();
  computer();
  refreshGraph();
}

function note(found) {
  byId("verdict").classList.remove("waiting");
  if (found && !found.error) history.note(found.outcome, found.moves_left);
  else if (over()) history.note(state.misere ? "N" : "P", 0);
}

/** Whether a position is read as another text; many equal heaps stay as they are written. */
const isOther = (typed, read) => typed !== read && !typed.includes("*");

/** A position as it was read, one that the game supplies, and a sum of unlike games are written down. */
function settle() {
  const first = history.entries[0];
  if (history.entries.length > 1 || !isOther(first.position, board.position) || isSum(first.game)) return;
  const [game, position] = placed(first.game, board.position);
  Object.assign(first, { game, position });
  [state.game, state.position] = [game, position];
  window.history.replaceState(null, "", `#${format(state)}`);
}

/** What depends on the game and not on the position. */
async function refreshGame() {
  const { game } = state;
  const asked = JSON.stringify([game, state.misere, needsWords() ? words?.length : 0]);
  if (asked === askedGame) return;
  askedGame = asked;
  gameWork.abort();
  gameWork = new AbortController();
  const { signal } = gameWork;
  [rules, table, proof] = [null, null, null];
  forgetColumns();
  byId("rule").value = game;
  grow();
  if (isSum(game)) return;
  checkRule();
  const ofGame = { game, position: undefined };
  const found = await ask(question("rules", ofGame), signal);
  if (signal.aborted || !found) return;
  rules = found;
  draw();
  if (rules.error) return;
  if (rules.ruleset === "heap") {
    const several = !/^\d+( \+ \d+)*$/.test(rules.example);
    const values = await ask(question("table", { ...ofGame, to: several ? SQUARE_TO : TABLE_TO }), signal);
    if (signal.aborted) return;
    table = values;
    draw();
  }
  const proved = await ask(question("prove", ofGame), signal);
  if (signal.aborted) return;
  proof = proved;
  draw();
}

/** The second level of the graph, asked only while it is shown. */
async function refreshGraph() {
  if (tab !== "graph" || hidden() || !explanation || explanation.error) return;
  const { signal } = work;
  const game = partAt(components(board.position), focus)?.game;
  for (const text of graphNeeds({ explanation, focus })) {
    if (below.has(text)) continue;
    const place = game ? { game: `${game} ${text}`, position: "" } : { position: text };
    const found = await ask(question("explain", place), signal);
    if (signal.aborted) return;
    below.set(text, found?.components?.[0]?.options ?? []);
  }
  drawWhy();
}

/** The computer moves once it has looked for who wins: within the two seconds of a question. */
function computer() {
  clearTimeout(computer.timer);
  if (atFront() || !computerMoves() || over() || answer() === null || moving) return;
  computer.timer = setTimeout(() => {
    const moves = allMoves();
    if (atFront() || !computerMoves() || answer() === null) return;
    if (moves.length === 0) {
      announce("The computer knows no move here: there are too many to list.");
      return;
    }
    const guess = answer().error !== undefined;
    play(reply(moves, state.level)).then((played) => played && guess && announce("The computer has not solved the position before its move: it guessed."));
  }, Math.max(0, shownAt + COMPUTER_WAITS - Date.now()));
}

async function keepLooking() {
  job = { progress: null, control: new AbortController() };
  const [mine, at] = [job, history.now];
  draw();
  try {
    const found = await engine.job(question("moves"), (progress) => {
      mine.progress = progress;
      drawAnswer();
    }, mine.control.signal);
    if (job !== mine) return;
    job = null;
    listed = found;
    if (!found.error || solved?.error) solved = found;
    note(found);
    draw();
    computer();
    const why = found.error ? undefined : await ask(question("explain"), work.signal);
    if (why === undefined || history.now !== at) return;
    explanation = why;
    draw();
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
  const front = atFront();
  byId("front").hidden = !front;
  byId("main").hidden = front;
  document.body.classList.remove("starting");
  document.body.classList.toggle("at-front", front);
  document.body.classList.toggle("hiding", hidden());
  document.body.classList.toggle("teaching", state.teacher);
  if (front) return;
  byId("game-title").textContent = board?.name ?? rules?.name ?? familyOf(state.game)?.title ?? state.game;
  byId("turn").textContent = over() ? "" : state.you === "both" ? `${history.mover === 0 ? "first" : "second"} player to move`
    : computerMoves() ? "the computer moves" : "your move";
  const { position } = history.now;
  if (document.activeElement !== byId("position")) byId("position").value = position;
  byId("add").hidden = !components(board?.position ?? position).every(({ game, text }) => game === null && /^\d+$/.test(text));
  byId("undo").disabled = stride(-1) === 0;
  byId("redo").disabled = stride(1) === 0;
  byId("you").value = state.you;
  byId("level").value = state.level;
  byId("level").disabled = state.you === "both";
  byId("hints").checked = !state.hidden;
  byId("teacher").setAttribute("aria-pressed", String(state.teacher));
  for (const radio of document.querySelectorAll("#convention input")) radio.checked = (radio.value === "misere") === state.misere;
  byId("dictionary").hidden = !needsWords() && !familyOfWords();
  if (needsWords() && words === undefined) byId("dictionary").open = true;
  drawAnswer();
  drawWhy();
  drawHistory(byId("history"), history, { hidden: hidden(), go: (at) => step(at - history.at) });
  byId("table-panel").hidden = table === null || table.error !== undefined;
  drawTable(byId("table"), table, proof, { open: openCell, hidden: hidden() });
}

/** A cell of the table is a heap, or a position of two sizes, to look at. */
function openCell(cell) {
  begin(state.game, String(cell));
  byId("main").scrollIntoView({ block: "start" });
}

const values = () => (hidden() || !explanation?.components ? null
  : board.components.map(({ component }) => explanation.components.find((part) => part.component === component)?.mex));

function drawAnswer() {
  const panel = byId("verdict");
  byId("board").setAttribute("aria-busy", String(board === null));
  const moves = board && !board.error ? allMoves() : [];
  drawVerdict(panel, {
    board, answer: answer(), explanation, hidden: hidden(), over: over(), unvalued: listed?.error !== undefined, state, mover: history.mover, job, keepLooking, reveal,
    stop: () => {
      stopJob();
      draw();
    },
    diagnostic: (error) => diagnostic(error, { take: begin }),
  });
  if (board === null || board.error) {
    if (board?.error) show(byId("board"));
    show(byId("moves"), h("p", { class: "note" }, board === null ? "…" : "There are no moves to show."));
    return;
  }
  show(byId("board"), drawBoard(byId("board"), {
    board, moves, values: values(), hints: !hidden() && !state.teacher, focus, play, locked: locked(), redraw: drawAnswer, say: announce,
    choose: (component) => {
      [focus, only] = [component, focus === component && only === component ? null : component];
      draw();
      refreshGraph();
    },
  }));
  drawMoves(byId("moves"), moves, {
    hidden: hidden(), only, locked: locked(), count: count(), play: (move) => play(move),
    preview: (move) => preview(byId("board"), move),
  });
}

function drawWhy() {
  const tabs = byId("tabs");
  show(tabs, Object.entries(TABS).map(([name, label]) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(tab === name), "aria-controls": "why",
    "data-key": name, tabindex: tab === name ? 0 : -1, onclick: () => openTab(name),
  }, label)));
  byId("why").setAttribute("aria-labelledby", state.teacher ? "why-title" : `tab-${tab}`);
  tabs.hidden = state.teacher;
  const panel = byId("why");
  if (state.teacher) {
    const next = () => {
      lesson.shown++;
      // The last step says who wins.
      if (explanation && !explanation.error && lesson.shown >= lines(explanation).length) lesson.revealed = true;
      draw();
    };
    return show(panel, drawLesson(explanation, { next, reveal }));
  }
  if (!explanation || explanation.error) {
    const empty = over() ? "There is no move: whoever is to move has " + (state.misere ? "won." : "lost.") : "There is nothing to explain yet.";
    return show(panel, h("p", { class: "note" }, explanation || over() ? empty : "…"));
  }
  if (hidden()) return show(panel, h("p", { class: "note" }, "Hints are off."));
  const given = { explanation, focus, proof, command: commandLine(history.now, state.misere), below: (text) => below.get(text), choose: (component) => {
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

function openEditor(open) {
  byId("editor").hidden = !open;
  byId("edit").setAttribute("aria-expanded", String(open));
  if (open) {
    grow();
    byId("rule").focus();
  }
}

/** A game of the editor keeps the position if it can be read there, else an example is shown. */
async function useGame(text) {
  const named = families.find((family) => family.name === text || family.aliases.includes(text));
  const kept = await ask({ ...question("plan"), game: text });
  if (kept && !kept.error) return begin(text, history.now.position);
  const found = named?.example ?? (await ask({ verb: "rules", game: text }))?.example ?? "";
  return begin(text, found === '""' ? "" : found);
}

function useFamily(family) {
  begin(family.sample, family.position ?? family.example ?? "");
  focusBoard();
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
  } catch {
    announce(text);
  }
}

/** The picture of the position: the bytes that `grundy draw position` writes. */
async function picture() {
  const drawn = await ask(question("draw", { what: "position" }));
  if (drawn?.error) announce(drawn.error.message);
  return drawn?.error ? undefined : drawn?.picture;
}

const fileName = (ending) => `${state.game.replaceAll(/[^\w.]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 40) || "position"}.${ending}`;

async function saveSvg() {
  const text = await picture();
  if (text !== undefined) save(fileName("svg"), text, "image/svg+xml");
}

/** The picture as pixels, twice as large. */
async function savePng() {
  const text = await picture();
  if (text === undefined) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((bytes) => bytes && save(fileName("png"), bytes, "image/png"), "image/png");
}

function share() {
  const result = answer();
  const json = result?.[LINE] ?? JSON.stringify(result);
  const texts = [
    ["Link", location.href],
    ["Command", commandLine(history.now, state.misere)],
    ["Python", pythonLines(history.now, state.misere)],
  ];
  // The server's pages are in nobody's frame.
  if (engine.offline) texts.push(["Embed", `<iframe src="${location.href}" width="420" height="640" title="Grundy"></iframe>`]);
  // A teacher's screen is not to give the answer away.
  if (!hidden() && result && !result.error) texts.push(["JSON", json]);
  const files = hidden() ? [] : [{ name: "SVG", take: saveSvg }, { name: "PNG", take: savePng }];
  openShare(texts.map(([name, text]) => ({ name, text, copy: () => copy(text, name) })), files);
}

/** The board alone, as large as the screen, or the page again. */
function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else byId("board-panel").requestFullscreen?.().catch((why) => announce(`The browser refuses a full screen: ${why.message}`));
}

const single = () => localStorage.getItem(SINGLE_KEYS) !== "off";

function openHelp() {
  openKeys(single(), (on) => localStorage.setItem(SINGLE_KEYS, on ? "on" : "off"));
}

const goFront = () => {
  window.history.pushState(null, "", "#");
  arrive();
};

function controls() {
  forgetPresses();
  document.querySelector(".skip").onclick = (event) => {
    event.preventDefault();
    byId(atFront() ? "find" : "main").focus();
  };
  byId("home").onclick = (event) => {
    event.preventDefault();
    goFront();
  };
  byId("begin").onclick = () => {
    state.you = "first";
    begin(START.game, START.position);
    focusBoard();
  };
  byId("share").onclick = share;
  byId("teacher").onclick = () => set({ teacher: !state.teacher }, { push: false });
  byId("help").onclick = openHelp;
  byId("games").onclick = () => {
    if (!atFront()) goFront();
    byId("find").focus();
  };
  byId("edit").onclick = () => openEditor(byId("editor").hidden);
  byId("full").onclick = full;
  byId("undo").onclick = () => step(stride(-1));
  byId("redo").onclick = () => step(stride(1));
  byId("again").onclick = again;
  byId("you").onchange = (event) => set({ you: event.target.value }, { push: false });
  byId("level").onchange = (event) => set({ level: event.target.value }, { push: false });
  byId("hints").onchange = (event) => set({ hidden: !event.target.checked }, { push: false });
  byId("convention").onchange = (event) => set({ misere: event.target.value === "misere" });
  byId("position").onchange = (event) => begin(isSum(state.game) ? event.target.value.trim() : state.game, isSum(state.game) ? "" : event.target.value.trim());
  byId("add").onclick = () => begin(state.game, `${board?.position ?? history.now.position} + 3`);
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
  window.addEventListener("beforeprint", () => {
    show(byId("sheets"), sheets({
      title: byId("game-title").textContent, rules, board, moves: allMoves(), answer: answer(), explanation, misere: state.misere,
    }));
  });
  window.addEventListener("resize", () => !atFront() && drawAnswer());
}

function useWords() {
  if (words === undefined) words = byId("words").value;
  const family = familyOfWords();
  const all = words.split(/\s+/).filter(Boolean);
  if (all.length === 0) return announce("There are no words: write one a line.");
  // A few plain words stand in the link, so that it can be shared.
  const few = all.length > 1 && all.length <= MOST_IN_LINK && all.every((word) => /^[a-z]+$/.test(word));
  if (family && few) return begin(`${family.name} {${all.join(", ")}}`, family.position ?? family.example ?? "");
  askedGame = "";
  if (family && !needsWords()) return begin(`${family.name} "list.txt"`, family.position ?? family.example ?? "");
  forgetAnswer();
  draw();
  return refresh();
}

const SHORT = {
  "?": openHelp,
  u: () => step(stride(-1)),
  r: () => step(stride(1)),
  n: again,
  h: () => set({ hidden: !state.hidden }, { push: false }),
  t: () => set({ teacher: !state.teacher }, { push: false }),
  v: reveal,
  s: () => byId("why").querySelector("[data-key=next]")?.click(),
  g: () => byId("games").click(),
  e: () => openEditor(true),
  f: full,
  p: () => byId("position").focus(),
  b: focusBoard,
  m: () => byId("moves").querySelector(".move")?.focus(),
};

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("dialog").open) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!single() || (atFront() && !"?g".includes(event.key))) return;
  const names = Object.keys(TABS);
  if (event.key >= "1" && event.key <= "4" && !state.teacher) {
    openTab(names[event.key - 1]);
    return;
  }
  const act = SHORT[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

/** The address changed: back, forward, or a link that was pasted. */
function arrive() {
  if (atFront()) {
    work.abort();
    stopJob();
    clearTimeout(computer.timer);
    draw();
    drawFront();
    return;
  }
  const next = parse(location.hash);
  if (history.holds(next.game, next.position, next.played)) history.at = next.played.length;
  else {
    history.begin(next.game, next.position, next.played);
    checkLink(next.played.length);
  }
  set({ ...next, moved: true }, { push: false });
}

/** Whether this is a move of a board, as far as the board is there and lists its moves. */
function isMove(move, board) {
  if (board.error) return true;
  const part = board.components.find(({ component, count }) => component <= move.component && move.component < component + (count ?? 1));
  if (part === undefined) return board.more > 0;
  return part.moves === null || part.moves.some(({ to }) => keyOf({ ...move, to }) === keyOf(move));
}

/** Anybody writes the moves of a link: the game is shown up to the first that is not a move. */
async function checkLink(given) {
  const entries = [...history.entries];
  for (let at = 1; at < entries.length; at++) {
    const { game, position } = entries[at - 1];
    const before = await ask({ ...question("board"), game, position });
    if (atFront() || history.entries[at] !== entries[at]) return;
    // Its moves are those of the position as it was read: "5 7" is "5 + 7".
    if (at === 1 && before.position && position !== "" && isOther(position, before.position) && !isSum(game)) {
      history.begin(game, before.position, state.played);
      set({ position: before.position, moved: true }, { push: false });
      return checkLink(given);
    }
    if (!isMove(entries[at].move, before)) return cut(at, given);
  }
  if (entries.length <= given && history.entries.length === entries.length) cut(entries.length, given);
}

/** Shows the game of a link before a move that is not one. */
function cut(at, given) {
  history.entries.splice(at);
  history.at = Math.min(history.at, at - 1);
  set({ moved: true }, { push: false });
  announce(`Move ${at} of the ${given} in the link is not a move of the game: the position before it is shown.`);
}

/** The first screen; Enter takes the first game that fits. */
async function drawFront() {
  families = await allFamilies;
  const given = { ask, open: useFamily };
  let found = drawGallery(byId("gallery"), families, byId("find").value, given);
  byId("find").oninput = (event) => (found = drawGallery(byId("gallery"), families, event.target.value, given));
  byId("find").onkeydown = (event) => event.key === "Enter" && found.length > 0 && useFamily(found[0]);
}

async function start() {
  engine = choose();
  controls();
  document.addEventListener("keydown", keys);
  window.addEventListener("popstate", arrive);
  connectChecker();
  byId("engine").textContent = `Answered by the ${engine.name}.`;
  checkRule = connect({
    field: byId("rule"), panel: byId("rule-says"), button: byId("use"), use: useGame,
    ask: (fields) => ask({ ...fields, misere: state.misere, list: fields.game.includes('"list.txt"') ? words : undefined }),
  });
  // A server on this machine needs no network; a static site is kept.
  if (engine.offline && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js");
  history.begin(state.game, state.position, state.played);
  allFamilies = ask({ verb: "games" }).then((found) => found?.games ?? []);
  if (atFront()) drawFront();
  draw();
  if (!atFront()) {
    refresh();
    checkLink(state.played.length);
  }
  families = await allFamilies;
  if (!atFront()) draw();
}

if (location.protocol !== "file:") start();
