import { each } from './find.ts'

/** Closes an open menu at a click outside, and at Escape, which focuses its button. */
export function menus(): void {
  const open = () => each<HTMLDetailsElement>('details.page-menu[open]')
  document.addEventListener('click', (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of open()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}
