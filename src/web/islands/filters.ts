import { each } from './find.ts'

/**
 * Applies a filter as soon as it changes. The button remains for users without scripts, and on a phone it applies all filters in one step.
 */
export function filters(): void {
  for (const form of each<HTMLFormElement>('form[data-island="filters"]')) {
    const buttons = form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')
    const isWide = matchMedia('(width > 56em)')
    const follow = () => {
      for (const button of buttons) button.hidden = isWide.matches
    }
    follow()
    isWide.addEventListener('change', follow)
    form.addEventListener('change', () => {
      // the count on the button belongs to the previous filters
      for (const button of buttons) button.textContent = 'Show items'
      if (isWide.matches) form.requestSubmit()
    })
  }
}
