type Confirmation = {
  /** Hidden fields that the script fills before it sends the form. */
  fields: readonly HTMLInputElement[]
  /** Gets the values of the hidden fields from the browser or device (for example, from a passkey), one per field. */
  request: () => Promise<readonly string[]>
  messageFor: (error: unknown) => string
}

/**
 * Sets up a form with hidden fields that the browser or device must fill in before the form is sent. Without scripts, the form is hidden.
 * `container` contains the form and its error message.
 */
export function confirmsFirst(container: HTMLElement, form: HTMLFormElement, { fields, request, messageFor }: Confirmation): void {
  const message = container.querySelector<HTMLElement>('[data-said]')
  if (!message) return
  const fill = (values: readonly string[]): void => fields.forEach((field, index) => (field.value = values[index] ?? ''))
  container.hidden = false
  // clears the fields of a page that was restored from the back/forward cache, so that it does not send an old result again
  addEventListener('pageshow', () => fill([]))
  form.addEventListener('submit', (event) => {
    if (fields.every(({ value }) => value !== '')) return
    event.preventDefault()
    message.textContent = ''
    request().then(
      (values) => {
        fill(values)
        form.requestSubmit()
      },
      (error: unknown) => {
        message.textContent = messageFor(error)
      },
    )
  })
}
