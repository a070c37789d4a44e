// The engine in WebAssembly, in a thread of its own, so that the page stays awake while it works.
// The module imports a clock and exports `memory`, `request(length)`, which makes room for a request
// as JSON, `answer()`, which answers it, and `answer_length()`.

const clock = { grundy: { now: () => performance.now() } };
const compiled = WebAssembly.compileStreaming(fetch(new URL("grundy.wasm", self.location)));
const started = async () => (await WebAssembly.instantiate(await compiled, clock)).exports;
let engine = started();

function answer(wasm, request) {
  const bytes = new TextEncoder().encode(request);
  const room = wasm.request(bytes.length);
  new Uint8Array(wasm.memory.buffer, room, bytes.length).set(bytes);
  const start = wasm.answer();
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, start, wasm.answer_length()));
}

self.onmessage = async ({ data: { id, request } }) => {
  let text;
  try {
    text = answer(await engine, request);
  } catch (why) {
    // A fault ends the instance: the next question gets a new one.
    engine = started();
    text = JSON.stringify({ error: { code: "engine", message: `the engine stopped: ${why}`, help: "ask for another position" } });
  }
  self.postMessage({ id, answer: text });
};
