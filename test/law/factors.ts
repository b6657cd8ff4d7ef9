import { createAuthenticator } from '#test/authenticator.ts'
import { addPasskey, askForPasskey, codeOf, firstStep, switchOnTotp } from '#test/factors.ts'
import type { Row, World } from '#test/law/world.ts'

/** Creates a new account for each request, because with a second factor the owner could no longer sign in with a password alone. */
const somebody = ({ app }: World) => app.signUp('Careful')

export const FACTORS_LAW: Record<string, Row> = {
  getFactors: { method: 'GET', at: '/factors', may: 'session', request: async () => ({ path: '/factors' }) },
  listPasskeys: { method: 'GET', at: '/passkeys', may: 'session', request: async () => ({ path: '/passkeys' }) },
  askForNewPasskey: {
    method: 'POST',
    at: '/passkeys/options',
    may: 'session',
    proof: true,
    request: async (world) => ({ path: '/passkeys/options', session: (await somebody(world)).cookie }),
  },
  addPasskey: {
    method: 'POST',
    at: '/passkeys',
    may: 'session',
    proof: true,
    request: async (world) => {
      const { cookie } = await somebody(world)
      const { body } = await world.app.call('POST', '/v1/passkeys/options', { cookie })
      return { path: '/passkeys', json: { response: createAuthenticator(world.app.url).create(body.options) }, session: cookie }
    },
  },
  renamePasskey: {
    method: 'PATCH',
    at: '/passkeys/{id}',
    may: 'session',
    request: async (world) => {
      const careful = await somebody(world)
      return { path: `/passkeys/${(await addPasskey(world.app, careful)).id}`, json: { name: 'Phone' }, session: careful.cookie }
    },
  },
  removePasskey: {
    method: 'DELETE',
    at: '/passkeys/{id}',
    may: 'session',
    proof: true,
    request: async (world) => {
      const careful = await somebody(world)
      return { path: `/passkeys/${(await addPasskey(world.app, careful)).id}`, session: careful.cookie }
    },
  },
  startTotp: {
    method: 'POST',
    at: '/totp',
    may: 'session',
    proof: true,
    request: async (world) => ({ path: '/totp', session: (await somebody(world)).cookie }),
  },
  confirmTotp: {
    method: 'POST',
    at: '/totp/confirm',
    may: 'session',
    proof: true,
    request: async (world) => {
      const { cookie } = await somebody(world)
      const { body } = await world.app.call('POST', '/v1/totp', { cookie })
      return { path: '/totp/confirm', json: { code: codeOf(world.app, body.secret) }, session: cookie }
    },
  },
  removeTotp: {
    method: 'DELETE',
    at: '/totp',
    may: 'session',
    proof: true,
    request: async (world) => {
      const careful = await somebody(world)
      await switchOnTotp(world.app, careful)
      return { path: '/totp', session: careful.cookie }
    },
  },
  renewRecoveryCodes: {
    method: 'POST',
    at: '/recovery-codes',
    may: 'session',
    proof: true,
    request: async (world) => {
      const careful = await somebody(world)
      await switchOnTotp(world.app, careful)
      return { path: '/recovery-codes', session: careful.cookie }
    },
  },
  askForPasskey: {
    method: 'POST',
    at: '/sessions/passkey-options',
    may: 'anyone',
    request: async () => ({ path: '/sessions/passkey-options', json: {} }),
  },
  signInByPasskey: {
    method: 'POST',
    at: '/sessions/passkey',
    may: 'anyone',
    request: async (world) => {
      const { device } = await addPasskey(world.app, await somebody(world))
      const { options, cookie } = await askForPasskey(world.app)
      return { path: '/sessions/passkey', json: { passkey: device.get(options) }, headers: { cookie } }
    },
  },
  passSecondStep: {
    method: 'POST',
    at: '/sessions/second',
    may: 'anyone',
    request: async (world) => {
      const careful = await somebody(world)
      const { secret } = await switchOnTotp(world.app, careful)
      const { ticket, cookie } = await firstStep(world.app, careful)
      return { path: '/sessions/second', json: { ticket, totp: codeOf(world.app, secret) }, headers: { cookie } }
    },
  },
}
