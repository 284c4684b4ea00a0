/** Subjects and authorities for decision tests. */
import { AuthorityStore } from '../../src/gatekeeper/authority.js';
import { decide, type HookVerdict } from '../../src/gatekeeper/decide.js';
import { factsOf } from '../../src/gatekeeper/facts.js';
import type { Decision, GatekeeperOptions, Grant } from '../../src/gatekeeper/types.js';
import type { AnyTool } from '../../src/registry/define-tool.js';
import { describeTool } from '../../src/registry/descriptor.js';
import type { CallSubject, TargetFacts } from '../../src/registry/subject.js';
import { fakeTool } from '../registry/support.js';

export const SHOP = 'https://shop.example';

/** A target on the shop, unless the parts say otherwise. */
export function target(parts: Partial<TargetFacts> = {}): TargetFacts {
  return {
    ref: 'saaaa_1_1',
    role: 'button',
    name: 'Save',
    states: {},
    context: null,
    otherWords: '',
    tag: 'button',
    submits: false,
    documentNonce: 'aaaa',
    url: `${SHOP}/cart`,
    path: '/cart',
    origin: SHOP,
    topOrigin: SHOP,
    frameName: '',
    crossOrigin: false,
    pageMadeApproval: false,
    ...parts,
  };
}

/** Tools by what the gate cares about. */
export const TOOLS = {
  click: fakeTool({ name: 'click' }),
  click_trusted: fakeTool({ name: 'click_trusted', level: 'L2' }),
  type: fakeTool({ name: 'type', capability: 'fill' }),
  press_key: fakeTool({ name: 'press_key', level: 'L2', capability: 'fill' }),
  read_page: fakeTool({ name: 'read_page', effects: 'read', capability: 'read' }),
  screenshot: fakeTool({ name: 'screenshot', level: 'L2', effects: 'read', capability: 'read' }),
  navigate: fakeTool({ name: 'navigate', level: 'L0', capability: 'navigate', egress: true }),
  tab_close: fakeTool({ name: 'tab_close', level: 'L0', capability: 'navigate' }),
  go_back: fakeTool({ name: 'go_back', level: 'L0', capability: 'navigate' }),
  fetch_url: fakeTool({ name: 'fetch_url', level: 'builtin', effects: 'read', capability: 'fetch', egress: true }),
  download: fakeTool({ name: 'download', level: 'builtin', capability: 'download', egress: true }),
  run_javascript: fakeTool({ name: 'run_javascript', capability: 'eval_page' }),
  memory_write: fakeTool({ name: 'memory_write', level: 'builtin', capability: 'memory' }),
  ask_user: fakeTool({ name: 'ask_user', level: 'interaction', effects: 'write', capability: 'ask' }),
  tabs_list: fakeTool({ name: 'tabs_list', level: 'L0', effects: 'read', capability: 'read', usesTab: false }),
  far_tool: fakeTool({ name: 'far_tool', level: 'mcp', capability: 'mcp', binding: { kind: 'mcp', id: 'far', serverId: 's' } }),
} satisfies Record<string, AnyTool>;
export type ToolKey = keyof typeof TOOLS;

export interface SubjectParts {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly spec?: CallSubject['spec'];
  /** Origin of the tab; '' is a page that nobody made. */
  readonly tab?: string | null;
  readonly targets?: readonly TargetFacts[];
}

export function subject(tool: ToolKey, parts: SubjectParts = {}): CallSubject {
  const { descriptor } = describeTool(TOOLS[tool]);
  const origin = parts.tab ?? SHOP;
  const hasTab = parts.tab !== null && descriptor.usesTab;
  return {
    callId: 'c1',
    tool: descriptor,
    input: parts.input ?? {},
    spec: parts.spec ?? {},
    tab: hasTab ? { tabId: 1, url: origin === '' ? 'about:blank' : `${origin}/cart`, origin, navigation: 0 } : undefined,
    targets: parts.targets ?? [],
  };
}

/** Decides with these options. */
export function judge(what: CallSubject, options: GatekeeperOptions = {}, grants: readonly Grant[] = [], hook?: HookVerdict): Decision {
  const authority = { ...new AuthorityStore(options).now, grants };
  return decide(what, factsOf(what), authority, hook);
}
