/** The order of the tabs and their groups. Tabs of a group lie side by side; a group without tabs is gone. */
import type { TabGroup, TabPlace } from '../shared/browser-data.js';
import { GROUP_COLORS } from '../shared/browser-data.js';
import { SdkError } from '../shared/errors.js';

export class TabStrip {
  #order: number[] = [];
  readonly #groups = new Map<number, TabGroup>();
  readonly #memberOf = new Map<number, number>();
  #lastGroupId = 0;

  /** Ids of the tabs, first to last. */
  get order(): readonly number[] {
    return this.#order;
  }

  /** Puts a tab at the end, unless it is there. */
  add(tabId: number): void {
    if (!this.#order.includes(tabId)) this.#order.push(tabId);
  }
  /** Takes a tab out. */
  remove(tabId: number): void {
    this.#order = this.#order.filter((id) => id !== tabId);
    this.#leave([tabId]);
  }

  placeOf(tabId: number): TabPlace {
    const group = this.groupOf(tabId);
    return { index: Math.max(0, this.#order.indexOf(tabId)), ...(group ? { group } : {}) };
  }

  groupOf(tabId: number): TabGroup | undefined {
    const groupId = this.#memberOf.get(tabId);
    return groupId === undefined ? undefined : this.#groups.get(groupId);
  }

  groups(): readonly (TabGroup & { readonly tabIds: readonly number[] })[] {
    const first = (groupId: number) => this.#order.findIndex((id) => this.#memberOf.get(id) === groupId);
    return [...this.#groups.values()]
      .sort((a, b) => first(a.groupId) - first(b.groupId))
      .map((group) => ({ ...group, tabIds: this.#members(group.groupId) }));
  }

  /** A number for a group that is to come. */
  nextGroupId(): number {
    return ++this.#lastGroupId;
  }

  /**
   * Tabs into a group: an existing one, behind its last tab; or a new one, where the first of them lies.
   * @param tabIds in the order they shall have
   * @throws SdkError not_found when there is no such group
   */
  group(tabIds: readonly number[], groupId?: number): TabGroup {
    const joined = [...new Set(tabIds)];
    const group = groupId === undefined ? this.#create() : this.#existing(groupId);
    const stay = groupId === undefined ? [] : this.#members(group.groupId);
    const moved = joined.filter((id) => !stay.includes(id));
    if (moved.length === 0) return group;
    const rest = this.#order.filter((id) => !moved.includes(id));
    const last = stay.at(-1);
    // A new group never splits the one its first tab came from.
    const at = last === undefined ? this.#outOfGroups(this.#before(moved), rest) : rest.indexOf(last) + 1;
    this.#order = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
    this.#groups.set(group.groupId, group);
    for (const id of moved) this.#memberOf.set(id, group.groupId);
    this.#prune();
    return group;
  }

  /** @throws SdkError not_found */
  update(groupId: number, change: Partial<Omit<TabGroup, 'groupId'>>): TabGroup {
    const group = { ...this.#existing(groupId), ...change };
    this.#groups.set(groupId, group);
    return group;
  }

  /** Puts a tab where another was: into its group, which is made again when it is gone, as near to its index as the groups allow. */
  place(tabId: number, { index, group }: TabPlace): void {
    this.remove(tabId);
    const at = Math.min(index, this.#order.length);
    const members = group ? this.#members(group.groupId) : [];
    const spot = members.length > 0 ? this.#within(members, at) : this.#outOfGroups(at, this.#order);
    this.#order = [...this.#order.slice(0, spot), tabId, ...this.#order.slice(spot)];
    if (!group) return;
    if (!this.#groups.has(group.groupId)) this.#groups.set(group.groupId, group);
    this.#lastGroupId = Math.max(this.#lastGroupId, group.groupId);
    this.#memberOf.set(tabId, group.groupId);
  }

  /** How many other tabs lie before the first of these. */
  #before(tabIds: readonly number[]): number {
    const [first = -1] = tabIds;
    const at = this.#order.indexOf(first);
    return this.#order.slice(0, at < 0 ? undefined : at).filter((id) => !tabIds.includes(id)).length;
  }
  #within(members: readonly number[], at: number): number {
    const first = this.#order.indexOf(members[0] ?? -1);
    return Math.max(first, Math.min(at, first + members.length));
  }

  /** The index itself, or the one behind the group that lies on both sides of it. */
  #outOfGroups(at: number, order: readonly number[]): number {
    const groupAt = (index: number) => this.#memberOf.get(order[index] ?? -1);
    let spot = at;
    while (spot > 0 && spot < order.length && groupAt(spot - 1) !== undefined && groupAt(spot - 1) === groupAt(spot)) spot++;
    return spot;
  }

  #members(groupId: number): readonly number[] {
    return this.#order.filter((id) => this.#memberOf.get(id) === groupId);
  }

  #create(): TabGroup {
    const used = new Set([...this.#groups.values()].map(({ color }) => color));
    const groupId = this.nextGroupId();
    const color = GROUP_COLORS.find((one) => !used.has(one)) ?? GROUP_COLORS[groupId % GROUP_COLORS.length] ?? 'grey';
    return { groupId, title: '', color, collapsed: false };
  }

  #existing(groupId: number): TabGroup {
    const group = this.#groups.get(groupId);
    if (group) return group;
    const ids = [...this.#groups.keys()];
    throw new SdkError(
      'not_found',
      `There is no tab group ${groupId}. ${ids.length > 0 ? `Groups are ${ids.join(', ')}.` : 'There are no groups.'}`,
      {
        phase: 'resolve',
        hint: 'List the groups with tab_groups_list, or leave groupId out to make a new one.',
        details: { groups: ids },
      },
    );
  }

  #leave(tabIds: readonly number[]): void {
    for (const id of tabIds) this.#memberOf.delete(id);
    this.#prune();
  }
  #prune(): void {
    const used = new Set(this.#memberOf.values());
    for (const groupId of this.#groups.keys()) if (!used.has(groupId)) this.#groups.delete(groupId);
  }
}
