import { ButtonLink, Empty, Pager, Time } from '#web/ui/index.ts'
import { api, type PageRequest, call, orderCost, type Order, page, pageAt, sendAccountPage } from '#web/framework/page/index.ts'
import { OrderedItem } from './order-copy.tsx'

const SHOWN = 25

/** The buyer's orders, newest first, each with the next step. */
export const ordersPage = page({ path: '/you/orders', name: 'your orders', show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { query, links } = pageAt(c, SHOWN)
  const { data: orders, total } = await call(ctx, viewer, api.listOrders, { query: { role: 'buyer', ...query } })
  return sendAccountPage(at, {
    current: 'orders',
    title: 'Orders',
    children: (
      <div id="your-orders" data-live="order">
        {orders.length === 0 ? (
          <Empty icon="box" title="No orders yet">
            <p>Track your orders here, from payment to delivery, and see when your protection ends.</p>
            <ButtonLink kind="dark" href="/search" label="Browse items" />
          </Empty>
        ) : (
          <>
            <ul class="rows">
              {orders.map((order) => (
                <OrderItem now={ctx.now()} order={order} />
              ))}
            </ul>
            <Pager {...links(total)} more="Show earlier orders" />
          </>
        )}
      </div>
    ),
  })
}

const OrderItem = ({ now, order }: { now: Date; order: Order }) => (
  <li>
    <OrderedItem now={now} order={order} />
    <div class="aside">
      <strong class="number">{orderCost(order)}</strong>
      <span class="small quiet">
        <Time at={order.created_at} now={now} />
      </span>
    </div>
  </li>
)
