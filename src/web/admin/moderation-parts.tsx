import { Facts, Moment } from '#web/ui/index.ts'
import { person, Words } from './parts.tsx'
import type { Measure } from '#web/framework/page/records.ts'
import { DOWN } from './copy.ts'

/** What was taken against what, and why. */
export const MeasureFacts = ({ measure }: { measure: Measure }) => (
  <section class="stack" aria-label="The measure">
    <Facts
      caption="The measure"
      rows={[
        ['What', DOWN[measure.kind]],
        ['Whose', person(measure.account)],
        ['Since', <Moment at={measure.taken_at} />],
        ['Reason', measure.reason],
      ]}
    />
  </section>
)

type AppealsProps = { by: string; appeals: readonly { body: string; created_at: string; answer: string | null }[]; now: Date }

/** What its person said against it, and what was answered. */
export const PastAppeals = ({ by, appeals, now }: AppealsProps) => (
  <>
    {appeals.map(({ body, created_at, answer }) => (
      <Words by={by} at={created_at} now={now}>
        {body}
        {answer ? `\n\nAnswered: ${answer}` : ''}
      </Words>
    ))}
  </>
)
