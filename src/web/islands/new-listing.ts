import { counted, numberText, plural } from '#core/format/count.ts'
import { announce } from './announce.ts'
import { draftOf, NotMade, type Draft } from './draft.ts'
import { groupsOf, type GroupPart } from './photo-groups.ts'
import { takeShared } from './share-intake.ts'
import { toast } from './toast.ts'
import { filesInto } from './upload.ts'

type Sent = GroupPart & { draft: Draft }

/**
 * Creates one draft per item from photos that the user drops, pastes, selects, shares or takes with the camera. Uploads photos one by one,
 * so that a lost connection interrupts only one upload. A retry repeats only the incomplete steps.
 */
export function newListing(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"], button:not([type])')!
  const buttonText = button.textContent
  const groups = groupsOf(form, changed)
  let sent: Sent[] | null = null
  let running = false

  form.querySelector('#files-hint')!.append(' Photos of different items become separate drafts, grouped by the time when they were taken.')

  function add(files: readonly File[]): void {
    if (sent !== null) return toast('Other photos are still uploading. Wait until the upload has finished, then add these photos.')
    groups.add(files)
  }
  for (const input of inputs)
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      input.value = ''
      if (files.length > 0) add(files)
    })
  filesInto(form, add)
  comeShared(add).catch(() => {})

  function changed(): void {
    const all = new DataTransfer()
    for (const file of groups.shown().flatMap(({ files }) => files)) all.items.add(file)
    inputs[0]!.files = all.files
    label()
  }

  function label(): void {
    const all = groups.shown().length
    const left = sent === null ? all : sent.filter(({ draft }) => draft.path === null).length
    if (all < 2) button.textContent = buttonText
    else if (left === all) button.textContent = `Create ${counted(all, 'draft')}`
    else
      button.textContent =
        left === 0
          ? 'Upload the remaining photos'
          : plural(left, 'Create the last draft', `Create the remaining ${numberText(left)} drafts`)
  }

  function freeze(frozen: boolean): void {
    groups.freeze(frozen)
    for (const input of inputs) input.disabled = frozen
  }

  form.addEventListener('submit', (event) => {
    if (groups.shown().length === 0) return
    event.preventDefault()
    go().catch(() => {})
  })

  async function go(): Promise<void> {
    if (running) return
    running = true
    button.setAttribute('aria-busy', 'true')
    sent ??= groups.shown().map((one) => ({ ...one, draft: draftOf({ form, ...one, prompt: () => one.text.value }) }))
    freeze(true)
    try {
      for (const one of sent) await send(one)
      if (sent.every(({ draft }) => draft.done)) leave(sent)
      else waitForPhotos(sent)
    } catch (error) {
      const made = sent.some(({ draft }) => draft.path !== null)
      const lost = made
        ? 'No connection. The drafts that were already created are safe. Try the remaining ones again in a moment.'
        : NO_CONNECTION
      toast(error instanceof NotMade ? error.message : lost)
      // no draft has been created, so the user can still change all inputs
      if (!sent.some(({ draft }) => draft.begun)) {
        sent = null
        freeze(false)
      }
    } finally {
      running = false
      button.removeAttribute('aria-busy')
      label()
    }
  }

  async function send({ draft, text, status, files }: Sent): Promise<void> {
    if (draft.done) return
    try {
      text.readOnly = true
      await draft.send()
    } finally {
      text.readOnly = draft.begun
      if (draft.path !== null && status)
        status.textContent = draft.done ? 'Draft created.' : 'Draft created. Some photos have not been uploaded yet.'
      label()
    }
    if (draft.done && status) announce(`Draft with ${counted(files.length, 'photo')} created.`)
  }

  /** Leaves failed photos on the page for a retry. Continues when every photo has been uploaded or cancelled. */
  function waitForPhotos(all: readonly Sent[]): void {
    toast('Some photos have not been uploaded yet. Retry or cancel them.')
    const timer = setInterval(() => {
      if (running || all.some(({ list }) => list.children.length > 0)) return
      clearInterval(timer)
      go().catch(() => {})
    }, 300)
  }

  window.addEventListener('beforeunload', (event) => {
    if (sent?.some(({ draft }) => !draft.done)) event.preventDefault()
  })
}

const NO_CONNECTION = 'No connection. Nothing has been lost. Try again in a moment.'

function leave(all: readonly Sent[]): void {
  location.assign(all.length > 1 ? `/app/listings?tab=draft&made=${all.length}` : `${all[0]!.draft.path}?made=1`)
}

/** Adds photos that came from the phone's share sheet and were stored by the service worker. */
async function comeShared(add: (files: readonly File[]) => void): Promise<void> {
  const files = await takeShared()
  if (!new URLSearchParams(location.search).has('shared')) return
  history.replaceState(null, '', location.pathname)
  if (files.length === 0) return toast('The shared photos could not be received. Choose them here.')
  add(files)
  toast(`${counted(files.length, 'photo')} added. No draft has been created yet.`)
}
