import type { Child } from '#web/framework/jsx/index.ts'
import { Icon } from './icon.tsx'

type Common = {
  name: string
  label: string
  hint?: string
  /** Error message, shown while the field still contains the submitted value. */
  problem?: string | undefined
  required?: boolean
  disabled?: boolean
}

type InputProps = Common & {
  /** Id of the field. Required if several forms on a page have a field with the same name. */
  id?: string
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date'
  value?: string | undefined
  autocomplete?: string
  placeholder?: string
  maxlength?: number
  min?: number | string
  max?: number | string
  step?: number | string
  inputmode?: 'text' | 'decimal' | 'numeric' | 'email'
  /** Id of a datalist that contains suggestions. */
  list?: string
  /** Text shown before the input, such as `$`. */
  before?: string
}

/** A text input with a label, hint and error message. */
export const Field = ({ label, hint, problem, before, name, id = name, type = 'text', ...input }: InputProps) => (
  <Labelled name={id} label={label} hint={hint} problem={problem}>
    <span class={before ? 'affix' : undefined}>
      {before ? <span aria-hidden="true">{before}</span> : null}
      <input class="input" id={id} name={name} type={type} {...input} {...described(id, hint, problem)} />
    </span>
  </Labelled>
)

export const TextArea = ({
  label,
  hint,
  problem,
  name,
  value,
  ...area
}: Common & { value?: string | undefined; maxlength?: number; rows?: number }) => (
  <Labelled name={name} label={label} hint={hint} problem={problem}>
    <textarea class="input" id={name} name={name} {...area} {...described(name, hint, problem)}>
      {value ?? ''}
    </textarea>
  </Labelled>
)

export type Choice = { value: string; label: string }

export const Select = ({
  label,
  hint,
  problem,
  name,
  id = name,
  hidesLabel = false,
  value,
  choices,
  ...select
}: Common & { id?: string; hidesLabel?: boolean; value?: string | undefined; autocomplete?: string; choices: readonly Choice[] }) => (
  <Labelled name={id} label={label} hidesLabel={hidesLabel} hint={hint} problem={problem}>
    <select class="input" id={id} name={name} {...select} {...described(id, hint, problem)}>
      {choices.map((choice) => (
        <option value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
    </select>
  </Labelled>
)

type CheckProps = { name: string; label: Child; value?: string; checked?: boolean; type?: 'checkbox' | 'radio'; disabled?: boolean }

/** A checkbox or radio button with a clickable label. */
export const Check = ({ label, type = 'checkbox', value = 'true', ...input }: CheckProps) => (
  <label class="check">
    <input type={type} value={value} {...input} />
    <span>{label}</span>
  </label>
)

type ChoicesProps = Omit<Common, 'required' | 'disabled'> & { stacked?: boolean; children?: Child }

/** A group of checkboxes or radio buttons. With `stacked`, each choice is on a separate line, which suits long labels. */
export const Choices = ({ name, label, hint, problem, stacked = false, children }: ChoicesProps) => (
  <fieldset class={stacked ? 'field stacked' : 'field'} {...described(name, hint, problem)}>
    <legend>{label}</legend>
    <Notes name={name} hint={hint} problem={problem} />
    <div class="options">{children}</div>
  </fieldset>
)

type LabelledProps = { name: string; label: string; hint: string | undefined; problem: string | undefined; children?: Child } & {
  hidesLabel?: boolean
}

const Labelled = ({ name, label, hidesLabel, hint, problem, children }: LabelledProps) => (
  <div class="field">
    <label class={hidesLabel ? 'hidden-text' : undefined} for={name}>
      {label}
    </label>
    {children}
    <Notes name={name} hint={hint} problem={problem} />
  </div>
)

const Notes = ({ name, hint, problem }: { name: string; hint: string | undefined; problem: string | undefined }) => (
  <>
    {problem ? (
      <p class="problem" id={`${name}-problem`}>
        <Icon name="warning" />
        {problem}
      </p>
    ) : null}
    {hint ? (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    ) : null}
  </>
)

function described(name: string, hint: string | undefined, problem: string | undefined) {
  const ids = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return { ...(ids ? { 'aria-describedby': ids } : {}), ...(problem ? { 'aria-invalid': 'true' as const } : {}) }
}
