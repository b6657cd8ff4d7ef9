import { element } from './element.ts'

let region: HTMLElement | null = null

/** Makes screen readers announce a message that is not visible. */
export function announce(words: string): void {
  if (!region) {
    region = element('div', { id: 'announced', class: 'hidden-text', role: 'status' }, [])
    document.body.append(region)
  }
  // with a trailing space, the screen reader announces a repeated message again
  region.textContent = region.textContent === words ? `${words}\u00a0` : words
}
