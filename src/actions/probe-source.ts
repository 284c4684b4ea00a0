/**
 * The main-world timer probe, as an expression that gives its control object. For the length of a call it stands in front of the timer
 * functions of the page and its same-origin frames and notes which short timers are still to come. What starts itself anew when it fires, or
 * fires again and again, only counts as repeating. It keeps no name in the page; when it is turned off it puts the originals back, or passes
 * everything through where somebody wrapped them meanwhile.
 */
export const PROBE_SOURCE = `(() => {
  const pending = new Set(), undo = [], seen = new WeakSet(), firedOf = new WeakMap(), firedAfter = new Map();
  const { apply } = Reflect, now = performance.now.bind(performance);
  let on = true, started = 0, running;
  const count = (map, key) => { const n = (map.get(key) || 0) + 1; map.set(key, n); return n; };
  const note = (run, delay) => {
    const repeats = running === run || (firedOf.get(run) || 0) >= 3 || (firedAfter.get(delay) || 0) >= 6;
    const entry = { due: now() + delay, delay, repeats };
    pending.add(entry);
    return entry;
  };
  const fire = (entry, run, self, args) => {
    if (!pending.delete(entry)) return apply(run, self, args);
    count(firedOf, run);
    count(firedAfter, entry.delay);
    const before = running;
    running = run;
    try { return apply(run, self, args); } finally { running = before; }
  };
  const delayOf = (value) => Math.max(0, Number(value) || 0);
  const wrappers = (entries) => ({
    setTimeout: (target, self, args) => {
      started++;
      const [run, wait] = args;
      if (typeof run !== 'function') return apply(target, self, args);
      const entry = note(run, delayOf(wait));
      const rest = [...args];
      rest[0] = function () { return fire(entry, run, this, arguments); };
      const id = apply(target, self, rest);
      entries.set(id, entry);
      return id;
    },
    setInterval: (target, self, args) => {
      started++;
      const id = apply(target, self, args);
      const entry = { due: 0, delay: delayOf(args[1]), repeats: true };
      pending.add(entry);
      entries.set(id, entry);
      return id;
    },
    clearTimeout: (target, self, args) => {
      pending.delete(entries.get(args[0]));
      return apply(target, self, args);
    },
  });
  const put = (holder, name, wrapper) => {
    const original = holder && holder[name];
    if (typeof original !== 'function') return;
    const proxy = new Proxy(original, { apply: (target, self, args) => (on ? wrapper : apply)(target, self, args) });
    holder[name] = proxy;
    undo.push(() => { if (holder[name] === proxy) holder[name] = original; });
  };
  const enter = (view) => {
    try {
      if (seen.has(view) || !view.document) return;
      seen.add(view);
      const { setTimeout, setInterval, clearTimeout } = wrappers(new Map());
      put(view, 'setTimeout', setTimeout);
      put(view, 'setInterval', setInterval);
      put(view, 'clearTimeout', clearTimeout);
      put(view, 'clearInterval', clearTimeout);
      for (let i = 0; i < view.length && i < 32; i++) enter(view[i]);
    } catch { /* a frame of another origin */ }
  };
  enter(window);
  return {
    /** [timers started, ms until the last short one is due or -1, short ones that repeat] */
    read(limit) {
      let last = -1, repeating = 0;
      for (const { due, delay, repeats } of pending) {
        if (delay > limit) continue;
        if (repeats) repeating++;
        else last = Math.max(last, 0, due - now());
      }
      return [started, last, repeating];
    },
    off() {
      on = false;
      pending.clear();
      for (const back of undo) { try { back(); } catch { /* the frame is gone */ } }
    },
  };
})()`;
