import { element } from './element.ts'

let region: HTMLElement | null = null

/** Reads words out without showing them: what one sees happen, others hear. */
export function announce(words: string): void {
  if (!region) {
    region = element('div', { id: 'announced', class: 'hidden-text', role: 'status' }, [])
    document.body.append(region)
  }
  // the same words twice are read twice
  region.textContent = region.textContent === words ? `${words}\u00a0` : words
}
