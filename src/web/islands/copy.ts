import { toast } from './toast.ts'

/** A button to copy on every block of code, and on links to what can be copied whole. Without scripts one selects by hand. */
export function copies(): void {
  if (!('clipboard' in navigator)) return
  for (const snippet of document.querySelectorAll<HTMLElement>('.snippet')) {
    // as it is then: a key may have been put into it
    snippet.append(button('Copy', async () => snippet.querySelector('pre')?.textContent ?? ''))
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-copy]')) {
    const from = link.href
    const copy = button(link.dataset.copy ?? 'Copy', async () => (await fetch(from)).text())
    copy.className = 'button small'
    link.before(copy)
  }
}

function button(words: string, read: () => Promise<string>): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'copy'
  made.textContent = words
  made.addEventListener('click', () => {
    read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => toast('Copied.'),
        () => toast('Copying is not allowed here. Select the text instead.'),
      )
  })
  return made
}
