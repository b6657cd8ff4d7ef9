import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { forWhom } from './button.tsx'
import { formToken } from '#web/framework/session.ts'

type HiddenValues = Readonly<Record<string, string | undefined>>

/** Hidden inputs. Skips undefined values. */
export const Hidden = ({ values }: { values: HiddenValues }) => (
  <>{Object.entries(values).map(([name, value]) => (value === undefined ? null : <input type="hidden" name={name} value={value} />))}</>
)

type FormProps = {
  action: string
  /** Its session signs the form's token, which `withForm` checks. */
  viewer?: Viewer | undefined
  /** Local path to redirect to. */
  returnTo?: string | undefined
  class?: string
  label?: string
  id?: string
  /** Island that enhances the form. It works without. */
  island?: string
  /** Part of the page that the response replaces when scripts run. */
  swap?: string
  multipart?: boolean
  /** Current slug of the shop. */
  own?: string
  /** A shortcut focuses it instead of submitting it. */
  careful?: boolean
  with?: HiddenValues
  whom?: string
  children?: Child
}

/** A form that changes something: posts to the same host, with the session's token. */
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
