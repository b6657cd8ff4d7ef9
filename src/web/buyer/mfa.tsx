import { browserName } from '#identity/sessions/rules.ts'
import { presentSetup } from '#identity/mfa/index.ts'
import { waitingSetup } from '#identity/mfa/totp/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { requireProof } from '#platform/http/proof.ts'
import { goTo } from '#web/framework/answer.ts'
import { passkeyIn } from '#web/ui/passkey.tsx'
import { browserIn } from '#web/framework/session.ts'
import { AddPasskeyPage, CodesPage, PasskeyPage, SetupPage } from './mfa-pages.tsx'
import { sendSettingsErrors } from './settings.tsx'
import { call } from '#platform/http/call.ts'
import { api } from '#api/index.ts'
import { notFound, page, type PageRequest, type Outcome } from '#web/framework/page/page.tsx'
import { sendAccountPage } from '#web/framework/page/frames.tsx'
import { problemOf, filled, type Problem } from '#web/framework/page/problem.ts'
import type { SentForm } from '#web/framework/page/form.ts'
import type { TotpSetup } from '#web/framework/page/records.ts'

const PART = '/you/settings#ways-in'

/**
 * Handles the forms for second factors. One-time secrets appear only in the form's response, never in a URL. After an error, the response
 * is the settings page.
 */
export const mfaPage = page({
  path: '/you/ways-in',
  name: 'your ways in',
  ofAccount: true,
  form: change,
  show: (at) => (at.problem ? sendSettingsErrors(at) : goTo(at.c, PART)),
})

async function change(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  switch (fields['do']) {
    case 'add_passkey':
      requireProof(viewer, ctx.now())
      return sendAddPasskey(at)
    case 'keep_passkey': {
      const body = { ...filled({ name: fields['name'] ?? '' }), response: passkeyIn(fields) }
      const { name, recovery_codes: codes } = await call(ctx, viewer, api.addPasskey, {
        body,
      })
      return codes ? sendCodes(at, codes, `Passkey “${name}” added.`) : { to: PART, message: `Passkey “${name}” added.` }
    }
    case 'start_totp':
      return sendSetup(at, await call(ctx, viewer, api.startTotp))
    case 'confirm_totp':
      return confirm(at, fields['code'] ?? '')
    case 'remove_totp':
      await call(ctx, viewer, api.removeTotp)
      return { to: PART, message: 'Authenticator app turned off.' }
    case 'new_codes': {
      const { codes } = await call(ctx, viewer, api.renewRecoveryCodes)
      return sendCodes(at, codes, 'These are your new codes. Your old codes no longer work.')
    }
    default:
      return goTo(c, PART)
  }
}

async function confirm(at: PageRequest, code: string): Promise<Outcome> {
  const { ctx, viewer } = at
  try {
    const { recovery_codes: codes } = await call(ctx, viewer, api.confirmTotp, { body: { code } })
    const message = 'Authenticator app turned on.'
    return codes ? await sendCodes(at, codes, message) : { to: PART, message }
  } catch (error) {
    const setup = error instanceof ApiError && error.param === 'code' ? await waitingSetup(ctx, viewer) : null
    if (!setup) throw error
    return sendSetup(at, presentSetup(setup), problemOf(error))
  }
}

const sendSetup = (at: PageRequest, setup: TotpSetup, problem?: Problem): Promise<Response> =>
  sendAccountPage(
    { ...at, problem },
    {
      current: 'settings',
      title: 'Set up an authenticator app',
      children: <SetupPage viewer={at.viewer} setup={setup} problem={problem} />,
    },
  )

const sendAddPasskey = (at: PageRequest): Promise<Response> =>
  sendAccountPage(at, {
    current: 'settings',
    title: 'Add a passkey',
    children: <AddPasskeyPage viewer={at.viewer} name={browserName(browserIn(at.ctx, at.c).agent)} />,
  })

const sendCodes = (at: PageRequest, codes: readonly string[], message: string): Promise<Response> =>
  sendAccountPage(at, { current: 'settings', title: 'Your recovery codes', children: <CodesPage codes={codes} message={message} /> })

/** Renames or removes a passkey. */
export const passkeyPage = page({
  path: '/you/passkeys/:id',
  name: 'your passkey',
  ofAccount: true,
  async form({ ctx, c, viewer }, { fields: { do: what, name = '' } }) {
    const params = { id: c.req.param('id')! }
    if (what === 'remove') {
      await call(ctx, viewer, api.removePasskey, { params })
      return { to: PART, message: 'Passkey removed. You can no longer sign in with it.' }
    }
    if (what !== 'rename') return goTo(c, `/you/passkeys/${encodeURIComponent(params.id)}`)
    await call(ctx, viewer, api.renamePasskey, { params, body: filled({ name }) })
    return { to: PART, message: 'Passkey renamed.' }
  },
  async show(at) {
    const { ctx, c, viewer, problem } = at
    const { data } = await call(ctx, viewer, api.listPasskeys)
    const passkey = data.find(({ id }) => id === c.req.param('id'))
    if (!passkey) throw notFound()
    return sendAccountPage(at, {
      current: 'settings',
      title: passkey.name,
      children: <PasskeyPage ctx={ctx} viewer={viewer} passkey={passkey} problem={problem} />,
    })
  },
})
