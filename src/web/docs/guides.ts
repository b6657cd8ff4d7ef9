import { readFileSync } from 'node:fs'
import type { Context, Core } from '#platform/context/index.ts'
import { GUIDES, type Guide } from '#web/framework/doc-paths.ts'
import { readReleases, releasesText } from './changelog.ts'
import { fence } from './operation-page.ts'
import type { Reference } from './operations.ts'
import type { DocPage } from './doc-page.ts'
import { gapsOf } from './tables.ts'

/**
 * Returns the guides, grouped under the headings in `GUIDES`. Guides are files in the repository. This function fills their placeholders.
 */
export function guides(ctx: Context, reference: Reference): [heading: string, pages: DocPage[]][] {
  const gaps = gapsOf(ctx, reference, ({ file }) => titleIn(projectFile(file)))
  const page = (guide: Guide): DocPage => ({ ...guide, ...textOf(guide, gaps), ...moreOf(guide, ctx, reference) })
  return Object.entries(GUIDES).map(([heading, all]) => [heading, all.map(page)])
}

function textOf({ path, file }: Guide, gaps: Readonly<Record<string, () => string>>): { title: string; text: string } {
  const source = projectFile(file)
  const title = titleIn(source)
  if (path === '/docs/changelog') return { title, text: `[As a feed](/docs/changelog.atom)\n\n${releasesText(readReleases(source))}` }
  return { title, text: filled(pageText(source), gaps) }
}

const titleIn = (source: string): string => /^# (.+)/m.exec(source)![1]!

const moreOf = ({ path }: Guide, ctx: Core, reference: Reference): { more?: string } =>
  path === '/docs/webhooks' ? { more: [verifiers(ctx), samples(reference)].join('\n\n') } : {}

export const projectFile = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** Returns a file of the project without its title and its notes to editors. Replaces links to files with links to pages. */
const pageText = (source: string): string =>
  source
    .replaceAll(/<!--[^]*?-->\s*/g, '')
    .replace(/^# .*\n+/, '')
    .replaceAll(/\]\(examples\//g, '](/docs/examples/')
    .replaceAll(/\]\((?:docs\/)?(\w+)\.md(#[\w-]+)?\)/g, (_, name: string, part = '') => `](/docs/${name}${part})`)
    .trim()

/** Fills the placeholders. Leaves unknown names in braces unchanged, because URL paths also contain names in braces. */
const filled = (text: string, gaps: Readonly<Record<string, () => string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(gaps, name) ? gaps[name]!() : all))

/** Collections for API clients, read from `docs/api`. The URL of this service replaces their base URL. */
export const CLIENT_FILES = ['postman.json', 'bruno.json', 'arazzo.json'] as const
export const clientFile = (name: (typeof CLIENT_FILES)[number], { config }: Core): string =>
  projectFile(`docs/api/${name}`).replaceAll('https://resale.test', config.programsUrl)

/** Files in `docs/examples`, with their content types. */
export const EXAMPLE_FILES: Readonly<Record<string, string>> = {
  'resale.mjs': 'text/javascript; charset=utf-8',
  'resale.d.mts': 'text/plain; charset=utf-8',
  'verify.mjs': 'text/javascript; charset=utf-8',
  'verify.py': 'text/x-python; charset=utf-8',
  'vectors.json': 'application/json',
}

const verifiers = ({ config }: Core): string =>
  [
    '## The two verifiers',
    fence('sh', `curl -O ${config.programsUrl}/docs/examples/verify.mjs\ncurl -O ${config.programsUrl}/docs/examples/verify.py`),
    '### verify.mjs',
    fence('js', projectFile('docs/examples/verify.mjs')),
    '### verify.py',
    fence('python', projectFile('docs/examples/verify.py')),
  ].join('\n\n')

const samples = ({ events }: Reference): string =>
  ['## Payloads', ...events.flatMap(({ type, example }) => [`### ${type}`, fence('json', JSON.stringify(example, null, 2))])].join('\n\n')
