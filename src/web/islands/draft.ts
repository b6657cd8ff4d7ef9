import { fieldsOf, load, feedbackOf, tokenIn, type Loaded } from './page.ts'
import { uploads } from './upload.ts'

/** A draft that is being created. A retry repeats only the unfinished steps. */
export type Draft = {
  readonly path: string | null
  /** True if the draft may already exist. The user can then no longer change the prompt in this form. */
  readonly begun: boolean
  readonly done: boolean
  /** Creates the draft, uploads its photos one by one, and starts the research. Rejects with `NotMade` if a step fails. */
  send(): Promise<void>
}

type Parts = { form: HTMLFormElement; files: readonly File[]; prompt: () => string; list: HTMLElement }

/** An error with a message for the user. */
export class NotMade extends Error {}

export function draftOf({ form, files, prompt, list }: Parts): Draft {
  const token = tokenIn(form)
  const research = form.querySelector<HTMLInputElement>('input[name="research"]')!
  let lastQuery: URLSearchParams | null = null
  let path: string | null = null
  let done = false
  const sending = uploads(
    list,
    () => ({ url: path!, token: token.value }),
    () => {},
  )

  async function make(): Promise<string> {
    // the draft may exist even though the response was lost; a retry with the same idempotency key returns the draft's path
    lastQuery ??= queryOf(form, prompt())
    lastQuery.set('form_token', token.value)
    const loaded = await load('POST', form.action, { body: lastQuery })
    const { pathname } = new URL(loaded.url)
    if (/^\/app\/listings\/lst_\w+$/.test(pathname)) return pathname
    // the server rejected the input and created nothing, so the user can still change the input
    if (loaded.status === 400) lastQuery = null
    // if the user has signed in again in a different tab, the form needs the new session's token
    if (loaded.status === 403) token.value = await tokenOfNow(form.action, token.value)
    throw new NotMade(refusal(loaded))
  }

  return {
    get path() {
      return path
    },
    get begun() {
      return lastQuery !== null
    },
    get done() {
      return done
    },
    async send() {
      if (path === null) {
        path = await make()
        sending.add(files)
      }
      if (!(await sending.settled()) || done) return
      // research starts last, so that it can use the photos
      if (research.checked) await load('POST', path, { body: new URLSearchParams({ form_token: token.value, do: 'help-research' }) })
      done = true
    },
  }
}

function queryOf(form: HTMLFormElement, prompt: string): URLSearchParams {
  const fields = fieldsOf(form, null)
  fields.delete('research')
  fields.set('prompt', prompt)
  fields.set('once', newKey())
  return fields
}

async function tokenOfNow(url: string, before: string): Promise<string> {
  const { page } = await load('GET', url)
  return page.querySelector<HTMLInputElement>('.new-listing input[name="form_token"]')?.value ?? before
}

function refusal({ page, url }: Loaded): string {
  if (new URL(url).pathname === '/sign-in')
    return 'You are signed out. Sign in again in a different window, then retry. Your photos and text will stay on this page.'
  const problem = page.querySelector('.new-listing .problem')?.textContent?.trim()
  return problem || feedbackOf(page)?.message || 'The draft could not be created. Try again in a moment.'
}

const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
