import type { Config } from '#platform/config/index.ts'
import type { Demo } from '#demo/index.ts'

export type StartFacts = {
  config: Config
  port: number
  demo: Demo | null
  /** Notes printed under the heading, for example that the service uses a different port. */
  notes: readonly string[]
}

type Paper = { isTTY?: boolean }

/** Returns the startup banner: URLs, sign-in credentials, a working API key and commands to try next. Lines have at most 80 characters. */
export function banner(facts: StartFacts, paper: Paper = process.stdout): string {
  const { config, port } = facts
  if (config.mode === 'public' && !paper.isTTY) return `${JSON.stringify({ event: 'ready', url: config.publicUrl, port })}\n`
  return `\n${lines(facts, paper.isTTY === true ? COLOURED : PLAIN)
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')}\n\n`
}

function lines({ config, demo, notes }: StartFacts, ink: Ink): string[] {
  const base = config.publicUrl
  const shop = demo ? `${new URL(base).protocol}//mint-fox.${config.storeDomain}` : null
  return [
    `${ink.strong('resale')}  v${config.version}   ${config.mode} mode   Node ${process.versions.node}`,
    '',
    ...notes.map((note) => `${ink.warm('!')} ${note}`),
    `${ink.good('✓')} database ready            ${config.database.url === null ? 'embedded' : 'DATABASE_URL'}`,
    ...demoLines(demo, ink),
    ...(config.model.kind === 'off' ? [`${ink.faint('○')} helpers without keys      search and the market work without keys`] : []),
    '',
    ink.strong('Open'),
    `  Marketplace   ${ink.link(base)}`,
    ...(shop === null ? [] : [`  A shop        ${ink.link(shop)}`, `  A listing     ${ink.link(`${shop}/denim-chore-jacket`)}`]),
    `  Selling       ${ink.link(`${base}/app`)}`,
    `  Sign in       ${ink.link(`${base}/sign-in`)}`,
    ...(config.mail.kind === 'mailbox' ? [`  Mailbox       ${ink.link(`${base}/dev/mail`)}   ${ink.faint('local mail')}`] : []),
    `  API reference ${ink.link(`${base}/docs`)}`,
    ...(demo?.access
      ? ['', ...signInLines(demo, ink), '', ...apiLines(config, demo.access.key, ink)]
      : ['', ...accountLines(config, demo, ink)]),
    '',
    `${ink.strong('Next')}   ${demo ? 'npm run demo:reset · npm run demo:off · ' : ''}npm run tour · npm run doctor`,
  ]
}

function demoLines(demo: Demo | null, ink: Ink): string[] {
  if (!demo) return []
  const planted = `${ink.good('✓')} demo market ${demo.fresh ? 'created' : 'ready  '}       ${demo.shops} shops · ${demo.items} listings`
  if (demo.pictures === 0) return [planted]
  return [planted, `${ink.faint('…')} adding ${String(demo.pictures).padEnd(3)} pictures       in the background; pages already work`]
}

const signInLines = (demo: Demo, ink: Ink): string[] => [
  `${ink.strong('Sign in')} (same password for all: ${demo.access!.password})`,
  ...demo.people.map(({ email, summary }) => `  ${email.padEnd(17)} ${summary}`),
]

const apiLines = ({ programsUrl, dataDir }: Config, key: string, ink: Ink): string[] => [
  `${ink.strong('Try the API')}   ${ink.faint(`with Ana's key, stored in ${shortened(dataDir)}/demo.env`)}`,
  `  export BASE=${programsUrl}/v1`,
  `  export KEY=${key}`,
  '  curl $BASE/me -H "Authorization: Bearer $KEY"',
  '  curl "$BASE/market/search?q=knit&price=25-100"',
]

const accountLines = ({ programsUrl }: Config, demo: Demo | null, ink: Ink): string[] => [
  ...(demo ? [`${ink.warm('!')} demo.env is missing, and with it the key: npm run demo:reset creates both`, ''] : []),
  `${ink.strong('Try the API')}   ${ink.faint('sign up: the response shows your key once')}`,
  `  export BASE=${programsUrl}/v1`,
  '  curl $BASE/accounts -H "Content-Type: application/json" -d \'{"name": "You",',
  '    "email": "you@example.com", "password": "ten characters or more"}\'',
]

/** Shortens a path from the left, because the end is more specific. */
const shortened = (path: string): string => (path.length <= 24 ? path : `…${path.slice(-23)}`)

type Ink = Record<'strong' | 'faint' | 'good' | 'warm' | 'link', (text: string) => string>

const PLAIN: Ink = { strong: (text) => text, faint: (text) => text, good: (text) => text, warm: (text) => text, link: (text) => text }

const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
const COLOURED: Ink = { strong: sgr(1, 22), faint: sgr(2, 22), good: sgr(32, 39), warm: sgr(33, 39), link: sgr(36, 39) }
