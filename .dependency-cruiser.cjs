/** The arrows of the architecture: which folder may import which, and who owns a third-party package. */
const PUBLIC = ['index\\.ts', 'testing/index\\.ts', 'adapters/'];
const FEATURES = [
  'shared/',
  'bridge/',
  'snapshot/',
  'actions/',
  'content/',
  'tabs/',
  'registry/',
  'gatekeeper/',
  'interaction/',
  'journal/',
  'tools/',
];

/** Under src/: who (a pattern) may import what (patterns); everybody may import its own folder. */
const ARROWS = {
  'shared/': [],
  'page/': ['shared/'],
  'bridge/': ['shared/', 'page/'],
  'snapshot/': ['shared/', 'bridge/'],
  'actions/': ['shared/', 'bridge/', 'snapshot/'],
  'content/': ['shared/', 'bridge/', 'snapshot/'],
  'tabs/': ['shared/', 'bridge/'],
  'registry/': ['shared/', 'actions/'],
  'gatekeeper/': ['shared/', 'registry/'],
  'interaction/': ['shared/', 'registry/'],
  'journal/': ['shared/', 'registry/'],
  'tools/': ['shared/', 'snapshot/', 'actions/', 'content/', 'tabs/', 'interaction/', 'registry/'],
  'adapters/': ['shared/', 'registry/'],
  'session(\\.ts|/)': FEATURES,
  'index\\.ts': ['session(\\.ts|/)', 'registry/', 'tools/', 'shared/'],
  'script/': PUBLIC,
  'testing/': PUBLIC,
  'cli/': [...PUBLIC, 'script/'],
};

/** Folders of which others may use the types alone. */
const TYPES_ONLY = [
  ['registry/', 'actions/'],
  ['gatekeeper/', 'registry/'],
  ['interaction/', 'registry/'],
  ['journal/', 'registry/'],
];

/** Third-party packages, and the only files under src/ that may import them. */
const OWNERS = {
  'p-retry': 'actions/retry\\.ts$',
  'mdast-util-[^/]+': 'content/markdown\\.ts$',
  '@mozilla/readability': 'content/article\\.ts$',
  linkedom: 'content/(article|html)\\.ts$',
  undici: 'content/fetch',
  eventemitter3: '(registry|bridge)/events\\.ts$',
  zod: '(tools|registry|bridge|gatekeeper|interaction|journal|session|adapters|script|testing|cli)(/|\\.ts$)',
  ai: 'adapters/',
  '@modelcontextprotocol/sdk': 'adapters/',
};

const NO_RUNTIME = ['type-only', 'type-import'];
const rule = (name, from, to) => ({ name, severity: 'error', from, to });
const any = (patterns) => `^src/(${patterns.join('|')})`;

module.exports = {
  forbidden: [
    rule('no-circular', {}, { circular: true }),
    rule('resolvable', { path: '^src/' }, { couldNotResolve: true, pathNot: '\\?page$' }),
    rule(
      'declared',
      { path: '^src/' },
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: 'node_modules/(@types/|playwright-core/|zod/|ai/|@modelcontextprotocol/sdk/)',
      },
    ),
    rule('known-folder', { path: '^src/', pathNot: `${any(Object.keys(ARROWS))}|^src/page-string\\.d\\.ts$` }, {}),
    ...Object.entries(ARROWS).map(([from, to]) =>
      rule(`arrow:${from.replace(/\W/g, '')}`, { path: any([from]) }, { path: '^src/', pathNot: any([from, ...to]) }),
    ),
    ...TYPES_ONLY.map(([from, to]) =>
      rule(`types-only:${from}${to}`.replace(/\/$/, ''), { path: any([from]) }, { path: any([to]), dependencyTypesNot: NO_RUNTIME }),
    ),
    ...Object.entries(OWNERS).map(([name, owner]) =>
      rule(`owner:${name}`, { path: '^src/', pathNot: any([owner]) }, { path: `node_modules/(@types/)?${name}/` }),
    ),
    rule(
      'peers-are-the-hosts',
      { path: '^src/', pathNot: any(['script/', 'testing/', 'cli/']) },
      { path: 'node_modules/playwright-core/', dependencyTypesNot: NO_RUNTIME },
    ),
    rule('no-node-in-page-or-shared', { path: any(['page/', 'shared/']) }, { dependencyTypes: ['core', 'npm', 'npm-peer'] }),
    rule('only-bridge-reads-page', { path: '^src/', pathNot: any(['page/', 'bridge/']) }, { path: any(['page/']) }),
    rule('page-only-as-string', { path: any(['bridge/']) }, { path: any(['page/(?!index\\.ts)']) }),
    rule('tools-stand-alone', { path: '^src/tools/', pathNot: '/(index|fields)\\.ts$' }, { path: '^src/tools/', pathNot: '/fields\\.ts$' }),
    rule('define-tool-only', { path: '^src/tools/' }, { path: '^src/registry/', pathNot: '^src/registry/define-tool\\.ts$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
