import type { Context } from '#platform/context.ts'
import * as orders from '#deal/orders/index.ts'
import type { OrderRow } from '#deal/orders/index.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { priceText } from '#web/words.ts'
import { sendYours } from './frame.tsx'
import type { Shown } from './mount.ts'
import { OrderThing } from './order-words.tsx'
import { pageAt } from './pages.ts'

const SHOWN = 25

/** What one bought, the newest first, each with what comes next. */
export const sendOrders =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const { offset, links } = pageAt(c, SHOWN)
    const { rows, total } = await orders.listOrders(ctx, viewer, { role: 'buyer', limit: SHOWN, offset })
    return sendYours(
      ctx,
      c,
      viewer,
      { current: 'orders', title: 'Orders' },
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
      </div>,
    )
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
