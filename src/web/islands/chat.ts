import { load } from './page.ts'
import { failed, shown, type Follows } from './swaps.ts'
import { toast } from './toast.ts'
import { element } from './element.ts'

type Frame = { event: string; data: string }

/** Streams a chat reply into the panel. Then replaces the panel with the server's version, which also lists the helper's changes. */
export function chat(follow: Follows): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset.island !== 'chat') return
      event.preventDefault()
      const field = form.querySelector<HTMLTextAreaElement>('textarea')!
      const message = field.value.trim()
      if (message === '' || form.dataset.busy) return
      form.dataset.busy = 'true'
      field.value = ''
      talk(form, message, follow).catch(() => {
        field.value = message
        failed()
        delete form.dataset.busy
      })
    },
    { capture: true },
  )
  document.addEventListener('keydown', (event) => {
    const field = event.target
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !(field instanceof HTMLTextAreaElement)) return
    if (field.form?.dataset.island !== 'chat') return
    event.preventDefault()
    field.form.requestSubmit()
  })
}

async function talk(form: HTMLFormElement, message: string, follow: Follows): Promise<void> {
  const log = document.getElementById('chat-log')!
  line(log, 'by-you', message)
  const answer = line(log, 'by-helper', '')
  const paragraph = answer.querySelector<HTMLElement>('.words')!
  paragraph.textContent = '…'
  const api = `/v1${new URL(form.action).pathname.replace('/app', '')}/chat`
  const reply = await fetch(api, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  let text = ''
  let error: string | null = null
  if (!reply.ok || !reply.body) {
    const problem = (await reply.json()) as { error?: { message?: string } }
    error = problem.error?.message ?? 'The chat could not respond. Try again.'
  } else {
    for await (const { event, data } of framesOf(reply.body)) {
      const payload = JSON.parse(data) as { text?: string; error?: string | null; label?: string }
      if (event === 'text') paragraph.textContent = text += payload.text ?? ''
      else if (event === 'done') error = payload.error ?? null
    }
  }
  const loaded = await load('GET', location.href)
  if (!shown(loaded, 'help', form)) return
  follow(loaded.page)
  document.getElementById('chat-log')?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  document.querySelector<HTMLElement>('form[data-island="chat"] textarea')?.focus()
  if (error) toast(error)
}

function line(log: HTMLElement, className: string, text: string): HTMLElement {
  const one = element('li', { class: className }, [
    element('span', { class: 'small quiet' }, [className === 'by-you' ? 'You' : 'The listing helper']),
    element('p', { class: 'words' }, [text]),
  ])
  log.append(one)
  one.scrollIntoView({ block: 'nearest' })
  return one
}

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n')
      rest = rest.slice(end + 2)
      const part = (name: string) => lines.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      yield { event: part('event'), data: part('data') }
    }
  }
}
