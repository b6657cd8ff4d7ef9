export type Loaded = { page: Document; url: string; status: number }

type Sent = { body?: FormData | URLSearchParams; part?: true; onProgress?: (share: number) => void; signal?: AbortSignal }

/**
 * Loads a page on this site with a GET request or by submitting a form, and follows redirects. Parsing the page does not run its scripts.
 * The promise rejects if the browser is offline or the request is aborted.
 */
export const load = (method: 'GET' | 'POST', url: string, { body, part, onProgress, signal }: Sent = {}): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'document'
    // leaves the flash message for the next full page
    if (part) request.setRequestHeader('Page-Part', 'true')
    request.addEventListener('load', () => {
      const page = request.responseXML
      // the user switched between test and live mode in a different tab; content from one mode must not appear in a page in the other mode
      if (page && request.status === 200 && tenantOf(page) !== tenantOf(document)) location.reload()
      else if (page) resolve({ page, url: request.responseURL, status: request.status })
      else reject(new Error(`The server responded with status ${request.status}.`))
    })
    request.addEventListener('error', () => reject(new Error('No connection.')))
    request.addEventListener('abort', () => reject(new DOMException('The request was cancelled.', 'AbortError')))
    if (onProgress)
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) =>
        onProgress(lengthComputable && total > 0 ? loaded / total : 0),
      )
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })

/** Returns the test account that a page belongs to, or undefined for the live market. */
const tenantOf = (page: Document): string | undefined => page.documentElement.dataset.testData

/** Returns the form's hidden field with the CSRF token. */
export const tokenIn = (form: HTMLFormElement): HTMLInputElement => form.querySelector<HTMLInputElement>('input[name="form_token"]')!

/** Returns the fields that the browser would send if the button were pressed, including the button's own field. */
export function fieldsOf(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') fields.append(name, value)
  return fields
}

/** Returns the page's message about the last action, or null. */
export const feedbackOf = (page: Document): { message: string; failed: boolean } | null => {
  const alert = page.querySelector('.app-said [role="alert"], .clashes [role="alert"], .editor-form .problem')
  const notice = alert ?? page.querySelector('.app-said[role="status"] .notice > div')
  const message = (notice?.firstChild?.textContent || notice?.textContent || '').trim()
  return message === '' ? null : { message: alert ? (alert.textContent ?? '').trim() : message, failed: alert !== null }
}

/** Replaces a part of this page with the same part of `page`. Preserves the focus, and all unsent input except in the form `sent`. */
export function swap(page: Document, id: string, sent?: HTMLFormElement): void {
  const old = document.getElementById(id)
  const next = page.getElementById(id)
  if (!old || !next) return
  const active = old.contains(document.activeElement) ? document.activeElement : null
  const focused = active ? positionOf(active) : []
  const caret = isText(active) ? ([active.selectionStart, active.selectionEnd] as const) : null
  const typed = [...old.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[id]:not([type="file"]), textarea[id]')].filter(
    (field) => field.value !== field.defaultValue && !sent?.contains(field),
  )
  const ticked = [...old.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"])')].filter(
    (box) => box.checked !== box.defaultChecked && !sent?.contains(box),
  )
  const open = [...old.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent)
  // keeps the part open if the URL opened it, because a replaced part no longer matches `:target`
  if (old.matches(':target, .open')) next.classList.add('open')
  old.replaceWith(document.adoptNode(next))
  for (const { id: field, value } of typed) {
    const same = document.getElementById(field)
    if (same instanceof HTMLInputElement || same instanceof HTMLTextAreaElement) same.value = value
  }
  for (const box of ticked) {
    const same = next.querySelector(`input[name="${CSS.escape(box.name)}"][value="${CSS.escape(box.value)}"]`)
    if (same instanceof HTMLInputElement) same.checked = box.checked
  }
  for (const details of next.querySelectorAll('details'))
    if (open.includes(details.querySelector('summary')?.textContent ?? '')) details.open = true
  for (const selector of focused) {
    const again = document.querySelector<HTMLElement>(selector)
    if (!again) continue
    // restores the focused row's `tabindex`, because the server renders rows without this attribute
    if (active?.hasAttribute('tabindex') && selector === focused[0]) again.tabIndex = (active as HTMLElement).tabIndex
    again.focus({ preventScroll: true })
    // some field types have no caret
    if (caret && caret[0] !== null && isText(again)) again.setSelectionRange(...caret)
    break
  }
  document.dispatchEvent(new CustomEvent('swapped', { detail: id }))
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Returns selectors that find an element again after the surrounding part of the page has been replaced, most precise first. */
function positionOf(element: Element): string[] {
  const found: string[] = []
  if (element.id) found.push(`#${CSS.escape(element.id)}`)
  const row = element.closest('[id]:is(li, section, form)')
  if (row) {
    const within = `#${CSS.escape(row.id)}`
    if (element instanceof HTMLButtonElement && element.value)
      found.push(`${within} button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`)
    found.push(`${within} button`, `${within} a`)
  }
  return found
}
