import type { Context } from '#context.ts'
import { SearchMarket } from '#features/market/schema.ts'
import * as keys from '#features/keys/service.ts'
import * as market from '#features/market/service.ts'
import { listStores } from '#features/stores/service.ts'
import { coerceStrings } from '#lib/http/coerce.ts'
import type { App } from '#lib/http/mount.ts'
import { validate } from '#lib/http/validate.ts'
import { AgentPage } from './agent.tsx'
import { agentMarkdown, agentWords, prefersMarkdown } from './agent-words.ts'
import { securityHeaders, sendPage, type Call } from './answer.ts'
import { HomePage, SearchPage, searchPath } from './home.tsx'
import { notFound, page } from './page.tsx'
import { viewerOf } from './session.ts'

/** The pages of the marketplace itself that need no account. */
export function mountMainPages(app: App, ctx: Context): void {
  app.get(
    '/',
    page(ctx, 'home', (c) => sendHome(ctx, c)),
  )
  app.get(
    '/search',
    page(ctx, 'search', (c) => sendSearch(ctx, c)),
  )
  app.get(
    '/agent/:token',
    page(ctx, 'agent', (c) => sendAgent(ctx, c)),
  )
}

const HOME = { price: 'any', limit: 24, offset: 0 } as const

async function sendHome(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const [newest, { stores }] = await Promise.all([market.search(ctx, viewer, HOME), listStores(ctx, { limit: 6, offset: 0 })])
  return sendPage(ctx, c, <HomePage ctx={ctx} viewer={viewer} newest={newest} stores={stores} />, cached(c))
}

async function sendSearch(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const query = validate(SearchMarket, coerceStrings(SearchMarket, withoutEmpty(c.req.query())))
  const found = await market.search(ctx, viewer, { ...query, facets: true })
  const next = query.offset + found.cards.length
  const kept = {
    q: query.q,
    category: query.category,
    price: query.price === 'any' ? undefined : query.price,
    offers: query.offers ? 'true' : undefined,
    sort: query.sort,
    limit: query.limit === 20 ? undefined : query.limit,
  }
  return sendPage(
    ctx,
    c,
    <SearchPage
      ctx={ctx}
      viewer={viewer}
      found={found}
      q={query.q ?? ''}
      category={query.category}
      more={next < found.total ? searchPath({ ...kept, offset: next }) : null}
    />,
    cached(c),
  )
}

/** An empty field of a form is one that was not filled in. */
const withoutEmpty = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Without a cookie everybody sees the same. */
const cached = (c: Call) =>
  c.req.header('Cookie') === undefined ? ({ cache: 'public', headers: { Vary: 'Cookie' } } as const) : ({ cache: 'private' } as const)

/** An agent link explains itself; a token that does not work is told nothing (completions 3). */
async function sendAgent(ctx: Context, c: Call): Promise<Response> {
  const token = c.req.param('token')!
  const link = await keys.readAgentLink(ctx, token)
  if (link === null) throw notFound()
  const words = agentWords(ctx, link, token)
  const secret = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', Vary: 'Accept' }
  if (!prefersMarkdown(c.req.header('Accept'))) return sendPage(ctx, c, <AgentPage ctx={ctx} words={words} />, { headers: secret })
  return c.body(agentMarkdown(words), 200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...securityHeaders(ctx),
    ...secret,
  })
}
