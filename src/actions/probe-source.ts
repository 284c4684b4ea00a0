/**
 * The main-world timer probe, as an expression that gives its control object. For the length of a call it stands in front of `setTimeout` of
 * the page and its same-origin frames and notes which short timers are still to come. It keeps no name in the page; when it is turned off it
 * puts the original back, or passes everything through where somebody wrapped it meanwhile.
 */
export const PROBE_SOURCE = `(() => {
  const pending = new Map(), undo = [], seen = new WeakSet();
  const { apply } = Reflect, now = performance.now.bind(performance);
  let on = true, started = 0, running, next = 1;
  const wrapStart = (original) => new Proxy(original, { apply(target, self, args) {
    const run = args[0];
    if (!on) return apply(target, self, args);
    started++;
    if (typeof run !== 'function') return apply(target, self, args);
    const key = next++, delay = Math.max(0, Number(args[1]) || 0);
    const entry = { due: now() + delay, delay, again: running === run, id: undefined };
    const rest = [...args];
    rest[0] = function () {
      pending.delete(key);
      const before = running;
      running = run;
      try { return apply(run, this, arguments); } finally { running = before; }
    };
    entry.id = apply(target, self, rest);
    pending.set(key, entry);
    return entry.id;
  } });
  const wrapStop = (original) => new Proxy(original, { apply(target, self, args) {
    if (on) for (const [key, entry] of pending) if (entry.id === args[0]) pending.delete(key);
    return apply(target, self, args);
  } });
  const wrapCount = (original) => new Proxy(original, { apply(target, self, args) {
    if (on) started++;
    return apply(target, self, args);
  } });
  const put = (view, name, wrap) => {
    const original = view[name];
    if (typeof original !== 'function') return;
    const proxy = wrap(original);
    view[name] = proxy;
    undo.push(() => { if (view[name] === proxy) view[name] = original; });
  };
  const enter = (view) => {
    try {
      if (seen.has(view) || !view.document) return;
      seen.add(view);
      put(view, 'setTimeout', wrapStart);
      put(view, 'clearTimeout', wrapStop);
      put(view, 'setInterval', wrapCount);
      for (let i = 0; i < view.length && i < 32; i++) enter(view[i]);
    } catch { /* a frame of another origin */ }
  };
  enter(window);
  return {
    /** [timers started, ms until the last short one is due or -1] */
    read(limit) {
      let last = -1;
      for (const { due, delay, again } of pending.values()) if (!again && delay <= limit) last = Math.max(last, 0, due - now());
      return [started, last];
    },
    off() {
      on = false;
      pending.clear();
      for (const back of undo) { try { back(); } catch { /* the frame is gone */ } }
    },
  };
})()`;
