import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HookVerdict } from '../../src/gatekeeper/decide.js';
import type { GatekeeperOptions, Grant, Policy, Rule, Verdict } from '../../src/gatekeeper/types.js';
import { judge, SHOP, type SubjectParts, subject, type ToolKey, target } from './support.js';

/** tool, parts, options, verdict, the rule that decided. */
type Row = readonly [ToolKey, SubjectParts, GatekeeperOptions, Verdict, string];

const card = '4111 1111 1111 1111';
const bank = 'https://www.chase.com';
const onSave: SubjectParts = { targets: [target()] };
const inBankFrame: SubjectParts = { targets: [target({ origin: bank, crossOrigin: true })] };
const to = (url: string, tab = SHOP): SubjectParts => ({ input: { url }, spec: { url }, tab });
const types = (text: string, parts = {}): SubjectParts => ({
  input: { text },
  spec: { text },
  targets: [target({ role: 'textbox', ...parts })],
});
const rules = (...list: Rule[]): GatekeeperOptions => ({ rules: list });
const auto = (...list: Rule[]): GatekeeperOptions => ({ policy: 'auto', rules: list });
const rule = (tool: string, verdict: Verdict, origin = '*'): Rule => ({ tool, verdict, origin });
const cap = (capability: NonNullable<Rule['capability']>, verdict: Verdict, origin = '*'): Rule => ({ capability, verdict, origin });

const POLICIES: Row[] = [
  ['click', onSave, {}, 'ask', 'policy:untrusted'],
  ['click', onSave, { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['click', onSave, { policy: 'always' }, 'ask', 'policy:always'],
  ['click', onSave, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('hello'), { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['type', types('hello'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['press_key', { spec: { key: 'Enter' } }, { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['press_key', { spec: { key: 'Enter' } }, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['read_page', {}, { policy: 'untrusted' }, 'allow', 'policy:untrusted'],
  ['read_page', {}, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['read_page', {}, { policy: 'always' }, 'ask', 'policy:always'],
  ['screenshot', {}, { policy: 'untrusted' }, 'allow', 'policy:untrusted'],
  ['tabs_list', {}, { policy: 'untrusted' }, 'allow', 'policy:untrusted'],
  ['tabs_list', {}, { policy: 'always' }, 'ask', 'policy:always'],
  ['navigate', to('https://other.example/'), { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['navigate', to('https://other.example/'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['tab_close', {}, { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['go_back', {}, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['fetch_url', to('https://other.example/'), { policy: 'untrusted' }, 'allow', 'policy:untrusted'],
  ['fetch_url', to('https://other.example/'), { policy: 'always' }, 'ask', 'policy:always'],
  ['download', to('https://other.example/a.pdf'), { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['memory_write', {}, { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['far_tool', {}, { policy: 'untrusted' }, 'ask', 'policy:untrusted'],
  ['ask_user', {}, { policy: 'always' }, 'allow', 'capability:ask'],
  ['ask_user', {}, { policy: 'always', rules: [rule('*', 'deny')] }, 'allow', 'capability:ask'],
];

const SHIPPED: Row[] = [
  ['run_javascript', {}, {}, 'deny', 'shipped:eval_page'],
  ['run_javascript', {}, { policy: 'auto' }, 'deny', 'shipped:eval_page'],
  ['run_javascript', {}, auto(cap('eval_page', 'allow')), 'allow', 'rule:1'],
  ['run_javascript', {}, rules(cap('eval_page', 'ask')), 'ask', 'rule:1'],
  ['run_javascript', {}, rules(rule('run_javascript', 'allow', SHOP)), 'allow', 'rule:1'],
  ['run_javascript', {}, rules(rule('run_javascript', 'allow', 'https://other.example')), 'deny', 'shipped:eval_page'],
  ['run_javascript', {}, rules(rule('*', 'allow')), 'allow', 'rule:1'],
  ['run_javascript', {}, rules(rule('click', 'allow')), 'deny', 'shipped:eval_page'],
  ['run_javascript', {}, { removeDefaultRules: true }, 'ask', 'policy:untrusted'],
  ['run_javascript', {}, { policy: 'auto', removeDefaultRules: true }, 'allow', 'policy:auto'],
  ['run_javascript', {}, { removeDefaultRules: true, rules: [cap('eval_page', 'deny')] }, 'deny', 'rule:1'],
];

const RULES: Row[] = [
  ['click', onSave, rules(rule('click', 'allow')), 'allow', 'rule:1'],
  ['click', onSave, rules(rule('click', 'deny')), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'ask')), 'ask', 'rule:1'],
  ['click', onSave, auto(rule('cli*', 'deny')), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('*', 'deny')), 'deny', 'rule:1'],
  ['click_trusted', onSave, auto(rule('click*', 'deny')), 'deny', 'rule:1'],
  ['click_trusted', onSave, auto(rule('click', 'deny')), 'allow', 'policy:auto'],
  ['click', onSave, auto(cap('click', 'deny')), 'deny', 'rule:1'],
  ['click_trusted', onSave, auto(cap('click', 'ask')), 'ask', 'rule:1'],
  ['type', types('x'), auto(cap('click', 'deny')), 'allow', 'policy:auto'],
  ['tab_close', {}, auto(rule('tab_*', 'deny')), 'deny', 'rule:1'],
  ['go_back', {}, auto(cap('navigate', 'deny')), 'deny', 'rule:1'],
  // Whatever the order and the specificity: deny before ask before allow.
  ['click', onSave, rules(rule('*', 'deny'), rule('click', 'allow', SHOP)), 'deny', 'rule:1'],
  ['click', onSave, rules(rule('click', 'allow', SHOP), rule('*', 'deny')), 'deny', 'rule:2'],
  ['click', onSave, rules(rule('*', 'ask'), rule('click', 'allow', SHOP)), 'ask', 'rule:1'],
  ['click', onSave, rules(rule('click', 'ask', SHOP), rule('*', 'deny')), 'deny', 'rule:2'],
  ['click', onSave, rules(rule('click', 'allow'), rule('click', 'ask')), 'ask', 'rule:2'],
  // Among equals the most specific one is named, then the first.
  ['click', onSave, rules(rule('*', 'deny'), rule('click', 'deny', SHOP)), 'deny', 'rule:2'],
  ['click', onSave, rules(rule('click', 'deny'), rule('click', 'deny', SHOP)), 'deny', 'rule:2'],
  ['click', onSave, rules(rule('click', 'deny', '*.example'), rule('click', 'deny', SHOP)), 'deny', 'rule:2'],
  ['click', onSave, rules(rule('click', 'allow'), rule('click', 'allow')), 'allow', 'rule:1'],
  ['click', onSave, rules({ ...rule('click', 'allow'), id: 'mine' }), 'allow', 'mine'],
  // Reads obey explicit rules too.
  ['read_page', {}, rules(rule('read_page', 'deny')), 'deny', 'rule:1'],
  ['read_page', {}, rules(rule('read_page', 'ask')), 'ask', 'rule:1'],
  ['read_page', {}, { policy: 'always', rules: [rule('read_page', 'allow')] }, 'allow', 'rule:1'],
  // A rule for another tool or place does not count.
  ['click', onSave, auto(rule('type', 'deny')), 'allow', 'policy:auto'],
  ['click', onSave, auto(rule('click', 'deny', 'https://other.example')), 'allow', 'policy:auto'],
];

const ORIGINS: Row[] = [
  ['click', onSave, auto(rule('click', 'deny', SHOP)), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'deny', `${SHOP}:443`)), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'deny', `${SHOP}:8443`)), 'allow', 'policy:auto'],
  ['click', onSave, auto(rule('click', 'deny', 'http://shop.example')), 'allow', 'policy:auto'],
  ['click', onSave, auto(rule('click', 'deny', 'HTTPS://SHOP.EXAMPLE')), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'deny', '*.shop.example')), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'deny', '*.example')), 'deny', 'rule:1'],
  ['click', onSave, auto(rule('click', 'deny', '*.op.example')), 'allow', 'policy:auto'],
  ['click', { targets: [target({ origin: 'https://shop.example.' })] }, auto(rule('click', 'deny', SHOP)), 'deny', 'rule:1'],
  [
    'click',
    { targets: [target({ origin: `${SHOP}.evil`, topOrigin: `${SHOP}.evil` })] },
    auto(rule('click', 'deny', '*.shop.example')),
    'allow',
    'policy:auto',
  ],
  [
    'click',
    { targets: [target({ origin: `${SHOP}.evil`, topOrigin: `${SHOP}.evil` })] },
    rules(rule('click', 'allow', SHOP)),
    'ask',
    'policy:untrusted',
  ],
  // An element in a frame: the frame counts, and a deny or ask of the top page counts too.
  ['click', { targets: [target({ origin: 'https://pay.example' })] }, auto(rule('click', 'deny', 'https://pay.example')), 'deny', 'rule:1'],
  ['click', { targets: [target({ origin: 'https://pay.example' })] }, auto(rule('click', 'ask', SHOP)), 'ask', 'rule:1'],
  ['click', { targets: [target({ origin: 'https://pay.example' })] }, rules(rule('click', 'allow', SHOP)), 'ask', 'policy:untrusted'],
  [
    'click',
    { targets: [target({ origin: 'https://pay.example' })] },
    rules(rule('click', 'allow', 'https://pay.example')),
    'allow',
    'rule:1',
  ],
  // Several targets: an allow has to cover all of them.
  [
    'click',
    { targets: [target(), target({ ref: 'saaaa_1_2', origin: 'https://pay.example' })] },
    rules(rule('click', 'allow', SHOP)),
    'ask',
    'policy:untrusted',
  ],
  [
    'click',
    { targets: [target(), target({ ref: 'saaaa_1_2', origin: 'https://pay.example' })] },
    auto(rule('click', 'deny', 'https://pay.example')),
    'deny',
    'rule:1',
  ],
  // A URL write is judged by where it goes.
  ['navigate', to('https://other.example/a?b'), rules(rule('navigate', 'allow', 'https://other.example')), 'allow', 'rule:1'],
  ['navigate', to('https://other.example/'), rules(rule('navigate', 'allow', SHOP)), 'ask', 'policy:untrusted'],
  ['navigate', to('https://other.example/'), auto(rule('navigate', 'deny', SHOP)), 'allow', 'policy:auto'],
  ['navigate', to('https://OTHER.example:443/'), auto(rule('navigate', 'deny', 'https://other.example')), 'deny', 'rule:1'],
  ['fetch_url', to('https://other.example/'), auto(rule('fetch_url', 'deny', 'https://other.example')), 'deny', 'rule:1'],
  // A tool without tab or page fits no place but *.
  ['memory_write', { tab: null }, rules(rule('memory_write', 'allow', SHOP)), 'ask', 'policy:untrusted'],
  ['memory_write', { tab: null }, rules(rule('memory_write', 'allow')), 'allow', 'rule:1'],
  ['click', { tab: '', targets: [target({ origin: '', topOrigin: '' })] }, rules(rule('click', 'allow', SHOP)), 'ask', 'policy:untrusted'],
];

const SENSITIVE: Row[] = [
  ['read_page', { tab: bank }, {}, 'allow', 'policy:untrusted'],
  ['read_page', { tab: bank }, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['screenshot', { tab: bank }, {}, 'allow', 'policy:untrusted'],
  [
    'click',
    { tab: bank, targets: [target({ origin: bank, topOrigin: bank })] },
    { policy: 'auto' },
    'deny',
    'sensitive_origin:*.chase.com',
  ],
  ['click', inBankFrame, { policy: 'auto' }, 'deny', 'sensitive_origin:*.chase.com'],
  [
    'click',
    { targets: [target({ origin: 'https://widget.example', topOrigin: bank })] },
    { policy: 'auto' },
    'deny',
    'sensitive_origin:*.chase.com',
  ],
  ['click', inBankFrame, auto(rule('click', 'allow', bank)), 'deny', 'sensitive_origin:*.chase.com'],
  ['click', inBankFrame, auto(rule('*', 'allow')), 'deny', 'sensitive_origin:*.chase.com'],
  ['press_key', { tab: bank, spec: { key: 'Enter' } }, { policy: 'auto' }, 'deny', 'sensitive_origin:*.chase.com'],
  ['navigate', to('https://chase.com./login'), { policy: 'auto' }, 'deny', 'sensitive_origin:*.chase.com'],
  ['navigate', to('https://chase.com.evil.example/'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['navigate', to('https://notchase.com/'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['navigate', to('https://shop.example/', bank), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['download', to('https://www.paypal.com/statement.pdf'), { policy: 'auto' }, 'deny', 'sensitive_origin:*.paypal.com'],
  ['download', to('https://shop.example/a.pdf', bank), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['fetch_url', to('https://www.irs.gov/'), { policy: 'auto' }, 'deny', 'sensitive_origin:*.gov'],
  ['click', { targets: [target({ href: 'https://www.irs.gov/forms' })] }, { policy: 'auto' }, 'deny', 'sensitive_origin:*.gov'],
  [
    'click',
    { targets: [target({ submits: true, formAction: 'https://www.paypal.com/pay' })] },
    { policy: 'auto' },
    'deny',
    'sensitive_origin:*.paypal.com',
  ],
  [
    'click',
    { targets: [target({ submits: false, formAction: 'https://www.paypal.com/pay' })] },
    { policy: 'auto' },
    'allow',
    'policy:auto',
  ],
  [
    'click',
    { targets: [target({ origin: 'https://intra.example' })] },
    { policy: 'auto', sensitiveOrigins: ['https://intra.example'] },
    'deny',
    'sensitive_origin:https://intra.example',
  ],
  [
    'click',
    { targets: [target({ origin: 'https://a.intra.example' })] },
    { policy: 'auto', sensitiveOrigins: ['*.intra.example'] },
    'deny',
    'sensitive_origin:*.intra.example',
  ],
  [
    'click',
    { tab: 'chrome://settings', targets: [target({ origin: 'chrome://settings', topOrigin: 'chrome://settings' })] },
    { policy: 'auto' },
    'deny',
    'sensitive_origin:chrome:',
  ],
];

const PAYLOAD: Row[] = [
  ['type', types(card), { policy: 'auto' }, 'ask', 'sensitive_payload:card_number'],
  ['type', types('4111111111111111'), { policy: 'auto' }, 'ask', 'sensitive_payload:card_number'],
  ['type', types('card 4111-1111-1111-1111 please'), { policy: 'auto' }, 'ask', 'sensitive_payload:card_number'],
  ['type', types(card), auto(rule('type', 'allow')), 'ask', 'sensitive_payload:card_number'],
  ['type', types(card), auto(rule('type', 'deny')), 'deny', 'rule:1'],
  ['type', types('4111 1111 1111 1112'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('order 0000000000000000'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('+49 151 23456789'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('hunter2', { inputType: 'password' }), { policy: 'auto' }, 'ask', 'sensitive_payload:password_field'],
  ['type', types('hunter2', { inputType: 'password' }), auto(rule('*', 'allow')), 'ask', 'sensitive_payload:password_field'],
  ['type', types('', { inputType: 'password' }), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('hunter2', { inputType: 'text' }), { policy: 'auto' }, 'allow', 'policy:auto'],
  // A page that shows what is typed has made the field one for text.
  [
    'type',
    types('hunter2', { inputType: 'text', autocomplete: 'section-a current-password' }),
    { policy: 'auto' },
    'ask',
    'sensitive_payload:password_field',
  ],
  [
    'type',
    types('hunter2', { inputType: 'text', autocomplete: 'New-Password' }),
    { policy: 'auto' },
    'ask',
    'sensitive_payload:password_field',
  ],
  ['type', types('hunter2', { inputType: 'text', autocomplete: 'username' }), { policy: 'auto' }, 'allow', 'policy:auto'],
  [
    'press_key',
    { spec: { key: 'h' }, targets: [target({ inputType: 'password' })] },
    { policy: 'auto' },
    'ask',
    'sensitive_payload:password_field',
  ],
  ['press_key', { spec: { key: 'Enter' }, targets: [target({ inputType: 'password' })] }, { policy: 'auto' }, 'allow', 'policy:auto'],
  [
    'type',
    { input: { secret: 'shop' }, spec: { secret: 'shop' }, targets: [target()] },
    { policy: 'auto' },
    'ask',
    'sensitive_payload:secret',
  ],
  ['far_tool', { input: { password: 'x' } }, { policy: 'auto' }, 'ask', 'sensitive_payload:credential'],
  ['far_tool', { input: { auth: { api_key: 'x' } } }, { policy: 'auto' }, 'ask', 'sensitive_payload:credential'],
  ['far_tool', { input: { list: [{ PrivateKey: 'x' }] } }, { policy: 'auto' }, 'ask', 'sensitive_payload:credential'],
  ['far_tool', { input: { password: '' } }, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['far_tool', { input: { passwords_changed: 3 } }, { policy: 'auto' }, 'allow', 'policy:auto'],
  ['far_tool', { input: { body: '{"token":"abc"}' } }, { policy: 'auto' }, 'ask', 'sensitive_payload:credential'],
  ['far_tool', { input: { amount: 4111111111111111 } }, { policy: 'auto' }, 'ask', 'sensitive_payload:card_number'],
  ['navigate', to('https://other.example/?token=abc'), { policy: 'auto' }, 'ask', 'sensitive_payload:credential'],
  ['navigate', to('https://other.example/?tokens=abc'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['fetch_url', to('https://other.example/?c=4111111111111111'), { policy: 'auto' }, 'ask', 'sensitive_payload:card_number'],
  ['read_page', { input: { query: card } }, { policy: 'auto' }, 'allow', 'policy:auto'],
];

const lists: GatekeeperOptions = { policy: 'auto', allowedOrigins: [SHOP, '*.pay.example'], blockedOrigins: ['https://bad.pay.example'] };
const BOUNDARY: Row[] = [
  ['click', onSave, lists, 'allow', 'policy:auto'],
  ['read_page', {}, lists, 'allow', 'policy:auto'],
  ['read_page', { tab: 'https://evil.example' }, lists, 'deny', 'allowedOrigins'],
  ['click', { targets: [target({ origin: 'https://evil.example' })] }, lists, 'deny', 'allowedOrigins'],
  ['click', { targets: [target({ topOrigin: 'https://evil.example' })] }, lists, 'deny', 'allowedOrigins'],
  ['click', { targets: [target({ origin: 'https://card.pay.example' })] }, lists, 'allow', 'policy:auto'],
  ['click', { targets: [target({ origin: 'https://bad.pay.example' })] }, lists, 'deny', 'blockedOrigins:https://bad.pay.example'],
  ['click', { targets: [target({ href: 'https://evil.example/' })] }, lists, 'deny', 'allowedOrigins'],
  ['click', { targets: [target({ href: 'mailto:a@evil.example' })] }, lists, 'allow', 'policy:auto'],
  ['click', { targets: [target({ submits: true, formAction: 'https://evil.example/' })] }, lists, 'deny', 'allowedOrigins'],
  ['navigate', to('https://evil.example/'), lists, 'deny', 'allowedOrigins'],
  ['navigate', to('https://card.pay.example/'), lists, 'allow', 'policy:auto'],
  ['navigate', to(`${SHOP}/`, 'https://evil.example'), lists, 'allow', 'policy:auto'],
  ['navigate', to('about:blank'), lists, 'allow', 'policy:auto'],
  ['go_back', { tab: 'https://evil.example' }, lists, 'allow', 'policy:auto'],
  ['tab_close', { tab: 'https://evil.example' }, lists, 'allow', 'policy:auto'],
  ['fetch_url', to('https://evil.example/'), lists, 'deny', 'allowedOrigins'],
  ['read_page', { tab: '' }, lists, 'allow', 'policy:auto'],
  ['read_page', { tab: 'file://' }, lists, 'deny', 'allowedOrigins'],
  ['read_page', { tab: 'https://bad.pay.example' }, { blockedOrigins: ['*.pay.example'] }, 'deny', 'blockedOrigins:*.pay.example'],
  ['read_page', {}, { policy: 'auto', allowedOrigins: [] }, 'deny', 'allowedOrigins'],
  ['click', { targets: [target({ origin: 'https://evil.example' })] }, { ...lists, rules: [rule('*', 'allow')] }, 'deny', 'allowedOrigins'],
];

const mail = 'robin.vale@example.com';
const EMAIL: Row[] = [
  // The page one is on may be given it.
  ['type', types(mail), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types(mail, { formAction: `${SHOP}/join` }), { policy: 'auto' }, 'allow', 'policy:auto'],
  // Others may not, unasked.
  ['type', types(mail, { formAction: 'https://list.example/join' }), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['type', types(mail, { origin: 'https://list.example' }), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['type', types(mail, { origin: 'https://list.example' }), auto(rule('*', 'allow')), 'ask', 'sensitive_payload:email'],
  ['type', types(mail, { origin: 'https://list.example' }), auto(rule('*', 'deny')), 'deny', 'rule:1'],
  ['type', types('Robin', { origin: 'https://list.example' }), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['type', types('me @ home', { origin: 'https://list.example' }), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['navigate', to(`https://other.example/?to=${mail}`), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['navigate', to('https://other.example/?to=robin.vale%40example.com'), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['navigate', to(`${SHOP}/?to=${mail}`), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['navigate', to('https://other.example/@robin/package@1.2.3'), { policy: 'auto' }, 'allow', 'policy:auto'],
  ['fetch_url', to(`https://other.example/${mail}`), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['download', to(`https://other.example/${mail}`, ''), { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['far_tool', { input: { body: { cc: [`Robin <${mail}>`] } } }, { policy: 'auto' }, 'ask', 'sensitive_payload:email'],
  ['far_tool', { input: { body: 'Robin' } }, { policy: 'auto' }, 'allow', 'policy:auto'],
  // The model's words for a target go nowhere.
  [
    'click',
    { input: { element: mail }, spec: { element: mail }, targets: [target({ origin: 'https://list.example', name: mail })] },
    { policy: 'auto' },
    'allow',
    'policy:auto',
  ],
  [
    'read_page',
    { input: { query: mail }, targets: [target({ origin: 'https://list.example' })] },
    { policy: 'auto' },
    'allow',
    'policy:auto',
  ],
];

const access: GatekeeperOptions = { policy: 'auto', hostAccess: [SHOP, '*.pay.example'] };
const ACCESS: Row[] = [
  ['click', onSave, access, 'allow', 'policy:auto'],
  ['click', { targets: [target({ origin: 'https://card.pay.example' })] }, access, 'allow', 'policy:auto'],
  ['click', { targets: [target({ origin: 'https://far.example' })] }, access, 'ask', 'hostAccess:https://far.example'],
  ['click', { targets: [target({ topOrigin: 'https://far.example' })] }, access, 'ask', 'hostAccess:https://far.example'],
  ['click', { targets: [target({ href: 'https://far.example/' })] }, access, 'ask', 'hostAccess:https://far.example'],
  ['read_page', { tab: 'https://far.example' }, access, 'ask', 'hostAccess:https://far.example'],
  ['navigate', to('https://far.example/'), access, 'ask', 'hostAccess:https://far.example'],
  ['navigate', to(`${SHOP}/`, 'https://far.example'), access, 'allow', 'policy:auto'],
  ['tab_close', { tab: 'https://far.example' }, access, 'allow', 'policy:auto'],
  ['fetch_url', to('https://far.example/'), { ...access, rules: [rule('*', 'allow')] }, 'ask', 'hostAccess:https://far.example'],
  ['fetch_url', to('https://far.example/'), { ...access, rules: [rule('*', 'deny')] }, 'deny', 'rule:1'],
  ['fetch_url', to('https://far.example/'), { ...access, policy: 'always' }, 'ask', 'policy:always'],
  ['read_page', { tab: '' }, access, 'allow', 'policy:auto'],
  ['memory_write', { tab: null }, access, 'allow', 'policy:auto'],
  ['ask_user', { tab: 'https://far.example' }, access, 'allow', 'capability:ask'],
  ['click', onSave, { ...access, hostAccess: [] }, 'ask', `hostAccess:${SHOP}`],
];

const TABLE = { POLICIES, SHIPPED, RULES, ORIGINS, SENSITIVE, PAYLOAD, BOUNDARY, EMAIL, ACCESS };
for (const [name, rows] of Object.entries(TABLE)) {
  test.each(rows.map((row, index) => ({ index, row })))(`${name} $index: $row.0 -> $row.3 by $row.4`, ({ row }) => {
    const [tool, parts, options, verdict, decided] = row;
    const decision = judge(subject(tool, parts), options);
    expect({ verdict: decision.verdict, rule: decision.rule }).toEqual({ verdict, rule: decided });
    expect(decision.reason).toMatch(/\.$/);
  });
}

test('the table is large enough to mean something', () => {
  expect(Object.values(TABLE).flat().length).toBeGreaterThanOrEqual(180);
});

// ---------------------------------------------------------------- grants and hooks

const grant = (parts: Partial<Grant> = {}): Grant => ({ id: '1', tool: 'click', origin: SHOP, scope: 'session', ...parts });

test.each<[string, SubjectParts, GatekeeperOptions, readonly Grant[], Verdict, string]>([
  ['silences the policy', onSave, {}, [grant()], 'allow', 'grant:1'],
  ['silences policy always', onSave, { policy: 'always' }, [grant()], 'allow', 'grant:1'],
  ['does not silence an ask rule', onSave, rules(rule('click', 'ask')), [grant()], 'ask', 'rule:1'],
  ['does not silence a deny rule', onSave, rules(rule('click', 'deny')), [grant()], 'deny', 'rule:1'],
  ['does not cover another origin', { targets: [target({ origin: 'https://pay.example' })] }, {}, [grant()], 'ask', 'policy:untrusted'],
  ['does not cover another tool', onSave, {}, [grant({ tool: 'type' })], 'ask', 'policy:untrusted'],
  ['does not silence a sensitive payload', { ...onSave, input: { text: card } }, {}, [grant()], 'ask', 'sensitive_payload:card_number'],
  [
    'does not silence missing access',
    { targets: [target({ origin: 'https://far.example' })] },
    access,
    [grant({ origin: 'https://far.example' })],
    'ask',
    'hostAccess:https://far.example',
  ],
  ['does not lift a sensitive origin', inBankFrame, {}, [grant({ origin: bank })], 'deny', 'sensitive_origin:*.chase.com'],
  ['for an element covers it', onSave, {}, [grant({ element: { role: 'button', name: 'Save', contextKey: '' } })], 'allow', 'grant:1'],
  [
    'for an element covers no other',
    onSave,
    {},
    [grant({ element: { role: 'button', name: 'Delete', contextKey: '' } })],
    'ask',
    'policy:untrusted',
  ],
  [
    'for an element covers no other row',
    onSave,
    {},
    [grant({ element: { role: 'button', name: 'Save', contextKey: 'Row 7' } })],
    'ask',
    'policy:untrusted',
  ],
])('a grant %s', (_, parts, options, grants, verdict, decided) => {
  const decision = judge(subject('click', parts), options, grants);
  expect([decision.verdict, decision.rule]).toEqual([verdict, decided]);
});

const says = (verdict: Verdict): HookVerdict => ({ verdict, reason: `The hook says ${verdict}.` });
test.each<[Verdict, SubjectParts, GatekeeperOptions, Verdict, string]>([
  ['allow', onSave, {}, 'allow', 'hook'],
  ['ask', onSave, { policy: 'auto' }, 'ask', 'hook'],
  ['deny', onSave, { policy: 'auto' }, 'deny', 'hook'],
  ['deny', onSave, rules(rule('click', 'allow')), 'deny', 'hook'],
  ['allow', onSave, rules(rule('click', 'deny')), 'deny', 'rule:1'],
  ['allow', onSave, rules(rule('click', 'ask')), 'ask', 'rule:1'],
  ['allow', { ...onSave, input: { text: card } }, {}, 'ask', 'sensitive_payload:card_number'],
  ['allow', inBankFrame, {}, 'deny', 'sensitive_origin:*.chase.com'],
])('a hook that says %s', (said, parts, options, verdict, decided) => {
  const decision = judge(subject('click', parts), options, [], says(said));
  expect([decision.verdict, decision.rule]).toEqual([verdict, decided]);
});

// ---------------------------------------------------------------- flags

test('flags tell what an approver should know', () => {
  const flags = (tool: ToolKey, parts: SubjectParts, options: GatekeeperOptions = {}) => judge(subject(tool, parts), options).flags;
  expect(flags('click', onSave)).toEqual([]);
  expect(flags('click_trusted', onSave)).toEqual(['escalation_l2']);
  expect(flags('click_trusted', onSave, { policy: 'auto' })).toEqual([]);
  expect(flags('screenshot', {}, { policy: 'always' })).toEqual([]);
  expect(flags('click', { ...onSave, spec: { element: 'Delete account' } })).toEqual(['element_mismatch']);
  expect(flags('click', { targets: [target({ pageMadeApproval: true })] })).toEqual(['page_made_approval']);
  expect(flags('type', types(card))).toEqual(['sensitive_payload']);
  const far = { targets: [target({ origin: 'https://far.example' })] };
  expect(flags('click', far, access)).toEqual(['host_access']);
  expect(flags('click', far, { ...access, policy: 'untrusted' })).toEqual(['host_access']);
  expect(flags('click_trusted', far, access)).toEqual(['escalation_l2', 'host_access']);
  expect(flags('type', types(mail, { origin: 'https://list.example' }))).toEqual(['sensitive_payload']);
  expect(flags('type', types(mail))).toEqual([]);
});

// ---------------------------------------------------------------- properties

const anyRule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.constantFrom('*', 'click', 'type', 'cl*', 'run_javascript', 'navigate'),
    fc.constantFrom<Verdict>('allow', 'ask', 'deny'),
    fc.constantFrom('*', SHOP, '*.example', 'https://other.example', bank),
  )
  .map(([tool, verdict, origin]) => rule(tool, verdict, origin));
const anyOptions = fc.record({
  policy: fc.constantFrom<Policy>('always', 'untrusted', 'auto'),
  rules: fc.array(anyRule, { maxLength: 6 }),
  removeDefaultRules: fc.boolean(),
});
const anySubject = fc
  .tuple(
    fc.constantFrom<ToolKey>('click', 'type', 'read_page', 'run_javascript', 'far_tool', 'press_key'),
    fc.constantFrom(SHOP, 'https://pay.example', bank),
    fc.constantFrom('hello', card, 'password=abcdef'),
  )
  .map(([tool, origin, text]) => subject(tool, { input: { text }, targets: [target({ origin })] }));
const anyHook = fc.option(fc.constantFrom<Verdict>('allow', 'ask', 'deny').map(says), { nil: undefined });

test('no allow, grant or hook silences a sensitive origin or a sensitive payload', () => {
  fc.assert(
    fc.property(anySubject, anyOptions, anyHook, (what, options, hook) => {
      const grants = what.targets.map((one) => grant({ tool: what.tool.name, origin: one.origin }));
      const decision = judge(what, options, grants, hook);
      const isActing = what.tool.effects === 'write';
      if (isActing && what.targets.some((one) => one.origin === bank)) expect(decision.verdict).toBe('deny');
      else if (isActing && what.input['text'] !== 'hello') expect(decision.verdict).not.toBe('allow');
    }),
    { numRuns: 500 },
  );
});

test('an allow rule never makes a decision stricter, a deny rule never looser', () => {
  const rank: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };
  fc.assert(
    fc.property(anySubject, anyOptions, anyRule, anyHook, (what, options, extra, hook) => {
      const before = rank[judge(what, options, [], hook).verdict];
      const after = rank[judge(what, { ...options, rules: [...options.rules, extra] }, [], hook).verdict];
      if (extra.verdict === 'deny') expect(after).toBeGreaterThanOrEqual(before);
      if (extra.verdict === 'allow') expect(after).toBeLessThanOrEqual(before);
    }),
    { numRuns: 500 },
  );
});
