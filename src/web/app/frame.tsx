import type { Child } from 'hono/jsx'
import type { Context, Person } from '#context.ts'
import { sendPage, type Call, type PageOptions } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { AppLayout, type AppPlace } from '#web/layouts/signed-in.tsx'
import { call, type List, type Problem } from './calling.ts'
import { saidAt } from './places.ts'
import type { Inbox, Shop } from './records.ts'
import { AsCurl, type Twin } from './twin.tsx'

type Shown = {
  current: AppPlace
  title: string
  intro?: Child
  actions?: Child
  tone?: string | undefined
  problem?: Problem | undefined
  /** The fields that show their own problem: the page says all others on top. */
  atFields?: readonly string[]
  /** The call that gives what the page shows, where it is not that of its place. */
  twin?: Twin
  children?: Child
}

/** Sends a page of the seller's app: the rail with what waits, what was just done or went wrong, then the page. */
export async function sendAppPage(ctx: Context, c: Call, viewer: Person, shown: Shown, options: PageOptions = {}): Promise<Response> {
  const inbox = await call<Inbox>(ctx, viewer, 'getInbox')
  const counts = { offers: inbox.offers_to_answer.length, messages: inbox.unread_threads, orders: inbox.sales_to_ship.length }
  const { problem, atFields = [], children, tone, twin = TWINS[shown.current], ...layout } = shown
  const said = saidAt(c)
  const onTop = problem && !atFields.includes(problem.param?.split(/[.[]/)[0] ?? '')
  const markup = (
    <AppLayout site={ctx.config} viewer={viewer} counts={counts} {...layout} {...(tone ? { tone } : {})}>
      {onTop ? (
        <div class="app-said">
          <Notice means="bad" alert>
            {problem.message}
          </Notice>
        </div>
      ) : said && !problem ? (
        <div class="app-said" role="status">
          <Notice means="ok">{said}</Notice>
        </div>
      ) : null}
      {children}
      <AsCurl ctx={ctx} twin={twin} />
    </AppLayout>
  )
  return sendPage(ctx, c, markup, { ...(problem ? { status: problem.status } : {}), ...options })
}

/** What each place of the app reads. */
const TWINS: Readonly<Record<AppPlace, Twin>> = {
  today: { id: 'getInbox' },
  listings: { id: 'listListings' },
  offers: { id: 'listOffers', query: 'role=seller' },
  messages: { id: 'listThreads', query: 'role=seller' },
  orders: { id: 'listOrders', query: 'role=seller' },
  payouts: { id: 'listPayouts' },
  numbers: { id: 'listShops' },
  shop: { id: 'listShops' },
  developers: { id: 'getMe' },
}

export const shopsOf = async (ctx: Context, viewer: Person): Promise<readonly Shop[]> =>
  (await call<List<Shop>>(ctx, viewer, 'listShops')).data
