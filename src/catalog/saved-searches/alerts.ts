import { inTransaction, type Anonymous, type Context, type Core } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import { listChannels, sendNotice, sendPushNotice } from '#messaging/notifications/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { alertCopy } from './copy.ts'
import { searchFilters } from './filters.ts'
import { searchPartsOf } from './present.ts'
import * as queries from './queries.ts'
import type { SearchRow } from './queries.ts'

const DAY_MS = 86_400_000
/**
 * Minimum age, in ms, of the listings in an alert. Newer listings wait for the next alert, so that an alert misses no listing if the index,
 * the replica or a transaction lags.
 */
const SETTLE_MS = 5 * 60_000
const AT_ONCE = 100
const SEARCH_LIMIT = 50
const SHOWN = 10

/**
 * Enqueues the alerts that are due. An alert is due one day after the last alert or, if there was none, one day after the search was saved
 * (spec: completions 5, `alert: daily`).
 */
export async function sendDueAlerts(ctx: Core): Promise<void> {
  const now = ctx.now()
  const before = new Date(now.getTime() - DAY_MS - SETTLE_MS)
  for (const accountId of await queries.accountsToAlert(ctx.db, before, AT_ONCE))
    // the key contains the hour, so that a job that always fails does not block later alerts
    await enqueueOnce(ctx, 'search_alert', { accountId }, `alert ${accountId} ${now.toISOString().slice(0, 13)}`)
}

/**
 * Notifies the account of new results, at most once a day: sends one email for all searches with email alerts, and one push notification
 * for all searches with push alerts. Omits listings if one party has blocked the other.
 */
export async function alertOf(ctx: Context, { accountId }: { accountId: string }): Promise<void> {
  const now = ctx.now()
  const searches = await queries.dailySearches(ctx.db, accountId)
  if (!searches.some((search) => sinceOf(search).getTime() <= now.getTime() - DAY_MS - SETTLE_MS)) return
  const until = new Date(now.getTime() - SETTLE_MS)
  const { mail, push } = await listChannels(ctx, accountId, 'search_alert')
  const byMail = ({ alert_by: by }: SearchRow) => mail && by !== 'push'
  const byPush = ({ alert_by: by }: SearchRow) => push && by !== 'email'
  const found: News[] = []
  for (const search of searches) if (byMail(search) || byPush(search)) found.push(await newsOf(ctx, search, until))
  const sellers = new Set(found.flatMap(({ cards }) => cards.map(({ seller }) => seller.id)))
  const blocked = await queries.blockedAmong(ctx.db, accountId, [...sellers])
  const news = found.map((one) => ({ ...one, cards: one.cards.filter(({ seller }) => !blocked.has(seller.id)) }))
  await inTransaction(ctx, async (tx) => {
    await queries.lockAccount(tx.db, accountId)
    // a different process may have sent the alert already
    const marked = await queries.markAlerted(tx.db, accountId, searches.map(sinceOfRow), until)
    const shown = news.filter(({ search, cards }) => marked.has(search.id) && cards.length > 0)
    const noticeOf = (some: readonly News[]) => ({
      ...{ accountId, kind: 'search_alert' as const },
      ...alertCopy(tx, some.map((one) => newsCopy(tx, one))),
    }) // prettier-ignore
    const [mailed, pushed] = [byMail, byPush].map((chosen) => shown.filter(({ search }) => chosen(search))) as [News[], News[]]
    if (mailed.length > 0) await sendNotice(tx, { ...noticeOf(mailed), about: null })
    const about = `search_alert ${accountId} ${until.toISOString()}`
    if (pushed.length > 0) await sendPushNotice(tx, { ...noticeOf(pushed), lines: [PUSH_TEXT], about })
  })
}

type Query = Parameters<typeof market.search>[2]
type News = { search: SearchRow; cards: market.Card[]; more: boolean }

const PUSH_TEXT = 'New items match your saved searches.'

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
  // omits results that are only similar to the search
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

const newsCopy = (ctx: Core, { search, cards, more }: News) => ({
  name: search.name,
  url: ctx.urls.search(searchPartsOf(search)),
  items: cards,
  more,
})
