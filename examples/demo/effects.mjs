/** Effects of an action in a few words. */

const path = (url) => {
  const { pathname, search, host } = new URL(url);
  return /^\/windows|^\//.test(pathname) ? pathname + search : host;
};
const short = (value, max = 40) => {
  const text = String(value);
  return JSON.stringify(text.length > max ? `${text.slice(0, max)}…` : text);
};

/** @type {Record<string, (effect: Record<string, any>) => string>} */
const WORDS = {
  url: ({ to }) => `now at ${path(to)}`,
  redirect: ({ to }) => `redirected to ${path(to)}`,
  tab_created: ({ tabId, url }) => `opened tab ${tabId}${url && url !== 'about:blank' ? ` ${path(url)}` : ''}`,
  tab_closed: ({ tabId }) => `tab ${tabId} closed`,
  dialog: ({ dialogType, message, answer }) => `${dialogType} ${short(message)} ${answer}`,
  value: ({ now }) => `value ${short(now)}`,
  selection: ({ now }) => `selected ${short(now)}`,
  target_state: ({ state, now }) =>
    state === 'connected' ? (now ? '' : 'target gone') : `${state} ${now === true ? '✓' : now === false ? '✗' : now}`,
  nodes: ({ added, removed, changed }) =>
    `${[added && `+${added}`, removed && `−${removed}`, changed && `~${changed}`].filter(Boolean).join(' ')} nodes`,
  request: ({ count }) => `${count} request${count === 1 ? '' : 's'}`,
  download: ({ suggestedFilename }) => `download ${short(suggestedFilename)}`,
  console_error: ({ text }) => `console error ${short(text)}`,
};

/** @returns {string[]} one entry an effect worth telling */
export function effectWords(effects = []) {
  return effects.map((effect) => WORDS[effect.kind]?.(effect) ?? '').filter((text) => text !== '' && text !== ' nodes');
}
