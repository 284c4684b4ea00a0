/** Ref safety, page level: what happens to a page between two looks, and what its old refs then mean. */
import { describe } from 'vitest';
import { expect, test } from './support/test.js';

const rows = (list: readonly (readonly string[])[]): string =>
  `<table id="t">${list.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}<td><button>Delete</button></td></tr>`).join('')}</table>`;

/** Shows other rows in the nodes that are there. */
const refill = (list: readonly (readonly string[])[]): string =>
  `for (const [i, cells] of ${JSON.stringify(list)}.entries()) for (const [k, text] of cells.entries()) t.rows[i].cells[k].textContent = text;`;

describe('the same node', () => {
  test('acts on it while nothing changed', async ({ open }) => {
    const page = await open('<button id="a">Save</button>');
    const { key } = await page.read();
    expect(await page.resolve(key('button', 'Save'))).toMatchObject({ ok: true, facts: { role: 'button', name: 'Save', tag: 'button' } });
    expect(await page.outcome(key('button', 'Save'))).toBe('ok');
  });

  test('a sibling inserted before it changes nothing', async ({ open }) => {
    const page = await open('<div id="r"><button id="b">Birch</button><button id="c">Cedar</button></div>');
    const first = await page.read();
    await page.change("r.insertAdjacentHTML('afterbegin', '<button>Aspen</button>')");
    expect(await page.outcome(first.key('button', 'Cedar'))).toBe('ok');
    await page.read();
    expect(await page.outcome(first.key('button', 'Cedar'))).toBe('ok same_node');
    expect(await page.target(first.key('button', 'Cedar'))).toBe('c');
  });

  test('a row inserted before its row changes nothing', async ({ open }) => {
    const page = await open(rows([['Ada'], ['Bob']]));
    const { key } = await page.read();
    await page.change("t.insertRow(0).innerHTML = '<td>Zoe</td><td><button>Delete</button></td>'");
    expect(await page.outcome(key('button', 'Delete', 1))).toBe('ok');
  });

  test('renamed in place', async ({ open }) => {
    const page = await open('<button id="a">Preview order</button><button>Preview offer</button>');
    const { key } = await page.read();
    await page.change("a.textContent = 'Confirm purchase'");
    expect(await page.resolve(key('button', 'Preview order'))).toMatchObject({
      ok: false,
      code: 'stale_ref',
      reason: 'changed',
      was: { name: 'Preview order' },
      now: { name: 'Confirm purchase' },
      candidates: [{ role: 'button', name: 'Preview offer' }],
    });
  });

  test('another role', async ({ open }) => {
    const page = await open('<button id="a">Dark</button>');
    const { key } = await page.read();
    await page.change("a.setAttribute('role', 'checkbox')");
    expect(await page.resolve(key('button', 'Dark'))).toMatchObject({
      reason: 'changed',
      was: { role: 'button' },
      now: { role: 'checkbox' },
    });
  });

  test('another icon on a button without a name', async ({ open }) => {
    const page = await open('<button id="a" data-testid="edit"><svg width="9" height="9"></svg></button>');
    const { reply, keyOf } = await page.read();
    const key = keyOf(reply.nodes.find((node) => node.ref)!);
    expect(await page.outcome(key)).toBe('ok');
    await page.change("a.dataset.testid = 'trash'");
    expect(await page.outcome(key)).toBe('changed');
  });

  test('taken out and put back', async ({ open }) => {
    const page = await open('<div id="r"><button id="a">Save</button></div>');
    const { key } = await page.read();
    await page.change('window.kept = a; a.remove()');
    expect(await page.outcome(key('button', 'Save'))).toBe('removed');
    await page.change('r.append(kept)');
    expect(await page.outcome(key('button', 'Save'))).toBe('ok');
  });

  test('white space in a name does not count', async ({ open }) => {
    const page = await open('<button id="a">Save all</button>');
    const { key } = await page.read();
    await page.change("a.innerHTML = '  Save\\n  <b>all</b> '");
    expect(await page.outcome(key('button', 'Save all'))).toBe('ok');
  });

  test('the value never takes part', async ({ open }) => {
    const page = await open(`<table><tr><td>Ada</td><td><input id="i" aria-label="Hours" value="1"></td>
      <td><select id="s" aria-label="State"><option>Open<option>Done</select></td><td contenteditable id="c">note</td>
      <td><textarea id="x" aria-label="Memo">old</textarea></td><td><input type="checkbox" id="k" aria-label="Paid"></td><td><button>Go</button></td></tr></table>
      <ul><li><span contenteditable id="d">a</span><textarea aria-label="Text" id="y">a</textarea><button>Send</button></li></ul>`);
    const { key } = await page.read();
    await page.change(`i.value = '99'; s.selectedIndex = 1; c.textContent = 'other'; x.value = 'new'; x.textContent = 'new'; k.checked = true;
      d.textContent = 'b'; y.value = 'b'; y.textContent = 'b'`);
    for (const [role, name] of [
      ['button', 'Go'],
      ['textbox', 'Hours'],
      ['combobox', 'State'],
      ['textbox', 'Memo'],
      ['checkbox', 'Paid'],
      ['button', 'Send'],
      ['textbox', 'Text'],
    ] as const) {
      expect([name, await page.outcome(key(role, name))]).toEqual([name, 'ok']);
    }
  });

  test('a password shown as text is the same field, another kind of input is not', async ({ open }) => {
    const page = await open('<input id="p" type="password" aria-label="Password"><input id="e" type="email" aria-label="Contact">');
    const { key } = await page.read();
    await page.change("p.type = 'text'; e.type = 'tel'");
    expect(await page.outcome(key('textbox', 'Password'))).toBe('ok');
    expect(await page.outcome(key('textbox', 'Contact'))).toBe('changed');
  });
});

describe('a row is another row', () => {
  test('re-sorted in place', async ({ open }) => {
    const page = await open(
      rows([
        ['Ada', 'open'],
        ['Bob', 'open'],
        ['Cyd', 'open'],
      ]),
    );
    const { key } = await page.read();
    await page.change(refill([['Bob'], ['Cyd'], ['Ada']]));
    const reply = await page.resolve(key('button', 'Delete', 0));
    expect(reply).toMatchObject({
      ok: false,
      code: 'stale_ref',
      reason: 'context_changed',
      was: { context: { kind: 'row', key: 'Ada' } },
      now: { context: { kind: 'row', key: 'Bob' } },
    });
    if (reply.ok) throw new Error('resolved');
    // The first candidate is the button that is in Ada's row now, by a ref that works.
    expect(reply.candidates[0]).toMatchObject({ role: 'button', name: 'Delete', context: { key: 'Ada' } });
    const found = await page.resolve(reply.candidates[0]!.key);
    expect(found).toMatchObject({ ok: true, facts: { context: { key: 'Ada' } } });
  });

  test('moved with its node it is still the same row', async ({ open }) => {
    const page = await open(rows([['Ada'], ['Bob'], ['Cyd']]));
    const { key } = await page.read();
    await page.change('t.tBodies[0].append(t.rows[0])');
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('ok');
  });

  test('rows that differ only in a number', async ({ open }) => {
    for (const [a, b] of [
      ['Order 17', 'Order 18'],
      ['17', '18'],
      ['1041', '1042'],
      ['$ 5.00', '$ 6.00'],
    ] as const) {
      const page = await open(rows([[a], [b]]));
      const { key } = await page.read();
      await page.change(refill([[b], [a]]));
      expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
      expect(await page.outcome(key('button', 'Delete', 1))).toBe('context_changed');
    }
  });

  test('rows that share the first cell and differ in a number further on', async ({ open }) => {
    const page = await open(
      rows([
        ['Active', 'Order 17'],
        ['Active', 'Order 18'],
      ]),
    );
    const { key } = await page.read();
    await page.change(
      refill([
        ['Active', 'Order 18'],
        ['Active', 'Order 17'],
      ]),
    );
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('rows numbered by their place', async ({ open }) => {
    for (const start of [1, 11, 101]) {
      const page = await open(
        rows([
          [`${start}`, 'Ada'],
          [`${start + 1}`, 'Bob'],
          [`${start + 2}`, 'Cyd'],
        ]),
      );
      const { key } = await page.read();
      await page.change(refill([[`${start}`, 'Cyd']]));
      expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
    }
  });

  test('rows numbered by their place that differ in another number', async ({ open }) => {
    const page = await open(
      rows([
        ['1', '1041'],
        ['2', '1038'],
        ['3', '1022'],
      ]),
    );
    const { key } = await page.read();
    await page.change(
      refill([
        ['1', '1022'],
        ['2', '1038'],
        ['3', '1041'],
      ]),
    );
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
    expect(await page.outcome(key('button', 'Delete', 1))).toBe('ok');
  });

  test('a recycled row', async ({ open }) => {
    const page = await open(
      `<div style="height:60px;overflow:auto"><ul id="l"><li>Mail from Ada <button>Archive</button></li><li>Mail from Bob <button>Archive</button></li></ul></div>`,
    );
    const { key } = await page.read();
    await page.change("l.children[0].firstChild.data = 'Mail from Eve '; l.append(l.children[0])");
    expect(await page.outcome(key('button', 'Archive', 0))).toBe('context_changed');
    expect(await page.outcome(key('button', 'Archive', 1))).toBe('ok');
  });

  test('list items that differ only in a number or a time', async ({ open }) => {
    for (const [a, b] of [
      ['Room 4', 'Room 5'],
      ['10:30', '11:00'],
      ['3 May', '4 May'],
    ] as const) {
      const page = await open(`<ul id="l"><li>${a} <button>Book</button></li><li>${b} <button>Book</button></li></ul>`);
      const { key } = await page.read();
      await page.change(`l.children[0].firstChild.data = '${b} '; l.children[1].firstChild.data = '${a} '`);
      expect([a, await page.outcome(key('button', 'Book', 0))]).toEqual([a, 'context_changed']);
    }
  });

  test('cards whose titles are numbers', async ({ open }) => {
    const card = (title: string) => `<div class="card"><h3>${title}</h3><p>Room</p><button>Book</button></div>`;
    const page = await open(`<div id="l">${card('101')}${card('102')}${card('205')}</div>`);
    const { key } = await page.read();
    await page.change("l.children[0].firstChild.textContent = '102'; l.children[1].firstChild.textContent = '101'");
    expect(await page.outcome(key('button', 'Book', 0))).toBe('context_changed');
    expect(await page.outcome(key('button', 'Book', 2))).toBe('ok');
  });

  test('cards whose titles are numbers and no headings', async ({ open }) => {
    const card = (title: string) => `<div class="card"><div>${title}</div><button>Book</button></div>`;
    const page = await open(`<div id="l">${card('101')}${card('205')}</div>`);
    const { key } = await page.read();
    await page.change("l.children[0].firstChild.textContent = '205'; l.children[1].firstChild.textContent = '101'");
    expect(await page.outcome(key('button', 'Book', 0))).toBe('context_changed');
  });

  test('rows that only a link or an id tells apart', async ({ open }) => {
    const item = (id: string) => `<li data-id="${id}"><a href="/u/${id}">Open</a> <button>Delete</button></li>`;
    const page = await open(`<ul id="l">${item('x7')}${item('q3')}</ul>`);
    const { key } = await page.read();
    await page.change(
      "for (const li of l.children) { const id = li.dataset.id === 'x7' ? 'q3' : 'x7'; li.dataset.id = id; li.firstChild.href = '/u/' + id }",
    );
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('ids that a framework draws do not vouch for a row', async ({ open }) => {
    const item = (id: string, text: string) => `<li id="${id}">${text} <button>Delete</button></li>`;
    const page = await open(`<ul id="l">${item(':ra:', 'Ada')}${item(':rk:', 'Bob')}</ul>`);
    const { key } = await page.read();
    await page.change("l.children[0].firstChild.data = 'Bob '; l.children[1].firstChild.data = 'Ada '");
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('the row around a list of actions', async ({ open }) => {
    const row = (name: string) =>
      `<tr><td>Active</td><td>${name}</td><td><ul><li><button>Edit</button></li><li><button>Delete</button></li></ul></td></tr>`;
    const page = await open(`<table id="t">${row('Ada')}${row('Bob')}</table>`);
    const { key } = await page.read();
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('ok');
    await page.change("t.rows[0].cells[1].textContent = 'Bob'; t.rows[1].cells[1].textContent = 'Ada'");
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('a node moved out of its row', async ({ open }) => {
    const page = await open(rows([['Ada'], ['Bob']]));
    const { key } = await page.read();
    await page.change("document.body.append(t.querySelector('button'))");
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('a node moved into another row', async ({ open }) => {
    const page = await open(rows([['Ada'], ['Bob']]));
    const { key } = await page.read();
    await page.change("t.rows[1].cells[1].append(t.querySelector('button'))");
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
  });

  test('an item that is the target itself', async ({ open }) => {
    const page = await open(
      '<ul id="l"><li onclick="1" style="cursor:pointer">Ada <b>2</b></li><li onclick="1" style="cursor:pointer">Bob <b>3</b></li></ul>',
    );
    const { reply, keyOf } = await page.read();
    const keys = reply.nodes.filter((node) => node.ref).map(keyOf);
    expect(keys.length).toBe(2);
    expect(await page.outcome(keys[0]!)).toBe('ok');
    await page.change("l.children[0].firstChild.data = 'Bob '; l.children[1].firstChild.data = 'Ada '");
    expect(await page.outcome(keys[0]!)).not.toMatch(/^ok/);
  });

  test('the key is the name of the target: renaming is changed, not context_changed', async ({ open }) => {
    const page = await open(
      '<table id="t"><tr><td><a href="/i">Invoice 7</a></td><td>open</td></tr><tr><td><a href="/i">Invoice 8</a></td><td>open</td></tr></table>',
    );
    const { key } = await page.read();
    await page.change("t.querySelector('a').textContent = 'Invoice 9'");
    expect(await page.outcome(key('link', 'Invoice 7'))).toBe('changed');
  });
});

describe('a row is still the same row', () => {
  test('a status changes beside a key that no other row has', async ({ open }) => {
    const page = await open(
      rows([
        ['Order 17', 'Pending', '2 min ago'],
        ['Order 18', 'Pending', '1 h ago'],
        ['1041', 'Pending', ''],
        ['1042', 'Pending', ''],
      ]),
    );
    const { key } = await page.read();
    await page.change(
      refill([
        ['Order 17', 'Shipped', '3 min ago'],
        ['Order 18', 'Pending'],
        ['1041', 'Lost'],
      ]),
    );
    for (const nth of [0, 1, 2]) expect(await page.outcome(key('button', 'Delete', nth))).toBe('ok');
  });

  test('but not when another row has the same key then or now', async ({ open }) => {
    const page = await open(
      rows([
        ['Ada', 'Pending'],
        ['Ada', 'Open'],
        ['Bob', 'Pending'],
      ]),
    );
    const { key } = await page.read();
    await page.change(refill([['Ada', 'Shipped']]));
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('context_changed');
    await page.change(
      refill([
        ['Ada', 'Pending'],
        ['Bob', 'Open'],
        ['Bob', 'Late'],
      ]),
    );
    expect(await page.outcome(key('button', 'Delete', 2))).toBe('context_changed');
  });

  test('a counter runs in a card whose author has other cards too', async ({ open }) => {
    const post = (text: string, likes: number) =>
      `<article><h3>Ada</h3><p>${text}</p><span>${likes} likes</span><button>Like</button></article>`;
    const page = await open(`<div id="l">${post('On birds', 12)}${post('On trees', 3)}</div>`);
    const { key } = await page.read();
    await page.change("l.querySelector('span').textContent = '13 likes'");
    expect(await page.outcome(key('button', 'Like', 0))).toBe('ok');
  });

  test('a countdown runs in an item without a key', async ({ open }) => {
    const item = (name: string, left: string) => `<li>${name} ends in ${left} <button>Bid</button></li>`;
    const page = await open(`<ul id="l">${item('Lamp', '01:10:09')}${item('Vase', '02:00:01')}</ul>`);
    const { key } = await page.read();
    await page.change("l.children[0].firstChild.data = 'Lamp ends in 01:10:08 '");
    expect(await page.outcome(key('button', 'Bid', 0))).toBe('ok');
  });

  test('a branch of a tree opens', async ({ open }) => {
    const page = await open(
      `<div role="tree"><div role="treeitem" aria-label="src"><div role="group"><div role="treeitem">index <button>Rename</button></div></div></div></div>`,
    );
    const { key } = await page.read();
    await page.change("document.querySelector('[role=group]').insertAdjacentHTML('beforeend', '<div role=treeitem>other</div>')");
    expect(await page.outcome(key('button', 'Rename'))).toBe('ok');
  });
});

describe('dialogs and forms', () => {
  test('a dialog that asks something else', async ({ open }) => {
    const page = await open('<dialog open aria-label="Confirm"><p id="q">Delete report 7?</p><button>OK</button></dialog>');
    const { key } = await page.read();
    expect(await page.outcome(key('button', 'OK'))).toBe('ok');
    for (const question of ['Delete report 8?', 'Pay 300 EUR?']) {
      await page.change(`q.textContent = '${question}'`);
      expect(await page.outcome(key('button', 'OK'))).toBe('context_changed');
    }
  });

  test('a dialog that counts down or reports progress', async ({ open }) => {
    const page = await open(
      '<dialog open aria-label="Wait"><p id="q">Signing out in 59 seconds, 45% saved</p><button>Stay</button></dialog>',
    );
    const { key } = await page.read();
    await page.change("q.textContent = 'Signing out in 12 seconds, 80% saved'");
    expect(await page.outcome(key('button', 'Stay'))).toBe('ok');
  });

  test('a form that shows a message, and one that becomes another step', async ({ open }) => {
    const page = await open(
      '<form><p id="q">Choose a seat by the window or aisle</p><input aria-label="Seat"><button>Next</button></form>',
    );
    const { key } = await page.read();
    await page.change("q.insertAdjacentHTML('afterend', '<p>Seat is missing</p>')");
    expect(await page.outcome(key('button', 'Next'))).toBe('ok');
    await page.change("q.textContent = 'Pay with card or invoice'");
    expect(await page.outcome(key('button', 'Next'))).toBe('context_changed');
  });
});

describe('gone', () => {
  test('removed', async ({ open }) => {
    const page = await open('<button id="a">Save</button><button>Save as</button>');
    const { key } = await page.read();
    await page.change('a.remove()');
    expect(await page.resolve(key('button', 'Save'))).toMatchObject({
      code: 'stale_ref',
      reason: 'removed',
      was: { role: 'button', name: 'Save' },
      candidates: [{ name: 'Save as' }],
    });
  });

  test('drawn anew in the same place', async ({ open }) => {
    const page = await open(`<h1>Profile</h1><div id="r"><p>Name</p><button>Save</button></div>${rows([['Ada'], ['Bob']])}`);
    const { key } = await page.read();
    await page.change(
      "r.innerHTML = '<p>Name</p><button id=n>Save</button>'; t.innerHTML = t.innerHTML; t.rows[1].cells[1].firstChild.id = 'm'",
    );
    expect(await page.outcome(key('button', 'Save'))).toBe('ok unique_match');
    expect(await page.target(key('button', 'Save'))).toBe('n');
    expect(await page.outcome(key('button', 'Delete', 1))).toBe('ok unique_match');
    expect(await page.target(key('button', 'Delete', 1))).toBe('m');
  });

  test('an equal one is added in another row', async ({ open }) => {
    const page = await open(rows([['Ada'], ['Bob']]));
    const { key } = await page.read();
    await page.change("t.rows[0].remove(); t.insertRow().innerHTML = '<td>Eve</td><td><button>Delete</button></td>'");
    const reply = await page.resolve(key('button', 'Delete', 0));
    expect(reply).toMatchObject({ code: 'stale_ref', reason: 'removed', was: { context: { key: 'Ada' } } });
    expect(reply.ok ? [] : reply.candidates.map((one) => one.context?.key)).toEqual(['Bob', 'Eve']);
  });

  test('an equal one is added elsewhere on the page', async ({ open }) => {
    const page = await open('<h2>Billing</h2><div><button id="a">Edit</button></div><h2>Shipping</h2><div id="s"></div>');
    const { key } = await page.read();
    await page.change("a.remove(); s.innerHTML = '<button>Edit</button>'");
    expect(await page.outcome(key('button', 'Edit'))).toBe('removed');
  });

  test('the next of a queue takes its place', async ({ open }) => {
    const page = await open('<div id="r"><p>Comment by Ada</p><button>Approve</button></div>');
    const { key } = await page.read();
    await page.change("r.innerHTML = '<p>Comment by Bob</p><button>Approve</button>'");
    expect(await page.outcome(key('button', 'Approve'))).toBe('removed');
  });

  test('two equal candidates', async ({ open }) => {
    const page = await open('<div id="r"><button>Save</button></div>');
    const { key } = await page.read();
    await page.change("r.innerHTML = '<button>Save</button><button>Save</button>'");
    const reply = await page.resolve(key('button', 'Save'));
    expect(reply).toMatchObject({ ok: false, code: 'ambiguous_target', was: { name: 'Save' } });
    expect(reply.ok ? 0 : reply.candidates.length).toBe(2);
  });

  test('it had a twin, and one of the two is left', async ({ open }) => {
    const page = await open('<button id="a">Save</button><button id="b">Save</button>');
    const { key } = await page.read();
    await page.change('a.remove()');
    expect(await page.outcome(key('button', 'Save', 0))).toBe('ambiguous_target');
    expect(await page.outcome(key('button', 'Save', 1))).toBe('ok');
  });

  test('a twin that came later stood beside it', async ({ open }) => {
    const page = await open('<div id="r"><button id="a">Save</button></div>');
    const first = await page.read();
    await page.change("r.insertAdjacentHTML('beforeend', '<button>Save</button>')");
    await page.read();
    await page.change('a.remove()');
    expect(await page.outcome(first.key('button', 'Save'))).toBe('ambiguous_target');
  });

  test('rows with equal keys and texts are twins', async ({ open }) => {
    const page = await open(
      rows([
        ['Ada', 'x'],
        ['Ada', 'x'],
      ]),
    );
    const { key } = await page.read();
    await page.change('t.rows[0].remove()');
    expect(await page.outcome(key('button', 'Delete', 0))).toBe('ambiguous_target');
    expect(await page.outcome(key('button', 'Delete', 1))).toBe('ok');
  });
});

describe('what no row identifies', () => {
  test('a clickable thing without role and name is its content', async ({ open }) => {
    const page = await open(
      '<div style="cursor:pointer" onclick="1" id="p"><h3 id="h">Ada</h3><img alt="Face" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9" height="9"></div>',
    );
    const { reply, keyOf } = await page.read();
    const node = reply.nodes.find((one) => one.ref && one.role === 'generic')!;
    expect(node).toMatchObject({ role: 'generic', name: '' });
    expect(await page.outcome(keyOf(node))).toBe('ok');
    await page.change("h.textContent = 'Bob'");
    expect(await page.resolve(keyOf(node))).toMatchObject({
      reason: 'changed',
      was: { context: { key: 'Ada Face' } },
      now: { context: { key: 'Bob Face' } },
    });
  });

  test('a group with another name', async ({ open }) => {
    const page = await open('<fieldset><legend id="g">Do you smoke?</legend><label><input type="radio" name="a">Yes</label></fieldset>');
    const first = await page.read();
    await page.read();
    expect(await page.outcome(first.key('radio', 'Yes'))).toBe('ok same_node');
    await page.change("g.textContent = 'Do you drink?'");
    expect(await page.outcome(first.key('radio', 'Yes'))).toBe('context_changed');
  });

  test('a dialog that is opened again in a row', async ({ open }) => {
    const page = await open(
      '<table id="t"><tr><td>Ada</td><td><div role="dialog" aria-label="Sure?"><p>All is lost.</p><button>OK</button></div></td></tr></table>',
    );
    const { key } = await page.read();
    expect(await page.outcome(key('button', 'OK'))).toBe('ok');
    await page.change("t.rows[0].cells[0].textContent = 'Bob'");
    expect(await page.outcome(key('button', 'OK'))).toBe('context_changed');
  });

  test('an editor is not its text', async ({ open }) => {
    const page = await open('<div id="e" contenteditable>Hello</div>');
    const { reply, keyOf } = await page.read();
    const key = keyOf(reply.nodes.find((node) => node.ref)!);
    await page.change("e.textContent = 'Other words'");
    expect(await page.outcome(key)).toBe('ok');
  });

  test('a cell is not the value of the field in it', async ({ open }) => {
    const page = await open(
      '<div role="grid"><div role="row"><div role="gridcell" tabindex="0">Qty <input id="q" value="5" aria-label="Quantity"> pcs</div><div role="gridcell"><button>Go</button></div></div></div>',
    );
    const { reply, key, keyOf } = await page.read();
    await page.change("q.value = '77'");
    for (const node of reply.nodes.filter((one) => one.ref && one.role === 'gridcell'))
      expect([node.name, await page.outcome(keyOf(node))]).toEqual([node.name, 'ok']);
    expect(await page.outcome(key('button', 'Go'))).toBe('ok');
  });

  test('a control that expands or is pressed is no key of its row', async ({ open }) => {
    const row = (name: string) =>
      `<tr><td><input type="checkbox" aria-label="Select row"><button aria-expanded="false">Open</button></td><td>${name}</td><td>new</td><td><button>Delete</button></td></tr>`;
    const page = await open(`<table id="t">${row('Ada')}${row('Bob')}</table>`);
    const { key } = await page.read();
    expect(await page.resolve(key('button', 'Delete'))).toMatchObject({ facts: { context: { key: 'Ada' } } });
    await page.change(
      "const b = t.rows[0].querySelector('button'); b.textContent = 'Close'; b.setAttribute('aria-expanded', 'true'); t.rows[0].cells[2].textContent = 'seen'",
    );
    expect(await page.outcome(key('button', 'Delete'))).toBe('ok');
  });

  test('a menu that closes: its item is the same, only hidden', async ({ open }) => {
    const page = await open('<div id="m"><button>Rename</button></div>');
    const { key } = await page.read();
    await page.change('m.hidden = true');
    expect(await page.resolve(key('button', 'Rename'))).toMatchObject({ ok: true, facts: { visible: false } });
  });
});

describe('a part of the page', () => {
  test('refs of a scope know the row around it', async ({ open }) => {
    const page = await open(
      rows([
        ['Ada', '<span id="s"><button>Edit</button></span>'],
        ['Bob', ''],
      ]),
    );
    const { key } = await page.read({ scope: await page.el('#s') });
    expect(await page.resolve(key('button', 'Edit'))).toMatchObject({ ok: true, facts: { context: { kind: 'row', key: 'Ada' } } });
    await page.change("t.rows[0].cells[0].textContent = 'Bob'");
    expect(await page.outcome(key('button', 'Edit'))).toBe('context_changed');
  });

  test('a twin outside the scope counts', async ({ open }) => {
    const page = await open('<div id="s"><button id="a">Save</button></div><button>Save</button>');
    const { key } = await page.read({ scope: await page.el('#s') });
    await page.change('a.remove()');
    expect(await page.outcome(key('button', 'Save'))).toBe('ambiguous_target');
  });
});
