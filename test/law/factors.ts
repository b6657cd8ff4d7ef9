import { createAuthenticator } from '#test/authenticator.ts'
import { addPasskey, requestPasskey, codeOf, firstStep, switchOnTotp } from '#test/factors.ts'
import type { Row, Scene } from '#test/law/world.ts'

/** Creates a new account for each request. Once an owner has a second factor, a password alone is not enough to sign in. */
const newPerson = ({ app }: Scene) => app.signUp('Careful')

export const FACTORS_ROWS: Record<string, Row> = {
  getFactors: { method: 'GET', at: '/factors', may: 'session', request: async () => ({ path: '/factors' }) },
  listPasskeys: { method: 'GET', at: '/passkeys', may: 'session', request: async () => ({ path: '/passkeys' }) },
  askForNewPasskey: {
    method: 'POST',
    at: '/passkeys/options',
    may: 'session',
    proof: true,
    request: async (scene) => ({ path: '/passkeys/options', session: (await newPerson(scene)).cookie }),
  },
  addPasskey: {
    method: 'POST',
    at: '/passkeys',
    may: 'session',
    proof: true,
    request: async (scene) => {
      const { cookie } = await newPerson(scene)
      const { body } = await scene.app.call('POST', '/v1/passkeys/options', { cookie })
      return { path: '/passkeys', json: { response: createAuthenticator(scene.app.url).create(body.options) }, session: cookie }
    },
  },
  renamePasskey: {
    method: 'PATCH',
    at: '/passkeys/{id}',
    may: 'session',
    request: async (scene) => {
      const careful = await newPerson(scene)
      return { path: `/passkeys/${(await addPasskey(scene.app, careful)).id}`, json: { name: 'Phone' }, session: careful.cookie }
    },
  },
  removePasskey: {
    method: 'DELETE',
    at: '/passkeys/{id}',
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      return { path: `/passkeys/${(await addPasskey(scene.app, careful)).id}`, session: careful.cookie }
    },
  },
  startTotp: {
    method: 'POST',
    at: '/totp',
    may: 'session',
    proof: true,
    request: async (scene) => ({ path: '/totp', session: (await newPerson(scene)).cookie }),
  },
  confirmTotp: {
    method: 'POST',
    at: '/totp/confirm',
    may: 'session',
    proof: true,
    request: async (scene) => {
      const { cookie } = await newPerson(scene)
      const { body } = await scene.app.call('POST', '/v1/totp', { cookie })
      return { path: '/totp/confirm', json: { code: codeOf(scene.app, body.secret) }, session: cookie }
    },
  },
  removeTotp: {
    method: 'DELETE',
    at: '/totp',
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      await switchOnTotp(scene.app, careful)
      return { path: '/totp', session: careful.cookie }
    },
  },
  renewRecoveryCodes: {
    method: 'POST',
    at: '/recovery-codes',
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      await switchOnTotp(scene.app, careful)
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
    request: async (scene) => {
      const { device } = await addPasskey(scene.app, await newPerson(scene))
      const { options, cookie } = await requestPasskey(scene.app)
      return { path: '/sessions/passkey', json: { passkey: device.get(options) }, headers: { cookie } }
    },
  },
  passSecondStep: {
    method: 'POST',
    at: '/sessions/second',
    may: 'anyone',
    request: async (scene) => {
      const careful = await newPerson(scene)
      const { secret } = await switchOnTotp(scene.app, careful)
      const { ticket, cookie } = await firstStep(scene.app, careful)
      return { path: '/sessions/second', json: { ticket, totp: codeOf(scene.app, secret) }, headers: { cookie } }
    },
  },
}
