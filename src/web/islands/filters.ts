import { each } from './find.ts'

/** A filter holds as soon as it is chosen; its button is for those without scripts. */
export function filters(): void {
  for (const form of each<HTMLFormElement>('form[data-island="filters"]')) {
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')) button.hidden = true
    form.addEventListener('change', () => form.requestSubmit())
  }
}
