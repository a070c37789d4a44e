// Who answers: the server that sent the page, or the same program in WebAssembly in a worker. Both
// are one interface, and answer with the object that `grundy .. --json` prints:
//
//   ask(fields, signal)            an answer within two seconds, or an error with the code `time`
//   job(fields, onProgress, signal)  the same without that limit
//
// `fields` has `verb`, `game`, `position`, `to`, `misere`, of `draw` also `what`, of `check` the
// `certificate`, and `list`, the text of the word list that the game calls "list.txt".

const ASK_SECONDS = 2;
const JOB_SECONDS = 600;

/** The texts and the numbers of JSON, each as a whole. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** The field of an answer with the line that it was read from. */
export const LINE = Symbol("line");

/** JSON with integers over 2^53 as text, since JavaScript's numbers would round them. */
export function exact(text) {
  const read = JSON.parse(text.replaceAll(TOKENS, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
  return { ...read, [LINE]: text.trimEnd() };
}

/** The fields that say something: an empty text is none. */
const given = (fields) => Object.entries(fields).filter(([, value]) => value !== undefined && value !== "" && value !== false);

function trouble(message, help) {
  return { error: { code: "connection", message, help } };
}

/** The answer where the server gave none, unless it is not wanted any more. */
function silence(why, signal) {
  if (signal?.aborted) throw why;
  return trouble("the server does not answer", "is `grundy serve` still running?");
}

/** Asks the server at `/api/v1`. */
export class HttpEngine {
  name = "server";

  #address(path, fields) {
    const address = new URL(path, document.baseURI);
    for (const [name, value] of given(fields)) {
      if (!["list", "certificate", "verb"].includes(name)) address.searchParams.set(name, String(value));
    }
    return address;
  }

  async #send(address, fields, signal, method = "GET") {
    const body = fields.certificate ?? fields.list;
    const headers = body === undefined ? {} : { "content-type": "text/plain" };
    return fetch(address, { signal, method: body === undefined ? method : "POST", body, headers });
  }

  async ask(fields, signal) {
    try {
      const sent = await this.#send(this.#address(`api/v1/${fields.verb}`, fields), fields, signal);
      const text = await sent.text();
      // A picture comes as itself, and not as a field of an answer.
      return sent.headers.get("content-type")?.startsWith("image/") ? { picture: text } : exact(text);
    } catch (why) {
      return silence(why, signal);
    }
  }

  async job(fields, onProgress, signal) {
    const address = this.#address(`api/v1/jobs/${fields.verb}`, { ...fields, time: JOB_SECONDS });
    let made;
    try {
      made = exact(await (await this.#send(address, fields, signal, "POST")).text());
    } catch (why) {
      return silence(why, signal);
    }
    if (made.error) return made;
    const place = new URL(`api/v1/jobs/${made.job}?key=${made.key}`, document.baseURI);
    const events = new EventSource(new URL(`api/v1/jobs/${made.job}/events?key=${made.key}`, document.baseURI));
    return new Promise((resolve, reject) => {
      const end = (act, value) => {
        events.close();
        act(value);
      };
      signal.addEventListener("abort", () => {
        fetch(place, { method: "DELETE" }).catch(() => {});
        end(reject, signal.reason);
      });
      events.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
      events.addEventListener("answer", (event) => end(resolve, exact(event.data)));
      events.addEventListener("error", () => end(resolve, trouble("the server went away during the work", "ask again")));
    });
  }
}

/** Asks a worker with the WebAssembly engine; work that is not wanted any more ends with it. */
export class WorkerEngine {
  name = "engine in this page";
  offline = true;
  #worker = null;
  #waiting = new Map();
  #next = 0;

  #start() {
    if (this.#worker) return;
    this.#worker = new Worker(new URL("worker.js", document.baseURI));
    this.#worker.onmessage = ({ data }) => {
      const asked = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      try {
        asked?.resolve(exact(data.answer));
      } catch (why) {
        asked.resolve(trouble(`the answer of the engine cannot be read: ${why.message}`, "reload the page"));
      }
    };
    this.#worker.onerror = () => this.#stop(trouble("the engine stopped", "ask again"));
  }

  #stop(answer) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { resolve } of this.#waiting.values()) resolve(answer);
    this.#waiting.clear();
  }

  #post(fields, time, signal) {
    const { list, ...rest } = { ...fields, time: fields.time ?? time };
    const lists = list === undefined ? undefined : { "list.txt": list };
    return new Promise((resolve, reject) => {
      this.#start();
      const id = this.#next++;
      this.#waiting.set(id, { resolve });
      this.#worker.postMessage({ id, request: JSON.stringify({ ...Object.fromEntries(given(rest)), lists }) });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        reject(signal.reason);
        // The work goes on inside the worker: a new one answers what else was asked.
        if (this.#waiting.size === 0) this.#stop();
      });
    });
  }

  ask(fields, signal) {
    return this.#post(fields, ASK_SECONDS, signal);
  }

  job(fields, onProgress, signal) {
    onProgress({ doing: "solving" });
    return this.#post(fields, JOB_SECONDS, signal);
  }
}

/** The engine that the page names: who sent the page has set it, so that nothing is tried out. */
export function choose() {
  const named = document.querySelector("meta[name=engine]")?.content;
  return named === "wasm" ? new WorkerEngine() : new HttpEngine();
}
