import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { Countdown, Time } from '#web/components/time.tsx'
import { call, tried, type List, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { OrderDetail } from './order-detail.tsx'
import { StatusBadge } from './order-status.tsx'
import { doneAt, place, type Flash } from './places.ts'
import { dollarsText, type Order } from './records.ts'
import { notFound } from '#platform/errors.ts'
import type { Taken } from './taking.ts'

/** `/app/orders`: what was sold, what is to be sent first. */
export function mountOrders(app: App, ctx: Context): void {
  place(app, ctx, '/app/orders', 'orders', (c, viewer) => sendList(ctx, c, viewer))
  place(
    app,
    ctx,
    '/app/orders/:id',
    'order',
    (c, viewer) => sendOrder(ctx, c, viewer),
    (c, taken) => act(ctx, c, taken),
    { evenSuspended: true },
  )
}

const PAGE = 30
const TABS = [
  { id: 'paid', label: 'To ship' },
  { id: 'problem', label: 'Problems' },
  { id: 'shipped', label: 'On the way' },
  { id: 'all', label: 'All' },
] as const

async function sendList(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const tab = TABS.find(({ id }) => id === c.req.query('tab'))?.id ?? 'paid'
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  const query = { role: 'seller', limit: String(PAGE), offset: String(offset), ...(tab === 'all' ? {} : { status: tab }) }
  const orders = await call<List<Order>>(ctx, viewer, 'listOrders', { query })
  const inOrder =
    tab === 'paid' ? orders.data.toSorted((one, other) => ((one.ship_by ?? '') < (other.ship_by ?? '') ? -1 : 1)) : orders.data
  const at = (to: string, from = 0) => `/app/orders?tab=${to}${from > 0 ? `&offset=${from}` : ''}`
  return sendAppPage(ctx, c, viewer, {
    current: 'orders',
    title: 'Orders',
    twin: [
      { method: 'GET', path: '/orders?role=seller' },
      { method: 'POST', path: '/orders/ORDER_ID/ship', body: { carrier: 'USPS', number: '9400111899223100001' } },
    ],
    children: (
      <div class="stack" id="orders" data-live="order">
        <Tabs label="Orders" tabs={TABS.map(({ id, label }) => ({ href: at(id), label, current: id === tab }))} />
        {inOrder.length === 0 ? (
          <Empty icon="box" title={tab === 'paid' ? 'Nothing to ship' : 'Nothing here'}>
            <p>What is bought and paid comes here, with the day it has to be sent by.</p>
            {tab === 'all' ? null : <ButtonLink href={at('all')}>See all orders</ButtonLink>}
          </Empty>
        ) : (
          <ul class="app-threads" role="list">
            {inOrder.map((order) => (
              <Row order={order} now={ctx.now()} />
            ))}
          </ul>
        )}
        <Pager next={orders.has_more ? at(tab, offset + PAGE) : null} previous={offset > 0 ? at(tab, Math.max(0, offset - PAGE)) : null} />
      </div>
    ),
  })
}

const Row = ({ order: { id, listing, buyer, total, status, ship_by, created_at, pickup }, now }: { order: Order; now: Date }) => (
  <li>
    {listing.photo ? <img class="row-photo" src={listing.photo} width={48} height={60} alt="" loading="lazy" decoding="async" /> : null}
    <a href={`/app/orders/${id}`}>
      <strong>{listing.title}</strong>
      <span class="clip">
        {buyer.name} · {dollarsText(total)}
        {pickup ? ' · pickup' : ''}
      </span>
    </a>
    <span class="marks">
      <StatusBadge status={status} />
      <span class="small quiet">
        {status === 'paid' && ship_by ? (
          <Countdown at={new Date(ship_by)} now={now} before="send within " over="late" />
        ) : (
          <Time at={new Date(created_at)} now={now} />
        )}
      </span>
    </span>
  </li>
)

type Verb = readonly [endpoint: string, said: Flash, body: (fields: Record<string, string>) => Record<string, unknown>]

const VERBS: Readonly<Record<string, Verb>> = {
  ship: ['shipOrder', 'shipped', ({ carrier = '', number = '' }) => ({ carrier, number })],
  deliver: ['deliverOrder', 'handed', ({ code = '' }) => ({ code })],
  cancel: ['cancelOrder', 'cancelled', () => ({})],
  agree: ['answerOrder', 'cancelled', () => ({ agree: 'true' })],
  refuse: ['answerOrder', 'answered', () => ({ agree: 'false' })],
  answer: ['answerOrder', 'answered', ({ body = '' }) => ({ body })],
  refund: ['refundOrder', 'refunded', () => ({})],
  offer: ['refundOrder', 'offered', ({ amount = '' }) => ({ amount })],
}

async function act(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const id = c.req.param('id')!
  const verb = Object.hasOwn(VERBS, fields.do ?? '') ? VERBS[fields.do!] : undefined
  if (!verb) return sendOrder(ctx, c, viewer)
  const [endpoint, said, body] = verb
  const result = await tried(() => call(ctx, viewer, endpoint, { params: { id }, body: body(fields) }))
  if ('done' in result) return doneAt(c, `/app/orders/${encodeURIComponent(id)}`, said)
  return sendOrder(ctx, c, viewer, { fields, problem: result.problem })
}

async function sendOrder(
  ctx: Context,
  c: Call,
  viewer: Person,
  failed?: { fields: Record<string, string>; problem: Problem },
): Promise<Response> {
  const order = await call<Order>(ctx, viewer, 'getOrder', { params: { id: c.req.param('id')! } })
  // its buyer has a page of their own
  if (Object.hasOwn(order, 'pickup_code')) throw notFound('order')
  return sendAppPage(ctx, c, viewer, {
    current: 'orders',
    title: order.listing.title,
    twin: [{ method: 'GET', path: `/orders/${order.id}` }],
    intro: `${order.buyer.name} · ${dollarsText(order.total)}`,
    actions: <StatusBadge status={order.status} />,
    problem: failed?.problem,
    atFields: ['carrier', 'number', 'code', 'amount', 'body'],
    children: <OrderDetail order={order} viewer={viewer} now={ctx.now()} typed={failed?.fields ?? {}} problem={failed?.problem} />,
  })
}
