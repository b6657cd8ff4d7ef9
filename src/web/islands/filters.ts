import { each } from './find.ts'

/** Applies a filter on change. Its button is for users without scripts, and for the sheet of a phone, where one press applies all. */
export function filters(): void {
  for (const form of each<HTMLFormElement>('form[data-island="filters"]')) {
    const buttons = form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')
    const besideResults = matchMedia('(width > 56em)')
    const follow = () => {
      for (const button of buttons) button.hidden = besideResults.matches
    }
    follow()
    besideResults.addEventListener('change', follow)
    form.addEventListener('change', () => {
      // the count of the button was that of the old filters
      for (const button of buttons) button.textContent = 'Show items'
      if (besideResults.matches) form.requestSubmit()
    })
  }
}
