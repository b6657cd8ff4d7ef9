import { toast } from './toast.ts'
import { element } from './element.ts'

/** Adds a copy button to each code block, and to each link whose target can be copied. */
export function copies(): void {
  if (!('clipboard' in navigator)) return
  for (const snippet of document.querySelectorAll<HTMLElement>('.snippet')) {
    // reads the code only when the button is pressed, because an API key may have been inserted in the meantime
    snippet.append(button('Copy', async () => snippet.querySelector('pre')?.textContent ?? ''))
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-copy]')) {
    const from = link.href
    link.before(button(link.dataset.copy ?? 'Copy', async () => (await fetch(from)).text(), 'button small'))
  }
}

function button(label: string, read: () => Promise<string>, className = 'copy'): HTMLElement {
  const made = element('button', { type: 'button', class: className }, [label])
  made.addEventListener('click', () => {
    read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => toast('Copied.'),
        () => toast('Your browser did not allow copying. Select the text and copy it instead.'),
      )
  })
  return made
}
