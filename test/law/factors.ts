import { createAuthenticator } from '#test/authenticator.ts'
import { addPasskey, requestPasskey, codeOf, firstStep, switchOnTotp } from '#test/factors.ts'
import type { Rule, Scene } from '#test/law/world.ts'

/** Creates a new account for each request. Once an owner has a second factor, a password alone is not enough to sign in. */
const newPerson = ({ app }: Scene) => app.signUp('Careful')

export const FACTORS_ROWS: Record<string, Rule> = {
  getFactors: { may: 'session', request: async () => ({ path: '/factors' }) },
  listPasskeys: { may: 'session', request: async () => ({ path: '/passkeys' }) },
  askForNewPasskey: {
    may: 'session',
    proof: true,
    request: async (scene) => ({ path: '/passkeys/options', session: (await newPerson(scene)).cookie }),
  },
  addPasskey: {
    may: 'session',
    proof: true,
    request: async (scene) => {
      const { cookie } = await newPerson(scene)
      const { body } = await scene.app.call('POST', '/v1/passkeys/options', { cookie })
      return { path: '/passkeys', json: { response: createAuthenticator(scene.app.url).create(body.options) }, session: cookie }
    },
  },
  renamePasskey: {
    may: 'session',
    request: async (scene) => {
      const careful = await newPerson(scene)
      return { path: `/passkeys/${(await addPasskey(scene.app, careful)).id}`, json: { name: 'Phone' }, session: careful.cookie }
    },
  },
  removePasskey: {
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      return { path: `/passkeys/${(await addPasskey(scene.app, careful)).id}`, session: careful.cookie }
    },
  },
  startTotp: { may: 'session', proof: true, request: async (scene) => ({ path: '/totp', session: (await newPerson(scene)).cookie }) },
  confirmTotp: {
    may: 'session',
    proof: true,
    request: async (scene) => {
      const { cookie } = await newPerson(scene)
      const { body } = await scene.app.call('POST', '/v1/totp', { cookie })
      return { path: '/totp/confirm', json: { code: codeOf(scene.app, body.secret) }, session: cookie }
    },
  },
  removeTotp: {
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      await switchOnTotp(scene.app, careful)
      return { path: '/totp', session: careful.cookie }
    },
  },
  renewRecoveryCodes: {
    may: 'session',
    proof: true,
    request: async (scene) => {
      const careful = await newPerson(scene)
      await switchOnTotp(scene.app, careful)
      return { path: '/recovery-codes', session: careful.cookie }
    },
  },
  askForPasskey: { may: 'anyone', request: async () => ({ path: '/sessions/passkey-options', json: {} }) },
  signInByPasskey: {
    may: 'anyone',
    request: async (scene) => {
      const { device } = await addPasskey(scene.app, await newPerson(scene))
      const { options, cookie } = await requestPasskey(scene.app)
      return { path: '/sessions/passkey', json: { passkey: device.get(options) }, headers: { cookie } }
    },
  },
  passSecondStep: {
    may: 'anyone',
    request: async (scene) => {
      const careful = await newPerson(scene)
      const { secret } = await switchOnTotp(scene.app, careful)
      const { ticket, cookie } = await firstStep(scene.app, careful)
      return { path: '/sessions/second', json: { ticket, totp: codeOf(scene.app, secret) }, headers: { cookie } }
    },
  },
}
