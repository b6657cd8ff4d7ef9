import { counted, plural } from '#core/format/count.ts'
import { movedPhoto, photoGroups, regrouped, withoutPhoto, type Group } from '#catalog/photos/rules/groups.ts'
import { announce } from './announce.ts'
import { element } from './element.ts'
import { preview } from './shrink.ts'

const MINUTE_MS = 60_000
const PAUSES = [
  ['1', '1 minute'],
  ['3', '3 minutes'],
  ['10', '10 minutes'],
  ['Infinity', 'Do not split: all photos show the same item'],
] as const
const SHORTEST_MS = MINUTE_MS

/** A group of photos on the page, with its prompt, upload list and message. */
export type GroupPart = { files: readonly File[]; text: HTMLTextAreaElement; list: HTMLElement; status: HTMLElement | null }

export type PhotoGroups = {
  add(files: readonly File[]): void
  shown(): readonly GroupPart[]
  freeze(frozen: boolean): void
}

/**
 * Groups the photos of new listings by the time when each photo was taken. If there are several items, each group has its own prompt, and
 * buttons that move photos between groups. A single item uses the form's prompt. Calls `changed` after each change.
 */
export function groupsOf(form: HTMLFormElement, changed: () => void): PhotoGroups {
  const prompt = form.querySelector<HTMLTextAreaElement>('#prompt')!
  const pause = pauseField()
  const select = pause.querySelector('select')!
  const container = element('div', { class: 'groups' }, [])
  const hint = element('p', { class: 'small quiet' }, [])
  form.querySelector('#uploads')!.before(pause, container, hint)
  hint.hidden = true
  let all: File[] = []
  let groups: Group<File>[] = []
  let isReordered = false
  let shown: GroupPart[] = []

  const gapMs = (): number => Number(select.value) * MINUTE_MS
  const withTexts = (): Group<File>[] => groups.map(({ files }, at) => ({ files, text: shown[at]!.text.value }))

  function show(next: Group<File>[]): void {
    // a prompt that was typed before any photos were added belongs to the first group
    groups = groups.length === 0 ? next.map((group, at) => (at === 0 ? { ...group, text: prompt.value } : group)) : next
    const many = groups.length > 1
    if (!many && groups[0]) prompt.value = groups[0].text
    prompt.closest<HTMLElement>('.field')!.hidden = many
    hint.textContent = many ? 'The arrows move a photo to the previous or next draft.' : 'The arrow moves a photo to a separate draft.'
    hint.hidden = all.length < 2
    pause.hidden = photoGroups(all, SHORTEST_MS).length < 2
    const parts = many ? groups.map((group, at) => drawn(group, at, groups.length)) : []
    shown = many
      ? parts.map(({ shown: one }) => one)
      : groups.map(({ files }) => ({ files, text: prompt, list: document.getElementById('uploads')!, status: null }))
    container.replaceChildren(
      ...(many ? parts.map(({ box }) => box) : groups.map(({ files }) => photosOf(files, (photo) => movers(photo, files.length, 0, 1)))),
    )
    changed()
  }

  select.addEventListener('change', () => {
    isReordered = false
    show(regrouped(all, gapMs(), withTexts()))
    announce(plural(groups.length, 'All photos are in one draft.', `${counted(groups.length, 'draft')}.`))
  })
  container.addEventListener('click', ({ target }) => {
    const tile = (target as Element).closest('.chosen > li')
    const by = (target as Element).closest('button')?.dataset.by
    if (!tile || by === undefined) return
    const tiles = [...container.querySelectorAll('.chosen > li')]
    const file = groups.flatMap(({ files }) => files)[tiles.indexOf(tile)]!
    if (by === '0') takeOff(file, tiles.indexOf(tile))
    else move(file, by === '-1' ? -1 : 1)
  })

  function move(file: File, by: -1 | 1): void {
    isReordered = true
    show(movedPhoto(withTexts(), groupWith(file), file, by))
    announce(plural(groups.length, 'All photos are in one draft.', `In draft ${groupWith(file) + 1} of ${groups.length}.`))
    const at = groups.flatMap(({ files }) => files).indexOf(file)
    const tile = container.querySelectorAll('.chosen > li')[at]
    const again = tile?.querySelector<HTMLElement>(`[data-by="${by}"]`) ?? tile?.querySelector<HTMLElement>('button')
    again?.focus()
  }

  function takeOff(file: File, at: number): void {
    all = all.filter((one) => one !== file)
    show(withoutPhoto(withTexts(), file))
    announce(`${file.name} removed.`)
    const rest = container.querySelectorAll<HTMLElement>('[data-by="0"]')
    const next = rest[Math.min(at, rest.length - 1)] ?? form.querySelector<HTMLElement>('#files')
    next?.focus()
  }

  const groupWith = (file: File): number => groups.findIndex(({ files }) => files.includes(file))

  return {
    add(files) {
      const before = withTexts()
      all = [...all, ...files]
      // once the user has moved photos, only photos that are added later are grouped by time
      show(isReordered ? [...before, ...regrouped(files, gapMs(), [])] : regrouped(all, gapMs(), before))
      if (groups.length > 1) announce(`${counted(groups.length, 'draft')}, grouped by the time when the photos were taken.`)
    },
    shown: () => shown,
    freeze(frozen) {
      select.disabled = frozen
      for (const button of container.querySelectorAll<HTMLElement>('[data-by]')) button.hidden = frozen
    },
  }
}

function pauseField(): HTMLElement {
  const choices = PAUSES.map(([value, text]) => element('option', { value, ...(value === '3' ? { selected: 'selected' } : {}) }, [text]))
  const field = element('div', { class: 'field pause' }, [
    element('label', { for: 'pause' }, ['Minimum pause between photos of different items']),
    element('select', { class: 'input', id: 'pause' }, choices),
  ])
  field.hidden = true
  return field
}

function drawn({ files, text }: Group<File>, at: number, of: number): { box: HTMLElement; shown: GroupPart } {
  const number = at + 1
  const field = element('textarea', { class: 'input', id: `words-${number}`, rows: '2', maxlength: '500' }, [])
  field.value = text
  const list = element('ul', { class: 'uploads', role: 'list', 'aria-label': `Uploads for draft ${number}` }, [])
  list.hidden = true
  const status = element('p', { class: 'small quiet' }, [])
  const count = element('span', { class: 'small quiet' }, [counted(files.length, 'photo')])
  const box = element('fieldset', { class: 'group' }, [
    element('legend', {}, [`Draft ${number} `, count]),
    photosOf(files, (photo) => movers(photo, files.length, at, of)),
    element('div', { class: 'field' }, [element('label', { for: field.id }, ['Short description']), field]),
    list,
    status,
  ])
  return { box, shown: { files, text: field, list, status } }
}

/**
 * Returns buttons that move a photo to the previous or next group. In the last group, the button for the next group creates a new group for
 * the photo.
 */
function movers(photo: number, photos: number, at: number, of: number): HTMLElement[] {
  const name = `Move photo ${photo + 1} of draft ${at + 1}`
  const before = at > 0 ? [tool(-1, '↑', `${name} to draft ${at}`)] : []
  if (at < of - 1) return [...before, tool(1, '↓', `${name} to draft ${at + 2}`)]
  return photos > 1 ? [...before, tool(1, '↓', `${name} to a separate draft`)] : before
}

const tool = (by: -1 | 0 | 1, sign: string, label: string): HTMLElement =>
  element('button', { type: 'button', class: 'round', 'aria-label': label, 'data-by': String(by) }, [sign])

function photosOf(files: readonly File[], tools: (photo: number) => HTMLElement[] = () => []): HTMLElement {
  const tiles = files.map((file, at) => {
    const buttons = tools(at)
    const row = buttons.length > 0 ? [element('div', { class: 'movers' }, buttons)] : []
    return element('li', {}, [previewOf(file), tool(0, '×', `Remove ${file.name || 'pasted picture'}`), ...row])
  })
  return element('ul', { class: 'chosen', role: 'list', 'aria-label': 'Chosen photos' }, tiles)
}

const previews = new WeakMap<File, HTMLElement>()

/** Caches the preview, so that it is not redrawn when the photo moves. */
function previewOf(file: File): HTMLElement {
  const before = previews.get(file)
  if (before) return before
  const canvas = element('canvas', { width: '96', height: '120', role: 'img', 'aria-label': file.name }, [])
  preview(file, canvas)
  previews.set(file, canvas)
  return canvas
}
