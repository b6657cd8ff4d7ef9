import type { Child } from 'hono/jsx'
import { Moment } from '#web/components/time.tsx'
import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, goToAddress, type Call } from '#web/answer.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Table } from '#web/components/table.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { call, tried, type List, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { place } from './places.ts'
import { dollarsText, type Order, type Payout, type PayoutAccount } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app/payouts`: what is owed and what was sent; each row says why it waits and until when. */
export const mountPayouts = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/payouts',
    'payouts',
    (c, viewer) => send(ctx, c, viewer),
    (c, taken) => openAccount(ctx, c, taken),
  )

const PAGE = 30

/** Opens the account, or goes on with it where its provider asks for more. */
async function openAccount(ctx: Context, c: Call, { viewer }: Taken): Promise<Response> {
  const result = await tried(() => call<PayoutAccount>(ctx, viewer, 'openPayoutAccount'))
  if ('problem' in result) return send(ctx, c, viewer, result.problem)
  return result.done.url ? goToAddress(c, result.done.url) : goTo(c, '/app/payouts?said=saved')
}

async function send(ctx: Context, c: Call, viewer: Person, problem?: Problem): Promise<Response> {
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  const [payouts, account, orders] = await Promise.all([
    call<List<Payout>>(ctx, viewer, 'listPayouts', { query: { limit: String(PAGE), offset: String(offset) } }),
    tried(() => call<PayoutAccount>(ctx, viewer, 'getPayoutAccount')),
    call<List<Order>>(ctx, viewer, 'listOrders', { query: { role: 'seller', limit: '100' } }),
  ])
  const held = offset > 0 ? [] : orders.data.filter(({ status }) => status in HELD)
  const at = (from: number) => `/app/payouts?offset=${from}`
  return sendAppPage(ctx, c, viewer, {
    current: 'payouts',
    title: 'Payouts',
    twin: [
      { method: 'GET', path: '/payouts' },
      { method: 'GET', path: '/payouts/account' },
    ],
    intro: 'Every dollar that waits says why, and until when.',
    problem,
    children: (
      <div class="stack">
        {'done' in account && !account.done.ready ? (
          <Notice means="warn">
            <p>Your payout account is not finished, so nothing can be sent to you yet.</p>
            <Form action="/app/payouts" viewer={viewer}>
              <Button small>Open it</Button>
            </Form>
          </Notice>
        ) : null}
        {payouts.data.length === 0 && held.length === 0 ? (
          <Empty icon="wallet" title="No money moves yet">
            <p>Your first payout is sent once a buyer says all is good, or when the days for saying otherwise are over.</p>
          </Empty>
        ) : (
          <Table
            caption="Payouts"
            columns={[
              { label: 'For' },
              { label: 'Amount', number: true },
              { label: 'State', minor: true },
              { label: 'Why, and until when' },
            ]}
          >
            {held.map((order) => (
              <HeldRow order={order} />
            ))}
            {payouts.data.map((payout) => (
              <PayoutRow payout={payout} />
            ))}
          </Table>
        )}
        <Pager next={payouts.has_more ? at(offset + PAGE) : null} previous={offset > 0 ? at(Math.max(0, offset - PAGE)) : null} />
      </div>
    ),
  })
}

/** Orders whose money is here but not the seller's yet. */
const HELD: Partial<Record<Order['status'], (order: Order) => Child>> = {
  paid: ({ ship_by }) => (
    <>
      It is yours to earn: send it
      {ship_by ? (
        <>
          {' '}
          by <Moment at={ship_by} />
        </>
      ) : null}
      .
    </>
  ),
  shipped: ({ protect_until }) => (
    <>
      On its way. Sent to you when the buyer says all is good
      {protect_until ? (
        <>
          , or on <Moment at={protect_until} />
        </>
      ) : null}
      .
    </>
  ),
  delivered: ({ protect_until }) => (
    <>
      It arrived. Sent to you when the buyer says all is good
      {protect_until ? (
        <>
          , or on <Moment at={protect_until} />
        </>
      ) : null}
      .
    </>
  ),
  problem: () => 'The buyer reports a problem. It waits until you two, or whoever runs this service, have solved it.',
}

const HeldRow = ({ order }: { order: Order }) => (
  <tr>
    <th scope="row">
      <a href={`/app/orders/${order.id}`}>{order.listing.title}</a>
    </th>
    <td class="number">{dollarsText(order.total - order.fee - order.refunded)}</td>
    <td>
      <Badge means={order.status === 'problem' ? 'bad' : 'warn'}>{order.status === 'problem' ? 'On hold' : 'Pending'}</Badge>
    </td>
    <td>{HELD[order.status]!(order)}</td>
  </tr>
)

const PayoutRow = ({ payout: { amount, status, why, order, listing, sent_at } }: { payout: Payout }) => (
  <tr>
    <th scope="row">{order ? <a href={`/app/orders/${order}`}>{listing.title}</a> : `${listing.title} (deposit kept)`}</th>
    <td class="number">{dollarsText(amount)}</td>
    <td>
      <Badge means={status === 'sent' ? 'ok' : 'warn'}>{status === 'sent' ? 'Sent' : 'On its way'}</Badge>
    </td>
    <td>
      {sent_at ? (
        <>
          Sent on <Moment at={sent_at} form="day" />.
        </>
      ) : (
        why
      )}
    </td>
  </tr>
)
