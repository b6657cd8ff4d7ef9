import * as blocks from '#commerce/blocks/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { ButtonLink, Countdown, Empty, Pager, Row, Rows, StatusBadge, Tabs, Time } from '#web/ui/index.ts'
import { labelOf, ratesIn } from './order-label.tsx'
import { OrderDetail } from './order-detail.tsx'
import {
  api,
  call,
  filled,
  formAction,
  formActionIn,
  page,
  pageAt,
  sendApp,
  tried,
  type PageRequest,
  type FormActions,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { orderCost, type Order } from '#web/framework/page/records.ts'
import { PROTECTED_DAYS } from '#commerce/orders/rules/order.ts'
import { AGREE_DAYS } from '#commerce/orders/rules/return.ts'
import { notFound } from '#platform/errors/index.ts'
import { goTo } from '#web/framework/answer.ts'
import type { Return } from '#web/ui/return-path.tsx'
import { MESSAGES } from './copy.ts'

/** `/app/orders` lists the seller's sales. Orders that the seller must ship come first. */
export const ordersPage = page({ path: '/app/orders', name: 'orders', show: sendList })
export const orderPage = page({ path: '/app/orders/:id', name: 'order', evenSuspended: true, form: act, show: sendOrder })

/**
 * Contests the return of an item, with photos. The form has a separate page, because the other forms on the order page do not accept files.
 */
export const contestPage = page({
  path: '/app/orders/:id/contest',
  name: 'your contest',
  evenSuspended: true,
  files: true,
  async form({ ctx, c, viewer }, { fields: { body = '' }, files }) {
    const id = c.req.param('id')!
    await call(ctx, viewer, api.contestReturn, { params: { id }, body: filled({ body }), files })
    return { to: `/app/orders/${encodeURIComponent(id)}`, message: 'Return contested. A member of our staff will decide.' }
  },
  show: (at) =>
    at.problem
      ? sendOrder({ ...at, typed: { ...at.typed, do: 'contest' } })
      : goTo(at.c, `/app/orders/${encodeURIComponent(at.c.req.param('id')!)}`),
})

const LISTED = 30
const TABS = [
  { id: 'paid', label: 'Unshipped' },
  { id: 'problem', label: 'Problems' },
  { id: 'shipped', label: 'On the way' },
  { id: 'all', label: 'All' },
] as const

async function sendList(request: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = request
  const tab = TABS.find(({ id }) => id === c.req.query('tab'))?.id ?? 'paid'
  const { query: paging, links } = pageAt(c, LISTED)
  const query = { role: 'seller', ...paging, ...(tab === 'all' ? {} : { status: tab }) }
  const orders = await call(ctx, viewer, api.listOrders, { query })
  const inOrder =
    tab === 'paid' ? orders.data.toSorted((one, other) => ((one.ship_by ?? '') < (other.ship_by ?? '') ? -1 : 1)) : orders.data
  const at = (to: string) => `/app/orders?tab=${to}`
  return sendApp(request, {
    current: 'orders',
    title: 'Orders',
    apiCalls: ['GET /orders?role=seller', ['POST /orders/ORDER_ID/ship', { carrier: 'USPS', number: '9400111899223100000001' }]],
    children: (
      <div class="stack" id="orders" data-live="order">
        <Tabs label="Orders" tabs={TABS.map(({ id, label }) => ({ href: at(id), label, current: id === tab }))} />
        {inOrder.length === 0 ? (
          <Empty icon="box" title={tab === 'paid' ? 'Nothing to ship or hand over' : 'No orders here'}>
            <p>Paid orders will appear here, each with a deadline for shipping or handing over the item.</p>
            {tab === 'all' ? null : <ButtonLink href={at('all')} label="See all orders" />}
          </Empty>
        ) : (
          <Rows>
            {inOrder.map((order) => (
              <Sale order={order} now={ctx.now()} />
            ))}
          </Rows>
        )}
        {ctx.shipping && tab === 'paid' && inOrder.some(({ pickup }) => !pickup) ? (
          <p class="actions">
            <ButtonLink kind="dark" href="/app/labels" label="Buy and print labels" />
          </p>
        ) : null}
        <Pager {...links(orders.total)} />
      </div>
    ),
  })
}

const Sale = ({ order, now }: { order: Order; now: Date }) => {
  const { id, listing, buyer, status, created_at, pickup } = order
  return (
    <Row
      href={`/app/orders/${id}`}
      title={listing.title}
      line={`${buyer.name} · ${orderCost(order)}${pickup ? ' · pickup' : ''}`}
      photo={listing.photo}
      when={dueOf(order, now) ?? <Time at={created_at} now={now} />}
    >
      <StatusBadge status={status} pickup={pickup} />
    </Row>
  )
}

const dueOf = ({ status, pay_by, ship_by, pickup, return: returned }: Order, now: Date): Child =>
  status === 'paid' && ship_by ? (
    <Countdown at={ship_by} now={now} before={pickup ? 'hand over within ' : 'ship within '} over="late" />
  ) : status === 'awaiting_payment' ? (
    <Countdown at={pay_by} now={now} before="payment due within " over="not paid in time" />
  ) : status === 'problem' && returned ? (
    returnDue(returned, now)
  ) : null

function returnDue({ status, agree_by: agreeBy, send_by: sendBy, check_by: checkBy }: Return, now: Date): Child {
  if (status === 'offered') return <Countdown at={agreeBy} now={now} before="buyer answers within " over="no answer" />
  if (status === 'agreed' && sendBy) return <Countdown at={sendBy} now={now} before="buyer sends within " over="not sent" />
  if (status === 'sent') return 'on its way back'
  return status === 'received' && checkBy ? <Countdown at={checkBy} now={now} before="check within " over="refunded" /> : null
}

const FORM_ACTIONS: FormActions = {
  ship: formAction(api.shipOrder, 'Marked as shipped. The buyer can now see the tracking details.', ['carrier', 'number']),
  'buy-label': formAction(api.buyLabel, 'Label bought. Print it below.', ['rate']),
  'void-label': formAction(api.voidLabel, 'Label voided. You will not pay for it.'),
  deliver: formAction(api.deliverOrder, `Marked as handed over. The buyer now has ${PROTECTED_DAYS} days to check the item.`, ['code']),
  cancel: formAction(api.cancelOrder, MESSAGES.cancelled),
  agree: formAction(api.answerOrder, MESSAGES.cancelled, () => ({ agree: 'true' })),
  refuse: formAction(api.answerOrder, MESSAGES.answered, () => ({ agree: 'false' })),
  answer: formAction(api.answerOrder, MESSAGES.answered, ['body']),
  return: formAction(api.offerReturn, `Return offered. The buyer has ${AGREE_DAYS} days to answer.`, ['payer']),
  received: formAction(api.receiveReturn, 'Marked as received. You have 3 working days to check the item.'),
  refund: formAction(api.refundOrder, 'Refunded. The buyer will get the money back.'),
  offer: formAction(api.refundOrder, 'Partial refund offered. The buyer can accept it.', ['amount']),
}

async function act(at: PageRequest, { fields: { do: what = '', ...fields } }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  if (what === 'rates') return sendOrder({ ...at, typed: { ...fields, do: what } })
  const work = formActionIn(FORM_ACTIONS, what)
  return work && { to: `/app/orders/${encodeURIComponent(id)}`, message: await work(ctx, viewer, { id }, fields) }
}

async function sendOrder(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const order = await call(ctx, viewer, api.getOrder, { params: { id } })
  // returns 404 to the buyer, because buyers have a separate page for their orders
  if (Object.hasOwn(order, 'pickup_code')) throw notFound('order')
  const label = order.pickup || !order.address ? null : await labelOf(at, id)
  const asks = at.typed['do'] === 'rates' && !at.problem && order.status === 'paid' && !label
  const answer = asks ? await tried(() => ratesIn(at, id, at.typed['parcel'] ?? '')) : null
  const shown = answer && 'problem' in answer ? { ...at, problem: answer.problem } : at
  const rates = answer && 'done' in answer ? answer.done : []
  const { isBlocked } = await blocks.readTarget(ctx, viewer, { order: id })
  return sendApp(shown, {
    current: 'orders',
    title: order.listing.title,
    apiCalls: [`GET /orders/${order.id}`],
    intro: <StatusLine order={order} now={ctx.now()} />,
    atFields: ['carrier', 'number', 'code', 'amount', 'body', 'payer', 'files', 'photo_urls', 'parcel', 'rate', 'ship_from'],
    children: <OrderDetail at={shown} order={order} label={label} rates={rates} isBlocked={isBlocked} />,
  })
}

const StatusLine = ({ order, now }: { order: Order; now: Date }) => {
  const due = dueOf(order, now)
  return (
    <>
      <StatusBadge status={order.status} pickup={order.pickup} /> {due ? <strong>{due}</strong> : null}
      {due ? ' · ' : ''}
      {order.buyer.name} · {orderCost(order)}
    </>
  )
}
