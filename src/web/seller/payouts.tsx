import type { Child } from '#web/framework/jsx/index.ts'
import { Badge, Button, Empty, Form, type Meaning, Timestamp, Notice, Pager, Table } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { goToAddress } from '#web/framework/answer.ts'
import {
  api,
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
import { MESSAGES } from './copy.ts'

/** `/app/payouts`: pending and paid amounts. Each pending row says why the money is held, and until when. */
export const payoutsPage = page({
  path: '/app/payouts',
  name: 'payouts',
  who: 'person',
  /** Creates the payout account, or continues its onboarding. */
  async form({ ctx, c, viewer }) {
    const { url } = await call(ctx, viewer, api.openPayoutAccount)
    return url ? goToAddress(c, url) : { to: '/app/payouts', message: MESSAGES.saved }
  },
  show: send,
})

const LISTED = 30
/** Maximum number of payouts that one API call returns. Pending payouts are among the newest. */
const SUMMED = 100

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { offset, query, links } = pageAt(c, LISTED)
  const [payouts, account, orders] = await Promise.all([
    call(ctx, viewer, api.listPayouts, { query: offset > 0 ? query : { limit: String(SUMMED) } }),
    tried(() => call(ctx, viewer, api.getPayoutAccount)),
    call(ctx, viewer, api.listOrders, { query: { role: 'seller', limit: String(SUMMED) } }),
  ])
  const held = offset > 0 ? [] : orders.data.filter(({ status }) => status in HELD)
  return sendApp(at, {
    current: 'payouts',
    title: 'Payouts',
    apiCalls: [
      { method: 'GET', path: '/payouts' },
      { method: 'GET', path: '/payouts/account' },
    ],
    intro: 'See why each payout is pending and when we send it.',
    children: (
      <div class="stack">
        {'done' in account && !account.done.ready ? (
          <Notice means="warn">
            <p>Finish your payout account. Until then, we cannot send you money.</p>
            <Form action="/app/payouts" viewer={viewer}>
              <Button small>Continue</Button>
            </Form>
          </Notice>
        ) : null}
        {payouts.data.length === 0 && held.length === 0 ? (
          <Empty icon="wallet" title="No payouts yet">
            <p>We send your first payout when a buyer confirms that everything is OK, or when the buyer’s time to report a problem ends.</p>
          </Empty>
        ) : (
          <>
            {offset > 0 ? null : <Tiles held={held} payouts={payouts.data} />}
            <Table
              caption="Payouts"
              columns={[{ label: 'For' }, { label: 'Status', minor: true }, { label: 'Details' }, { label: 'You receive', number: true }]}
            >
              {held.map((order) => (
                <HeldLine order={order} />
              ))}
              {payouts.data.slice(0, LISTED).map((payout) => (
                <PayoutLine payout={payout} />
              ))}
            </Table>
          </>
        )}
        <Pager {...links(payouts.total)} />
      </div>
    ),
  })
}

/** Order statuses in which the service still holds the money, with an explanation of each. */
const HELD: Partial<Record<Order['status'], (order: Order) => Child>> = {
  paid: ({ ship_by }) => (
    <>
      To get paid, ship it
      {ship_by ? (
        <>
          {' '}
          by <Timestamp at={ship_by} />
        </>
      ) : null}
      .
    </>
  ),
  shipped: ({ protect_until }) => (
    <>
      Shipped. We send your money when the buyer confirms that everything is OK
      {protect_until ? (
        <>
          , or on <Timestamp at={protect_until} />
        </>
      ) : null}
      .
    </>
  ),
  delivered: ({ protect_until }) => (
    <>
      Delivered. We send your money when the buyer confirms that everything is OK
      {protect_until ? (
        <>
          , or on <Timestamp at={protect_until} />
        </>
      ) : null}
      .
    </>
  ),
  problem: () => 'The buyer reports a problem. The money is on hold until you and the buyer, or the operator, solve it.',
}

const gains = ({ total, fee, refunded }: Order): number => total - fee - refunded

/** Sums of the money that has not been sent yet, grouped by the reason for the wait. */
const Tiles = ({ held, payouts }: { held: readonly Order[]; payouts: readonly Payout[] }) => {
  const waiting = payouts.filter(({ status }) => status !== 'sent').map(({ amount }) => amount)
  const [stopped, coming] = [true, false].map((problem) => held.filter(({ status }) => (status === 'problem') === problem).map(gains))
  return (
    <dl class="tiles">
      <Tile label="Available" sums={waiting} means="ok" one="payout to be sent" more="payouts to be sent" />
      <Tile label="On the way" sums={coming!} one="order to complete" more="orders to complete" />
      <Tile label="On hold" sums={stopped!} means="bad" one="problem to solve" more="problems to solve" />
    </dl>
  )
}

type TileProps = { label: string; sums: readonly number[]; means?: Meaning; one: string; more: string }

const Tile = ({ label, sums, means, one, more }: TileProps) => (
  <div class={sums.length > 0 ? means : undefined}>
    <dt>{label}</dt>
    <dd>
      <strong class="number">{dollarsText(sums.reduce((all, sum) => all + sum, 0))}</strong>
      {sums.length > 0 ? <span class="small">{counted(sums.length, one, more)}</span> : null}
    </dd>
  </div>
)

const HeldLine = ({ order }: { order: Order }) => (
  <tr>
    <th scope="row">
      <a href={`/app/orders/${order.id}`}>{order.listing.title}</a>
    </th>
    <td>
      <Badge means={order.status === 'problem' ? 'bad' : 'warn'}>{order.status === 'problem' ? 'On hold' : 'On the way'}</Badge>
    </td>
    <td>{HELD[order.status]!(order)}</td>
    <td class="number">
      <strong>{dollarsText(gains(order))}</strong>
    </td>
  </tr>
)

const PayoutLine = ({ payout: { amount, status, why, order, listing, sent_at } }: { payout: Payout }) => (
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
    </td>
    <td class="number">
      <strong>{dollarsText(amount)}</strong>
    </td>
  </tr>
)
