import { each } from './find.ts'

/** Applies a filter on change. Its button is for users without scripts. */
export function filters(): void {
  for (const form of each<HTMLFormElement>('form[data-island="filters"]')) {
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')) button.hidden = true
    form.addEventListener('change', () => form.requestSubmit())
  }
}
