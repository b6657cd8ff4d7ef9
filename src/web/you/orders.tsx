import type { Context } from '#platform/context.ts'
import * as orders from '#deal/orders/index.ts'
import type { OrderRow } from '#deal/orders/index.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { priceText } from '#web/base/words.ts'
import { OrderThing } from './order-words.tsx'
import { page, type At } from '#web/page/page.tsx'
import { sendYours } from '#web/page/frames.tsx'
import { pageAt } from '#web/page/list.ts'

const SHOWN = 25

/** What one bought, the newest first, each with what comes next. */
export const ordersPage = page({ path: '/you/orders', name: 'your orders', who: 'person', show: send })

async function send(at: At): Promise<Response> {
  const { ctx, c, viewer } = at
  const { offset, links } = pageAt(c, SHOWN)
  const { rows, total } = await orders.listOrders(ctx, viewer, { role: 'buyer', limit: SHOWN, offset })
  return sendYours(at, {
    current: 'orders',
    title: 'Orders',
    children: (
      <div id="your-orders" data-live="order">
        {rows.length === 0 ? (
          <Empty icon="box" title="Nothing bought yet">
            <p>What you buy is followed here from payment to your door, with the day your protection ends.</p>
            <ButtonLink kind="dark" href="/search">
              Look around
            </ButtonLink>
          </Empty>
        ) : (
          <>
            <ul class="rows">
              {rows.map((row) => (
                <OrderItem ctx={ctx} row={row} />
              ))}
            </ul>
            <Pager {...links(total)} more="Show earlier ones" />
          </>
        )}
      </div>
    ),
  })
}

const OrderItem = ({ ctx, row }: { ctx: Context; row: OrderRow }) => (
  <li>
    <OrderThing ctx={ctx} row={row} />
    <div class="aside">
      <strong class="number">{priceText(row.item_cents + row.shipping_cents)}</strong>
      <span class="small quiet">
        <Time at={row.created_at} now={ctx.now()} />
      </span>
    </div>
  </li>
)
