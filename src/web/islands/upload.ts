import { announce } from './announce.ts'
import { load, feedbackOf, tokenIn, type Loaded } from './page.ts'
import { preview, shrink } from './shrink.ts'
import { element } from './element.ts'

export type Uploads = {
  add(files: Iterable<File>): void
  /** Resolves to true when all files have been uploaded. Cancelled files are ignored. */
  settled(): Promise<boolean>
}

type Job = {
  file: File
  row: HTMLElement
  message: HTMLElement
  bar: HTMLProgressElement
  button: HTMLButtonElement
  stop: AbortController
}

/**
 * Uploads files one by one, with progress, and with buttons to cancel and retry. `to` returns the upload URL once it is known. After each
 * upload, calls `came` with the server's page.
 */
export function uploads(list: HTMLElement, to: () => { url: string; token: string }, came: (loaded: Loaded) => void): Uploads {
  const queue: Job[] = []
  const open = new Set<Job>()
  let running: Promise<void> | null = null

  function row(file: File): Job {
    const name = file.name || 'Pasted picture'
    const canvas = element('canvas', { width: '48', height: '60' }, [])
    preview(file, canvas)
    const message = element('span', { class: 'small quiet' }, [])
    const bar = element('progress', { max: '1', value: '0', 'aria-label': `Upload of ${name}` }, [])
    const button = element('button', { type: 'button', class: 'button small' }, [])
    const one = element('li', {}, [canvas, element('span', { class: 'clip' }, [name]), bar, message, button])
    list.append(one)
    list.hidden = false
    const job = { file, row: one, message, bar, button, stop: new AbortController() }
    button.addEventListener('click', () => (button.dataset.does === 'retry' ? again(job) : callOff(job)))
    return job
  }

  const showStatus = (job: Job, message: string, does: 'cancel' | 'retry'): void => {
    job.message.textContent = message
    job.button.dataset.does = does
    job.button.textContent = does === 'cancel' ? 'Cancel' : 'Retry'
    job.button.setAttribute('aria-label', `${job.button.textContent} ${job.file.name}`)
  }

  function enqueue(job: Job): void {
    open.add(job)
    queue.push(job)
    showStatus(job, 'Waiting', 'cancel')
    running ??= work().finally(() => {
      running = null
    })
  }

  async function work(): Promise<void> {
    for (let job = queue.shift(); job; job = queue.shift()) if (!job.stop.signal.aborted) await send(job)
  }

  async function send(job: Job): Promise<void> {
    showStatus(job, 'Resizing', 'cancel')
    const { url, token } = to()
    const body = new FormData()
    body.append('form_token', token)
    body.append('do', 'photo-add')
    body.append('files', await shrink(job.file), job.file.name || 'pasted.png')
    const onProgress = (share: number): void => {
      job.bar.value = share
      showStatus(job, share < 1 ? `${Math.round(share * 100)}%` : 'Processing', 'cancel')
    }
    try {
      const loaded = await load('POST', url, { body, onProgress, signal: job.stop.signal })
      const feedback = feedbackOf(loaded.page)
      if (feedback?.failed || loaded.status >= 400) return fail(job, feedback?.message ?? 'The upload was rejected.')
      done(job)
      announce(`${job.file.name} uploaded.`)
      came(loaded)
    } catch {
      if (!job.stop.signal.aborted) fail(job, 'No connection. The photo is still on this page. Try again.')
    }
  }

  function fail(job: Job, message: string): void {
    job.row.classList.add('failed')
    showStatus(job, message, 'retry')
    announce(`${job.file.name}: ${message}`)
  }

  function again(job: Job): void {
    job.row.classList.remove('failed')
    job.bar.value = 0
    enqueue(job)
  }

  function callOff(job: Job): void {
    job.stop.abort()
    done(job)
  }

  function done(job: Job): void {
    open.delete(job)
    const focused = job.row.contains(document.activeElement)
    const next = (job.row.nextElementSibling ?? job.row.previousElementSibling)?.querySelector('button')
    job.row.remove()
    list.hidden = list.children.length === 0
    if (focused) next?.focus()
  }

  window.addEventListener('online', () => {
    for (const job of open) if (job.row.classList.contains('failed') && job.message.textContent?.startsWith('No connection')) again(job)
  })
  window.addEventListener('beforeunload', (event) => {
    if (open.size > 0) event.preventDefault()
  })

  return {
    add(files) {
      for (const file of files) enqueue(row(file))
    },
    async settled() {
      while (running) await running
      return open.size === 0
    },
  }
}

/** Calls `take` with files that the user drops on an element or pastes outside a text field. */
export function filesInto(container: HTMLElement, take: (files: File[]) => void): void {
  // some browsers report an image that is dragged from the page itself as a file
  let ours = false
  document.addEventListener('dragstart', () => (ours = true))
  document.addEventListener('dragend', () => (ours = false))
  const has = (event: DragEvent): boolean => !ours && event.dataTransfer?.types.includes('Files') === true
  container.addEventListener('dragover', (event) => {
    if (!has(event)) return
    event.preventDefault()
    container.classList.add('dropping')
  })
  container.addEventListener('dragleave', () => container.classList.remove('dropping'))
  container.addEventListener('drop', (event) => {
    container.classList.remove('dropping')
    if (!has(event)) return
    event.preventDefault()
    take([...event.dataTransfer!.files])
  })
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  })
}

/** In the editor, uploads files as soon as the user has chosen them or taken a photo. */
export function moreFiles(form: HTMLFormElement, container: HTMLElement, list: HTMLElement, came: (loaded: Loaded) => void): void {
  const token = tokenIn(form).value
  const all = uploads(list, () => ({ url: form.action, token }), came)
  form.querySelector<HTMLElement>('button')!.hidden = true
  form.querySelector('.hint')!.textContent = matchMedia('(pointer: coarse)').matches
    ? 'Press and hold a photo, then drag it to move it.'
    : 'You can choose, drop or paste several photos at once. Arrow keys move a photo.'
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="file"]'))
    input.addEventListener('change', () => {
      all.add([...(input.files ?? [])])
      input.value = ''
    })
  filesInto(container, (files) => all.add(files))
}
