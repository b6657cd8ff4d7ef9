import { counted, numberText } from '#core/format/count.ts'
import { ACTIONS, actionMeans, AGENT_ASK_FIRST, ASK_FIRST, EFFECTS } from '#core/effects.ts'
import { OFFERS_A_DAY } from '#commerce/offers/rules.ts'
import { SCOPES } from '#core/scopes.ts'
import { scopesOf, TOOLS } from '#mcp/tools/index.ts'
import { quotaText } from '#identity/quotas/index.ts'
import type { Context } from '#platform/context/index.ts'
import { DEPRECATION_MONTHS } from '#platform/http/deprecation.ts'
import { codeTable, errorTable } from '#platform/http/openapi/error-texts.ts'
import { RETENTION_MS } from '#platform/limits/idempotency.ts'
import { RATE_LIMIT_RULES, type RateLimitRule } from '#platform/limits/rate-limit-rules.ts'
import { KEYED, KEYLESS, policyOf } from '#platform/limits/rate-limits.ts'
import { scopeLabel } from '#web/framework/agent-copy.ts'
import { GUIDES, operationPath, type Guide } from '#web/framework/doc-paths.ts'
import type { Parameter, Reference } from './operations.ts'

/**
 * Returns the values for the placeholders of the guides: URLs, and all facts that the code defines. The guides therefore contain no copies
 * of these facts.
 */
export function gapsOf(ctx: Context, reference: Reference, titleOf: (guide: Guide) => string): Readonly<Record<string, () => string>> {
  const { config } = ctx
  return {
    base_url: () => `${config.programsUrl}/v1`,
    programs_url: () => config.programsUrl,
    public_url: () => config.publicUrl,
    store_domain: () => config.storeDomain,
    usage_limit: () => numberText(config.usageLimit),
    idempotency_hours: () => String(RETENTION_MS / HOUR_MS),
    deprecation_months: () => String(DEPRECATION_MONTHS),
    deprecated: () => deprecatedText(ctx),
    offers_a_day: () => String(OFFERS_A_DAY),
    policy: () => policyOf(KEYED),
    guides: () => guideList(titleOf),
    errors: () => errorTable(),
    codes: codeTable,
    rates: rateTable,
    deeds: rateLimitTable,
    quotas: () => quotaTable(ctx),
    lists: () => listTable(reference),
    events: () => eventTable(reference),
    scopes: scopeTable,
    actions: actionTable,
    tools: () => toolTable(ctx),
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const guideList = (titleOf: (guide: Guide) => string): string =>
  Object.values(GUIDES)
    .flat()
    .filter(({ path }) => path !== '/docs')
    .map((guide) => `- [${titleOf(guide)}](${guide.path}): ${guide.about}`)
    .join('\n')

const rateTable = (): string =>
  table(
    ['Caller', 'Per second', 'Burst after a pause'],
    [
      ['a key', KEYED.perSecond, KEYED.burst],
      ['an address without a key', KEYLESS.perSecond, KEYLESS.burst],
    ],
  )

const BY: Readonly<Record<RateLimitRule['by'], string>> = {
  network: 'a network',
  email: 'an email address',
  account: 'an account',
  mail: 'an email address',
}

const rateLimitTable = (): string =>
  table(
    ['Action', 'Per', 'Maximum', 'Within'],
    Object.values(RATE_LIMIT_RULES).map(({ means, by, most, windowMs }) => [means, BY[by], most, spanText(windowMs)]),
  )

const spanText = (ms: number): string => (ms % HOUR_MS === 0 ? counted(ms / HOUR_MS, 'hour') : counted(ms / MINUTE_MS, 'minute'))

const quotaTable = (ctx: Context): string =>
  table(
    ['Quota', 'Maximum per account'],
    quotaText(ctx).map(({ name, most }) => [`\`${name}\``, most]),
  )

/** Returns a table of the list endpoints for keys and anonymous callers, with their pagination and page sizes. */
function listTable({ operations }: Reference): string {
  const rows = operations
    .filter(({ method, access }) => method === 'GET' && access !== 'session')
    .flatMap(({ id, path, parameters }) => {
      const limit = parameters.find(({ name }) => name === 'limit')
      return limit ? [[`[\`${path}\`](${operationPath(id)})`, paginationOf(parameters), limit.schema.default, limit.schema.maximum]] : []
    })
  return table(['List', 'Paginates by', 'Default `limit`', 'Maximum'], rows as (string | number)[][])
}

const paginationOf = (parameters: readonly Parameter[]): string =>
  ['offset', 'cursor', 'after', 'updated_after']
    .filter((parameter) => parameters.some(({ name }) => name === parameter))
    .map((parameter) => `\`${parameter}\``)
    .join(', ')

const eventTable = ({ events }: Reference): string =>
  table(
    ['Type', 'Sent when', '`data.object`'],
    events.map(({ type, when, record }) => [`[\`${type}\`](#${type.replace('.', '-')})`, when, record.toLowerCase()]),
  )

function deprecatedText({ endpoints }: Context): string {
  const going = [...endpoints.values()].flatMap(({ id, method, path, deprecated }) =>
    deprecated ? [{ id, method, path, deprecated }] : [],
  )
  if (going.length === 0) return 'No operation is currently deprecated.'
  return table(
    ['Operation', 'Deprecated since', 'Works at least until', 'Instead'],
    going.map(({ id, method, path, deprecated }) => [
      `[\`${method} ${path}\`](${operationPath(id)})`,
      deprecated.since,
      deprecated.until,
      deprecated.instead,
    ]),
  )
}

/** Returns a table of the MCP tools as clients see them, with the scopes that a key needs. */
const toolTable = ({ endpoints }: Context): string =>
  table(
    ['Tool', 'What it does', 'Scope'],
    TOOLS.map((tool) => {
      const scopes = scopesOf(tool, endpoints)
      return [`\`${tool.name}\``, tool.title, scopes.length === 0 ? 'no key' : scopes.map((scope) => `\`${scope}\``).join(' or ')]
    }),
  )

const scopeTable = (): string =>
  table(
    ['Scope', 'Allows'],
    SCOPES.map((scope) => [`\`${scope}\``, scopeLabel(scope)]),
  )

const actionTable = (): string =>
  table(
    ['Action', 'What needs approval', 'Effect', 'Agent links ask by default'],
    ASK_FIRST.map((action) => [
      `\`${action}\``,
      actionMeans(action),
      EFFECTS[ACTIONS[action].effect],
      AGENT_ASK_FIRST.includes(action) ? 'yes' : '',
    ]),
  )
