import type { Child } from '#web/framework/jsx/index.ts'
import type { Operator } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { Button, Check, Choices, Form, Select, TextArea, Time } from '#web/ui/index.ts'
import { fieldAt, type PageRequest } from '#web/framework/page/index.ts'

export type Option = { value: string; label: string; more?: string }

/** With more options than this, the form shows a select instead of radio buttons. */
const MOST_RADIOS = 8

type JudgeProps = {
  action: string
  at: PageRequest<Operator>
  /** If there is only one action, the form offers no choice. */
  options: readonly Option[]
  label: string
  button: string
  /** Hint about who will read the operator's reason. */
  hint: string
  children?: Child
}

/** Form for an operator's decision. The form always requires a reason, which the affected user will read. No option is preselected. */
export const Judge = ({ action, at, options, label, button, hint, children }: JudgeProps) => (
  <Form class="form wide" action={action} viewer={at.viewer} label={label}>
    {options.length === 1 ? (
      <input type="hidden" name="do" value={options[0]!.value} />
    ) : options.length > MOST_RADIOS ? (
      <Select
        name="do"
        label={label}
        required
        value={at.typed.do ?? ''}
        choices={[
          { value: '', label: 'Choose' },
          ...options.map(({ value, label: text, more }) => ({ value, label: more ? `${text} (${more})` : text })),
        ]}
      />
    ) : (
      <Choices name="do" label={label}>
        {options.map(({ value, label: text, more }) => (
          <Check
            type="radio"
            name="do"
            value={value}
            checked={at.typed.do === value}
            label={
              more ? (
                <>
                  {text} <span class="small quiet">{more}</span>
                </>
              ) : (
                text
              )
            }
          />
        ))}
      </Choices>
    )}
    {children}
    <TextArea {...fieldAt(at, 'reason')} label="Reason" hint={hint} rows={4} maxlength={1000} required />
    <Button kind="dark" label={button} />
  </Form>
)

/** Text that a user wrote, shown as a quotation. */
export const Quote = ({ by, at, now, children }: { by: Child; at: string; now: Date; children?: Child }) => (
  <div>
    <p class="small quiet">
      {by}, <Time at={at} now={now} />
    </p>
    <blockquote>{children}</blockquote>
  </div>
)

export const person = ({ id, name }: { id: string; name: string }) => <a href={`/operator/accounts/${id}`}>{name}</a>

export const HIDDEN = 'Done. We have sent your reason to the person affected.'

export const nothingChosen = (): ApiError => new ApiError('invalid_request', 'Choose an action.', { param: 'do' })
