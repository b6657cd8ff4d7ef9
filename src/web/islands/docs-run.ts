import { each } from './find.ts'
import { readStored, writeStored } from './storage.ts'

/**
 * Sends the API call that a documentation page describes. Authenticates the call with the session, or with a key that is stored only for
 * this tab.
 */
export function runs(): void {
  for (const form of each<HTMLFormElement>('form[data-island="docs-run"]')) {
    form.hidden = false
    for (const note of each<HTMLElement>('[data-run-off]')) note.hidden = true
    const key = form.querySelector<HTMLInputElement>('[name="run-key"]')
    if (key) storeKey(key)
    requireConfirmation(form)
    form.addEventListener('input', () => requireConfirmation(form))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      run(form).catch(() => print(form, 'The call failed.', ''))
    })
  }
}

/** Requires that the user confirms a call that changes live data. */
function requireConfirmation(form: HTMLFormElement): void {
  const real = isReal(form)
  for (const label of each<HTMLElement>('[data-run-real]')) {
    label.hidden = !real
    label.querySelector('input')!.required = real
  }
}

function isReal(form: HTMLFormElement): boolean {
  const data = new FormData(form)
  const key = data.get('run-key')
  if (typeof key === 'string' && key.trim() !== '') return !/^r(sk|al)_test_/.test(key.trim())
  return (data.get('run-as') ?? 'market') === 'market'
}

const KEY = 'docs-key'

/** Stores the key for this tab and inserts it into the curl samples. The key is sent to the server only with a call. */
function storeKey(field: HTMLInputElement): void {
  const lines = textsWith('$KEY')
  const fill = (): void => {
    for (const [node, text] of lines) node.data = text.replaceAll('$KEY', () => field.value.trim() || '$KEY')
  }
  field.value = readStored('sessionStorage', KEY) ?? ''
  fill()
  field.addEventListener('input', () => {
    fill()
    writeStored('sessionStorage', KEY, field.value.trim())
  })
}

function textsWith(part: string): [node: Text, text: string][] {
  return each<HTMLElement>('.sample[data-language="sh"] code').flatMap((code) => {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    const found: [Text, string][] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      if (node.data.includes(part)) found.push([node, node.data])
    }
    return found
  })
}

async function run(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')!
  button.disabled = true
  try {
    const { address, init } = callOf(form)
    const began = performance.now()
    const response = await fetch(address, init)
    const text = await textOf(response)
    const id = response.headers.get('Request-Id')
    print(
      form,
      [`${response.status}`, `${Math.round(performance.now() - began)} ms`, ...(id ? [`Request-Id ${id}`] : [])].join(' · '),
      text,
    )
  } catch (error) {
    print(form, 'The call failed before the server responded.', error instanceof Error ? error.message : String(error))
  } finally {
    button.disabled = false
    const sure = form.querySelector<HTMLInputElement>('[name="run-sure"]')
    // unchecks the confirmation, because each write must be confirmed separately
    if (sure) sure.checked = false
  }
}

/** Throws if the body of the call is not valid JSON. */
function callOf(form: HTMLFormElement): { address: string; init: RequestInit } {
  const { method = 'GET', path = '' } = form.dataset
  const fields = new Map(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  )
  const query = new URLSearchParams()
  let filled = path
  for (const [name, value] of fields) {
    if (name.startsWith('run-path-')) filled = filled.replace(`{${name.slice(9)}}`, encodeURIComponent(value))
    if (name.startsWith('run-query-') && value !== '') query.append(name.slice(10), value)
  }
  const key = fields.get('run-key') ?? ''
  const as = fields.get('run-as') ?? 'market'
  const body = fields.get('run-body')
  const headers: Record<string, string> = {
    Accept: 'application/json, */*;q=0.5',
    ...(key ? { Authorization: `Bearer ${key}` } : as === 'market' ? {} : { 'Test-Account': as }),
    ...(method === 'GET' || !('randomUUID' in crypto) ? {} : { 'Idempotency-Key': crypto.randomUUID() }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  return {
    address: `/v1${filled}${query.size > 0 ? `?${query.toString()}` : ''}`,
    init: {
      method,
      headers,
      // omits the session cookie if there is a key
      credentials: key ? 'omit' : 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(JSON.parse(body)) }),
    },
  }
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('application/json')) return JSON.stringify(await response.json(), null, 2)
  if (type.startsWith('text/')) return response.text()
  return `${(await response.blob()).size} bytes of ${type || 'unknown type'}`
}

function print(form: HTMLFormElement, line: string, text: string): void {
  const answer = form.querySelector<HTMLElement>('.docs-run-answer')!
  answer.querySelector('p')!.textContent = line
  answer.querySelector('code')!.textContent = text
  answer.hidden = false
}
