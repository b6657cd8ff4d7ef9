import { each, keysOff, typing } from './find.ts'
import { element } from './element.ts'

type Suggestion = { kind: 'words' | 'category' | 'store'; text: string; url: string }

const WAIT_MS = 150

/** Focuses the search box when the user presses `/`, and shows suggestions as a combobox. */
export function search(): void {
  const form = each<HTMLFormElement>('form[data-island="search"]')[0]
  const input = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !input) return
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || keysOff() || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  combobox(form, input)
}

function combobox(form: HTMLFormElement, input: HTMLInputElement): void {
  const list = element('ul', { id: 'suggestions', class: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions' }, [])
  list.hidden = true
  form.append(list)
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-expanded', 'false'],
    ['aria-controls', 'suggestions'],
    ['aria-autocomplete', 'list'],
  ] as const)
    input.setAttribute(name, value)
  const api = new URL('/v1/market/suggest', form.action)
  let found: Suggestion[] = []
  let current = -1
  let timer = 0
  let latest = 0

  const show = (next: Suggestion[]): void => {
    found = next
    current = -1
    list.hidden = next.length === 0
    input.setAttribute('aria-expanded', String(next.length > 0))
    input.removeAttribute('aria-activedescendant')
    list.replaceChildren(...next.map(option))
  }
  const choose = (index: number): void => {
    current = index
    for (const [at, one] of [...list.children].entries()) one.setAttribute('aria-selected', String(at === index))
    if (index < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `suggestion-${index}`)
  }
  const search = (): void => {
    const q = input.value.trim()
    const sequence = ++latest
    if (q === '') return show([])
    api.search = new URLSearchParams({ q }).toString()
    suggestions(api).then(
      (next) => sequence === latest && document.activeElement === input && show(next),
      () => sequence === latest && show([]),
    )
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(search, WAIT_MS)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault()
      return show([])
    }
    if (found.length === 0) return
    if (event.key === 'ArrowDown') choose((current + 1) % found.length)
    else if (event.key === 'ArrowUp') choose(current <= 0 ? found.length - 1 : current - 1)
    else if (event.key === 'Enter' && current >= 0) location.assign(found[current]!.url)
    else return
    event.preventDefault()
  })
  input.addEventListener('blur', () => setTimeout(() => show([]), 150))
}

async function suggestions(api: URL): Promise<Suggestion[]> {
  const answer = await fetch(api, { credentials: 'omit' })
  return answer.ok ? ((await answer.json()) as { data: Suggestion[] }).data : []
}

function option({ kind, text, url }: Suggestion, index: number): HTMLElement {
  const label = kind === 'words' ? text : `${text} (${kind === 'store' ? 'shop' : 'category'})`
  const item = element('li', { id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false' }, [label])
  item.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    location.assign(url)
  })
  return item
}
