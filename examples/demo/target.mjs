/** Targets in words: role, name and what they stand in, looked up in the nodes of a snapshot. */

/**
 * @typedef {{ role: string, name: string | RegExp, within?: Target, frame?: string }} Target
 * @typedef {import('../../src/index.js').SnapshotNode} Node
 */

/**
 * A target: `the('button', 'Add to cart', { within: the('row', /^Steel Flask 0\.5 l/) })`.
 * @param {string} role
 * @param {string | RegExp} name
 * @param {{ within?: Target, frame?: string }} [place] what it stands in; the name of its frame
 * @returns {Target}
 */
export const the = (role, name, place = {}) => ({ role, name, ...place });

const quoted = (name) => (name instanceof RegExp ? String(name) : JSON.stringify(name));

/** What a target stands in, in words. */
export const placeWords = ({ within, frame }) =>
  [within && `in ${words(within)}`, frame && `in frame ${quoted(frame)}`].filter(Boolean).join(' ');

/** @param {Target} target */
export const words = (target) => [`${target.role} ${quoted(target.name)}`, placeWords(target)].filter(Boolean).join(' ');

/** A row or item is called by its first words: `row "Enamel Mug"`. */
const CALLED_BY_CONTENT = new Set(['row', 'listitem']);

const isNamed = (text, name) => (name instanceof RegExp ? name.test(text) : text === name);

/** Nodes of the snapshot, each with what it is called and with the places it stands in, nearest first. The depth of the flat list gives the tree. */
export function placesOf(nodes) {
  const open = [];
  return nodes.map((node) => {
    while (open.length > 0 && open.at(-1).node.depth >= node.depth) open.pop();
    const place = { node, called: node.name, ancestors: open.toReversed() };
    for (const outer of open) if (outer.called === '' && CALLED_BY_CONTENT.has(outer.node.role)) outer.called = node.name;
    open.push(place);
    return place;
  });
}

/**
 * @param {ReturnType<typeof placesOf>[number]} place
 * @param {Target} target
 */
export function fits({ node, called, ancestors }, target) {
  if (node.role !== target.role || !isNamed(called, target.name)) return false;
  if (target.frame !== undefined && node.frame.name !== target.frame) return false;
  return !target.within || ancestors.some((outer) => fits(outer, target.within));
}

/** What to tell somebody whose target is not there: the nodes of that role, and those with a similar name. */
export function nearMisses(places, { role, name }) {
  const wanted = name instanceof RegExp ? undefined : name.toLowerCase();
  const isNear = ({ node, called }) => node.role === role || (wanted !== undefined && called.toLowerCase().includes(wanted));
  const near = places.filter(isNear).map(({ node, called }) => `${node.role} ${JSON.stringify(called)}`);
  return [...new Set(near)].slice(0, 12);
}
