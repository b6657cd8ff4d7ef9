import { matchesGlob } from 'node:path/posix'
import { isTest, type Fault, type Graph, type Import } from './imports.ts'

/** The modules that contain resources, from top to bottom. A module may import only the modules below it. */
export const MODULES = ['admin', 'helpers', 'commerce', 'catalog', 'developers', 'identity', 'messaging'] as const

/** Returns glob patterns for the files with a given name in each resource folder and its subfolders. */
function resources(name: string): string[] {
  return [`src/{${MODULES.join(',')}}/**/${name}`, `src/platform/system/${name}`]
}

/** Kinds of pure code. Files of every kind may import them. */
const PURE = ['core', 'rules'] as const

/**
 * The import rules, with one entry per kind of file. The first entry whose `files` match a path determines the file's kind. `may` names the
 * kinds of files that it may import; `own X` means X in the same resource or vendor. Type imports are always allowed, except in core and
 * rules.
 */
export const RULES: readonly Rule[] = [
  { kind: 'main', files: ['src/main.ts'], may: ['service', 'config', 'platform'] },
  {
    kind: 'service',
    files: ['src/service/**'],
    may: [
      'service',
      'endpoints',
      'mcp',
      'ucp',
      'routes',
      'jobs',
      'actions',
      'present',
      'web',
      'config',
      'vendors',
      'platform',
      'platform/http',
      'platform/db',
      'search',
      ...PURE,
      'demo',
    ],
    note: 'starts and stops the service, and implements the hooks',
  },
  { kind: 'core', files: ['src/core/**'], may: ['core'], note: 'pure: not even `node:*`' },
  {
    kind: 'rules',
    files: ['src/**/rules.ts', 'src/**/rules/**'],
    may: [...PURE],
    note: 'the business rules of a resource, pure: not even `node:*`',
  },
  { kind: 'search', files: ['src/search/**'], may: ['search', ...PURE], note: 'a library: analysis, index and ranking' },
  { kind: 'config', files: ['src/platform/config/**'], may: ['config'] },
  {
    kind: 'context',
    files: ['src/platform/context/{index,hooks}.ts', 'src/platform/providers/index.ts'],
    may: ['platform/db'],
    note: 'every kind except core and rules may import it, for `inTransaction`',
  },
  {
    kind: 'mcp',
    files: ['src/mcp/**'],
    may: ['mcp', 'platform', 'platform/http', ...PURE],
    note: 'calls resources only through their endpoints and the request pipeline',
  },
  {
    kind: 'ucp',
    files: ['src/ucp/**'],
    may: ['ucp', 'mcp', 'platform', 'platform/http', ...PURE],
    note: 'the Universal Commerce Protocol; calls resources only through their endpoints and the request pipeline',
  },
  { kind: 'endpoints', files: ['src/api/**'], may: ['routes', 'platform/http'], note: 'lists all endpoints, and finds each by its id' },
  { kind: 'island', files: ['src/web/islands/**'], may: ['island', ...PURE], note: 'runs in the browser: no server code' },
  {
    kind: 'web',
    files: ['src/web/**'],
    may: ['web', 'mcp', 'ucp', 'endpoints', 'actions', 'platform', 'platform/http', 'search', ...PURE],
    note: 'calls the actions that the API calls, never its own HTTP API',
  },
  { kind: 'schema', files: resources('schema.ts'), may: ['schema', 'platform', 'platform/http', ...PURE] },
  {
    kind: 'routes',
    files: resources('routes.ts'),
    may: ['own schema', 'actions', 'present', 'own routes', 'platform', 'platform/http', ...PURE],
    note: 'no SQL and no routes of another resource',
  },
  {
    kind: 'queries',
    files: resources('queries.ts'),
    may: ['platform/db', 'queries', 'search', ...PURE],
    note: 'the only files of a resource with SQL',
  },
  { kind: 'present', files: resources('present.ts'), may: ['present', 'platform', ...PURE] },
  {
    kind: 'jobs',
    files: resources('jobs.ts'),
    may: ['own actions', 'own schema', 'own present', 'platform', ...PURE],
    note: 'each job calls one action',
  },
  {
    kind: 'actions',
    files: resources('*'),
    may: ['actions', 'own queries', 'own present', 'own schema', 'platform', 'platform/http', 'search', ...PURE],
    note: '`index.ts` and all other files of a resource; never the HTTP framework',
  },
  {
    kind: 'art',
    files: ['demo/art/**'],
    may: ['art'],
    note: 'draws the pictures of the demo market for `bin/demo-pictures.ts` and tests; the service never loads it',
  },
  {
    kind: 'demo',
    files: ['demo/**'],
    may: ['demo', 'actions', 'schema', 'present', 'platform', 'platform/http', 'platform/db', ...PURE],
  },
  {
    kind: 'vendors',
    files: ['src/platform/{browser,catalog,comparables,database,embeddings,images,mail,models,opensearch,payments,storage}/**'],
    may: ['own vendors', 'platform', 'platform/db', ...PURE],
    note: 'adapters for external services, with the SDKs of vendors',
  },
  { kind: 'platform/http', files: ['src/platform/http/**'], may: ['platform/http', 'platform', ...PURE] },
  { kind: 'platform/db', files: ['src/platform/db/**'], may: ['platform/db', 'platform', ...PURE] },
  { kind: 'platform', files: ['src/platform/**'], may: ['platform', 'platform/db', ...PURE] },
  { kind: 'sdk for Node', files: ['packages/sdk/src/node.ts'], may: ['sdk'] },
  { kind: 'sdk', files: ['packages/sdk/src/**'], may: ['sdk'], note: 'runs in browsers and workers: not even `node:*`' },
  { kind: 'cli', files: ['packages/cli/src/**'], may: ['cli'], note: 'calls the service through the SDK' },
]

/** The files that may import a package. No file may import a package that is not listed. */
export const VENDORS: Readonly<Record<string, readonly string[]>> = {
  pg: ['src/platform/{db,replica,errors,database}/**', 'src/service/worker.ts'],
  'pg-copy-streams': ['src/platform/db/copies/**'],
  kysely: [
    'src/platform/{context,database,db,events,jobs,limits,replica,retention,settings,signatures,system,telemetry}/**',
    ...resources('queries.ts'),
    'demo/queries.ts',
  ],
  'graphile-worker': ['src/platform/jobs/**', 'src/platform/db/**', 'src/service/worker.ts'],
  hono: ['src/platform/http/**', 'src/service/server.ts', 'src/web/**'],
  '@hono/node-server': ['src/platform/http/**', 'src/service/server.ts'],
  '@modelcontextprotocol/server': ['src/mcp/**', 'src/ucp/mcp.ts', 'packages/cli/src/**'],
  '@modelcontextprotocol/client': ['packages/cli/src/**'],
  zod: ['src/mcp/**', 'src/platform/**', ...resources('schema.ts'), ...resources('routes.ts')],
  'zod-openapi': ['src/platform/http/**'],
  '@fastify/busboy': ['src/platform/http/**'],
  aws4fetch: ['src/platform/storage/**'],
  'fast-xml-parser': ['src/platform/encoding/xml.ts'],
  stemmer: ['src/search/**'],
  // the service loads this package only if SEARCH_URL is set
  '@opensearch-project/opensearch': ['src/platform/opensearch/open.ts'],
  pino: ['src/platform/telemetry/log.ts'],
  // the service loads these packages only if a trace collector is configured
  ...Object.fromEntries(
    ['api', 'context-async-hooks', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      ['src/platform/telemetry/**'],
    ]),
  ),
  'prom-client': ['src/platform/**'],
  undici: ['src/platform/egress/**', 'src/platform/storage/**'],
  sharp: ['src/platform/images/**'],
  nodemailer: ['src/platform/mail/**'],
  // this package is used only for encryption; platform/egress sends the requests
  'web-push': ['src/platform/web-push/index.ts'],
  'csv-parse': ['packages/cli/src/**', 'src/platform/**', 'src/catalog/listings/**'],
  'csv-stringify': ['packages/cli/src/**', 'src/platform/**', 'src/catalog/listings/**', 'src/commerce/statements/**'],
  fflate: ['src/platform/**', 'src/identity/accounts/**'],
  // helpers call models through helpers/state, which counts the calls and stops them while helpers are paused
  ai: ['src/platform/models/**'],
  '@ai-sdk/openai': ['src/platform/models/**'],
  '@ai-sdk/anthropic': ['src/platform/models/**'],
  '@ai-sdk/google': ['src/platform/models/**'],
  '@ai-sdk/openai-compatible': ['src/platform/models/**'],
  stripe: ['src/platform/payments/**'],
  '@simplewebauthn/server': ['src/platform/**', 'src/identity/mfa/**'],
  otpauth: ['src/platform/**', 'src/identity/mfa/**'],
  uqr: ['src/web/**'],
  esbuild: ['src/web/styles/scripts.ts'],
  marked: ['src/web/docs/markdown.ts'],
  '@resale/sdk': ['packages/cli/src/**'],
  commander: ['packages/cli/src/**'],
}

/** Kinds of files that must also run in environments without Node. */
const NO_NODE = ['core', 'rules', 'sdk']

export type Rule = { kind: string; files: readonly string[]; may: readonly string[]; note?: string }

/** Returns every import that RULES or VENDORS forbids, with its file and line. */
export function refusedImports(graph: Graph, rules: readonly Rule[] = RULES, vendors = VENDORS): Fault[] {
  const unlisted = graph.modules.filter((path) => !ruleOf(path, rules)).map((path) => `${path} matches no row of test/house/rules.ts`)
  const refused = graph.imports.flatMap((one) => {
    const rule = ruleOf(one.from, rules)
    const why = rule && (wrongForm(one) ?? (one.kind === 'module' ? wrongModule(one, rule, rules) : wrongOutsider(one, rule, vendors)))
    return why ? [`${one.from}:${one.line} imports ${one.specifier}: ${why}`] : []
  })
  return [...unlisted, ...refused]
}

const ruleOf = (path: string, rules: readonly Rule[]): Rule | undefined =>
  rules.find(({ files }) => files.some((glob) => matchesGlob(path, glob)))

function wrongForm({ specifier, kind }: Import): string | null {
  if (kind === 'node' && !specifier.startsWith('node:')) return `write node:${specifier}`
  return null
}

function wrongModule(one: Import, rule: Rule, rules: readonly Rule[]): string | null {
  const target = isTest(one.to) ? undefined : ruleOf(one.to, rules)
  if (!target) return 'it is not part of the service'
  const [from, to] = [moduleOf(one.from), moduleOf(one.to)]
  if (rule.kind === 'web' && to && target.kind !== 'rules' && !one.to.endsWith('/index.ts'))
    return 'pages import the index.ts of a resource'
  if (from && to && from !== to && target.kind !== 'rules') return wrongDirection(one, from, to, rule)
  if (target.kind === 'context' && rule.kind !== 'core' && rule.kind !== 'rules') return null
  const own = ownerOf(one.from) === ownerOf(one.to)
  const allowed = rule.may.some((entry) => {
    const [, ours, kind] = /^(own )?(.+)$/.exec(entry)!
    return kind === target.kind && (!ours || own)
  })
  return allowed
    ? null
    : `${rule.kind} may import ${rule.may.join(', ') || 'nothing of ours'}; this is ${target.kind} of ${ownerOf(one.to)}`
}

/**
 * Returns the reason why an import between modules is wrong, or null. A module may import only lower modules, and only the index.ts of a
 * resource. A call to a higher module needs a hook (src/service/hooks.ts).
 */
function wrongDirection(one: Import, from: Module, to: Module, { kind }: Rule): string | null {
  if (MODULES.indexOf(from) > MODULES.indexOf(to)) return `${from} is below ${to}: add a hook to src/platform/context/hooks.ts to call up`
  if (!one.to.endsWith('/index.ts')) return `another module is imported by the index.ts of a resource`
  return kind === 'queries' ? 'queries import only their own module' : null
}

type Module = (typeof MODULES)[number]
const moduleOf = (path: string): Module | undefined => MODULES.find((module) => path.startsWith(`src/${module}/`))

/**
 * Returns circular imports between folders, at any depth. A folder consists of its direct files only, so a folder and its subfolder may not
 * import each other.
 */
export function folderCircles(graph: Graph): Fault[] {
  // counts each rules, routes or jobs file as a separate folder: any file may import rules, and no resource imports routes or jobs
  const folder = (path: string): string => (isRules(path) || isEntry(path) ? path : path.slice(0, path.lastIndexOf('/')))
  const folders = [...new Set(graph.modules.map(folder))]
  const imports = graph.imports
    .filter((one) => one.kind === 'module' && folder(one.from) !== folder(one.to))
    .map((one) => ({ ...one, from: folder(one.from), to: folder(one.to) }))
  const once = [...new Map(imports.map((one) => [`${one.from} ${one.to}`, one])).values()]
  return cycles({ modules: folders, imports: once })
}

/** Returns true for an entry file, which only `src/api` and `src/service` may import. */
const isEntry = (path: string): boolean => /\/(?:routes|jobs)\.ts$/.test(path)
const isRules = (path: string): boolean => /\/rules(?:\.ts$|\/)/.test(path)

/** Returns the folder of the resource or vendor to which a file belongs. */
const ownerOf = (path: string): string => path.split('/', 3).join('/')

function wrongOutsider(one: Import, rule: Rule, vendors: typeof VENDORS): string | null {
  if (one.kind === 'node') return NO_NODE.includes(rule.kind) ? `${rule.kind} is pure and imports only ${rule.kind}` : null
  const homes = vendors[one.to]
  if (!homes) return 'the package has no row in VENDORS of test/house/rules.ts'
  if (homes.some((glob) => matchesGlob(one.from, glob))) return null
  return `only ${homes.join(', ') || 'bin/'} may import ${one.to}`
}

/** Returns circular imports of values. Circular type imports are allowed. */
export function cycles(graph: Graph): Fault[] {
  const state = new Map<string, 'open' | 'done'>()
  const found: Fault[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of runs(graph, path)) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of graph.modules) visit(path, [])
  return found
}

/** Returns the project files that `path` imports at runtime. */
export const runs = (graph: Graph, path: string): string[] =>
  graph.imports.filter((one) => one.from === path && one.kind === 'module').map((one) => one.to)
