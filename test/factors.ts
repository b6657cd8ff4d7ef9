import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Reply, TestApp } from '#test/app.ts'
import { createAuthenticator, type Authenticator } from '#test/authenticator.ts'

export type Someone = { email: string; password: string; cookie: string }

/** Returns the authenticator code for the service's current time plus `steps` periods of 30 seconds. */
export const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.service.ctx.now().getTime() + steps * 30_000 })

/** Enables TOTP. Returns the secret. If this is the account's first second factor, also returns the recovery codes. */
export async function switchOnTotp(app: TestApp, { cookie }: { cookie: string }): Promise<{ secret: string; codes: string[] }> {
  const { body: setup } = await app.call('POST', '/v1/totp', { cookie })
  const on = await app.call('POST', '/v1/totp/confirm', { cookie, json: { code: codeOf(app, setup.secret) } })
  assert.equal(on.status, 200, JSON.stringify(on.body))
  // Advances the clock to the next authenticator code, because each code is valid only once.
  await app.advance(30)
  return { secret: setup.secret, codes: on.body.recovery_codes }
}

/** Adds a passkey from a new software authenticator to the account. */
export async function addPasskey(
  app: TestApp,
  { cookie }: { cookie: string },
  device: Authenticator = createAuthenticator(app.url),
): Promise<{ device: Authenticator; id: string; codes: string[] | null }> {
  const { body: requested } = await app.call('POST', '/v1/passkeys/options', { cookie })
  const added = await app.call('POST', '/v1/passkeys', { cookie, json: { name: 'Phone', response: device.create(requested.options) } })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return { device, id: added.body.id, codes: added.body.recovery_codes }
}

/** Performs the first step of a sign-in. Returns the response and the pending sign-in's cookie and ticket. */
export async function firstStep(
  app: TestApp,
  { email, password }: { email: string; password: string },
): Promise<{ reply: Reply; ticket: string; cookie: string }> {
  const reply = await app.call('POST', '/v1/sessions', { json: { email, password } })
  return { reply, ticket: reply.body.error?.ticket, cookie: reply.headers['set-cookie']?.split(';')[0] ?? '' }
}

export const secondStep = (app: TestApp, { ticket, cookie }: { ticket: string; cookie: string }, answer: object): Promise<Reply> =>
  app.call('POST', '/v1/sessions/second', { cookie, json: { ticket, ...answer } })

/** Requests the options for a passkey sign-in. Sends the browser's cookie, if there is one. */
export async function requestPasskey(app: TestApp, { cookie, ticket }: { cookie?: string; ticket?: string } = {}) {
  const reply = await app.call('POST', '/v1/sessions/passkey-options', { ...(cookie ? { cookie } : {}), json: ticket ? { ticket } : {} })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { options: reply.body.options, cookie: reply.headers['set-cookie']?.split(';')[0] ?? cookie ?? '' }
}

/**
 * Marks the account's email address as verified. Otherwise, the first use of an email link would end the account's earlier sessions and
 * revoke its earlier keys.
 */
export async function verifyAddress(app: TestApp, { email }: { email: string }): Promise<void> {
  await app.service.ctx.db.updateTable('accounts').set({ email_verified_at: app.service.ctx.now() }).where('email', '=', email).execute()
}
