import { expect, test } from 'vitest';
import type { PageEngine } from '../../src/bridge/types.js';
import { TabRouter } from '../../src/tabs/router.js';

interface Tab {
  readonly tabId: number;
  closed: boolean;
  openerTabId?: number;
}
/** A router over plain tabs; `attached` is the id of the page the session was attached to. */
function setUp(count: number, attached?: number) {
  const tabs: Tab[] = Array.from({ length: count }, (_, i) => ({ tabId: i + 1, closed: false }));
  const engine = {
    pages: () => tabs.filter((tab) => !tab.closed) as unknown as PageEngine[],
    byTabId: (id: number) => tabs[id - 1] as unknown as PageEngine | undefined,
  };
  const router = new TabRouter(engine, attached === undefined ? undefined : engine.byTabId(attached));
  const open = (openerTabId?: number): PageEngine => {
    const tab: Tab = { tabId: tabs.length + 1, closed: false, ...(openerTabId === undefined ? {} : { openerTabId }) };
    tabs.push(tab);
    return tab as unknown as PageEngine;
  };
  const close = (id: number) => void ((tabs[id - 1] as Tab).closed = true);
  return { router, open, close, byId: engine.byTabId };
}

test('the default is the page opened last, and stays what it was when another opens', () => {
  const { router, open } = setUp(2);
  expect(router.target(undefined).tabId).toBe(2);
  open();
  expect(router.target(undefined).tabId).toBe(2);
  router.beginTurn();
  expect(router.target(undefined).tabId).toBe(3);
});

test('the attached page is the default of every turn, as long as it is open', () => {
  const { router, close } = setUp(3, 1);
  expect(router.defaultTabId()).toBe(1);
  router.beginTurn();
  expect(router.defaultTabId()).toBe(1);
  close(1);
  expect(router.defaultTabId()).toBeUndefined();
  router.beginTurn();
  expect(router.defaultTabId()).toBe(3);
});

test('a closed default is never replaced by another tab within the turn', () => {
  const { router, close } = setUp(2);
  router.beginTurn(1);
  close(1);
  expect(() => router.target(undefined)).toThrow(
    expect.objectContaining({ code: 'tab_closed', message: expect.stringMatching(/Open tabs are 2/) }),
  );
  expect(router.target(2).tabId).toBe(2);
});

test('an explicit tab does not change the default', () => {
  const { router } = setUp(3);
  router.capture();
  router.target(1);
  expect(router.defaultTabId()).toBe(3);
});

test('without any tab there is no default, until one opens', () => {
  const { router, open } = setUp(0);
  router.beginTurn();
  expect(router.defaultTabId()).toBeUndefined();
  expect(() => router.target(undefined)).toThrow(
    expect.objectContaining({ code: 'tab_closed', message: expect.stringMatching(/No tab is open/) }),
  );
  open();
  expect(router.target(undefined).tabId).toBe(1);
});

test('a turn cannot begin on a tab that is not there', () => {
  const { router, close } = setUp(2);
  router.beginTurn(1);
  close(2);
  expect(() => router.beginTurn(2)).toThrow(expect.objectContaining({ code: 'tab_closed' }));
  expect(() => router.beginTurn(9)).toThrow(expect.objectContaining({ code: 'tab_closed' }));
  expect(router.defaultTabId()).toBe(1);
});

test('a popup becomes the default only where its opener was the default', () => {
  const { router, open, close, byId } = setUp(2);
  router.beginTurn(1);
  const fromOther = open(2);
  router.followPopup(byId(2) as PageEngine, fromOther);
  expect(router.defaultTabId()).toBe(1);
  const fromDefault = open(1);
  router.followPopup(byId(1) as PageEngine, fromDefault);
  expect(router.defaultTabId()).toBe(4);
  expect(router.openerOf(fromDefault)?.tabId).toBe(1);
  const closedAtOnce = open(4);
  close(5);
  router.followPopup(fromDefault, closedAtOnce);
  expect(router.defaultTabId()).toBe(4);
});
