import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import type { Rule, Scene } from '#test/law/world.ts'

const leaver = ({ app }: Scene) => app.signUp('Leaver')

export const MAILED_LINKS_ROWS: Record<string, Rule> = {
  askForPasswordReset: { may: 'anyone', request: async ({ owner }) => ({ path: '/password-resets', json: { email: owner.email } }) },
  resetPassword: {
    may: 'anyone',
    request: async (scene) => {
      const { email } = await leaver(scene)
      const token = await mailedLink(scene.app, email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
      return { path: '/password-resets/complete', json: { token, password: 'quite another one' } }
    },
  },
  askForSignInLink: { may: 'anyone', request: async ({ owner }) => ({ path: '/sign-in-links', json: { email: owner.email } }) },
  signInByLink: {
    may: 'anyone',
    request: async (scene) => {
      const { email } = await leaver(scene)
      const token = await mailedLink(scene.app, email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
      return { path: '/sign-in-links/complete', json: { token } }
    },
  },
  askForEmailVerification: {
    may: 'session',
    // Uses a new account for each request, because one account may request only three emails an hour.
    request: async (scene) => ({ path: '/email-verifications', session: (await leaver(scene)).cookie }),
  },
  verifyEmail: {
    may: 'anyone',
    request: async (scene) => {
      const { email } = await leaver(scene)
      return { path: '/email-verifications/complete', json: { token: await mailedLink(scene.app, email, LINK_PATHS.verify) } }
    },
  },
  changeEmail: {
    may: 'session',
    proof: 'password',
    request: async (scene) => {
      const { password, email, cookie } = await leaver(scene)
      return { path: '/me/email', json: { email: `new.${email}`, password }, session: cookie }
    },
  },
  changePassword: {
    may: 'session',
    proof: 'password',
    request: async (scene) => {
      const { password, cookie } = await leaver(scene)
      return { path: '/me/password', json: { password, new_password: 'quite another one' }, session: cookie }
    },
  },
  proveSession: { may: 'session', request: async ({ owner }) => ({ path: '/sessions/proof', json: { password: owner.password } }) },
  listSessions: { may: 'session', request: async () => ({ path: '/sessions' }) },
  endSession: {
    may: 'session',
    proof: true,
    request: async ({ app, owner }) => {
      await app.call('POST', '/v1/sessions', { json: { email: owner.email, password: owner.password } })
      const { body } = await app.call('GET', '/v1/sessions', { cookie: owner.cookie })
      return { path: `/sessions/${body.data.find((one: { current: boolean }) => !one.current).id}` }
    },
  },
  endOtherSessions: {
    may: 'session',
    proof: true,
    request: async (scene) => ({ path: '/sessions/end-others', session: (await leaver(scene)).cookie }),
  },
}
