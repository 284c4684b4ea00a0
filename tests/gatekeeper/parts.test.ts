import { expect, test } from 'vitest';
import { AuthorityStore } from '../../src/gatekeeper/authority.js';
import { decide } from '../../src/gatekeeper/decide.js';
import { readDestination } from '../../src/gatekeeper/destination.js';
import { factsOf } from '../../src/gatekeeper/facts.js';
import { isMismatch } from '../../src/gatekeeper/mismatch.js';
import { SHIPPED_SENSITIVE, sensitivePattern } from '../../src/gatekeeper/sensitive.js';
import type { GatekeeperOptions, Rule } from '../../src/gatekeeper/types.js';
import { passesLuhn } from '../../src/shared/card-numbers.js';
import { isOriginPattern, matchesOrigin, originOf } from '../../src/shared/origins.js';
import { subject, target } from './support.js';

test.each([
  ['https://shop.example/a', 'https://shop.example'],
  ['https://shop.example:8443/a?b#c', 'https://shop.example:8443'],
  ['HTTPS://Shop.Example./', 'https://shop.example'],
  ['http://[::1]:80/', 'http://[::1]:80'],
  ['http://user:pass@host.example/', 'http://host.example'],
  ['blob:https://shop.example/0c0f', 'https://shop.example'],
  ['about:blank', ''],
  ['about:srcdoc', ''],
  ['data:text/html,<p>', ''],
  ['javascript:alert(1)', ''],
  ['file:///etc/hosts', 'file://'],
  ['chrome://settings/', 'chrome://settings'],
  ['mailto:a@b.example', 'mailto:'],
  ['', ''],
  ['nonsense', ''],
])('the origin of %j is %j', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

test.each<[string, string, boolean]>([
  ['*', '', true],
  ['*', 'https://a.example', true],
  ['https://a.example', 'https://a.example', true],
  ['https://a.example/', 'https://a.example', true],
  ['https://a.example:443', 'https://a.example', true],
  ['http://a.example', 'https://a.example', false],
  ['https://a.example', 'https://b.a.example', false],
  ['*.a.example', 'https://b.a.example', true],
  ['*.a.example', 'https://a.example', true],
  ['*.a.example', 'http://a.example:8080', true],
  ['*.a.example', 'https://nota.example', false],
  ['*.a.example', 'https://a.example.evil', false],
  ['*.A.Example.', 'https://b.a.example', true],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['http://[::1]:8080', 'http://[::1]:8080', true],
  ['file://', 'file://', true],
  ['https://a.example', '', false],
])('pattern %j against %j: %s', (pattern, origin, fits) => {
  expect(matchesOrigin(pattern, origin)).toBe(fits);
  expect(isOriginPattern(pattern)).toBe(true);
});

test.each([
  '',
  'a.example',
  'https://',
  'https://a.example/path',
  'https://*.a.example',
  '*a.example',
  'https://user@a.example',
  '*.',
  '**',
])('%j is no origin pattern', (pattern) => {
  expect(isOriginPattern(pattern)).toBe(false);
});

test.each([
  ['javascript:alert(1)', /scheme javascript:/],
  ['JavaScript:alert(1)', /scheme javascript:/],
  [' javascript:alert(1)', /scheme javascript:/],
  ['java\nscript:alert(1)', /scheme javascript:/],
  ['data:text/html,<h1>', /scheme data:/],
  ['vbscript:x', /scheme vbscript:/],
  ['file:///etc/passwd', /scheme file:/],
  ['blob:https://a.example/1', /scheme blob:/],
  ['chrome://settings', /scheme chrome:/],
  ['view-source:https://a.example', /scheme view-source:/],
  ['about:srcdoc', /scheme about:/],
  ['ftp://a.example/', /scheme ftp:/],
  ['https://user:pass@a.example/', /user name or password; its host is a\.example/],
  ['http://127.0.0.1:80@evil.example/', /its host is evil\.example/],
  ['a.example', /not an absolute URL/],
  ['//a.example/', /not an absolute URL/],
  ['https://', /not an absolute URL/],
  ['', /not an absolute URL/],
])('%j is no destination', (url, message) => {
  expect(() => readDestination(url)).toThrow(expect.objectContaining({ code: 'invalid_url', message: expect.stringMatching(message) }));
});

test('good destinations keep their URL and get an origin', () => {
  expect(readDestination('https://A.example/x?y#z')).toEqual({ url: 'https://a.example/x?y#z', origin: 'https://a.example' });
  expect(readDestination('about:blank')).toEqual({ url: 'about:blank', origin: '' });
});

test.each<[string, string, boolean]>([
  ['Save button', 'Save', false],
  ['the button', 'Save', false],
  ['Saving the form', 'Save changes', false],
  ['Delete account', 'Save', true],
  ['Sign in', 'Log in', true],
  ['Einkaufswagen öffnen', 'Wagen ÖFFNEN', false],
  ['提交按钮', '提交', false],
  ['取消', '提交', true],
  ['target', 'Pay', false],
  ['Anything', '', false],
  ['Save button of order 17', 'Save', false],
])('words %j for a control named %j: mismatch %s', (element, name, isWrong) => {
  expect(isMismatch(element, target({ name }))).toBe(isWrong);
});

test('words may name the row or the placeholder instead', () => {
  const inRow = target({ name: 'Remove', context: { kind: 'row', key: 'Blue socks', rest: '' } });
  expect(isMismatch('the socks', inRow)).toBe(false);
  expect(isMismatch('Email field', target({ name: '', otherWords: 'you@example.com Email' }))).toBe(false);
  expect(isMismatch('checkbox', target({ role: 'checkbox', name: 'Terms' }))).toBe(false);
});

test('the check digit of cards', () => {
  expect(['4111111111111111', '5500005555555559', '378282246310005'].map(passesLuhn)).toEqual([true, true, true]);
  expect(passesLuhn('4111111111111112')).toBe(false);
});

test('shipped sensitive origins cannot be taken away, only added to', () => {
  const all = new AuthorityStore({ sensitiveOrigins: ['https://intra.example', 'intra:'] }).now.sensitive;
  expect(all.slice(0, SHIPPED_SENSITIVE.length)).toEqual(SHIPPED_SENSITIVE);
  expect(sensitivePattern(all, 'https://intra.example')).toBe('https://intra.example');
  expect(sensitivePattern(all, 'intra://x')).toBe('intra:');
  expect(sensitivePattern(all, 'https://intra.example.evil')).toBeUndefined();
  expect(new Set(SHIPPED_SENSITIVE).size).toBe(SHIPPED_SENSITIVE.length);
});

test.each<[GatekeeperOptions, RegExp]>([
  [{ policy: 'never' as never }, /gatekeeper\.policy: "never"/],
  [{ rules: [{ tool: 'Click!', verdict: 'deny' }] }, /gatekeeper\.rules: tool "Click!"/],
  [{ rules: [{ tool: 'click', origin: 'shop.example', verdict: 'deny' }] }, /origin "shop\.example"/],
  [
    { rules: [{ tool: 'a', id: 'x', verdict: 'deny' } as Rule, { tool: 'b', id: 'x', verdict: 'deny' } as Rule] },
    /there is a rule "x" already/,
  ],
  [{ allowedOrigins: ['shop.example'] }, /gatekeeper\.allowedOrigins: "shop\.example"/],
  [{ blockedOrigins: ['https://a.example/path'] }, /gatekeeper\.blockedOrigins/],
  [{ hostAccess: ['a.example'] }, /gatekeeper\.hostAccess: "a\.example"/],
  [{ sensitiveOrigins: ['*'] }, /gatekeeper\.sensitiveOrigins: "\*"/],
])('%j is refused', (options, message) => {
  expect(() => new AuthorityStore(options)).toThrow(message);
});

test('every change of authority counts the revision; an approval does not', () => {
  const store = new AuthorityStore({});
  const revisions = [store.revision];
  const note = () => revisions.push(store.revision);
  const id = store.addRule({ tool: 'click', verdict: 'deny' });
  note();
  store.removeRule(id);
  note();
  store.setPolicy('auto');
  note();
  store.setBoundary({ allowedOrigins: ['*'] });
  note();
  store.setHostAccess(['https://a.example']);
  note();
  store.revoke();
  note();
  expect(revisions).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(store.removeRule('none')).toBe(false);
  expect(store.revision).toBe(7);
});

test('an approval lets third parties have e-mail addresses; access taken away forgets that, and what was granted there', () => {
  const list = 'https://list.example';
  const store = new AuthorityStore({ policy: 'auto' });
  const typing = subject('type', { input: { text: 'me@a.example' }, targets: [target({ origin: list })] });
  const ruling = () => decide(typing, factsOf(typing), store.now).rule;
  expect(ruling()).toBe('sensitive_payload:email');
  store.trust(['https://another.example']);
  expect(ruling()).toBe('sensitive_payload:email');
  store.trust([list]);
  expect(ruling()).toBe('policy:auto');
  store.grant(typing, [list], { decision: 'session' });
  expect(ruling()).toBe('grant:1');
  store.setHostAccess(['https://shop.example']);
  store.setHostAccess(undefined);
  expect(store.now.grants).toEqual([]);
  expect(ruling()).toBe('sensitive_payload:email');
  store.trust([list]);
  store.revoke();
  expect(ruling()).toBe('sensitive_payload:email');
});

test('no text makes the search for e-mail addresses slow', () => {
  for (const text of [`${'a.'.repeat(200_000)}@`, '@'.repeat(400_000), `${'a@b.'.repeat(100_000)}1`]) {
    const typing = subject('type', { input: { text }, targets: [target({ origin: 'https://list.example' })] });
    expect(factsOf(typing).payload).toEqual([]);
  }
});
