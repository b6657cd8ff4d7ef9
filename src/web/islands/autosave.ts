import {
  FIELD_LABELS,
  formatFieldValue,
  TEXT_FIELDS,
  type Clash,
  type Line,
  type Saved,
  type TextField,
  type Typed,
} from '#catalog/listings/rules/editor-fields.ts'
import { isFocused, linesOf, linesText, nameOf, NAMES, put, putLines, spare, valueOf, type Name } from './editor-fields.ts'
import { checklist, showProblem, showState, type State } from './editor-signs.ts'
import { element } from './element.ts'
import { storeUnsaved, readUnsaved } from './unsaved.ts'
import { tokenIn } from './page.ts'

const WAIT_MS = 600
const POLL_MS = 20_000
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

export type Autosave = { follow(page: Document): void }

/**
 * Saves the editor's form field by field while the user types. While the browser is offline, stores changes in this browser and retries.
 * After a conflict, a bar asks the user which version to use.
 */
export function autosave(form: HTMLFormElement): Autosave {
  const baseField = form.querySelector<HTMLInputElement>('input[name="base"]')!
  const bar = document.getElementById('save-state')!
  const clashBox = document.getElementById('clashes')!
  const clashes = new Map<Name, string>()
  /** For each field with a value written by a helper, the helper's name. */
  const writers = new Map<Name, string>()
  const states = new Map<Name, State>()
  /** Values that the server rejected. Each is sent again only after the user has changed it. */
  const refused = new Map<Name, string>()
  let base = JSON.parse(baseField.value) as Typed
  let timer = 0
  let tries = 0
  let sending = false

  form.querySelector<HTMLElement>('.save-bar button[value="save"]')!.hidden = true

  const value = (name: Name): string => (name === 'lines' ? linesText(linesOf(form)) : valueOf(form, name))
  const baseValue = (name: Name): string => (name === 'lines' ? linesText(base.lines) : base[name])
  const dirty = (): Name[] => NAMES.filter((name) => value(name) !== baseValue(name))

  const mark = (name: Name, state: State): void => {
    states.set(name, state)
    showState(form, name, state)
  }

  const show = (): void => {
    const all = dirty()
    const message = sending
      ? 'Saving…'
      : clashes.size > 0
        ? 'This field was also changed elsewhere. Choose a version above.'
        : all.length === 0
          ? states.size > 0
            ? 'All saved'
            : ''
          : tries > 0
            ? 'Not saved yet: no connection. Your changes are stored in this browser and will be sent when you are back online.'
            : refused.size > 0
              ? `Not saved: see ${[...refused.keys()].map(labelOf).join(', ')}`
              : ''
    if (bar.textContent !== message) bar.textContent = message
    bar.dataset.state = tries > 0 ? 'waiting' : all.length > 0 ? 'open' : 'saved'
    checklist(form)
    storeUnsaved(form.action, Object.fromEntries(all.map((name) => [name, { was: baseValue(name), value: value(name) }])))
  }

  /** Applies the server's values. Fields without unsaved changes show the new values. */
  const take = (now: Typed): void => {
    for (const name of NAMES) {
      if (clashes.has(name)) continue
      const next = name === 'lines' ? linesText(now.lines) : now[name]
      if (value(name) !== next) {
        // skips fields with unsaved changes, and the focused field, so that `60.00` does not change to `60` while the user is typing
        if (value(name) !== baseValue(name) || isFocused(form, name)) continue
        put(form, name, now)
      }
      base = { ...base, [name]: now[name] }
    }
    baseField.value = JSON.stringify(base)
    const heading = document.querySelector('.page-head h1')
    if (heading) heading.textContent = base.title || 'Untitled draft'
  }

  const later = (waitMs: number): void => {
    clearTimeout(timer)
    timer = window.setTimeout(flush, waitMs)
  }

  function flush(): void {
    if (sending) return
    // if the user has reset a rejected field to its stored value, sends no request and removes the field's error
    for (const one of refused.keys()) if (value(one) === baseValue(one)) settle(one)
    const name = dirty().find((one) => !clashes.has(one) && refused.get(one) !== value(one))
    if (name === undefined) return show()
    sending = true
    mark(name, 'saving')
    show()
    const sent = value(name)
    post(form, base, name).then(
      (answer) => {
        sending = false
        tries = 0
        taken(name, sent, answer)
        show()
        later(0)
      },
      (error: unknown) => {
        sending = false
        if (error instanceof SignedOut) {
          mark(name, 'waiting')
          bar.textContent =
            'Not saved yet: you are signed out. Sign in again in a different tab. Until then, your changes are stored in this browser.'
          tries = RETRY_MS.length
        } else {
          tries++
          for (const one of dirty()) mark(one, 'waiting')
          show()
        }
        later(RETRY_MS[Math.min(tries, RETRY_MS.length) - 1]!)
      },
    )
  }

  const settle = (name: Name): void => {
    refused.delete(name)
    showProblem(form, name, null)
    mark(name, 'saved')
  }

  function taken(name: Name, sent: string, { now, clashes: found, problem }: Saved): void {
    if (problem) {
      refused.set(name, sent)
      mark(name, 'refused')
      showProblem(form, name, problem.message)
      return
    }
    refused.delete(name)
    showProblem(form, name, null)
    if (found.length > 0) {
      for (const clash of found) {
        clashes.set(clash.name, clash.now)
        if (clash.by) writers.set(clash.name, clash.by)
        else writers.delete(clash.name)
        mark(clash.name, 'clash')
      }
      showClashes(found)
      return
    }
    // the server now has the value that was sent, but the user may have typed more in the meantime
    base = { ...base, [name]: name === 'lines' ? (JSON.parse(sent) as Line[]) : sent }
    take(now)
    mark(name, value(name) === baseValue(name) ? 'saved' : 'typing')
    document.dispatchEvent(new CustomEvent('saved', { detail: name }))
  }

  function showClashes(found: readonly Clash[]): void {
    clashBox.replaceChildren(
      element('div', { class: 'notice warn', role: 'alert' }, [
        element('div', {}, [
          element('strong', {}, ['This field was also changed in another window or by an agent.']),
          ...[...clashes].map(([name, theirs]) => clashRow(name as TextField, theirs)),
        ]),
      ]),
    )
    if (found.length > 0) clashBox.scrollIntoView({ block: 'nearest' })
  }

  function clashRow(name: TextField, theirs: string): HTMLElement {
    const choose = (mine: boolean) => () => {
      clashes.delete(name)
      base = { ...base, [name]: theirs }
      baseField.value = JSON.stringify(base)
      if (!mine) put(form, name, base)
      mark(name, mine ? 'typing' : 'saved')
      if (clashes.size > 0) showClashes([])
      else clashBox.replaceChildren()
      form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
      later(0)
    }
    const by = writers.get(name)
    return element('p', { class: 'clash-row' }, [
      element('span', {}, [
        `${FIELD_LABELS[name]}: yours is ${formatFieldValue(name, value(name))}, ${by ? `${by} wrote` : 'the other version is'} ${formatFieldValue(name, theirs)}. `,
      ]),
      button(`Keep mine: ${FIELD_LABELS[name]}`, 'Keep mine', choose(true)),
      button(`Use the other version: ${FIELD_LABELS[name]}`, 'Use the other version', choose(false)),
    ])
  }

  const poll = (): void => {
    if (document.hidden || sending || !navigator.onLine) return
    fetch(form.action, { headers: { Accept: 'application/json' } })
      .then(readSaved)
      .then(({ now }) => {
        if (sending) return
        take(now)
        show()
      })
      .catch(() => {
        // ignored, because the next save will report the same error to the user
      })
  }

  form.addEventListener('input', (event) => {
    const name = nameOf(event.target)
    if (name === null) return
    mark(name, value(name) === baseValue(name) ? 'saved' : 'typing')
    checklist(form)
    if (name === 'lines') spare(form)
    later(WAIT_MS)
  })
  form.addEventListener('change', (event) => {
    if (nameOf(event.target) !== null) later(0)
  })
  window.addEventListener('online', () => later(0))
  document.addEventListener('visibilitychange', poll)
  document.addEventListener('swapped', () => checklist(form))
  setInterval(poll, POLL_MS)
  window.addEventListener('beforeunload', (event) => {
    if (dirty().some((name) => refused.get(name) !== value(name)) && !leaving) event.preventDefault()
  })
  let leaving = false
  form.addEventListener('submit', () => {
    leaving = true
    clearTimeout(timer)
  })

  for (const [name, { was, value: typed }] of Object.entries(readUnsaved(form.action))) {
    if (!NAMES.includes(name as Name) || typed === baseValue(name as Name)) continue
    if (name === 'lines') putLines(form, JSON.parse(typed) as Line[])
    else {
      put(form, name as TextField, { ...base, [name]: typed })
      base = { ...base, [name]: was }
    }
    mark(name as Name, 'waiting')
    later(0)
  }
  show()

  return {
    follow(page) {
      const next = page.querySelector<HTMLInputElement>('#editor-form input[name="base"]')
      if (!next) return
      take(JSON.parse(next.value) as Typed)
      show()
    },
  }
}

class SignedOut extends Error {}

/** Posts one changed field together with the server's values for all other fields, so that a rejected field does not block the others. */
async function post(form: HTMLFormElement, base: Typed, name: Name): Promise<Saved> {
  const lines = name === 'lines' ? linesOf(form) : base.lines
  const body = new URLSearchParams({
    form_token: tokenIn(form).value,
    base: JSON.stringify(base),
    ...Object.fromEntries(TEXT_FIELDS.map((one) => [one, one === name ? valueOf(form, one) : base[one]])),
  })
  lines.forEach(({ label, value }, index) => {
    body.append(`fields[${index}][label]`, label)
    body.append(`fields[${index}][value]`, value)
  })
  return readSaved(await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } }))
}

async function readSaved(answer: Response): Promise<Saved> {
  if (answer.headers.get('Content-Type')?.includes('application/json')) return (await answer.json()) as Saved
  throw answer.redirected || answer.status === 403 ? new SignedOut() : new Error(`The server responded with status ${answer.status}.`)
}

const labelOf = (name: Name): string => (name === 'lines' ? 'Details' : FIELD_LABELS[name])

function button(label: string, message: string, act: () => void): HTMLButtonElement {
  const one = element('button', { class: 'button small', type: 'button', 'aria-label': label }, [message])
  one.addEventListener('click', act)
  return one
}
