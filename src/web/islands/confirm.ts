type Question = {
  /** Where the browser's answer goes, before the form is sent. */
  fields: readonly HTMLInputElement[]
  /** Asks the browser: a value for each of the fields. */
  ask: () => Promise<readonly string[]>
  wordsFor: (error: unknown) => string
}

/** A form that is hidden without scripts, since it asks the browser first: `place` has it, and where to say what failed. */
export function asksFirst(place: HTMLElement, form: HTMLFormElement, { fields, ask, wordsFor }: Question): void {
  const said = place.querySelector<HTMLElement>('[data-said]')
  if (!said) return
  const fill = (values: readonly string[]): void => fields.forEach((field, index) => (field.value = values[index] ?? ''))
  place.hidden = false
  // a page that comes back from the browser's memory must not send an old answer
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
