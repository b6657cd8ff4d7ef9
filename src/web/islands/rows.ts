import { announce } from './announce.ts'
import { each, keysOff, typing } from './find.ts'

/** `j` and `k` go through the rows of a list; the focus is on the row, so that all else follows from it. */
function walk(rows: () => HTMLElement[], act: (key: string, row: HTMLElement) => boolean): void {
  if (keysOff()) return
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (typing(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'checkbox')) return
    const all = rows()
    // the key is of another list, or of nobody
    if (all.length === 0) return
    const at = all.findIndex((row) => row.contains(document.activeElement))
    if (event.key === 'j' || event.key === 'k') {
      const to = at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)))
      all[to]?.focus()
      all[to]?.scrollIntoView({ block: 'nearest' })
    } else if (at === -1 || !act(event.key, all[at]!)) return
    event.preventDefault()
  })
}

const focusable = (rows: HTMLElement[]): HTMLElement[] => {
  for (const row of rows) row.tabIndex = -1
  return rows
}

/** Today: Enter does what the row is for. What gives a thing away is only gone to: a second Enter does it. */
export function tasks(): void {
  walk(
    // looked for each time: the list may have been drawn anew, or come later
    () => focusable(each('[data-island="tasks"] > li')),
    (key, row) => {
      if (key !== 'Enter' || document.activeElement !== row) return false
      const main = row.querySelector<HTMLElement>('.actions :is(a, button)')
      if (main?.matches('[data-careful], [data-careful] *')) main.focus()
      else main?.click()
      return true
    },
  )
}

/** Listings: `x` chooses the row, Enter opens it. How many are chosen stands at the button. */
export function choices(): void {
  const form = each<HTMLFormElement>('form[data-island="bulk"]')[0]
  if (!form) return
  const boxes = (): HTMLInputElement[] => [...form.querySelectorAll<HTMLInputElement>('input[name="ids"]')]
  const show = (): void => {
    for (const box of boxes()) box.closest('tr')?.toggleAttribute('data-chosen', box.checked)
    const count = boxes().filter((box) => box.checked).length
    const note = document.getElementById('chosen-count')
    if (note) note.textContent = count === 0 ? '' : `${count} chosen`
  }
  form.addEventListener('change', show)
  show()
  walk(
    () => focusable([...form.querySelectorAll<HTMLElement>('tbody tr')]),
    (key, row) => {
      const box = row.querySelector<HTMLInputElement>('input[name="ids"]')
      if (key === 'x' && box) {
        box.checked = !box.checked
        show()
        announce(`${box.checked ? 'Chosen' : 'No longer chosen'}: ${row.querySelector('th')?.textContent ?? ''}`)
        return true
      }
      if (key !== 'Enter' || document.activeElement !== row) return false
      row.querySelector<HTMLAnchorElement>('th a')?.click()
      return true
    },
  )
}
