import type { Child } from 'hono/jsx'
import type { Operator } from '#platform/context.ts'
import { problemAt } from '#web/app/calling.ts'
import { Button } from '#web/components/button.tsx'
import { Check, Choices, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import type { Failed } from './desk.tsx'

export type Option = { value: string; label: string; more?: Child }

type JudgeProps = {
  action: string
  operator: Operator
  /** What can be done; with one alone there is nothing to choose. */
  options: readonly Option[]
  label: string
  button: string
  /** Who reads the reason. */
  hint: string
  failed?: Failed | undefined
  children?: Child
}

/** What the operator does about something, always with a reason, which its person reads. Nothing is chosen beforehand. */
export const Judge = ({ action, operator, options, label, button, hint, failed, children }: JudgeProps) => (
  <Form class="form wide" action={action} viewer={operator} label={label}>
    {options.length === 1 ? (
      <input type="hidden" name="do" value={options[0]!.value} />
    ) : (
      <Choices name="do" label={label}>
        {options.map(({ value, label: words, more }) => (
          <Check
            type="radio"
            name="do"
            value={value}
            checked={failed?.fields.do === value}
            label={
              more ? (
                <>
                  {words} <span class="small quiet">{more}</span>
                </>
              ) : (
                words
              )
            }
          />
        ))}
      </Choices>
    )}
    {children}
    <TextArea
      name="reason"
      label="Reason"
      hint={hint}
      rows={4}
      maxlength={1000}
      required
      value={failed?.fields.reason ?? ''}
      problem={problemAt(failed?.problem, 'reason')}
    />
    <Button kind="dark">{button}</Button>
  </Form>
)

/** What somebody wrote, as their words. */
export const Words = ({ by, at, now, children }: { by: Child; at: string; now: Date; children?: Child }) => (
  <div>
    <p class="small quiet">
      {by}, <Time at={new Date(at)} now={now} />
    </p>
    <blockquote>{children}</blockquote>
  </div>
)

export const person = ({ id, name }: { id: string; name: string }) => <a href={`/operator/accounts/${id}`}>{name}</a>
