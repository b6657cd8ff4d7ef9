import { confirmsFirst } from './confirm.ts'
import { each } from './find.ts'
import { creationFrom, jsonOf, requestFrom } from './webauthn-json.ts'

/** Shows passkey forms, which are hidden without scripts. Other sign-in methods work without scripts. */
export function passkeys(): void {
  if (!('PublicKeyCredential' in window)) return
  for (const container of each('[data-island="passkey"]')) {
    const form = container.querySelector('form')
    const field = container.querySelector<HTMLInputElement>('input[data-passkey]')
    if (!form || !field) continue
    const inField = 'inField' in container.dataset ? offersInField(container.dataset, (answer) => submit(form, field, answer)) : null
    confirmsFirst(container, form, {
      fields: [field],
      request: async () => {
        // a browser runs only one passkey request at a time, so the pending request must end first
        inField?.stop()
        return [JSON.stringify(await requestPasskey(container.dataset))]
      },
      messageFor,
    })
  }
}

function submit(form: HTMLFormElement, field: HTMLInputElement, answer: unknown): void {
  field.value = JSON.stringify(answer)
  form.requestSubmit()
}

/** Time in ms after which a pending request gets a new challenge. The server accepts each challenge for five minutes. */
const RENEW_MS = 4 * 60_000

/**
 * Offers the device's passkeys in the page's email field (conditional UI) if the browser supports it. Ignores errors, because the user has
 * not requested a passkey.
 */
function offersInField(options: DOMStringMap, done: (answer: unknown) => void): { stop(): void } {
  let current = new AbortController()
  const stopped = new AbortController()
  const offer = (): void => {
    current.abort()
    current = new AbortController()
    requestPasskey(options, current.signal).then(done, () => {})
  }
  Promise.resolve(PublicKeyCredential.isConditionalMediationAvailable?.() ?? false).then(
    (available) => {
      if (!available || stopped.signal.aborted) return
      offer()
      const renewal = setInterval(() => document.hidden || offer(), RENEW_MS)
      stopped.signal.addEventListener('abort', () => clearInterval(renewal))
    },
    () => {},
  )
  return {
    stop() {
      stopped.abort()
      current.abort()
    },
  }
}

/**
 * Asks the device to create or use a passkey, with options from the server. If `inField` is given, the browser offers the passkeys in a
 * form field instead of a dialog, and the signal can abort the request.
 */
async function requestPasskey({ options, makes, ticket }: DOMStringMap, inField?: AbortSignal): Promise<unknown> {
  const reply = await fetch(options!, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ticket ? { ticket } : {}),
  })
  if (!reply.ok) throw new Error(String(reply.status), { cause: reply.status })
  const { options: publicKey } = (await reply.json()) as { options: never }
  const given =
    makes === undefined
      ? await navigator.credentials.get({
          publicKey: requestFrom(publicKey),
          ...(inField ? { mediation: 'conditional' as const, signal: inField } : {}),
        })
      : await navigator.credentials.create({ publicKey: creationFrom(publicKey) })
  return jsonOf(given as PublicKeyCredential)
}

function messageFor(error: unknown): string {
  const { name, cause } = error as Error
  if (cause !== undefined)
    return cause === 429 ? 'Too many attempts. Wait a moment, then try again.' : 'This took too long. Reload the page and try again.'
  return MESSAGES[name] ?? 'That did not work. Try again in a moment.'
}

const MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not confirmed, or it took too long. Nothing was changed. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work on this website address.',
  NotSupportedError: 'This device cannot store a passkey.',
}
