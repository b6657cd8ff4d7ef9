import { load, fieldsOf, feedbackOf, swap, type Loaded } from './page.ts'
import { toast } from './toast.ts'

/** Callback that runs after each swap, for example to update the editor's form. */
export type Follows = (page: Document) => void

/** Handles forms and links that name a part of the page. The response replaces only that part. */
export function swaps(follow: Follows): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.dataset.swap || event.defaultPrevented) return
    event.preventDefault()
    sendForm(form, event.submitter, follow).catch(failed)
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-swap], .helper-panel .tabs a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    load('GET', link.href).then((loaded) => {
      if (!shown(loaded, link.dataset.swap ?? 'help')) return
      history.pushState(null, '', link.href)
    }, failed)
  })
  window.addEventListener('popstate', () => {
    load('GET', location.href).then((loaded) => shown(loaded, 'help'), failed)
  })
}

export const failed = (): void => toast('No connection. Nothing was changed. Try again in a moment.')

const busy = new WeakSet<HTMLFormElement>()

async function sendForm(form: HTMLFormElement, button: HTMLElement | null, follow: Follows): Promise<void> {
  if (busy.has(form)) return
  busy.add(form)
  button?.setAttribute('aria-busy', 'true')
  try {
    const loaded = await load('POST', form.action, { body: fieldsOf(form, button) })
    if (!shown(loaded, form.dataset.swap!, form)) return
    follow(loaded.page)
    const feedback = feedbackOf(loaded.page)
    if (feedback) toast(feedback.message)
  } finally {
    busy.delete(form)
    button?.removeAttribute('aria-busy')
  }
}

/**
 * Replaces the part with the same part of the loaded page. Navigates instead if the response has a different URL, such as the URL of the
 * sign-in page. Returns true if the part was replaced.
 */
export function shown({ page, url }: Loaded, part: string, sent?: HTMLFormElement): boolean {
  const at = new URL(url)
  if (at.pathname !== location.pathname) {
    location.assign(url)
    return false
  }
  const sentOk = feedbackOf(page)?.failed !== true
  swap(page, part, sentOk ? sent : undefined)
  if (sent) {
    history.replaceState(null, '', `${at.pathname}${at.search}${location.hash}`)
  }
  return true
}
