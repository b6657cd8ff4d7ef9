import { each } from './find.ts'

/** Closes an open menu when the user clicks outside it or presses Escape. Escape also moves the focus to the menu's button. */
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
