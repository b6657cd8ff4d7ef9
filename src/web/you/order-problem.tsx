import type { Context, Person } from '#context.ts'
import { PROBLEM_REASONS } from '#domain/order.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Select, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { priceText } from '#web/words.ts'
import type { May } from './order-page.tsx'
import type { ShownOrder } from './order-types.ts'
import { REASON_WORDS } from './order-words.tsx'
import { problemAt, type Problem } from './problem.ts'

type SoFarProps = { ctx: Context; viewer: Person; order: ShownOrder; may: May }

/** A reported problem, what the seller answers, and the part of the money they offer back. */
export const ProblemSoFar = ({ ctx, viewer, order: { id, problem, status }, may }: SoFarProps) =>
  problem === null ? null : (
    <section class="stack" aria-labelledby="problem">
      <h2 id="problem">{REASON_WORDS[problem.reason]}</h2>
      <p class="said">
        You wrote <Time at={new Date(problem.reported_at)} now={ctx.now()} />: {problem.body}
      </p>
      {problem.answer ? <p class="said">The seller answered: {problem.answer}</p> : null}
      {status === 'problem' && problem.offered !== null ? (
        <Notice>
          <span>
            The seller offers to give back <strong>{priceText(Math.round(problem.offered * 100))}</strong>. If you take it, you keep the
            thing and the order is finished.
          </span>
        </Notice>
      ) : null}
      {status === 'problem' ? (
        <Form class="actions" action={`/you/orders/${id}`} viewer={viewer}>
          {may('take_part') && problem.offered !== null ? (
            <>
              <Button kind="dark" name="do" value="take">
                Take {priceText(Math.round(problem.offered * 100))} back
              </Button>
              <Button name="do" value="refuse">
                Do not take it
              </Button>
            </>
          ) : null}
          <Button kind="quiet" name="do" value="drop">
            It is solved: drop it
          </Button>
        </Form>
      ) : null}
    </section>
  )

type FormProps = { viewer: Person; order: ShownOrder; typed: Record<string, string>; problem: Problem | undefined }

/** What is wrong, in one's own words; what happens then is said before. */
export const ProblemForm = ({ viewer, order, typed, problem }: FormProps) => (
  <details class="more" open={typed['do'] === 'problem'}>
    <summary>Something is wrong: report a problem</summary>
    <div class="stack">
      <p>
        The seller is told at once and their money waits. They answer, or give back a part or all of it; if that does not solve it, a person
        decides.
      </p>
      <Form class="form wide" action={`/you/orders/${order.id}`} viewer={viewer}>
        <Select
          name="reason"
          label="What is wrong?"
          value={typed['reason'] ?? ''}
          choices={[{ value: '', label: 'Choose' }, ...PROBLEM_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))]}
          {...at(problem, 'reason')}
        />
        <TextArea
          name="body"
          label="Tell what you see"
          rows={4}
          maxlength={2000}
          value={typed['do'] === 'problem' ? (typed['body'] ?? '') : ''}
          {...(typed['do'] === 'problem' ? at(problem, 'body') : {})}
        />
        <div>
          <Button kind="dark" name="do" value="problem">
            Report it
          </Button>
        </div>
      </Form>
    </div>
  </details>
)

const at = (problem: Problem | undefined, field: string) => {
  const says = problemAt(problem, field)
  return says === undefined ? {} : { problem: says }
}
