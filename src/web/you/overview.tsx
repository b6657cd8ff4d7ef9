import type { Context } from '#context.ts'
import { statusAt, UNFINISHED, type OrderStatus } from '#domain/order.ts'
import { readInbox } from '#features/inbox/service.ts'
import * as likes from '#features/likes/service.ts'
import * as market from '#features/market/service.ts'
import * as orders from '#features/orders/service.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Grid } from '#web/components/card.tsx'
import { counted } from '#web/words.ts'
import { sendYours } from './frame.tsx'
import type { Shown } from './mount.ts'
import { OrderThing } from './order-words.tsx'

const OPEN: readonly OrderStatus[] = UNFINISHED

/** What waits for one, what is on its way, and what is new from shops one follows. */
export const sendOverview =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const [inbox, { rows }, { stores }] = await Promise.all([
      readInbox(ctx, viewer),
      orders.listOrders(ctx, viewer, { role: 'buyer', limit: 20, offset: 0 }),
      likes.listFollows(ctx, viewer, { limit: 4, offset: 0 }),
    ])
    const open = rows.filter((row) => OPEN.includes(statusAt(row, ctx.now())))
    const counters = inbox.counters.length
    const unread = inbox.unread_as_buyer
    const shelves = await Promise.all(stores.map(({ store }) => market.shelf(ctx, viewer, store.id, { limit: 2 })))
    const newest = stores.length > 0 ? shelves.flat() : (await market.search(ctx, viewer, NEWEST)).cards
    return sendYours(
      ctx,
      c,
      viewer,
      { current: 'overview', title: `Hello ${viewer.name}` },
      <>
        {counters + unread + open.length === 0 ? (
          <Empty icon="check" title="Nothing needs you">
            <p>Offers that were answered, messages and orders on their way show here first.</p>
          </Empty>
        ) : (
          <ul class="rows">
            {counters > 0 ? (
              <li>
                <span>
                  <strong>{counted(counters, 'seller')}</strong> answered your offer with another price.
                </span>
                <ButtonLink small kind="dark" href="/you/offers?tab=needs">
                  Decide
                </ButtonLink>
              </li>
            ) : null}
            {unread > 0 ? (
              <li>
                <span>
                  <strong>{counted(unread, 'conversation')}</strong> with something new.
                </span>
                <ButtonLink small kind="dark" href="/you/messages">
                  Read
                </ButtonLink>
              </li>
            ) : null}
            {open.map((row) => (
              <li>
                <OrderThing ctx={ctx} row={row} />
              </li>
            ))}
          </ul>
        )}
        {newest.length > 0 ? (
          <section class="section" aria-labelledby="new">
            <h2 id="new">{stores.length > 0 ? 'From shops you follow' : 'Just listed'}</h2>
            <Grid ctx={ctx} cards={newest} viewer={viewer} here="/you" />
          </section>
        ) : null}
      </>,
    )
  }

const NEWEST = { sort: 'newest', price: 'any', limit: 8, offset: 0 } as const
