import { matchesGlob } from 'node:path/posix'
import { isTest, type Fault, type Graph, type Import } from './imports.ts'

/** The wings of the service, from the one that knows most of the others down. */
export const WINGS = ['helpers', 'deal', 'selling', 'market', 'people'] as const

/** Files of that name in every noun's folder, and in the folders below it. */
function nouns(name: string): string[] {
  return [`src/{${WINGS.join(',')}}/*/**/${name}`, `src/platform/system/${name}`]
}

/**
 * Who may import whom: one row for each kind of file. The first row whose `files` match says what a file is.
 * `may` names other rows. `own X`: only of the same noun or vendor. Everything else is refused. Types are free to all but the domain. ARCHITECTURE.md shows this table; bin/architecture.ts writes it there.
 */
export const RULES: readonly Rule[] = [
  {
    kind: 'main',
    files: [
      'src/{main,service,role,grace,banner,gauges,begin-database,closers,regular,serve,start-jobs}.ts',
      'src/open-{context,database,outside,providers,search}.ts',
    ],
    may: [
      'main',
      'server',
      'endpoints',
      'worker',
      'wiring',
      'config',
      'verbs',
      'vendors',
      'platform',
      'platform/http',
      'platform/db',
      'demo',
    ],
  },
  { kind: 'config', files: ['src/platform/config/index.ts', 'src/platform/config/**'], may: ['config'] },
  {
    kind: 'context',
    files: ['src/platform/context/index.ts', 'src/platform/context/hooks.ts', 'src/platform/providers/index.ts'],
    may: ['platform/db'],
    note: '`inTransaction` is free to all but the domain',
  },
  {
    kind: 'server',
    files: ['src/service/server.ts'],
    may: ['server', 'endpoints', 'mcp', 'ucp', 'routes', 'jobs', 'verbs', 'present', 'web', 'platform', 'platform/http', 'domain'],
  },
  {
    kind: 'mcp',
    files: ['src/mcp/**'],
    may: ['mcp', 'platform', 'platform/http', 'domain'],
    note: 'reaches the features by their endpoints alone, through the pipeline',
  },
  {
    kind: 'ucp',
    files: ['src/ucp/**'],
    may: ['ucp', 'mcp', 'platform', 'platform/http', 'domain'],
    note: 'the open commerce protocol: reaches the features by their endpoints alone, through the pipeline',
  },
  { kind: 'endpoints', files: ['src/api/**'], may: ['routes', 'platform/http'], note: 'the list of all, and each by its id' },
  {
    kind: 'wiring',
    files: ['src/wiring/**'],
    may: ['wiring', 'verbs', 'platform', 'domain'],
    note: 'who answers what a wing asks of those above it',
  },
  { kind: 'worker', files: ['src/service/worker.ts'], may: ['routes', 'jobs', 'verbs', 'present', 'platform', 'domain'] },
  { kind: 'island', files: ['src/web/islands/**'], may: ['island', 'domain'], note: 'runs in the browser: no server code' },
  {
    kind: 'web',
    files: ['src/web/**'],
    may: ['web', 'mcp', 'ucp', 'endpoints', 'routes', 'jobs', 'verbs', 'present', 'schema', 'platform', 'platform/http', 'domain'],
    note: 'calls the verbs that the API calls, never HTTP to ourselves',
  },
  { kind: 'schema', files: nouns('schema.ts'), may: ['schema', 'platform', 'platform/http', 'domain'] },
  {
    kind: 'routes',
    files: nouns('routes.ts'),
    may: ['own schema', 'verbs', 'present', 'own routes', 'platform', 'platform/http', 'domain'],
    note: "no SQL, no other noun's routes",
  },
  {
    kind: 'queries',
    files: nouns('queries.ts'),
    may: ['platform/db', 'queries', 'domain'],
    note: 'the only place with SQL in a wing',
  },
  {
    kind: 'present',
    files: nouns('present.ts'),
    may: ['present', 'platform', 'domain'],
  },
  {
    kind: 'jobs',
    files: nouns('jobs.ts'),
    may: ['own verbs', 'own schema', 'own present', 'platform', 'domain'],
    note: 'bodies are one call',
  },
  {
    kind: 'verbs',
    files: nouns('*'),
    may: ['verbs', 'own queries', 'own present', 'own schema', 'platform', 'platform/http', 'domain'],
    note: 'index.ts and any other file of a noun; never the HTTP framework',
  },
  {
    kind: 'art',
    files: ['demo/art/**'],
    may: ['art'],
    note: 'draws the pictures of the demo market, for `bin/demo-pictures.ts` and tests: the service never loads it',
  },
  {
    kind: 'demo',
    files: ['demo/**'],
    may: ['demo', 'verbs', 'schema', 'present', 'platform', 'platform/http', 'platform/db', 'domain'],
  },
  {
    kind: 'vendors',
    files: ['src/platform/{browser,catalog,comparables,database,embeddings,images,mail,models,opensearch,payments,storage}/**'],
    may: ['own vendors', 'platform', 'platform/db'],
    note: 'the outside behind small types, with the SDKs of vendors',
  },
  { kind: 'platform/http', files: ['src/platform/http/**'], may: ['platform/http', 'platform', 'domain'] },
  { kind: 'platform/db', files: ['src/platform/db/**'], may: ['platform/db', 'platform', 'domain'] },
  { kind: 'platform', files: ['src/platform/**'], may: ['platform', 'platform/db', 'domain'] },
  { kind: 'domain', files: ['src/domain/**'], may: ['domain'], note: 'pure: not even `node:*`' },
  { kind: 'sdk for Node', files: ['packages/sdk/src/node.ts'], may: ['sdk'] },
  { kind: 'sdk', files: ['packages/sdk/src/**'], may: ['sdk'], note: 'runs in browsers and workers: not even `node:*`' },
  { kind: 'cli', files: ['packages/cli/src/**'], may: ['cli'], note: 'calls the service by the SDK' },
]

/** Which files may import a package. A package that is not here is refused everywhere. */
export const VENDORS: Readonly<Record<string, readonly string[]>> = {
  pg: ['src/platform/{db,replica}/**', 'src/platform/database/**', 'src/service/worker.ts'],
  'pg-copy-streams': ['src/platform/db/copies/**'],
  kysely: [
    'src/platform/*.ts',
    'src/platform/{db,replica,jobs}/**',
    'src/platform/database/**',
    ...nouns('queries.ts'),
    'demo/queries.ts',
    'src/platform/context/index.ts',
  ],
  'graphile-worker': ['src/platform/jobs/index.ts', 'src/platform/jobs/**', 'src/platform/db/**', 'src/service/worker.ts'],
  hono: ['src/platform/http/**', 'src/service/server.ts', 'src/web/**'],
  '@hono/node-server': ['src/platform/http/**', 'src/service/server.ts'],
  '@modelcontextprotocol/server': ['src/mcp/**', 'src/ucp/mcp.ts', 'packages/cli/src/**'],
  '@modelcontextprotocol/client': ['packages/cli/src/**'],
  zod: ['src/mcp/**', 'src/platform/**', ...nouns('schema.ts'), ...nouns('routes.ts')],
  'zod-openapi': ['src/platform/http/**'],
  '@fastify/busboy': ['src/platform/http/**'],
  aws4fetch: ['src/platform/storage/**'],
  'fast-xml-parser': ['src/platform/encoding/xml.ts'],
  stemmer: ['src/domain/search/**'],
  // loaded where a search server is named, and nowhere else
  '@opensearch-project/opensearch': ['src/platform/opensearch/open.ts'],
  pino: ['src/platform/telemetry/log.ts'],
  // loaded where a collector is named, and nowhere else
  ...Object.fromEntries(
    ['api', 'context-async-hooks', 'exporter-metrics-otlp-http', 'exporter-trace-otlp-http', 'resources', 'sdk-metrics', 'sdk-trace'].map(
      (name) => [`@opentelemetry/${name}`, ['src/platform/telemetry/**']],
    ),
  ),
  'prom-client': ['src/platform/**'],
  undici: ['src/platform/egress/**', 'src/platform/storage/**'],
  sharp: ['src/platform/images/**'],
  nodemailer: ['src/platform/mail/**'],
  // sealing alone: what is sent goes by platform/egress
  'web-push': ['src/platform/web-push/index.ts'],
  'csv-parse': ['packages/cli/src/**', 'src/platform/**', 'src/selling/listings/**'],
  'csv-stringify': ['packages/cli/src/**', 'src/platform/**', 'src/selling/listings/**'],
  fflate: ['src/platform/**', 'src/people/accounts/**'],
  // helpers ask through helpers/state, which counts calls and heeds the brake
  ai: ['src/platform/models/**'],
  '@ai-sdk/openai': ['src/platform/models/**'],
  '@ai-sdk/anthropic': ['src/platform/models/**'],
  '@ai-sdk/google': ['src/platform/models/**'],
  '@ai-sdk/openai-compatible': ['src/platform/models/**'],
  stripe: ['src/platform/payments/**'],
  '@simplewebauthn/server': ['src/platform/**', 'src/people/factors/**'],
  otpauth: ['src/platform/**', 'src/people/factors/**'],
  uqr: ['src/web/**'],
  esbuild: ['src/web/styles/scripts.ts'],
  marked: ['src/web/docs/markdown.ts'],
  '@resale/sdk': ['packages/cli/src/**'],
  commander: ['packages/cli/src/**'],
}

/** What runs without Node. */
const NO_NODE = ['domain', 'sdk']

export type Rule = { kind: string; files: readonly string[]; may: readonly string[]; note?: string }

/** Every import that the two tables refuse, each with file and line. */
export function refusedImports(graph: Graph, rules: readonly Rule[] = RULES, vendors = VENDORS): Fault[] {
  const homeless = graph.modules.filter((path) => !ruleOf(path, rules)).map((path) => `${path} stands in no row of test/house/rules.ts`)
  const refused = graph.imports.flatMap((one) => {
    const rule = ruleOf(one.from, rules)
    const why = rule && (wrongForm(one) ?? (one.kind === 'module' ? wrongModule(one, rule, rules) : wrongOutsider(one, rule, vendors)))
    return why ? [`${one.from}:${one.line} imports ${one.specifier}: ${why}`] : []
  })
  return [...homeless, ...refused]
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
  const [from, to] = [wingOf(one.from), wingOf(one.to)]
  if (from && to && from !== to) return wrongWing(one, from, to, rule)
  if (target.kind === 'context' && rule.kind !== 'domain') return null
  const own = ownerOf(one.from) === ownerOf(one.to)
  const allowed = rule.may.some((entry) => {
    const [, ours, kind] = /^(own )?(.+)$/.exec(entry)!
    return kind === target.kind && (!ours || own)
  })
  return allowed
    ? null
    : `${rule.kind} may import ${rule.may.join(', ') || 'nothing of ours'}; this is ${target.kind} of ${ownerOf(one.to)}`
}

/** Between wings imports go down, and through the door of a noun: its index.ts. What goes up is a hook (src/wiring). */
function wrongWing(one: Import, from: Wing, to: Wing, { kind }: Rule): string | null {
  if (WINGS.indexOf(from) > WINGS.indexOf(to)) return `${from} stands below ${to}: what goes up is a hook of src/platform/context/hooks.ts`
  if (!one.to.endsWith('/index.ts')) return `another wing is entered by the index.ts of a noun`
  return kind === 'queries' ? 'queries know their own wing alone' : null
}

type Wing = (typeof WINGS)[number]
const wingOf = (path: string): Wing | undefined => WINGS.find((wing) => path.startsWith(`src/${wing}/`))

/**
 * Circles of folders: none may need another that needs it, at any depth. A folder is what stands in it directly, so that a folder
 * and one below it may not need each other either.
 */
export function folderCircles(graph: Graph): Fault[] {
  const folder = (path: string): string => path.slice(0, path.lastIndexOf('/'))
  const folders = [...new Set(graph.modules.map(folder))]
  const imports = graph.imports
    .filter((one) => one.kind === 'module' && folder(one.from) !== folder(one.to))
    .map((one) => ({ ...one, from: folder(one.from), to: folder(one.to) }))
  const once = [...new Map(imports.map((one) => [`${one.from} ${one.to}`, one])).values()]
  return cycles({ modules: folders, imports: once })
}

/** The noun or vendor folder that a file belongs to. */
const ownerOf = (path: string): string => path.split('/', 3).join('/')

function wrongOutsider(one: Import, rule: Rule, vendors: typeof VENDORS): string | null {
  if (one.kind === 'node') return NO_NODE.includes(rule.kind) ? `${rule.kind} is pure and imports ${rule.kind} alone` : null
  const homes = vendors[one.to]
  if (!homes) return 'the package has no row in VENDORS of test/house/rules.ts'
  if (homes.some((glob) => matchesGlob(one.from, glob))) return null
  return `only ${homes.join(', ') || 'bin/'} may import ${one.to}`
}

/** Circles of imports that run. Types may point at each other. */
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

/** Modules that loading `path` loads. */
export const runs = (graph: Graph, path: string): string[] =>
  graph.imports.filter((one) => one.from === path && one.kind === 'module').map((one) => one.to)
