import { inTransaction, type Anonymous, type Context } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { cleanName, quoteName } from '#core/quoted-name.ts'
import { clipAtWord } from '#core/text.ts'
import * as market from '#catalog/browse/index.ts'
import { sendNotice } from '#messaging/notifications/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { searchFilters } from './filters.ts'
import { searchPartsOf } from './present.ts'
import * as queries from './queries.ts'
import type { SearchRow } from './queries.ts'

const DAY_MS = 86_400_000
/**
 * Minimum age of listings in an alert. Newer listings wait for the next day, because the index, the replica and long transactions may lag,
 * and an alert must not miss a listing.
 */
const SETTLE_MS = 5 * 60_000
const AT_ONCE = 100
const SEARCH_LIMIT = 50
const SHOWN = 10

/** Enqueues the alerts that are due: a day after the last alert, or after the search was saved (spec: completions 5, `alert: daily`). */
export async function sendDueAlerts(ctx: Context): Promise<void> {
  if (ctx.config.mail.kind === 'off') return
  const now = ctx.now()
  const before = new Date(now.getTime() - DAY_MS - SETTLE_MS)
  for (const accountId of await queries.accountsToAlert(ctx.db, before, AT_ONCE))
    // the key contains the hour, so that a search which always fails does not block the alerts of later days
    await enqueueOnce(ctx, 'search_alert', { accountId }, `alert ${accountId} ${now.toISOString().slice(0, 13)}`)
}

/** Sends one email for all daily searches of an account. Sends at most one email a day, and none without results. */
export async function alertOf(ctx: Context, { accountId }: { accountId: string }): Promise<void> {
  const now = ctx.now()
  const searches = await queries.dailySearches(ctx.db, accountId)
  if (!searches.some((search) => sinceOf(search).getTime() <= now.getTime() - DAY_MS - SETTLE_MS)) return
  const until = new Date(now.getTime() - SETTLE_MS)
  const news: News[] = []
  for (const search of searches) news.push(await newsOf(ctx, search, until))
  await inTransaction(ctx, async (tx) => {
    await queries.lockAccount(tx.db, accountId)
    // another process may have sent the alert
    const marked = await queries.markAlerted(tx.db, accountId, searches.map(sinceOfRow), until)
    const found = news.filter(({ search, cards }) => marked.has(search.id) && cards.length > 0)
    if (found.length === 0) return
    await sendNotice(tx, { accountId, kind: 'search_alert', about: null, ...wordsFor(tx, found) })
  })
}

type Query = Parameters<typeof market.search>[2]
type News = { search: SearchRow; cards: market.Card[]; more: boolean }

const ANONYMOUS: Anonymous = { kind: 'anonymous', address: '' }

async function newsOf(ctx: Context, search: SearchRow, until: Date): Promise<News> {
  const {
    cards: found,
    total,
    exact,
  } = await market.search(ctx, ANONYMOUS, {
    ...(search.q === null ? {} : { q: search.q }),
    ...(search.category === null ? {} : { category: search.category as Query['category'] }),
    ...searchFilters(search.price, search.facets),
    offers: search.offers,
    sort: 'newest',
    limit: SEARCH_LIMIT,
    offset: 0,
  })
  // Omits results that are only similar.
  const cards = exact ? found : []
  const since = sinceOf(search)
  const fresh = cards.filter(({ publishedAt: at, seller }) => at !== null && at > since && at <= until && seller.id !== search.account_id)
  return {
    search,
    cards: fresh.slice(0, SHOWN),
    more: fresh.length > SHOWN || (fresh.length === cards.length && exact && total > cards.length),
  }
}

const sinceOf = (search: SearchRow): Date => search.alerted_at ?? search.created_at
const sinceOfRow = (search: SearchRow) => ({ id: search.id, since: sinceOf(search) })

function wordsFor(ctx: Context, found: readonly News[]) {
  const names = found.map(({ search }) => cleanName(search.name))
  return {
    subject: `New results: ${clipAtWord(names.join(', '), 80)}`,
    lines: found.map(({ search, cards, more }) =>
      [
        cleanName(search.name),
        ...cards.map((card) => `- ${lineOf(card)}`),
        ...(more ? ['- and more'] : []),
        `  ${ctx.urls.search(searchPartsOf(search))}`,
      ].join('\n'),
    ),
    link: ctx.config.publicUrl,
  }
}

const lineOf = ({ title, priceCents, url }: market.Card): string =>
  [quoteName(title ?? ''), priceCents === null ? '' : `, ${priceText(priceCents)}`, url === null ? '' : `\n  ${url}`].join('')
