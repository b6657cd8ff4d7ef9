import { announce } from './announce.ts'
import { each } from './find.ts'
import { fieldsOf, load } from './page.ts'
import { toast } from './toast.ts'

/** Inserts a saved reply without reloading the page, so that chosen photos are not lost. The server fills in the placeholders. */
export function insertReplies(): void {
  for (const container of each('[data-island="insert-reply"]')) {
    const button = container.querySelector('button')!
    const select = container.querySelector('select')!
    button.addEventListener('click', (event) => {
      event.preventDefault()
      if (select.value === '') select.showPicker()
      else insert(button).catch(() => toast('No connection. Nothing was inserted. Try again in a moment.'))
    })
  }
}

async function insert(button: HTMLButtonElement): Promise<void> {
  const form = button.form!
  const { page } = await load('POST', form.action, { body: fieldsOf(form, button) })
  const filled = page.querySelector<HTMLTextAreaElement>('#text')
  // the session has ended, or the reply no longer exists; the server's page says which
  if (!filled) return form.requestSubmit(button)
  const field = form.querySelector<HTMLTextAreaElement>('#text')!
  field.value = filled.value
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  announce('Reply inserted. Review it, then send it.')
}
