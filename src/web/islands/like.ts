import { each } from './find.ts'
import { toast } from './toast.ts'

/** A heart answers at once and can be taken back; without scripts its form does the same by a page. */
export function likes(): void {
  for (const form of each<HTMLFormElement>('form[data-island="like"]')) {
    const button = form.querySelector<HTMLButtonElement>('button')
    if (!button) continue
    const send = (liked: boolean, undo: (() => void) | undefined): void => {
      show(button, liked)
      post(form, liked).then(
        () => toast(liked ? 'Liked' : 'No longer liked', undo),
        () => {
          show(button, !liked)
          toast('That did not work. Try again in a moment.')
        },
      )
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const liked = button.getAttribute('aria-pressed') !== 'true'
      send(liked, () => send(!liked, undefined))
    })
  }
}

async function post(form: HTMLFormElement, liked: boolean): Promise<void> {
  const fields = new FormData(form)
  const body = new URLSearchParams({ form_token: fieldOf(fields, 'form_token'), liked: String(liked) })
  const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The server said ${answer.status}.`)
}

const fieldOf = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

function show(button: HTMLButtonElement, liked: boolean): void {
  button.setAttribute('aria-pressed', String(liked))
  button.value = String(!liked)
}
