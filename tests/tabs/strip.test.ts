import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TabStrip } from '../../src/tabs/strip.js';
import { Model, type ModelTab } from './model.js';

const number = fc.nat(1_000);
const step = fc.oneof(
  fc.record({ kind: fc.constant('open' as const) }),
  fc.record({ kind: fc.constant('close' as const), seed: number }),
  fc.record({ kind: fc.constant('group' as const), seeds: fc.array(number, { minLength: 1, maxLength: 6 }), into: fc.option(number) }),
  fc.record({ kind: fc.constant('restore' as const), seed: number }),
);
const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;

test('order and groups are those of a simple model, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const strip = new TabStrip();
      const model = new Model();
      const closed: { readonly place: ReturnType<TabStrip['placeOf']>; readonly index: number; readonly group: number | undefined }[] = [];
      for (const one of steps) {
        if (one.kind === 'open') strip.add(model.opened('').tabId);
        else if (one.kind === 'close' && model.tabs.length > 0) {
          const tab = pick(model.tabs, one.seed);
          closed.push({ place: strip.placeOf(tab.tabId), index: model.tabs.indexOf(tab), group: tab.group });
          strip.remove(tab.tabId);
          model.close(tab);
        } else if (one.kind === 'group' && model.tabs.length > 0) {
          const chosen = [...new Set(one.seeds.map((seed) => pick(model.tabs, seed)))];
          const groups = [...new Set(model.tabs.flatMap(({ group }) => group ?? []))];
          const into = one.into === null || groups.length === 0 ? undefined : pick(groups, one.into);
          expect(
            strip.group(
              chosen.map(({ tabId }) => tabId),
              into,
            ).groupId,
          ).toBe(model.group(chosen, into));
        } else if (one.kind === 'restore' && closed.length > 0) {
          const [entry] = closed.splice(one.seed % closed.length, 1);
          const tab: ModelTab = { tabId: ++model.lastTab, path: '', group: entry?.group };
          model.insert(tab, entry?.index ?? 0);
          if (entry) strip.place(tab.tabId, entry.place);
        }
        expect(strip.order).toEqual(model.tabs.map(({ tabId }) => tabId));
        expect(model.tabs.map(({ tabId }) => strip.groupOf(tabId)?.groupId)).toEqual(model.tabs.map(({ group }) => group));
        expect(strip.groups().map(({ groupId }) => groupId)).toEqual([...new Set(model.tabs.flatMap(({ group }) => group ?? []))]);
      }
    }),
    { numRuns: 300 },
  );
});
