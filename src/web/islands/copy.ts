import { announce } from './announce.ts'
import { each } from './find.ts'

/** A button that copies what stands beside it. */
export function copies(): void {
  for (const box of each('[data-island="copy"]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button small'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(box.querySelector('pre')?.textContent ?? '').then(
        () => say(button, 'Copied'),
        () => say(button, 'Select it and copy'),
      )
    })
    box.append(button)
  }
  document.addEventListener('click', (event) => {
    for (const menu of each<HTMLDetailsElement>('details.page-menu[open]')) if (!menu.contains(event.target as Node)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of each<HTMLDetailsElement>('details.page-menu[open]')) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}

function say(button: HTMLButtonElement, words: string): void {
  button.textContent = words
  announce(words)
  setTimeout(() => (button.textContent = 'Copy'), 2_000)
}
