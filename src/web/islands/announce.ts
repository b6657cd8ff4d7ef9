import { element } from './element.ts'

let region: HTMLElement | null = null

/** Lets screen readers announce a message that is not visible. */
export function announce(message: string): void {
  if (!region) {
    region = element('div', { id: 'announced', class: 'hidden-text', role: 'status' }, [])
    document.body.append(region)
  }
  // a trailing space makes the screen reader announce a repeated message again
  region.textContent = region.textContent === message ? `${message}\u00a0` : message
}
