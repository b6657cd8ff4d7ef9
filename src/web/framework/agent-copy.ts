import { cleanName, quoteName } from '#core/quoted-name.ts'
import { namedTimeText } from '#core/format/time.ts'
import type { Core } from '#platform/context/index.ts'
import { ACTIONS, actionMeans, type AskFirst } from '#core/effects.ts'
import type { Scope } from '#core/scopes.ts'
import type { AgentLink } from '#identity/credentials/index.ts'
import { priceText } from './format.ts'

/** Wording for an agent link, shared by its HTML and Markdown pages (spec: completions 3, Agent links). */
export type AgentCopy = {
  heading: string
  intro: string
  may: string[]
  approvals: string[]
  limits: string[]
  mcp: { description: string; settings: string }
  commands: { description: string; curl: string }[]
}

const SCOPE_LABELS: Record<Scope, string> = {
  read: 'read: see the account, its shops, listings and inbox',
  shops: 'shops: open, change and close shops',
  listings: 'listings: create, publish, price and delete listings and their photos',
  messages: 'messages: answer buyers on behalf of the shop',
  offers: 'offers: accept, decline and counter offers',
  orders: 'orders: ship, cancel and refund as the seller',
  buying: 'buying: like, follow, write to shops, make offers and buy',
  webhooks: 'webhooks: set the address that receives events',
}

/** Returns a scope's description without the scope's name. */
export const scopeLabel = (scope: Scope): string => SCOPE_LABELS[scope].replace(/^\w+: /, '')

export const actionLabel = (action: string): string => (Object.hasOwn(ACTIONS, action) ? ACTIONS[action as AskFirst].label : action)

export function agentCopy(ctx: Core, link: AgentLink, token: string): AgentCopy {
  const base = `${ctx.config.programsUrl}/v1`
  const authorization = `-H "Authorization: Bearer ${token}"`
  const owner = cleanName(link.owner)
  return {
    heading: `You can act for ${owner}`,
    intro: `This address contains a key named ${quoteName(link.name)}. Anyone who has this address can use the marketplace's API for ${owner}, within the permissions below. Keep it secret: never put it in a page, a log or a search query.`,
    may: link.scopes.map((scope) => SCOPE_LABELS[scope]),
    approvals: link.askFirst.map((action) => `${action}: ${actionMeans(action)}`),
    limits: [
      link.maxOfferCents === null
        ? 'There is no limit on a single offer or purchase.'
        : `At most ${priceText(link.maxOfferCents)} for a single offer, accepted counteroffer, order or deposit. A higher amount returns 403.`,
      ...(link.maxDayCents === null
        ? []
        : [`In total, at most ${priceText(link.maxDayCents)} in any 24 hours. A higher amount returns 403 with the amount that is left.`]),
      link.expiresAt === null
        ? 'The key works until it is revoked.'
        : `The key works until ${namedTimeText('moment', link.expiresAt)}, or until it is revoked.`,
    ],
    mcp: {
      description: `Connect to ${ctx.config.programsUrl}/mcp over the Model Context Protocol (streamable HTTP) with this key. You get tools for complete tasks, within the same permissions and approvals. Setup and tools: ${ctx.config.programsUrl}/docs/mcp`,
      settings: JSON.stringify(
        { mcpServers: { resale: { type: 'http', url: `${ctx.config.programsUrl}/mcp`, headers: { Authorization: `Bearer ${token}` } } } },
        null,
        2,
      ),
    },
    commands: [
      { description: 'Check that the key works and see its permissions', curl: `curl ${base}/me ${authorization}` },
      { description: 'List all endpoints (OpenAPI 3.1)', curl: `curl ${base}/openapi.json` },
      ...(link.scopes.includes('listings')
        ? [
            {
              description: 'Create a draft',
              curl: `curl -X POST ${base}/listings ${authorization} -H "Content-Type: application/json" -d '{"title": "Wool coat", "price": 60}'`,
            },
          ]
        : []),
      { description: 'Search the marketplace', curl: `curl "${base}/market/search?q=wool+coat" ${authorization}` },
      { description: 'See the outcomes of approvals', curl: `curl ${base}/approvals ${authorization}` },
    ],
  }
}

export const APPROVAL_COPY =
  'A call that needs approval returns 202 with an approval. The owner approves or declines it within 24 hours; without a decision, it expires. Poll GET /v1/approvals/{id}; do not send the call again. If a record in the request changes before the decision, the approved request fails.'

/** Renders the page for an agent link as Markdown, which agents read. */
export function agentMarkdown(copy: AgentCopy): string {
  const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
  return [
    `# ${copy.heading}`,
    copy.intro,
    '## Connect over MCP',
    `${copy.mcp.description}\n\n\`\`\`json\n${copy.mcp.settings}\n\`\`\``,
    '## Permissions',
    bullets(copy.may),
    ...(copy.approvals.length === 0 ? [] : ['## Actions that need approval', bullets(copy.approvals), APPROVAL_COPY]),
    '## Limits',
    bullets(copy.limits),
    '## Call the API without MCP',
    ...copy.commands.map(({ description, curl }) => `${description}:\n\n\`\`\`sh\n${curl}\n\`\`\``),
    'Errors are JSON: `{"error": {"type", "message", "param"}}`. The message says what to do. Money is in US dollars. Send an `Idempotency-Key` header with writes, so that a retry has no second effect.',
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns true if the Accept header prefers Markdown to HTML, as agents and command-line tools do, but browsers do not. */
export function prefersMarkdown(accept: string | undefined): boolean {
  const weights = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [type = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
        return [type, Number.isFinite(q) ? q : 0] as const
      }),
  )
  const html = Math.max(weights.get('text/html') ?? 0, weights.get('application/xhtml+xml') ?? 0)
  const plain = Math.max(weights.get('text/markdown') ?? 0, weights.get('text/plain') ?? 0)
  return plain > html || html === 0
}
