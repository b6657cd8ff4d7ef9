import { TEXT_FIELDS, type Line, type TextField, type Typed } from '#catalog/listings/rules/editor-fields.ts'

/** Unit that a single request saves: one field, or all detail lines. */
export type Name = TextField | 'lines'
export const NAMES: readonly Name[] = [...TEXT_FIELDS, 'lines']

/** Returns the value that the form would send for a field. For a checked box, the value is `true`. */
export function valueOf(form: HTMLFormElement, name: TextField): string {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return String(field.checked)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement ? field.value : ''
}

const rowsOf = (form: HTMLFormElement): HTMLElement[] => [...form.querySelectorAll<HTMLElement>('.detail-line')]

/** Returns the detail lines that have a name. A line without a name is incomplete and is not saved. */
export const linesOf = (form: HTMLFormElement): Line[] =>
  rowsOf(form).flatMap((row) => {
    const [label, value] = [...row.querySelectorAll('input')].map((input) => input.value.trim())
    return label ? [{ label, value: value ?? '' }] : []
  })

/**
 * Returns the lines as a string for comparison with other lines. The order of the lines does not matter, because the server appends new
 * lines.
 */
export const linesText = (lines: readonly Line[]): string =>
  JSON.stringify(lines.toSorted((one, other) => (one.label < other.label ? -1 : 1)))

/** Sets a field, or all detail lines, to the server's value. */
export function put(form: HTMLFormElement, name: Name, from: Typed): void {
  if (name === 'lines') return putLines(form, from.lines)
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === from[name]))
    field.append(new Option(from[name], from[name]))
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = from[name] === 'true'
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
    field.value = from[name]
}

/** Shows exactly these detail lines, followed by an empty line. */
export function putLines(form: HTMLFormElement, lines: readonly Line[]): void {
  while (rowsOf(form).length <= lines.length) addRow(form)
  rowsOf(form).forEach((row, index) => {
    const [label, value] = row.querySelectorAll('input')
    label!.value = lines[index]?.label ?? ''
    value!.value = lines[index]?.value ?? ''
  })
}

/** Ensures that the list ends with an empty line. */
export function spare(form: HTMLFormElement): void {
  const last = rowsOf(form).at(-1)
  if (last?.querySelector('input')?.value) addRow(form)
}

function addRow(form: HTMLFormElement): void {
  const rows = rowsOf(form)
  const row = rows.at(-1)!.cloneNode(true) as HTMLElement
  for (const input of row.querySelectorAll('input')) {
    input.value = ''
    input.name = input.name.replace(/\d+/, String(rows.length))
    input.setAttribute('aria-label', input.getAttribute('aria-label')!.replace(/\d+/, String(rows.length + 1)))
  }
  rows.at(-1)!.after(row)
}

/** Returns the name of the field that an element's value is saved under, or null. */
export function nameOf(target: EventTarget | null): Name | null {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)) return null
  if (target.name.startsWith('fields[')) return 'lines'
  return TEXT_FIELDS.find((name) => name === target.name) ?? null
}

export const isFocused = (form: HTMLFormElement, name: Name): boolean =>
  form.contains(document.activeElement) && nameOf(document.activeElement) === name
