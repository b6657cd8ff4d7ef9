import type { Child } from 'hono/jsx'
import type { Viewer } from '#web/answer.ts'
import { formToken } from '#web/session.ts'

type FormProps = {
  action: string
  /** Whose session it is: the form carries its token, which `readForm` asks for. */
  viewer?: Viewer | undefined
  /** Where to go afterwards, a path of ours. */
  returnTo?: string | undefined
  class?: string
  label?: string
  /** What an island does with it: it still works without. */
  island?: string
  multipart?: boolean
  children?: Child
}

/** A form that changes something: posts to our own address, with the session's token. */
export const Form = ({ action, viewer, returnTo, class: look, label, island, multipart, children }: FormProps) => (
  <form
    class={look}
    action={action}
    method="post"
    aria-label={label}
    data-island={island}
    enctype={multipart ? 'multipart/form-data' : undefined}
  >
    {viewer?.kind === 'session' ? <input type="hidden" name="form_token" value={formToken(viewer)} /> : null}
    {returnTo === undefined ? null : <input type="hidden" name="return" value={returnTo} />}
    {children}
  </form>
)
