import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { forWhom } from './button.tsx'
import { formToken } from '#web/framework/session.ts'

type HiddenValues = Readonly<Record<string, string | undefined>>

/** Hidden inputs. Undefined values are omitted. */
export const Hidden = ({ values }: { values: HiddenValues }) => (
  <>{Object.entries(values).map(([name, value]) => (value === undefined ? null : <input type="hidden" name={name} value={value} />))}</>
)

type FormProps = {
  action: string
  /** The viewer. The secret of the viewer's session signs the form token, which `withForm` checks. */
  viewer?: Viewer | undefined
  /** Local path to which the form's response redirects. */
  returnTo?: string | undefined
  class?: string
  label?: string
  id?: string
  /** Script (island) that enhances the form. The form also works without it. */
  island?: string
  /** Id of the part of the page that the response replaces if scripts run. */
  swap?: string
  multipart?: boolean
  /** The shop's current slug, which the address check accepts as available. */
  own?: string
  /** True if a keyboard shortcut only focuses the form's button instead of submitting the form. */
  careful?: boolean
  with?: HiddenValues
  whom?: string
  children?: Child
}

/** A form that changes data. The form posts to the same host, with the session's form token. */
export const Form = ({
  action,
  viewer,
  returnTo,
  class: className,
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
    class={className}
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
