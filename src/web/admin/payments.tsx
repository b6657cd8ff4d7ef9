import type { Operator } from '#platform/context/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { api, type PageRequest, call, dollarsText, type MoneyCase, sendOperatorPage } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { Badge, Countdown, Facts, Notice, Row, Rows, Time } from '#web/ui/index.ts'
import { twoPane } from './two-pane.tsx'
import { Judge, person } from './parts.tsx'

const KINDS: Readonly<Record<MoneyCase['kind'], { name: string; message: string }>> = {
  chargeback: {
    name: 'Chargeback',
    message: 'The buyer’s bank is disputing the payment. Answer the bank on the provider’s site before the deadline.',
  },
  refund_failed: { name: 'Refund failed', message: 'The money did not reach the buyer. Send it again, or pay the buyer by other means.' },
  transfer_failed: {
    name: 'Transfer refused',
    message: 'The provider refused the transfer to the seller. The service retries automatically.',
  },
  transfer_reversed: { name: 'Transfer reversed', message: 'A transfer to the seller was reversed, but this service did not request it.' },
  payout_failed: {
    name: 'Payout failed',
    message: 'The seller’s bank rejected the payout. The money is in the seller’s account at the provider.',
  },
  account_stopped: {
    name: 'Payouts stopped',
    message: 'This seller cannot receive payouts. We hold their money until the account works again.',
  },
  mismatch: {
    name: 'Mismatch',
    message: 'An event from the payment provider does not match our records. It may not come from the provider. Nothing was changed.',
  },
}
const STAGES: Readonly<Record<NonNullable<MoneyCase['stage']>, string>> = {
  inquiry: 'Inquiry',
  open: 'Waiting for the bank',
  won: 'Won',
  lost: 'Lost',
}
const PARTIES = { service: 'this service', seller: 'the seller', buyer: 'the buyer', provider: 'the provider' } as const
const ENDS: Readonly<Record<MoneyCase['ends'][number], { label: string; more: string }>> = {
  again: { label: 'Send it again', more: 'through the provider' },
  by_hand: { label: 'Record as paid manually', more: 'paid outside this service; the ledger records it as sent' },
  seen: { label: 'No action needed', more: 'reviewed' },
}

const listPage = twoPane({
  current: 'money',
  title: 'Payments',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listMoneyCases, { query }),
  first: { label: 'Open', query: { status: 'open' }, none: 'No open payment cases' },
  second: { show: 'closed', label: 'Closed', query: { status: 'closed' }, none: 'No closed payment cases' },
  icon: 'wallet',
  about: 'Chargebacks, failed refunds and payouts, and accounts that cannot receive payouts appear here, earliest deadline first.',
  rows: (cases, now) => (
    <Rows>
      {cases.map((one) => (
        <Row
          href={`/operator/money/${one.id}`}
          title={KINDS[one.kind].name}
          line={[one.listing?.title, one.seller?.name, dollarsText(one.amount)].filter(Boolean).join(' · ')}
          when={<Time at={one.created_at} now={now} />}
        >
          {one.stage ? <Stage stage={one.stage} /> : null}
          {one.owed ? <span class="small">{owedText(one)}</span> : null}
          {one.due_by && one.status === 'open' ? (
            <span class="small">
              <Countdown at={one.due_by} now={now} before="Answer within " over="Deadline passed" />
            </span>
          ) : null}
        </Row>
      ))}
    </Rows>
  ),
})

const onePage = adminPage({
  path: '/operator/money/:id',
  async form({ ctx, c, viewer }, { fields: { do: how = '', reason = '' } }) {
    await call(ctx, viewer, api.closeMoneyCase, { params: { id: c.req.param('id')! }, body: { how, reason } })
    return { to: '/operator/money', message: 'Case closed. The reason is in the audit log.' }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const one = await call(ctx, operator, api.getMoneyCase, { params: { id: c.req.param('id')! } })
  return sendOperatorPage(at, {
    current: 'money',
    title: KINDS[one.kind].name,
    intro: KINDS[one.kind].message,
    children: (
      <div class="stack">
        <Facts caption="Payment case" rows={facts(one, ctx.now())} />
        {one.status === 'closed' ? <Notice>This case is closed.</Notice> : <End one={one} at={at} />}
      </div>
    ),
  })
}

const Stage = ({ stage }: { stage: NonNullable<MoneyCase['stage']> }) => (
  <Badge means={stage === 'won' ? 'ok' : stage === 'lost' ? 'bad' : 'warn'}>{STAGES[stage]}</Badge>
)

const owedText = ({ owed }: MoneyCase): string | null => owed && `${PARTIES[owed.by]} owes ${PARTIES[owed.to]} ${dollarsText(owed.amount)}`

const facts = (one: MoneyCase, now: Date): (readonly [string, Child])[] => [
  ['Amount', dollarsText(one.amount)],
  ['Owed', owedText(one) ?? 'nothing'],
  ...(one.stage ? [['Stage', <Stage stage={one.stage} />] as const] : []),
  ...(one.due_by ? [['Answer within', <Countdown at={one.due_by} now={now} over="deadline passed" />] as const] : []),
  ...(one.listing ? [['Item', one.listing.title] as const] : []),
  ...(one.order
    ? [['Order', one.kind === 'chargeback' ? <a href={`/operator/disputes/${one.order}`}>{one.order}</a> : one.order] as const]
    : []),
  ...(one.hold ? [['Hold', one.hold] as const] : []),
  ...(one.seller ? [['Seller', person(one.seller)] as const] : []),
  ...(one.buyer ? [['Buyer', person(one.buyer)] as const] : []),
  ...(one.reason ? [['Reason', one.reason.replaceAll('_', ' ')] as const] : []),
  ['Provider record', one.provider.url ? <a href={one.provider.url}>{one.provider.ref}</a> : one.provider.ref],
]

const End = ({ one, at }: { one: MoneyCase; at: PageRequest<Operator> }) =>
  one.ends.length === 0 ? (
    <p class="quiet">This case closes automatically when the provider reports the result.</p>
  ) : (
    <Judge
      action={`/operator/money/${one.id}`}
      at={at}
      label="Resolution"
      button="Close case"
      hint="The reason is recorded in the audit log."
      options={one.ends.map((end) => ({ value: end, ...ENDS[end] }))}
    />
  )

/** `/operator/money`: payment exceptions that an operator must resolve. */
export const MONEY_PAGES = [listPage, onePage]
