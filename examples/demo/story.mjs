/** What the agent of the demo does, chapter by chapter. */
import { Deviation } from './deviation.mjs';
import { EXPECTED } from './order.mjs';
import { the } from './target.mjs';

const PAYMENT = { frame: 'Secure payment' };
const orderForm = the('form', 'Order');
const checkoutForm = the('form', 'Checkout');
const row = (name) => the('row', name);
const flask = row('Steel Flask 0.5 l');
const mug = row('Enamel Mug');

function expectEqual(what, found, expected) {
  if (found !== expected) throw new Deviation(`${what} to be ${JSON.stringify(expected)}`, JSON.stringify(found) ?? 'nothing');
}

async function arrive(agent, { url }) {
  await agent.must('navigate', { url });
  await agent.click(the('button', 'Accept all', { within: the('dialog', 'Cookies, the baked kind') }));
  // One of the favourites that the first part only counts: "6 more items like the above".
  await agent.see(the('link', 'Enamel Mug', { within: the('region', 'Favourites') }));
  await agent.picture('The shop');
}

async function search(agent) {
  await agent.type(the('combobox', 'Search products'), 'rain', { slowly: true });
  await agent.see(the('option', /^Squall Rain Jacket/));
  await agent.picture('Suggestions');
  await agent.click(the('option', /^Squall Rain Jacket/));
  await agent.see(the('heading', 'Squall Rain Jacket'));
}

async function chooseJacket(agent) {
  await agent.click(the('option', 'Moss', { within: the('listbox', 'Colour') }));
  // The footer has a link of the same name; the form says which one is meant.
  const shopTab = await agent.openWindow(the('link', 'Size guide', { within: orderForm }));
  await agent.click(the('button', 'Choose', { within: row('M') }));
  const { data } = await agent.must('tabs_list', {});
  expectEqual('the number of tabs after the size guide closed itself', data.tabs.length, 1);
  expectEqual('the tab that is left', data.tabs[0].tabId, shopTab);
  agent.useTab(shopTab);
  // The window told its opener which size was chosen.
  await agent.see(the('text', 'M', { within: the('combobox', 'Size') }));
  await agent.click(the('button', 'Increase quantity', { within: orderForm }));
  await agent.picture('The jacket');
  await agent.click(the('button', 'Add to cart', { within: orderForm }));
  await agent.see(the('dialog', 'Your cart (2 items)'));
  await agent.picture('The cart drawer');
  await agent.click(the('button', 'Continue shopping'));
}

async function filterTable(agent) {
  const before = await agent.find(the('button', 'Add to cart', { within: orderForm }));
  await agent.click(the('link', 'All products', { within: the('navigation', 'Categories') }));
  // The page has a dozen buttons of that name now. The ref of the old one means none of them.
  const old = await agent.call('click', { element: 'Add to cart', ref: before.ref }, 'the "Add to cart" of the page before');
  expectEqual('the answer to a ref of the page before', old.ok ? 'ok' : old.error.code, 'stale_ref');

  await agent.click(the('checkbox', 'Kitchen'));
  await agent.type(the('slider', 'Maximum price'), '40');
  await agent.select(the('combobox', 'Sort by'), 'Price, low to high');
  await agent.must('wait_for', { text: '4 products' });
  await agent.picture('The filtered table');
  // "Steel Flask 1.0 l" stands two rows below and has the same button: the row makes the difference.
  await agent.click(the('button', 'Add to cart', { within: flask }));
  await agent.click(the('button', 'Add to cart', { within: mug }));
  await agent.find(the('button', 'Cart, 4 items'));
}

async function tidyCart(agent) {
  await agent.click(the('button', 'Cart, 4 items'));
  await agent.click(the('link', 'View cart'));
  const remove = the('button', /^Remove/, { within: mug });
  const asked = await agent.click(remove);
  const dialog = asked.evidence.effects.find(({ kind }) => kind === 'dialog');
  expectEqual('the question of the shop', dialog?.message, 'Remove Enamel Mug from your cart?');
  expectEqual('the answer nobody gave', dialog?.answer, 'dismissed');
  if (!(await agent.sees(mug))) throw new Deviation('the mug to stay when the question is dismissed', 'that it is gone');
  await agent.click(remove, { dialog: 'accept' });
  if (await agent.sees(mug)) throw new Deviation('the mug to be removed', 'that it is still there');
  // A closed shadow root: scripts of the page cannot look inside.
  const gift = the('checkbox', 'Gift wrap, €3.50');
  await agent.click(gift);
  expectEqual('the gift wrap', (await agent.see(gift)).states.checked, true);
  await agent.picture('The cart');
  await agent.click(the('link', 'Proceed to checkout'));
  await agent.see(the('heading', 'Checkout'));
}

async function fillForm(agent) {
  const { contact, delivery } = EXPECTED;
  const field = (name, role = 'textbox') => the(role, name, { within: checkoutForm });
  await agent.type(field('Full name'), contact.name);
  await agent.type(field('E-mail'), contact.email);
  await agent.type(field('Phone'), contact.phone);
  await agent.select(field('Country', 'combobox'), delivery.country);
  await agent.type(field('City', 'combobox'), 'lei', { slowly: true });
  await agent.click(the('option', delivery.city));
  await agent.type(field('Street and house number'), delivery.street);
  await agent.type(field('Postcode'), delivery.postcode);
  await agent.click(field(/^Express/, 'radio'));
  await agent.type(the(DATE_ROLE, 'Delivery day', { within: checkoutForm }), delivery.day);
  await agent.type(field('Note for the driver (optional)'), delivery.note);
  const shopTab = await agent.openWindow(field('delivery terms', 'link'));
  await agent.see(the('heading', 'Delivery terms'));
  await agent.picture('The delivery terms');
  await agent.click(the('button', 'Close window'));
  agent.useTab(shopTab);
  await agent.click(field('I have read the delivery terms and agree to them.', 'checkbox'));
  await agent.picture('The form');
}

/** A date field has no role of its own in ARIA. */
const DATE_ROLE = 'textbox';

async function pay(agent) {
  await agent.typeSecret(the('textbox', 'Card number', PAYMENT), 'card');
  await agent.type(the('textbox', 'Expiry date', PAYMENT), '0428');
  await agent.typeSecret(the('textbox', 'CVC', PAYMENT), 'cvc');
  expectEqual('the expiry date as the payment site writes it', (await agent.see(the('textbox', 'Expiry date', PAYMENT))).value, '04/28');
  // What it will cost stands beside the form; nobody signs before reading that.
  await agent.find(the('definition', '€340.40', { within: the('complementary', 'Your order') }));
  await agent.click(the('button', 'Place order', { within: checkoutForm }));
  await agent.see(the('heading', 'Thank you'));
  const { data } = await agent.must('find_in_page', { query: '€340.40' });
  if (data.total < 1) throw new Deviation('€340.40 on the page', 'no such amount');
  await agent.picture('The order');
}

async function refuse(agent) {
  await agent.click(the('link', 'Account'));
  const button = await agent.see(the('button', 'Delete account', { within: the('region', 'Danger zone') }));
  await agent.picture('The account');
  // The agent calls it something harmless. The gate looks at where the form goes.
  const answer = await agent.call('click', { element: 'Save changes', ref: button.ref }, 'button "Delete account", called "Save changes"');
  expectEqual('the answer of the policy', answer.ok ? 'ok' : answer.error.code, 'denied');
  if (!(await agent.sees(the('heading', 'Your account')))) throw new Deviation('the account to be there', 'another page');
}

/** Title and script of each chapter. */
export const STORY = [
  ['Through the door', arrive],
  ['Search for rain', search],
  ['Custom controls, and a window that answers', chooseJacket],
  ['A table, and two flasks that differ in a number', filterTable],
  ['A question to dismiss, one to accept, a closed shadow root', tidyCart],
  ['A long form', fillForm],
  ['Another origin, two secrets, and a person who says yes', pay],
  ['What the host does not allow', refuse],
];

/** What the user agrees to, in that order. */
export const agreed = ({ shop, pay: payment }) => [
  { what: 'paying with this card', tool: 'type', role: 'textbox', name: 'Card number', origin: payment },
  { what: 'its expiry date', tool: 'type', role: 'textbox', name: 'Expiry date', origin: payment },
  { what: 'its security code', tool: 'type', role: 'textbox', name: 'CVC', origin: payment },
  { what: 'this order', tool: 'click', role: 'button', name: 'Place order', origin: shop },
];
