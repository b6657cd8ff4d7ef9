import { numberText } from '#domain/formats/counts.ts'
import { readFileSync } from 'node:fs'
import type { Context } from '#platform/context.ts'
import { ACTIONS, actionMeans, AGENT_ASK_FIRST, ASK_FIRST, EFFECTS } from '#domain/effects.ts'
import { SCOPES } from '#domain/scopes.ts'
import { scopesOf, TOOLS } from '#mcp/tools/index.ts'
import { scopeWords } from '#web/base/agent-words.ts'
import { errorTable } from '#platform/http/openapi/error-words.ts'
import { fence } from './operation-page.ts'
import type { Reference } from './operations.ts'
import type { DocPage } from './pages.ts'

/** The pages that people wrote. Those about one subject live in `docs/` of the project and are read from there. */
export function guides(ctx: Context, reference: Reference): DocPage[] {
  const fill = (text: string): string => filled(text, ctx)
  return [
    {
      path: '/docs',
      title: 'Quick start',
      about: 'From a key to a listing that everybody finds, with curl, JavaScript or Python.',
      text: fill(own('quick-start')),
    },
    {
      path: '/docs/conventions',
      title: 'Conventions',
      about: 'Requests, money, time, lists and pages, retries, rate limits, versions: what holds for every operation.',
      text: fill(own('conventions')),
    },
    {
      path: '/docs/errors',
      title: 'Errors',
      about: 'Every type of error in one table: status, meaning, what to do.',
      text: fill(own('errors').replace('{errors}', errorTable())),
    },
    {
      path: '/docs/webhooks',
      title: 'Webhooks',
      about: 'The nine events with their payloads, how to check a signature, retries.',
      text: [project('docs/webhooks.md'), verifiers(ctx), samples(reference)].join('\n\n'),
    },
    {
      path: '/docs/sdk',
      title: 'SDK',
      about: 'The API from TypeScript in one file: calls, lists, errors, files, webhooks, approvals.',
      text: fill(project('docs/sdk.md')),
    },
    {
      path: '/docs/cli',
      title: 'Command line',
      about: 'The market from a terminal: photos to drafts, tables, offers, webhooks on your own machine, exit codes.',
      text: fill(project('docs/cli.md')),
    },
    {
      path: '/docs/mcp',
      title: 'MCP',
      about: 'The marketplace as tools for an assistant: how to connect, the tools, what waits for the owner.',
      text: fill(project('docs/mcp.md').replace('{tools}', toolTable(ctx))),
    },
    {
      path: '/docs/oauth',
      title: 'OAuth',
      about: 'How an app of yours asks a person to act for them: discovery, PKCE, tokens, what the person sees.',
      text: fill(project('docs/oauth.md')),
    },
    {
      path: '/docs/ucp',
      title: 'Open commerce protocol',
      about: 'Shopping agents of other houses by the Universal Commerce Protocol: catalog, checkout, orders, offers.',
      text: fill(project('docs/ucp.md')),
    },
    {
      path: '/docs/protocols/offers',
      title: 'Offers extension',
      about: 'Haggling by the open commerce protocol: an extension with its JSON Schema, for others to adopt.',
      text: fill(project('docs/protocols/offers.md')),
    },
    {
      path: '/docs/agents',
      title: 'Agents',
      about: 'Agent links, what a key asks its owner first, approvals, limits, the brake.',
      text: fill(own('agents').replace('{scopes}', scopeTable()).replace('{actions}', actionTable())),
    },
    {
      path: '/docs/negotiation',
      title: 'Negotiation',
      about: 'How the negotiator answers offers, row by row, and what a counter tells a buyer.',
      text: project('docs/negotiation.md'),
    },
    {
      path: '/docs/states',
      title: 'States',
      about: 'What can happen to listings, offers and orders, and what they are after.',
      text: project('docs/states.md'),
    },
    { path: '/changelog', title: 'Changelog', about: 'What changed, newest first.', text: project('CHANGELOG.md') },
  ]
}

const own = (name: string): string => readFileSync(new URL(`./guides/${name}.md`, import.meta.url), 'utf8').trim()

export const projectFile = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** A file of the project without its title, its notes to editors, and its links to files, which are pages here. */
const project = (path: string): string =>
  projectFile(path)
    .replaceAll(/<!--[^]*?-->\s*/g, '')
    .replace(/^# .*\n+/, '')
    .replaceAll(/\]\(examples\//g, '](/docs/examples/')
    .replaceAll(/\]\((?:docs\/)?(\w+)\.md(#[\w-]+)?\)/g, (_, name: string, part = '') => `](/docs/${name}${part})`)
    .trim()

const filled = (text: string, { config }: Context): string =>
  text
    .replaceAll('{base_url}', `${config.programsUrl}/v1`)
    .replaceAll('{programs_url}', config.programsUrl)
    .replaceAll('{public_url}', config.publicUrl)
    .replaceAll('{store_domain}', config.storeDomain)
    .replaceAll('{usage_limit}', numberText(config.usageLimit))

/** What `docs/examples` holds, and how each is sent. */
export const EXAMPLE_FILES: Readonly<Record<string, string>> = {
  'resale.mjs': 'text/javascript; charset=utf-8',
  'verify.mjs': 'text/javascript; charset=utf-8',
  'verify.py': 'text/x-python; charset=utf-8',
  'vectors.json': 'application/json',
}

const verifiers = ({ config }: Context): string =>
  [
    '## The two verifiers',
    fence('sh', `curl -O ${config.programsUrl}/docs/examples/verify.mjs\ncurl -O ${config.programsUrl}/docs/examples/verify.py`),
    '### verify.mjs',
    fence('js', projectFile('docs/examples/verify.mjs')),
    '### verify.py',
    fence('python', projectFile('docs/examples/verify.py')),
  ].join('\n\n')

/** Each event with a payload that was sent. */
const samples = ({ events }: Reference): string =>
  [
    '## The nine events',
    [
      '| Type | Sent when | `data.object` |',
      '|---|---|---|',
      ...events.map(({ type, when, record }) => `| [\`${type}\`](#${type.replace('.', '-')}) | ${when} | ${record.toLowerCase()} |`),
    ].join('\n'),
    ...events.flatMap(({ type, example }) => [`### ${type}`, fence('json', JSON.stringify(example, null, 2))]),
  ].join('\n\n')

/** The tools as clients are told of them, and what a key needs for each. */
const toolTable = ({ endpoints }: Context): string =>
  [
    '| Tool | What it does | Scope |',
    '|---|---|---|',
    ...TOOLS.map(
      (tool) => `| \`${tool.name}\` | ${tool.title} | ${scopesOf(tool, endpoints).map((scope) => `\`${scope}\``).join(' or ') || 'no key'} |`, // prettier-ignore
    ),
  ].join('\n')

const scopeTable = (): string =>
  ['| Scope | What it lets do |', '|---|---|', ...SCOPES.map((scope) => `| \`${scope}\` | ${scopeWords(scope)} |`)].join('\n')

const actionTable = (): string =>
  [
    '| Action | What waits | Its effect | Agent links ask, unless told otherwise |',
    '|---|---|---|---|',
    ...ASK_FIRST.map(
      (action) =>
        `| \`${action}\` | ${actionMeans(action)} | ${EFFECTS[ACTIONS[action].effect]} | ${AGENT_ASK_FIRST.includes(action) ? 'yes' : ''} |`,
    ),
  ].join('\n')
