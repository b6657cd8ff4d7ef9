import type { Operator } from '#platform/context/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { api, type PageRequest, call, dollarsText, type MoneyCase, sendOperatorPage } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { Badge, Countdown, Facts, Notice, Row, Rows, Time } from '#web/ui/index.ts'
import { twoPane } from './two-pane.tsx'
import { Judge, person } from './parts.tsx'

const KINDS: Readonly<Record<MoneyCase['kind'], { name: string; says: string }>> = {
  chargeback: { name: 'Chargeback', says: 'The buyer’s bank wants the payment back. Answer it at the provider, in time.' },
  refund_failed: { name: 'Refund failed', says: 'The money did not reach the buyer. Send it again, or pay it by another way.' },
  transfer_failed: { name: 'Transfer refused', says: 'The provider does not take the money to the seller. It is tried again by itself.' },
  transfer_reversed: { name: 'Transfer reversed', says: 'Money came back from the seller’s account, and not by this service.' },
  payout_failed: { name: 'Payout failed', says: 'The seller’s bank did not take the money. It waits in their account at the provider.' },
  account_stopped: { name: 'Account stopped', says: 'This seller cannot be paid. What they are owed waits until their account is well.' },
  mismatch: { name: 'Does not fit', says: 'The provider, or somebody in its name, told something that cannot be. Nothing was changed.' },
}
const STAGES: Readonly<Record<NonNullable<MoneyCase['stage']>, string>> = {
  inquiry: 'the bank asks',
  open: 'the bank decides',
  won: 'won',
  lost: 'lost',
}
const PARTIES = { service: 'this service', seller: 'the seller', buyer: 'the buyer', provider: 'the provider' } as const
const ENDS: Readonly<Record<MoneyCase['ends'][number], { label: string; more: string }>> = {
  again: { label: 'Send it again', more: 'by the provider' },
  by_hand: { label: 'It was paid by hand', more: 'outside of this service; the books take it as sent' },
  seen: { label: 'Nothing is left to do', more: 'it was looked at' },
}

const listPage = twoPane({
  current: 'money',
  title: 'Money',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listMoneyCases, { query }),
  first: { label: 'Open', query: { status: 'open' }, none: 'No money waits for you' },
  second: { show: 'closed', label: 'Over', query: { status: 'closed' }, none: 'Nothing was closed yet' },
  icon: 'wallet',
  about: 'Chargebacks, refunds and payouts that failed, and accounts that cannot be paid stand here, what ends soonest first.',
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
              <Countdown at={one.due_by} now={now} before="answer within " over="too late to answer" />
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
    return { to: '/operator/money', says: 'Decided. Both sides are told the reason.' }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const one = await call(ctx, operator, api.getMoneyCase, { params: { id: c.req.param('id')! } })
  return sendOperatorPage(at, {
    current: 'money',
    title: KINDS[one.kind].name,
    intro: KINDS[one.kind].says,
    children: (
      <div class="stack">
        <Facts caption="What it is about" rows={facts(one, ctx.now())} />
        {one.status === 'closed' ? <Notice>This is over.</Notice> : <End one={one} at={at} />}
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
  ...(one.stage ? [['Where it stands', <Stage stage={one.stage} />] as const] : []),
  ...(one.due_by ? [['Answer within', <Countdown at={one.due_by} now={now} over="it is too late" />] as const] : []),
  ...(one.listing ? [['Item', one.listing.title] as const] : []),
  ...(one.order
    ? [['Order', one.kind === 'chargeback' ? <a href={`/operator/disputes/${one.order}`}>{one.order}</a> : one.order] as const]
    : []),
  ...(one.hold ? [['Hold', one.hold] as const] : []),
  ...(one.seller ? [['Seller', person(one.seller)] as const] : []),
  ...(one.buyer ? [['Buyer', person(one.buyer)] as const] : []),
  ...(one.reason ? [['Why', one.reason.replaceAll('_', ' ')] as const] : []),
  ['At the provider', one.provider.url ? <a href={one.provider.url}>{one.provider.ref}</a> : one.provider.ref],
]

const End = ({ one, at }: { one: MoneyCase; at: PageRequest<Operator> }) =>
  one.ends.length === 0 ? (
    <p class="quiet">It ends by itself, when the provider says so.</p>
  ) : (
    <Judge
      action={`/operator/money/${one.id}`}
      at={at}
      label="How it ends"
      button="Close it"
      hint="For the log."
      options={one.ends.map((end) => ({ value: end, ...ENDS[end] }))}
    />
  )

/** `/operator/money`: payment exceptions that need a person. */
export const MONEY_PAGES = [listPage, onePage]
