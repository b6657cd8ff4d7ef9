import { each } from './find.ts'
import { press, type Known } from './viewer-state.ts'
import { toast } from './toast.ts'

const DONE = { liked: ['Unliked', 'Liked'], following: ['Unfollowed', 'Following'] } as const

/**
 * Makes like and follow buttons respond immediately, with undo. For an anonymous user, the form opens a page that first asks the user to
 * sign in. On a public page, `known` resolves when the page knows whether the viewer is signed in. `within` is a part of the page that was
 * loaded later.
 */
export function taps(known: Known, within?: HTMLElement): void {
  for (const form of each<HTMLFormElement>('form[data-island="tap"]', within)) {
    const button = form.querySelector<HTMLButtonElement>('button')
    if (!button) continue
    const own = form.querySelector('[name="form_token"]') !== null
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const on = button.getAttribute('aria-pressed') !== 'true'
      if (own) send(form, button, on, true)
      // if the viewer is unknown, submits the form so that the server checks the session
      else
        known.then(
          (person) => (person ? send(form, button, on, true) : form.submit()),
          () => form.submit(),
        )
    })
  }
}

function send(form: HTMLFormElement, button: HTMLButtonElement, on: boolean, undoable: boolean): void {
  press(button, on)
  const undo = undoable ? () => send(form, button, !on, false) : undefined
  post(form, button.name, on).then(
    (failed) => {
      if (failed === null) return toast(DONE[button.name as keyof typeof DONE][on ? 1 : 0], undo)
      press(button, !on)
      // the session has ended, so submitting the form leads to the sign-in page and then completes the action
      if (failed.status === 401) form.submit()
      else toast(failed.message)
    },
    () => {
      press(button, !on)
      toast('No connection. Nothing was changed. Try again in a moment.')
    },
  )
}

/** Sends a like or follow. Returns null on success, otherwise the status and the error message. */
async function post(form: HTMLFormElement, name: string, on: boolean): Promise<{ status: number; message: string } | null> {
  const token = new FormData(form).get('form_token')
  const body = new URLSearchParams({ ...(typeof token === 'string' ? { form_token: token } : {}), [name]: String(on) })
  const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' }, credentials: 'include' })
  if (answer.ok) return null
  const { error } = (await answer.json()) as { error: { message: string } }
  return { status: answer.status, message: `That did not work. ${error.message}` }
}
