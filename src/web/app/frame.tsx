import type { Child } from 'hono/jsx'
import type { Context, Person } from '#context.ts'
import { sendPage, type Call, type PageOptions } from '#web/answer.ts'
import { standingOf } from '#features/operator/measures/service.ts'
import { Notice } from '#web/components/badge.tsx'
import { StandingMeasures } from '#web/components/standing.tsx'
import { AppLayout, type AppPlace } from '#web/layouts/signed-in.tsx'
import { call, type List, type Problem } from './calling.ts'
import { saidAt } from './places.ts'
import type { Inbox, Shop } from './records.ts'

type Shown = {
  /** Null: a page that no place of the rail stands for. */
  current?: AppPlace
  title: string
  intro?: Child
  actions?: Child
  tone?: string | undefined
  problem?: Problem | undefined
  /** The fields that show their own problem: the page says all others on top. */
  atFields?: readonly string[]
  children?: Child
}

/** Sends a page of the seller's app: the rail with what waits, what was just done or went wrong, then the page. */
export async function sendAppPage(ctx: Context, c: Call, viewer: Person, shown: Shown, options: PageOptions = {}): Promise<Response> {
  const [inbox, measures] = await Promise.all([call<Inbox>(ctx, viewer, 'getInbox'), standingOf(ctx, viewer)])
  const counts = { offers: inbox.offers_to_answer.length, messages: inbox.unread_threads, orders: inbox.sales_to_ship.length }
  const { problem, atFields = [], children, tone, ...layout } = shown
  const said = saidAt(c)
  const onTop = problem && !atFields.includes(problem.param?.split(/[.[]/)[0] ?? '')
  const markup = (
    <AppLayout site={ctx.config} viewer={viewer} counts={counts} {...layout} {...(tone ? { tone } : {})}>
      {layout.current ? <StandingMeasures measures={measures} /> : null}
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
    </AppLayout>
  )
  return sendPage(ctx, c, markup, { ...(problem ? { status: problem.status } : {}), ...options })
}

export const shopsOf = async (ctx: Context, viewer: Person): Promise<readonly Shop[]> =>
  (await call<List<Shop>>(ctx, viewer, 'listShops')).data
