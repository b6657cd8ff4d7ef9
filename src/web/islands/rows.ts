import { announce } from './announce.ts'
import { each, keysOff, typing } from './find.ts'

/** Moves the focus through the rows of a list with `j` and `k`. */
function walk(rows: () => HTMLElement[], act: (key: string, row: HTMLElement) => boolean): void {
  if (keysOff()) return
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (typing(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'checkbox')) return
    const all = rows()
    // ignores the key if the page has no rows, so that other handlers receive it
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

/**
 * Handles keys in the task list. Enter performs a row's action. If the action is binding, Enter only focuses its button, and a second Enter
 * performs it.
 */
export function tasks(): void {
  walk(
    // finds the rows at each key press, because the list may be replaced or loaded late
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

/** Handles keys in the table of listings: `x` selects a row, and Enter opens the listing. The page shows how many rows are selected. */
export function choices(): void {
  const form = each<HTMLFormElement>('form[data-island="bulk"]')[0]
  if (!form) return
  const boxes = (): HTMLInputElement[] => [...form.querySelectorAll<HTMLInputElement>('input[name="ids"]')]
  const all = (): HTMLInputElement[] => [...form.querySelectorAll<HTMLInputElement>('input[name="all"]')]
  const show = (): void => {
    for (const box of boxes()) box.closest('tr')?.toggleAttribute('data-chosen', box.checked)
    // if both “Select all” checkboxes are checked, the last checkbox determines the selection, as in a submitted form
    const label = all()
      .findLast((one) => one.checked)
      ?.closest('label')?.textContent
    const count = label ? Number.parseInt(label.replaceAll(/\D/g, ''), 10) : boxes().filter((box) => box.checked).length
    const note = document.getElementById('chosen-count')
    if (note) note.textContent = count === 0 ? '' : `${count} selected`
  }
  const follow = (changed: EventTarget | null): void => {
    if (!(changed instanceof HTMLInputElement)) return
    if (changed.name === 'all') for (const box of boxes()) box.checked = all().some((one) => one.checked)
    else if (changed.name === 'ids' && !changed.checked) for (const one of all()) one.checked = false
    show()
  }
  form.addEventListener('change', ({ target }) => follow(target))
  show()
  walk(
    () => focusable([...form.querySelectorAll<HTMLElement>('tbody tr')]),
    (key, row) => {
      const box = row.querySelector<HTMLInputElement>('input[name="ids"]')
      if (key === 'x' && box) {
        box.checked = !box.checked
        follow(box)
        announce(`${box.checked ? 'Selected' : 'No longer selected'}: ${row.querySelector('th')?.textContent ?? ''}`)
        return true
      }
      if (key !== 'Enter' || document.activeElement !== row) return false
      row.querySelector<HTMLAnchorElement>('th a')?.click()
      return true
    },
  )
}

/**
 * Handles keys in the price fields of the table of listings. The arrow keys move between the fields, and Escape restores the saved price.
 * Enter needs no script, because the browser submits the form.
 */
export function prices(): void {
  const fields = each<HTMLInputElement>('input[form="prices"]')
  const perRow = fields.filter((field) => field.closest('tr') === fields[0]?.closest('tr')).length
  for (const [index, field] of fields.entries())
    field.addEventListener('keydown', (event) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
      if (key === 'Escape') {
        field.value = field.defaultValue
        field.select()
      } else {
        const steps = { ArrowUp: -perRow, ArrowDown: perRow, ArrowLeft: -1, ArrowRight: 1 }[key]
        // the left and right arrow keys leave the field only if the caret is at the corresponding end
        if (steps === undefined || (key === 'ArrowLeft' && field.selectionStart !== 0)) return
        if (key === 'ArrowRight' && field.selectionEnd !== field.value.length) return
        fields[index + steps]?.focus()
        fields[index + steps]?.select()
      }
      event.preventDefault()
    })
}
