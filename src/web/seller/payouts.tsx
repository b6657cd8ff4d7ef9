import type { Fees } from '#core/fees.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { Badge, Button, ButtonLink, Empty, Form, type Meaning, Timestamp, Notice, Pager, Section, Table } from '#web/ui/index.ts'
import { goToAddress } from '#web/framework/answer.ts'
import {
  api,
  type Balance,
  type PageRequest,
  call,
  dollarsText,
  type Order,
  page,
  pageAt,
  type Payout,
  sendApp,
  tried,
} from '#web/framework/page/index.ts'
import { MESSAGES, PAYOUT_LINES } from './copy.ts'

/** `/app/payouts` shows pending and paid amounts. For each pending amount, the page states why the money is on hold, and until when. */
export const payoutsPage = page({
  path: '/app/payouts',
  name: 'payouts',
  async form({ ctx, c, viewer }) {
    const { url } = await call(ctx, viewer, api.openPayoutAccount)
    return url ? goToAddress(c, url) : { to: '/app/payouts', message: MESSAGES.saved }
  },
  show: send,
})

const LISTED = 30
/** Maximum number of unfinished orders listed on the page. */
const UNFINISHED = 100

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { offset, query, links } = pageAt(c, LISTED)
  const [payouts, account, orders, balance] = await Promise.all([
    call(ctx, viewer, api.listPayouts, { query }),
    tried(() => call(ctx, viewer, api.getPayoutAccount)),
    call(ctx, viewer, api.listOrders, { query: { role: 'seller', limit: String(UNFINISHED) } }),
    call(ctx, viewer, api.getBalance),
  ])
  const held = offset > 0 ? [] : orders.data.filter(({ status }) => status in HELD)
  return sendApp(at, {
    current: 'payouts',
    title: 'Payouts',
    apiCalls: ['GET /balance', 'GET /payouts', 'GET /payouts/account'],
    intro: 'See why each payout is pending and when we will send it.',
    actions: <ButtonLink href="/app/statements" label="Statements" />,
    children: (
      <div class="stack">
        {'done' in account && !account.done.ready ? (
          <Notice means="warn">
            <p>Finish setting up your payout account. Until then, we cannot send you money.</p>
            <Form action="/app/payouts" viewer={viewer}>
              <Button small label="Continue" />
            </Form>
          </Notice>
        ) : null}
        {payouts.data.length === 0 && held.length === 0 ? (
          <Empty icon="wallet" title="No payouts yet">
            <p>
              We will send your first payout when a buyer confirms that everything is OK, or when the buyer’s deadline for reporting a
              problem has passed.
            </p>
          </Empty>
        ) : (
          <>
            {offset > 0 ? null : <Tiles balance={balance} />}
            <Table caption="Payouts" columns={['For', { label: 'Status', minor: true }, 'Details', { label: 'You receive', number: true }]}>
              {held.map((order) => (
                <HeldLine order={order} />
              ))}
              {payouts.data.map((payout) => (
                <PayoutLine payout={payout} />
              ))}
            </Table>
          </>
        )}
        <Pager {...links(payouts.total)} />
        <FeeText fees={ctx.settings.current()} />
      </div>
    ),
  })
}

/** Explanations of the order statuses that keep the money on hold. */
const HELD: Partial<Record<Order['status'], (order: Order) => Child>> = {
  paid: ({ ship_by }) => (
    <>
      To get paid, ship the item
      {ship_by ? (
        <>
          {' '}
          by <Timestamp at={ship_by} />
        </>
      ) : null}
      .
    </>
  ),
  shipped: (order) => <>Shipped. {untilConfirmed(order)}</>,
  delivered: (order) => <>Delivered. {untilConfirmed(order)}</>,
  problem: () => 'The buyer reported a problem. The money is on hold until you and the buyer, or the operator, resolve it.',
}

const untilConfirmed = ({ protect_until }: Order): Child => (
  <>
    We will send your money when the buyer confirms that everything is OK
    {protect_until ? (
      <>
        , or on <Timestamp at={protect_until} />
      </>
    ) : null}
    .
  </>
)

const gains = ({ total, fee, refunded }: Order): number => total - fee - refunded

const Tiles = ({ balance: { available, pending, on_hold, paid_out } }: { balance: Balance }) => (
  <dl class="tiles">
    <Tile label="Available" amount={available} means="ok" />
    <Tile label="Pending" amount={pending} />
    <Tile label="On hold" amount={on_hold} means="bad" />
    <Tile label="Paid out" amount={paid_out} />
  </dl>
)

const Tile = ({ label, amount, means }: { label: string; amount: number; means?: Meaning }) => (
  <div class={amount > 0 ? means : undefined}>
    <dt>{label}</dt>
    <dd>
      <strong class="number">{dollarsText(amount)}</strong>
    </dd>
  </div>
)

const FeeText = ({ fees: { feePercent: percent, fees } }: { fees: Fees }) => (
  <Section id="fees-title" title="Fees">
    {percent === 0 && Object.keys(fees).length === 0 ? (
      <p>Selling is free. You get the full price of the item and the shipping.</p>
    ) : (
      <p>
        The fee is {percent}% of the item’s price, without shipping. We deduct it from your payout when the order is complete. For an item
        of {dollarsText(EXAMPLE.item)} with {dollarsText(EXAMPLE.shipping)} shipping, the fee is{' '}
        {dollarsText(EXAMPLE.item * (percent / 100))} and you get {dollarsText(EXAMPLE.item * (1 - percent / 100) + EXAMPLE.shipping)}.
      </p>
    )}
    {Object.keys(fees).length > 0 ? (
      <p>
        Some categories have their own fee:{' '}
        {Object.entries(fees)
          .map(([category, one]) => `${category} ${one}%`)
          .join(', ')}
        . The category is that of the item, or else of your shop, when the order is placed.
      </p>
    ) : null}
  </Section>
)

const EXAMPLE = { item: 100, shipping: 8 }

type Part = Payout['lines'][number]

/** The calculation of the amount in a row, such as “$40 item + $8 shipping − $2 fee”. */
const Sum = ({ lines }: { lines: readonly Part[] }) =>
  lines.length < 2 ? null : (
    <p class="small quiet">
      {lines.map(({ kind, amount }, index) => (
        <>
          {index === 0 ? '' : amount < 0 ? ' − ' : ' + '}
          <span class="number">{dollarsText(Math.abs(amount))}</span> {PAYOUT_LINES[kind]}
        </>
      ))}
    </p>
  )

const linesOf = ({ item, shipping, refunded, fee }: Order): Part[] =>
  (
    [
      { kind: 'item', amount: item },
      { kind: 'shipping', amount: shipping ?? 0 },
      { kind: 'refund', amount: -refunded },
      { kind: 'fee', amount: -fee },
    ] as const
  ).filter(({ kind, amount }) => kind === 'item' || amount !== 0)

const HeldLine = ({ order }: { order: Order }) => (
  <tr>
    <th scope="row">
      <a href={`/app/orders/${order.id}`}>{order.listing.title}</a>
    </th>
    <td>
      <Badge means={order.status === 'problem' ? 'bad' : 'warn'}>{order.status === 'problem' ? 'On hold' : 'Pending'}</Badge>
    </td>
    <td>
      {HELD[order.status]!(order)}
      <Sum lines={linesOf(order)} />
    </td>
    <td class="number">
      <strong>{dollarsText(gains(order))}</strong>
    </td>
  </tr>
)

const PayoutLine = ({ payout: { amount, lines, status, why, order, listing, sent_at } }: { payout: Payout }) => (
  <tr>
    <th scope="row">{order ? <a href={`/app/orders/${order}`}>{listing.title}</a> : `${listing.title} (deposit kept)`}</th>
    <td>{status === 'sent' ? <Badge>Sent</Badge> : <Badge means="ok">Available</Badge>}</td>
    <td>
      {sent_at ? (
        <>
          Sent on <Timestamp at={sent_at} form="day" />.
        </>
      ) : (
        why
      )}
      <Sum lines={lines} />
    </td>
    <td class="number">
      <strong>{dollarsText(amount)}</strong>
    </td>
  </tr>
)
