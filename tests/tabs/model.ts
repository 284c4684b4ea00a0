/** What the tabs should be, kept the simple way: a list of tabs with group numbers, and a list of closed ones. */
export interface ModelTab {
  readonly tabId: number;
  readonly path: string;
  group: number | undefined;
}
interface ModelClosed {
  readonly sessionId: string;
  readonly path: string;
  readonly index: number;
  readonly group: number | undefined;
}
export class Model {
  tabs: ModelTab[] = [];
  closed: ModelClosed[] = [];
  lastTab = 0;
  lastGroup = 0;
  lastClosed = 0;

  opened(path: string): ModelTab {
    const tab = { tabId: ++this.lastTab, path, group: undefined };
    this.tabs.push(tab);
    return tab;
  }
  close(tab: ModelTab): void {
    const index = this.tabs.indexOf(tab);
    this.tabs.splice(index, 1);
    this.closed.push({ sessionId: `closed_${++this.lastClosed}`, path: tab.path, index, group: tab.group });
  }
  /** Puts a tab at an index, and mends groups that this tears: into its own group, or behind a foreign one. */
  insert(tab: ModelTab, index: number): void {
    const allowed = Array.from({ length: this.tabs.length + 1 }, (_, at) => at).filter((at) => this.#keepsGroups(tab, at));
    const wanted = Math.min(index, this.tabs.length);
    const isMember = this.tabs.some(({ group }) => group !== undefined && group === tab.group);
    const at = isMember
      ? allowed.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best))
      : (allowed.find((one) => one >= wanted) as number);
    this.tabs.splice(at, 0, tab);
  }
  #keepsGroups(tab: ModelTab, at: number): boolean {
    const groups = [...this.tabs.slice(0, at), tab, ...this.tabs.slice(at)].map(({ group }) => group);
    return groups.every((group, i) => group === undefined || groups.indexOf(group) === i || groups[i - 1] === group);
  }
  group(chosen: readonly ModelTab[], into: number | undefined): number {
    const group = into ?? ++this.lastGroup;
    const moved = chosen.filter((tab) => into === undefined || tab.group !== into);
    const before = this.tabs.indexOf(moved[0] as ModelTab);
    const index = before < 0 ? 0 : this.tabs.slice(0, before).filter((tab) => !moved.includes(tab)).length;
    this.tabs = this.tabs.filter((tab) => !moved.includes(tab));
    let at = into === undefined ? index : this.tabs.findLastIndex((tab) => tab.group === into) + 1;
    for (const [i, tab] of moved.entries()) {
      tab.group = group;
      if (i === 0 && into === undefined) this.insert(tab, at);
      else this.tabs.splice(at, 0, tab);
      at = this.tabs.indexOf(tab) + 1;
    }
    return group;
  }
}
