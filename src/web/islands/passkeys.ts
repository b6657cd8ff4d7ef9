import { confirmsFirst } from './confirm.ts'
import { each } from './find.ts'
import { creationFrom, jsonOf, requestFrom } from './webauthn-json.ts'

/** Shows passkey forms. Without scripts they are hidden, and other sign-in methods still work. */
export function passkeys(): void {
  if (!('PublicKeyCredential' in window)) return
  for (const container of each('[data-island="passkey"]')) {
    const form = container.querySelector('form')
    const field = container.querySelector<HTMLInputElement>('input[data-passkey]')
    if (form && field)
      confirmsFirst(container, form, {
        fields: [field],
        request: async () => [JSON.stringify(await requestPasskey(container.dataset))],
        wordsFor,
      })
  }
}

/** Asks the device to create or use a passkey, with options from the server. */
async function requestPasskey({ options, makes, ticket }: DOMStringMap): Promise<unknown> {
  const reply = await fetch(options!, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ticket ? { ticket } : {}),
  })
  if (!reply.ok) throw new Error(String(reply.status), { cause: reply.status })
  const { options: publicKey } = (await reply.json()) as { options: never }
  const given =
    makes === undefined
      ? await navigator.credentials.get({ publicKey: requestFrom(publicKey) })
      : await navigator.credentials.create({ publicKey: creationFrom(publicKey) })
  return jsonOf(given as PublicKeyCredential)
}

function wordsFor(error: unknown): string {
  const { name, cause } = error as Error
  if (cause !== undefined) return cause === 429 ? 'Too many attempts. Wait a moment.' : 'This took too long. Reload the page and try again.'
  return WORDS[name] ?? 'That did not work. Try again in a moment.'
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not confirmed, or it took too long. Nothing was changed. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot store a passkey.',
}
