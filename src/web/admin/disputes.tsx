import type { Operator } from '#platform/context/index.ts'
import { localPath } from '#web/framework/routes.ts'
import { Check, Choices, Facts, Field, Notice, OrderTimeline, Row, Rows, Section, StatusBadge, Time } from '#web/ui/index.ts'
import { api, type PageRequest, call, type Dispute, dollarsText, fieldAt, problemAt, sendOperatorPage } from '#web/framework/page/index.ts'
import { RETURN_LABELS, ReturnContest, ReturnPath, ReturnTracking } from '#web/ui/return-path.tsx'
import { adminPage } from './admin-page.ts'
import { shippingOfRecord, shippingText } from '#core/shipping.ts'
import { twoPane } from './two-pane.tsx'
import { Judge, person, Quote } from './parts.tsx'

const PROBLEMS: Readonly<Record<string, string>> = {
  not_arrived: 'Did not arrive',
  not_as_described: 'Not as described',
  damaged: 'Damaged',
  wrong_item: 'Wrong item',
  other: 'Something else',
}

const listPage = twoPane({
  current: 'disputes',
  title: 'Disputes',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listDisputes, { query }),
  first: { label: 'Open', query: { status: 'open' }, none: 'No open disputes' },
  second: { show: 'decided', label: 'Closed', query: { status: 'decided' }, none: 'No closed disputes' },
  icon: 'box',
  about:
    'When a buyer reports a problem, we hold the seller’s money. Most buyers and sellers resolve the problem themselves. You can decide at any time.',
  rows: (disputes, now) => (
    <Rows>
      {disputes.map(({ id, listing, buyer, seller, total, problem, status, return: returned }) => (
        <Row
          href={`/operator/disputes/${id}`}
          title={listing.title}
          line={`${buyer.name} and ${seller.name} · ${dollarsText(total)} · ${PROBLEMS[problem.reason] ?? problem.reason}${returned ? ` · ${RETURN_LABELS[returned.status]}` : ''}`}
          when={<Time at={problem.reported_at} now={now} />}
        >
          <StatusBadge status={status} />
        </Row>
      ))}
    </Rows>
  ),
})

const onePage = adminPage({
  path: '/operator/disputes/:id',
  async form({ ctx, c, viewer }, { fields: { do: decision = '', reason = '', amount = '', payer = '' } }) {
    if (decision === 'return') {
      await call(ctx, viewer, api.offerDisputeReturn, { params: { id: c.req.param('id')! }, body: { payer, reason } })
      return { to: `/operator/disputes/${c.req.param('id')!}`, message: 'Return offered. The buyer has 3 days to answer.' }
    }
    const body = { decision, reason, ...(decision === 'part' ? { amount } : {}) }
    await call(ctx, viewer, api.decideDispute, { params: { id: c.req.param('id')! }, body })
    return { to: '/operator/disputes', message: 'Dispute decided. The buyer and the seller have received the reason.' }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const dispute = await call(ctx, operator, api.getDispute, { params: { id: c.req.param('id')! } })
  return sendOperatorPage(at, {
    current: 'disputes',
    title: dispute.listing.title,
    intro: PROBLEMS[dispute.problem.reason] ?? dispute.problem.reason,
    actions: <StatusBadge status={dispute.status} />,
    atFields: ['reason', 'amount', 'payer'],
    children: (
      <div class="two-sides">
        <div class="stack">
          <BothParties dispute={dispute} now={ctx.now()} />
          <DisputeReturn dispute={dispute} />
          {dispute.status === 'problem' ? <Decide dispute={dispute} at={at} /> : <Notice>This dispute is closed.</Notice>}
        </div>
        <section class="stack" aria-label="Order">
          <Facts caption="Order" rows={facts(dispute)} />
          <h2>Tracking</h2>
          <OrderTimeline timeline={dispute.timeline} />
        </section>
      </div>
    ),
  })
}

const DisputeReturn = ({ dispute: { return: returned } }: { dispute: Dispute }) =>
  returned ? (
    <Section id="return" title="Return">
      <p>The {returned.payer} pays the return shipping.</p>
      <ReturnTracking returned={returned} />
      <ReturnContest returned={returned} />
      <ReturnPath returned={returned} />
    </Section>
  ) : null

const facts = ({ item, shipping, total, refunded, buyer, seller, shop, tracking, pickup, problem }: Dispute) => [
  ['Buyer', person(buyer)] as const,
  ['Seller', person(seller)] as const,
  ['Shop', shop.name] as const,
  ['Item', dollarsText(item)] as const,
  ['Delivery', shippingText(shippingOfRecord({ shipping, pickup }))] as const,
  ['Paid', dollarsText(total)] as const,
  ...(refunded > 0 ? [['Refunded', dollarsText(refunded)] as const] : []),
  ...(problem.offered === null ? [] : [['Refund offered', dollarsText(problem.offered)] as const]),
  ['Tracking', [tracking.carrier, tracking.number].filter(Boolean).join(' ') || 'none'] as const,
]

const BothParties = ({ dispute: { problem, buyer, seller, messages }, now }: { dispute: Dispute; now: Date }) => (
  <>
    <Quote by={<>{person(buyer)} reports</>} at={problem.reported_at} now={now}>
      {problem.body}
    </Quote>
    {problem.photos.length > 0 ? (
      <ul class="desk-photos" role="list">
        {problem.photos.map(localPath).map((photo, index) => (
          <li>
            <a href={photo}>
              <img src={photo} alt={`Photo ${index + 1} of the problem`} width={120} height={150} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    ) : null}
    {problem.answer && problem.answered_at ? (
      <Quote by={<>{person(seller)} answers</>} at={problem.answered_at} now={now}>
        {problem.answer}
      </Quote>
    ) : (
      <p class="quiet">The seller has not answered yet.</p>
    )}
    <Section id="conversation" title="Messages">
      {messages.length === 0 ? (
        <p class="quiet">The buyer and seller have not messaged each other.</p>
      ) : (
        <div class="stack" role="log" aria-label="Messages">
          {messages.map(({ from, text, created_at }) => (
            <Quote by={WRITERS[from]} at={created_at} now={now}>
              {text}
            </Quote>
          ))}
        </div>
      )}
    </Section>
  </>
)

const WRITERS = { buyer: 'The buyer', owner: 'The seller', agent: 'The shop’s helper', service: 'The service' } as const

const mayReturn = ({ return: returned, pickup, timeline }: Dispute): boolean =>
  returned === null && !pickup && timeline.some(({ status }) => status === 'shipped')

const Decide = ({ dispute, at }: { dispute: Dispute; at: PageRequest<Operator> }) => {
  const left = dispute.total - dispute.refunded
  return (
    <>
      <h2>Decision</h2>
      <Judge
        action={`/operator/disputes/${dispute.id}`}
        at={at}
        label="Outcome"
        button="Apply decision"
        hint="The buyer and the seller will see the reason."
        options={[
          { value: 'refund', label: `Refund all ${dollarsText(left)} to the buyer` },
          { value: 'part', label: 'Refund part to the buyer', more: 'the seller gets the rest' },
          { value: 'complete', label: 'Release the money to the seller', more: 'no refund' },
          ...(mayReturn(dispute)
            ? [{ value: 'return', label: 'Offer the buyer a return', more: 'full refund when the seller has the item back' }]
            : []),
        ]}
      >
        <Field
          {...fieldAt(at, 'amount')}
          label="Refund amount"
          before="$"
          inputmode="decimal"
          hint={`Only for a partial refund. At most ${dollarsText(left)}.`}
        />
        {mayReturn(dispute) ? (
          <Choices
            name="payer"
            label="Return shipping"
            hint="Only for a return. Who pays for the shipping?"
            problem={problemAt(at.problem, 'payer')}
          >
            <Check type="radio" name="payer" value="seller" checked={at.typed.payer !== 'buyer'} label="The seller pays" />
            <Check type="radio" name="payer" value="buyer" checked={at.typed.payer === 'buyer'} label="The buyer pays" />
          </Choices>
        ) : null}
      </Judge>
    </>
  )
}

/** `/operator/disputes`: order problems that the buyer and the seller did not resolve. */
export const DISPUTE_PAGES = [listPage, onePage]
