/** Uploads: fields, choosers, what is allowed and what the control takes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { accepts } from '../../src/actions/upload-files.js';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, refNamed, textOf } from './support.js';

let root: string;
let outside: string;
beforeAll(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'upload-')));
  root = join(base, 'allowed');
  outside = join(base, 'secret.txt');
  mkdirSync(join(root, 'folder'), { recursive: true });
  for (const [name, text] of [
    ['note.txt', 'hello receipt\n'],
    ['b.pdf', 'pdf'],
    ['photo.PNG', 'png'],
  ] as const)
    writeFileSync(join(root, name), text);
  writeFileSync(outside, 'secret');
  symlinkSync(outside, join(root, 'link.txt'));
  symlinkSync(join(root, 'note.txt'), join(root, 'inner.txt'));
  writeFileSync(join(root, 'big.bin'), '');
  truncateSync(join(root, 'big.bin'), 50 * 1024 * 1024);
});
afterAll(() => rmSync(join(root, '..'), { recursive: true, force: true }));

const SHOW = "<p id=o>nothing</p><script>const show=f=>{o.textContent=[...f.files].map(x=>x.name+':'+x.size).join()}</script>";
const file = (name: string) => join(root, name);
const options = () => ({ ...AUTO, roots: [root] });

async function uploadTo(session: Session, name: string, paths: readonly string[], more: object = {}) {
  return session.call('upload_file', { element: name, ref: await refNamed(session, name), paths: [...paths], ...more });
}

describe('fields and choosers', () => {
  test('a visible field', async ({ load, attach }) => {
    const page = await load(`<label>Photo <input type=file onchange=show(this)></label>${SHOW}`);
    const result = await uploadTo(await attach(options()), 'Photo', [file('note.txt')]);
    expect(result).toSucceed({ files: [{ name: 'note.txt', size: 14 }] });
    expect(result.evidence).toMatchObject({
      dispatch: 'confirmed',
      effect: 'verified',
      effects: expect.arrayContaining([expect.objectContaining({ kind: 'value', now: 'note.txt' })]),
    });
    expect(textOf(result)).toContain('Uploaded "note.txt" (14 bytes)');
    expect(await page.evaluate('o.textContent')).toBe('note.txt:14');
  });

  for (const input of ['trusted', 'synthetic'] as const)
    test(`a button over a hidden field that the page empties, twice the same file (c059), ${input}`, async ({ load, attach }) => {
      const page = await load(
        `<button onclick=f.click()>Attach</button><input id=f type=file style=display:none accept=.txt,.pdf>${SHOW}<script>window.runs=0;f.onchange=()=>{runs++;show(f);f.value=''}</script>`,
      );
      const session = await attach({ ...options(), input });
      for (const runs of [1, 2]) {
        const result = await uploadTo(session, 'Attach', [file('note.txt')]);
        expect(result).toSucceed();
        expect(result.evidence).toMatchObject({ effect: 'verified' });
        expect(await page.evaluate('[o.textContent, runs]')).toEqual(['note.txt:14', runs]);
      }
    });

  test('a hidden field under its visible label', async ({ load, attach }) => {
    const page = await load(
      `<label>Choose <input type=file style="position:absolute;width:1px;height:1px;opacity:0;overflow:hidden;clip:rect(0,0,0,0)" onchange=show(this)></label>${SHOW}`,
    );
    expect(await uploadTo(await attach(options()), 'Choose', [file('note.txt')])).toSucceed();
    expect(await page.evaluate('o.textContent')).toBe('note.txt:14');
  });

  test('a hidden field itself, without anything to press', async ({ load, attach }) => {
    const page = await load(`<input id=f type=file style=display:none onchange=show(this)>${SHOW}`);
    const session = await attach(options());
    const described = await session.describe(page.locator('#f'));
    expect(await session.call('upload_file', { element: 'field', ref: described!.ref, paths: [file('note.txt')] })).toSucceed();
    expect(await page.evaluate('o.textContent')).toBe('note.txt:14');
  });

  test('a button that opens its chooser late', async ({ load, attach }) => {
    const page = await load(
      `<button onclick="setTimeout(()=>{const f=document.createElement('input');f.type='file';f.multiple=true;f.onchange=()=>show(f);f.click()},200)">Attach</button>${SHOW}`,
    );
    expect(await uploadTo(await attach(options()), 'Attach', [file('note.txt'), file('b.pdf')])).toSucceed({
      files: [
        { name: 'note.txt', size: 14 },
        { name: 'b.pdf', size: 3 },
      ],
    });
    expect(await page.evaluate('o.textContent')).toBe('note.txt:14,b.pdf:3');
  });

  for (const origin of ['A', 'B'] as const)
    test(`in a frame of origin ${origin}`, async ({ load, attach, server }) => {
      server.set('/inner', `<label>Photo <input type=file onchange=show(this)></label>${SHOW}`);
      const page = await load(`<iframe src="{{${origin}}}/inner" style="margin:30px"></iframe>`);
      expect(await uploadTo(await attach(options()), 'Photo', [file('note.txt')])).toSucceed();
      expect(await page.frames()[1]!.evaluate('o.textContent')).toBe('note.txt:14');
    });

  test('50 MB', async ({ load, attach }) => {
    const page = await load(`<label>Data <input type=file onchange=show(this)></label>${SHOW}`);
    const result = await uploadTo(await attach(options()), 'Data', [file('big.bin')]);
    expect(result).toSucceed();
    expect(textOf(result)).toContain('(50.0 MiB)');
    expect(await page.evaluate('o.textContent')).toBe(`big.bin:${50 * 1024 * 1024}`);
  });

  test('relative paths and links that stay inside', async ({ load, attach }) => {
    const page = await load(`<label>Photo <input type=file multiple onchange=show(this)></label>${SHOW}`);
    expect(await uploadTo(await attach(options()), 'Photo', ['note.txt', 'inner.txt'])).toSucceed();
    expect(await page.evaluate('o.textContent')).toContain('note.txt:14');
  });
});

describe('what is refused before anything is pressed', () => {
  const FIELD =
    '<label>Photo <input id=f type=file accept="image/*,.pdf"></label><script>window.log=[];addEventListener("click",e=>log.push(e.target.id),true)</script>';
  const cases: readonly (readonly [string, () => readonly string[], string, RegExp, object?])[] = [
    ['any path without roots', () => [file('note.txt')], 'denied', /option roots/, { roots: [] }],
    ['a path outside', () => [outside], 'denied', /outside the folders/],
    ['a way out by dots', () => [join(root, '..', 'secret.txt')], 'denied', /outside the folders/],
    ['a relative way out', () => ['../secret.txt'], 'denied', /outside the folders/],
    ['a link out', () => [file('link.txt')], 'denied', /outside the folders/],
    ['a folder whose name begins alike', () => [`${root}2/x.txt`], 'denied', /outside the folders/],
    ['a path that is not there', () => [file('none.pdf')], 'not_found', /none\.pdf/],
    ['a folder', () => [file('folder')], 'invalid_value', /no file/],
  ];
  for (const [title, paths, code, message, more = {}] of cases)
    test(title, async ({ load, attach }) => {
      const page = await load(FIELD);
      const result = await uploadTo(await attach({ ...options(), ...more }), 'Photo', paths());
      expect(result).toFailWith(code, message);
      expect(await page.evaluate('[f.files.length, log]')).toEqual([0, []]);
    });

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['two files into a field for one', ['b.pdf', 'photo.PNG'], /takes one file/],
    ['a kind that accept does not name', ['note.txt'], /accept attribute is "image\/\*,\.pdf"/],
  ];
  for (const [title, names, message] of wrong)
    test(title, async ({ load, attach }) => {
      const page = await load(FIELD);
      expect(await uploadTo(await attach(options()), 'Photo', names.map(file))).toFailWith('invalid_value', message);
      expect(await page.evaluate('f.files.length')).toBe(0);
    });

  test('a disabled field', async ({ load, attach }) => {
    await load('<label>Photo <input type=file disabled></label>');
    expect(await uploadTo(await attach({ ...options(), timeouts: { precheck: 300 } }), 'Photo', [file('note.txt')])).toFailWith('disabled');
  });

  test('a button that opens no chooser is told', async ({ load, attach }) => {
    await load('<button>Attach</button>');
    const result = await uploadTo(await attach(options()), 'Attach', [file('note.txt')]);
    expect(result).toFailWith('not_found', /no file chooser opened/);
    expect(result.evidence).toMatchObject({ dispatch: 'dispatched' });
  });

  test('attachments, until there are any: before anybody is asked', async ({ load, attach }) => {
    await load('<label>Photo <input type=file></label>');
    let asked = 0;
    const session = await attach({ roots: [root], gatekeeper: { onApproval: () => ({ decision: ++asked ? 'once' : 'once' }) } });
    const place = { element: 'Photo', ref: await refNamed(session, 'Photo') };
    expect(await session.call('upload_file', { ...place, attachmentId: 'a1' })).toFailWith('not_configured', /attachments/);
    expect(await session.call('upload_file', { ...place, attachmentIds: ['a1', 'a2'] })).toFailWith('not_configured');
    expect(asked).toBe(0);
  });

  for (const [title, sources] of [
    ['no source', {}],
    ['two sources', { attachmentId: 'a', paths: ['x'] }],
    ['no path', { paths: [] }],
    ['an unknown field', { files: ['x'] }],
  ] as const)
    test(`bad input: ${title}`, async ({ page: _page, attach }) => {
      expect(await (await attach(options())).callUnknown('upload_file', { element: 'Photo', ref: 'sabcdef_1_1', ...sources })).toFailWith(
        'invalid_input',
      );
    });
});

test('the gate is told the files', async ({ load, attach }) => {
  await load('<label>Photo <input type=file></label>');
  const previews: string[] = [];
  const session = await attach({
    roots: [root],
    gatekeeper: {
      onApproval: ({ preview }) => {
        previews.push(preview);
        return { decision: 'decline' };
      },
    },
  });
  expect(await uploadTo(session, 'Photo', ['note.txt'])).toFailWith('approval_declined');
  expect(previews[0]).toMatch(/^upload_file button "Photo".*files "note\.txt"/);
});

describe('accept', () => {
  test.each([
    ['', 'a.exe', true],
    ['.pdf', 'A.PDF', true],
    ['.tar.gz', 'x.tar.gz', true],
    ['image/*', 'a.jpeg', true],
    ['image/*', 'a.txt', false],
    ['application/pdf , text/plain', 'a.txt', true],
    ['text/csv', 'a.pdf', false],
    ['application/xml', 'a.xml', true],
    ['*/*', 'noextension', true],
    ['audio/*', 'noextension', false],
    [' , ', 'a.txt', true],
  ])('%s and %s: %s', (accept, name, wanted) => {
    expect(accepts(accept, name)).toBe(wanted);
  });
});
