import type { Context, Person } from '#platform/context/index.ts'
import { REPORT_REASONS, type OrderOperation } from '#commerce/orders/rules/order.ts'
import { Button, FilesField, Form, Notice, Section, Select, TextArea, Time } from '#web/ui/index.ts'
import { EvidencePhotos } from '#web/ui/return-path.tsx'
import { dollarsText } from '#web/framework/format.ts'
import { REASON_LABELS } from './order-copy.tsx'
import { type PageRequest, fieldAt, type Order, problemAt } from '#web/framework/page/index.ts'
import { PHOTO_TYPES } from '#web/framework/share-target.ts'

export type May = ReadonlySet<OrderOperation>

type SoFarProps = { ctx: Context; viewer: Person; order: Order; may: May }

/** A reported problem, with the seller's response and any partial refund that the seller offered. */
export const ProblemSummary = ({ ctx, viewer, order: { id, problem, status }, may }: SoFarProps) =>
  problem === null ? null : (
    <Section id="problem" title={REASON_LABELS[problem.reason]}>
      <p class="said">
        You wrote <Time at={problem.reported_at} now={ctx.now()} />: {problem.body}
      </p>
      {problem.photos.length > 0 ? (
        <EvidencePhotos photos={problem.photos} alt={(number) => `Your photo ${number} of the problem`} />
      ) : null}
      {problem.answer ? <p class="said">The seller answered: {problem.answer}</p> : null}
      {may.has('take_part') && problem.offered !== null ? (
        <Notice>
          <span>
            The seller offers a refund of <strong>{dollarsText(problem.offered)}</strong>. If you accept, you keep the item and the order is
            completed.
          </span>
        </Notice>
      ) : null}
      {status === 'problem' ? (
        <Form class="actions" action={`/you/orders/${id}`} viewer={viewer}>
          {may.has('take_part') && problem.offered !== null ? (
            <>
              <Button kind="dark" do="take" label={`Accept ${dollarsText(problem.offered)} refund`} />
              <Button do="refuse" label="Decline" />
            </>
          ) : null}
          {may.has('confirm') ? <Button kind="quiet" do="drop" label="Close the problem and pay the seller" /> : null}
        </Form>
      ) : null}
    </Section>
  )

/** Form to report a problem with text and photos. The form begins with an explanation of what happens next. */
export const ProblemForm = ({ at, order }: { at: PageRequest; order: Order }) => (
  <details class="more" open={at.typed['do'] === 'problem'}>
    <summary>Report a problem</summary>
    <div class="stack">
      <p>What happens next:</p>
      <ol class="notes">
        <li>
          We will notify the seller immediately and hold their money until the problem is resolved. Until then, the order cannot complete
          automatically.
        </li>
        <li>
          The seller can answer, refund everything, offer a partial refund, or offer a full refund if you send the item back. You will see
          the answer here, and you can accept or decline an offer.
        </li>
        <li>If that does not resolve the problem, a member of our staff will decide.</li>
        <li>Refunds go to your original payment method and appear here.</li>
      </ol>
      <Form class="form wide" action={`/you/orders/${order.id}/problem`} viewer={at.viewer} multipart>
        <Select
          {...fieldAt(at, 'reason', '')}
          label="What is wrong?"
          choices={[{ value: '', label: 'Choose' }, ...REPORT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))]}
        />
        <TextArea
          name="body"
          label="Description"
          rows={4}
          maxlength={2000}
          value={at.typed['do'] === 'problem' ? (at.typed['body'] ?? '') : ''}
          problem={at.typed['do'] === 'problem' ? problemAt(at.problem, 'body') : undefined}
        />
        <FilesField
          label="Photos (optional)"
          hint="Up to 6 photos of at most 10 MB each. Only you, the seller and our staff can see the photos."
          accept={PHOTO_TYPES}
          problem={problemAt(at.problem, 'files')}
        />
        <div>
          <Button kind="dark" do="problem" label="Report problem" />
        </div>
      </Form>
    </div>
  </details>
)
