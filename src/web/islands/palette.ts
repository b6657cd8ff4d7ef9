import { element } from './element.ts'
import { each } from './find.ts'
import { matching, MORE_DESTINATIONS, type Destination } from './palette-routes.ts'

/** Opens the command palette when the user presses Ctrl K, or ⌘ K on a Mac, even if single-key shortcuts are off. */
export function palette(): void {
  let made: { dialog: HTMLDialogElement; begin: () => void } | undefined
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !isShortcut(event)) return
    event.preventDefault()
    if (made?.dialog.open) return made.dialog.close()
    if (document.querySelector('dialog[open]')) return
    made ??= make()
    made.dialog.showModal()
    made.begin()
  })
}

const ON_MAC = /Mac OS|iPhone|iPad/.test(navigator.userAgent)

/** Returns true if a key press is the palette's shortcut. On a Mac, only ⌘ K counts, because Ctrl K deletes text to the end of the line. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && (ON_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey)

function make() {
  const destinations = [...railDestinations(), ...MORE_DESTINATIONS]
  const field = element(
    'input',
    {
      id: 'palette-field',
      class: 'input',
      type: 'text',
      maxlength: '200',
      autocomplete: 'off',
      placeholder: 'Search pages',
    },
    [],
  )
  const label = element('label', { class: 'hidden-text', for: field.id }, ['Page name or search terms'])
  const list = element('ul', { role: 'list' }, [])
  const found = element('p', { class: 'hidden-text', role: 'status' }, [])
  const dialog = element('dialog', { id: 'palette', class: 'dialog palette', 'aria-label': 'Go to', closedby: 'any' }, [
    element('div', {}, [label, field, list, found]),
  ])

  const show = (): void => {
    const typed = field.value.trim()
    const shown = [...matching(destinations, typed), ...searches(typed)]
    list.replaceChildren(...shown.map(row))
    found.textContent = typed === '' ? '' : `${shown.length} found. Press Enter to open ${shown[0]!.name}.`
  }
  field.addEventListener('input', show)
  dialog.addEventListener('keydown', (event) => walk(event, field, list))
  document.body.append(dialog)
  return {
    dialog,
    begin(): void {
      field.value = ''
      show()
      field.focus()
    },
  }
}

const railDestinations = (): Destination[] =>
  each<HTMLAnchorElement>('.rail a').map((link) => ({
    name: [...link.childNodes]
      .map((node) => (node instanceof Text ? node.data : ''))
      .join('')
      .trim(),
    path: link.pathname,
    of: 'Your shop',
  }))

function searches(typed: string): Destination[] {
  const form = document.querySelector<HTMLFormElement>('form[data-island="search"]')
  if (typed === '' || !form) return []
  const at = new URL(form.action)
  at.searchParams.set('q', typed)
  return [{ name: `Search the marketplace for “${typed}”`, path: at.href, of: '' }]
}

const row = ({ name, path, of }: Destination): HTMLElement =>
  element('li', {}, [element('a', { href: path }, [name, element('span', { class: 'small quiet' }, [of])])])

/**
 * Moves the focus through the field and the links with the arrow keys. Pressing Enter in the field opens the first link. Typing a letter
 * moves the focus back to the field.
 */
function walk(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...list.querySelectorAll('a')]
  const stops = [field, ...links]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const to = at === -1 ? 0 : at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)
    stops[to % stops.length]!.focus()
  } else if (event.key === 'Enter' && at === 0) links[0]?.click()
  else {
    // focuses the field, which then receives the typed letter
    if (event.key.length === 1 && event.key !== ' ' && at > 0) field.focus()
    return
  }
  event.preventDefault()
}
