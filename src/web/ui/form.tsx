import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { forWhom } from './button.tsx'
import { formToken } from '#web/framework/session.ts'

type HiddenValues = Readonly<Record<string, string | undefined>>

/** What a form says out of sight; what is undefined it does not say. */
export const Hidden = ({ values }: { values: HiddenValues }) => (
  <>{Object.entries(values).map(([name, value]) => (value === undefined ? null : <input type="hidden" name={name} value={value} />))}</>
)

type FormProps = {
  action: string
  /** Whose session it is: the form carries its token, which `readForm` asks for. */
  viewer?: Viewer | undefined
  /** Where to go afterwards, a path of ours. */
  returnTo?: string | undefined
  class?: string
  label?: string
  id?: string
  /** What an island does with it: it still works without. */
  island?: string
  /** The part of the page that its answer is put into, where scripts run; all of it elsewhere. */
  swap?: string
  multipart?: boolean
  /** The address that a shop has now. */
  own?: string
  /** A shortcut goes to it and does not send it. */
  careful?: boolean
  /** What it says beside its fields. */
  with?: HiddenValues
  whom?: string
  children?: Child
}

/** A form that changes something: posts to our own address, with the session's token. */
export const Form = ({
  action,
  viewer,
  returnTo,
  class: look,
  label,
  island,
  swap,
  id,
  multipart,
  careful,
  own,
  whom,
  with: hidden,
  children,
}: FormProps) => (
  <form
    id={id}
    class={look}
    action={action}
    method="post"
    aria-label={label}
    data-island={island}
    data-swap={swap}
    data-own={own}
    data-careful={careful ? '' : undefined}
    {...forWhom(whom)}
    enctype={multipart ? 'multipart/form-data' : undefined}
  >
    {viewer?.kind === 'session' ? <input type="hidden" name="form_token" value={formToken(viewer)} /> : null}
    {returnTo === undefined ? null : <input type="hidden" name="return" value={returnTo} />}
    {hidden ? <Hidden values={hidden} /> : null}
    {children}
  </form>
)
