import { Facts, Timestamp } from '#web/ui/index.ts'
import { person, Quote } from './parts.tsx'
import type { Measure } from '#web/framework/page/records.ts'
import { DOWN } from './copy.ts'

/** The target of a moderation action, and the reason for the action. */
export const MeasureFacts = ({ measure }: { measure: Measure }) => (
  <section class="stack" aria-label="Moderation action">
    <Facts
      caption="Moderation action"
      rows={[
        ['Action', DOWN[measure.kind]],
        ['Owner', person(measure.account)],
        ['Since', <Timestamp at={measure.taken_at} />],
        ['Reason', measure.reason],
      ]}
    />
  </section>
)

type AppealsProps = { by: string; appeals: readonly { body: string; created_at: string; answer: string | null }[]; now: Date }

/** Appeals by the affected user, with the operator's decisions. */
export const PastAppeals = ({ by, appeals, now }: AppealsProps) => (
  <>
    {appeals.map(({ body, created_at, answer }) => (
      <Quote by={by} at={created_at} now={now}>
        {body}
        {answer ? `\n\nAnswered: ${answer}` : ''}
      </Quote>
    ))}
  </>
)
