import { codePointLength } from '#core/code-points.ts'
import { isCondition, isSize, readiness, showsFlaw, type Addition } from '#catalog/listings/rules/readiness.ts'
import { describe } from './description.ts'
import { linesOf, valueOf, type Name } from './editor-fields.ts'
import { element } from './element.ts'

/** A field's save state, which the page shows next to the field's label. */
export type State = 'typing' | 'saving' | 'saved' | 'waiting' | 'refused' | 'clash' | ''
const STATE_LABELS: Readonly<Record<State, string>> = {
  typing: '',
  saving: 'Saving…',
  saved: 'Saved',
  waiting: 'Not saved yet',
  refused: 'Not saved',
  clash: 'Changed elsewhere',
  '': '',
}

const boxOf = (form: HTMLFormElement, name: Name): HTMLElement | null =>
  name === 'lines'
    ? form.querySelector('[data-lines]')
    : (form.querySelector<HTMLElement>(`[name="${name}"]`)?.closest('.field, .check') ?? null)

/** Shows the save state of a field. */
export function showState(form: HTMLFormElement, name: Name, state: State): void {
  const box = boxOf(form, name)
  if (!box) return
  let sign = box.querySelector<HTMLElement>('.saved-mark')
  if (!sign) {
    sign = element('span', { class: 'saved-mark', 'data-for': name }, [])
    if (box.matches('.check')) box.append(sign)
    else box.querySelector('label, legend')?.after(sign)
  }
  sign.dataset.state = state
  sign.textContent = STATE_LABELS[state]
}

/** Shows the server's error message next to a field. Null clears the message. */
export function showProblem(form: HTMLFormElement, name: Name, message: string | null): void {
  const box = boxOf(form, name)
  const id = `${name}-problem`
  document.getElementById(id)?.remove()
  const field = name === 'lines' ? null : form.querySelector(`[name="${name}"]`)
  if (field) describe(field, { gone: (one) => one === id, more: message === null ? [] : [id] })
  if (message === null) field?.removeAttribute('aria-invalid')
  else {
    box?.append(element('p', { class: 'problem', id, role: 'alert' }, [message]))
    field?.setAttribute('aria-invalid', 'true')
  }
  checklist(form)
}

/** Updates the lists of requirements and suggestions according to the current values in the form. */
export function checklist(form: HTMLFormElement): void {
  const [missingList, helpsList] = [document.getElementById('missing'), document.getElementById('helps')]
  if (!missingList || !helpsList) return
  const lines = linesOf(form).filter(({ value }) => value !== '')
  const photos = [...document.querySelectorAll<HTMLInputElement>('#photo-list input[name="alt"]')]
  const { missing, helps } = readiness({
    title: valueOf(form, 'title').trim() !== '',
    price: valueOf(form, 'price').trim() !== '',
    shipping: shippingOf(valueOf(form, 'shipping').trim()),
    category: valueOf(form, 'category') !== '',
    photos: photos.length,
    flawPhoto: photos.some(({ value }) => showsFlaw(value)),
    size: lines.some(({ label }) => isSize(label)),
    condition: lines.some(({ label }) => isCondition(label)),
    details: lines.length,
    description: codePointLength(valueOf(form, 'description').trim()),
    offers: valueOf(form, 'take_offers') === 'true',
  })
  const item = (label: string, step: string) => element('li', {}, [element('a', { href: `?step=${step}` }, [label])])
  const items = (all: readonly Addition[], lead: string) => all.map(({ step, noun }) => item(`${lead} ${noun}`, step))
  const needs = items(missing, 'Add')
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (invalid) needs.push(item('Correct the marked fields', invalid.closest<HTMLElement>('[data-step]')!.dataset.step!))
  missingList.replaceChildren(...(needs.length === 0 ? [element('li', { class: 'is-done' }, ['Ready to publish'])] : needs))
  helpsList.replaceChildren(...items(helps, 'Sells better with'))
}

const shippingOf = (text: string) => (text === '' ? 'unset' : Number(text) === 0 ? 'pickup' : 'offered')
