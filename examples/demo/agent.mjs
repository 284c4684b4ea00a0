/**
 * The agent of the demo. Where yours asks a model what to do next, this one follows a script; everything else is what any agent does:
 * read, choose a ref, act, look at the answer.
 */
import { Deviation } from './deviation.mjs';
import { fits, nearMisses, placesOf, placeWords, words } from './target.mjs';

/** Small parts, so that reading on is needed now and then. */
const PART_TOKENS = 1500;
const MOST_PARTS = 20;
const MOST_LOOKS = 8;
/** Failures after which a fresh look and a second try are in order. */
const LOOK_AGAIN = new Set(['stale_ref', 'unknown_ref', 'detached']);
/** Effects after which the agent is somewhere else. */
const ELSEWHERE = new Set(['url', 'tab_created', 'tab_closed']);

export class Agent {
  #session;
  #recorder;
  /** What was read: places (nodes with ancestors), where to read on, and whether something was done since. */
  #memory = { places: [], cursor: undefined, isOld: true };

  /**
   * @param {import('../../src/index.js').Session} session
   * @param {import('./recorder.mjs').Recorder} recorder
   */
  constructor(session, recorder) {
    this.#session = session;
    this.#recorder = recorder;
  }

  /**
   * Calls a tool and writes it down. Answers the result, whatever it is.
   * @param {string} tool
   * @param {Record<string, unknown>} input
   * @param {string} [target] in words
   * @param {string} [place] what that stands in
   */
  async call(tool, input, target = '', place = '') {
    const callId = this.#recorder.begin(tool, target, place);
    const result = await this.#session.call(tool, input, { callId });
    this.#recorder.end(callId, result);
    const effects = result.evidence?.effects ?? [];
    if (effects.length > 0) this.#memory.isOld = true;
    if (effects.some(({ kind }) => ELSEWHERE.has(kind))) this.forget();
    return result;
  }

  /** The same for a call that has to succeed. */
  async must(tool, input, target) {
    const result = await this.call(tool, input, target);
    if (!result.ok) throw new Deviation(`${tool} ${target ?? ''} to succeed`, `${result.error.code}: ${result.error.message}`);
    return result;
  }

  /** The agent is somewhere else: what it read holds no longer. */
  forget() {
    this.#memory = { places: [], cursor: undefined, isOld: true };
  }

  async #readPart(cursor) {
    const input = { maxTokens: PART_TOKENS, ...(cursor === undefined ? {} : { cursor }) };
    const { data } = await this.must('read_page', input, cursor === undefined ? '' : 'the next part');
    const earlier = cursor === undefined ? [] : this.#memory.places;
    this.#memory = { places: [...earlier, ...placesOf(data.nodes)], cursor: data.cursor, isOld: false };
  }

  #known(target) {
    return this.#memory.places.find((place) => fits(place, target))?.node;
  }

  /** Looks at the page as it is now, and reads on until the target is there or the page ends. */
  async #look(target) {
    await this.#readPart();
    for (let part = 1; !this.#known(target) && this.#memory.cursor !== undefined && part < MOST_PARTS; part++)
      await this.#readPart(this.#memory.cursor);
    return this.#known(target);
  }

  /**
   * The node of a target: from what was read before, if it was there. A ref of an earlier read is fine: it is checked when it is used.
   * @param {import('./target.mjs').Target} target
   */
  async find(target) {
    const known = this.#known(target);
    if (known) return known;
    if (!this.#memory.isOld) {
      while (!this.#known(target) && this.#memory.cursor !== undefined) await this.#readPart(this.#memory.cursor);
      const found = this.#known(target);
      if (found) return found;
    }
    return await this.see(target);
  }

  /**
   * Waits until a target is on the page.
   * @param {import('./target.mjs').Target} target
   * @throws Deviation when it does not come
   */
  async see(target) {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const found = await this.#look(target);
      if (found) return found;
      await this.must('wait_for', { timeMs: 300 });
    }
    throw new Deviation(`${words(target)} on the page`, nearMisses(this.#memory.places, target).join(', ') || 'nothing like it');
  }

  /** Is the target on the page as it is now? */
  async sees(target) {
    return (await this.#look(target)) !== undefined;
  }

  /** Acts on a target; a ref that died since it was read is looked up once more. */
  async #act(tool, target, input) {
    const attempt = async () => {
      const { role, name, ref } = await this.find(target);
      const place = placeWords(target);
      const own = words({ role, name });
      return await this.call(tool, { element: place === '' ? own : `${own} ${place}`, ref, ...input }, own, place);
    };
    let result = await attempt();
    if (!result.ok && LOOK_AGAIN.has(result.error.code)) {
      this.forget();
      result = await attempt();
    }
    if (!result.ok) throw new Deviation(`${tool} ${words(target)} to succeed`, `${result.error.code}: ${result.error.message}`);
    return result;
  }

  click(target, more = {}) {
    return this.#act('click', target, more);
  }

  /** Clicks what opens a window: calls go there from now on. Answers the tab it came from. */
  async openWindow(target) {
    const { evidence, tabId } = await this.click(target);
    if (!evidence.effects.some(({ kind }) => kind === 'tab_created'))
      throw new Deviation(`a new tab after a click on ${words(target)}`, 'none');
    return tabId;
  }
  type(target, text, more = {}) {
    return this.#act('type', target, { text, ...more });
  }
  /** Types a secret by its name: neither the agent nor any log ever holds the value. */
  typeSecret(target, secret) {
    return this.#act('type', target, { secret });
  }
  select(target, ...values) {
    return this.#act('select_option', target, { values });
  }

  /** Continues in another tab; calls without `tabId` go there from now on. */
  useTab(tabId) {
    this.#session.beginTurn({ tabId });
    this.forget();
  }

  /**
   * Takes a picture for the report.
   * @param {string} name
   */
  async picture(name) {
    const result = await this.must('screenshot', {}, name);
    const image = result.content.find((block) => block.type === 'image');
    if (!image) throw new Deviation('a picture', 'a screenshot without one');
    this.#recorder.keepPicture(name, image.data);
  }
}
