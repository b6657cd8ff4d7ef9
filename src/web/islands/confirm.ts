type Question = {
  /** Hidden fields for the results, filled before the form is sent. */
  fields: readonly HTMLInputElement[]
  /** Asks the browser or device. Returns one value per field. */
  ask: () => Promise<readonly string[]>
  wordsFor: (error: unknown) => string
}

/**
 * Sets up a form that must ask the browser or device before it is sent. Without scripts, the form is hidden. `place` contains the form and
 * its error text.
 */
export function confirmsFirst(place: HTMLElement, form: HTMLFormElement, { fields, ask, wordsFor }: Question): void {
  const said = place.querySelector<HTMLElement>('[data-said]')
  if (!said) return
  const fill = (values: readonly string[]): void => fields.forEach((field, index) => (field.value = values[index] ?? ''))
  place.hidden = false
  // a page restored from the back/forward cache must not send an old result
  addEventListener('pageshow', () => fill([]))
  form.addEventListener('submit', (event) => {
    if (fields.every(({ value }) => value !== '')) return
    event.preventDefault()
    said.textContent = ''
    ask().then(
      (values) => {
        fill(values)
        form.requestSubmit()
      },
      (error: unknown) => {
        said.textContent = wordsFor(error)
      },
    )
  })
}
