import type { Context, Person } from '#platform/context.ts'
import { browserWords } from '#domain/browser-words.ts'
import { listPasskeys } from '#people/factors/passkeys/registration.ts'
import { presentPasskey, presentSetup } from '#people/factors/owner/present.ts'
import { waitingSetup } from '#people/factors/totp/index.ts'
import { ApiError } from '#platform/errors.ts'
import { requireProof } from '#platform/http/proof.ts'
import { goTo, type Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { notFound } from '#web/page.tsx'
import { passkeyIn } from '#web/components/passkey.tsx'
import { browserIn } from '#web/session.ts'
import { AddPasskeyPage, CodesPage, PasskeyPage, SetupPage } from './factors-pages.tsx'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled, problemOf, type Problem } from './problem.ts'
import { sendSettingsAgain } from './settings.tsx'

const PART = '/you/settings#ways-in'

/**
 * What forms do with factors, by the endpoints of the API. What is shown once is the answer to its form, and stands at no address.
 * What went wrong stands above the settings.
 */
export const takeWaysIn =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    try {
      return await change(ctx, c, viewer, fields)
    } catch (error) {
      return sendSettingsAgain(ctx, c, viewer, problemOf(error))
    }
  }

export const sendWaysIn = (): Shown => async (c) => goTo(c, PART)

async function change(ctx: Context, c: Call, viewer: Person, fields: Record<string, string>): Promise<Response> {
  const done = (says: string) => goSaying(ctx, c, PART, { says })
  switch (fields['do']) {
    case 'add_passkey':
      requireProof(viewer, ctx.now())
      return sendAddPasskey(ctx, c, viewer)
    case 'keep_passkey': {
      const body = { ...filled({ name: fields['name'] ?? '' }), response: passkeyIn(fields) }
      const { name, recovery_codes: codes } = await call<{ name: string; recovery_codes: string[] | null }>(ctx, viewer, 'addPasskey', {
        body,
      })
      return codes ? sendCodes(ctx, c, viewer, codes, `The passkey “${name}” is added.`) : done(`The passkey “${name}” is added.`)
    }
    case 'start_totp':
      return sendSetup(ctx, c, viewer, await call<Setup>(ctx, viewer, 'startTotp'))
    case 'confirm_totp':
      return confirm(ctx, c, viewer, fields['code'] ?? '')
    case 'remove_totp':
      await call(ctx, viewer, 'removeTotp')
      return done('Codes by app are off.')
    case 'new_codes': {
      const { codes } = await call<{ codes: string[] }>(ctx, viewer, 'renewRecoveryCodes')
      return sendCodes(ctx, c, viewer, codes, 'These are your new codes; the old ones do not work any more.')
    }
    default:
      return goTo(c, PART)
  }
}

type Setup = ReturnType<typeof presentSetup>

async function confirm(ctx: Context, c: Call, viewer: Person, code: string): Promise<Response> {
  try {
    const { recovery_codes: codes } = await call<{ recovery_codes: string[] | null }>(ctx, viewer, 'confirmTotp', { body: { code } })
    const says = 'Codes by app are on.'
    return codes ? await sendCodes(ctx, c, viewer, codes, says) : goSaying(ctx, c, PART, { says })
  } catch (error) {
    const setup = error instanceof ApiError && error.param === 'code' ? await waitingSetup(ctx, viewer) : null
    if (!setup) throw error
    return sendSetup(ctx, c, viewer, presentSetup(setup), problemOf(error))
  }
}

const sendSetup = (ctx: Context, c: Call, viewer: Person, setup: Setup, problem?: Problem): Promise<Response> =>
  sendYours(
    ctx,
    c,
    viewer,
    { current: 'settings', title: 'Set up an authenticator app' },
    <SetupPage viewer={viewer} setup={setup} problem={problem} />,
    problem?.status ?? 200,
  )

const sendAddPasskey = (ctx: Context, c: Call, viewer: Person): Promise<Response> =>
  sendYours(
    ctx,
    c,
    viewer,
    { current: 'settings', title: 'Add a passkey' },
    <AddPasskeyPage viewer={viewer} name={browserWords(browserIn(ctx, c).agent)} />,
  )

const sendCodes = (ctx: Context, c: Call, viewer: Person, codes: readonly string[], says: string): Promise<Response> =>
  sendYours(ctx, c, viewer, { current: 'settings', title: 'Your recovery codes' }, <CodesPage codes={codes} says={says} />)

/** One passkey: its name, and its end. */
export const sendPasskey =
  (ctx: Context): Shown =>
  (c, viewer) =>
    showPasskey(ctx, c, viewer)

async function showPasskey(ctx: Context, c: Call, viewer: Person, problem?: Problem): Promise<Response> {
  const row = (await listPasskeys(ctx, viewer)).find(({ id }) => id === c.req.param('id'))
  if (!row) throw notFound()
  return sendYours(
    ctx,
    c,
    viewer,
    { current: 'settings', title: row.name },
    <PasskeyPage ctx={ctx} viewer={viewer} passkey={presentPasskey(row)} problem={problem} />,
    problem?.status ?? 200,
  )
}

export const takePasskey =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    const params = { id: c.req.param('id')! }
    try {
      if (fields['do'] === 'remove') {
        await call(ctx, viewer, 'removePasskey', { params })
        return goSaying(ctx, c, PART, { says: 'The passkey is removed: it signs in no more.' })
      }
      if (fields['do'] !== 'rename') return goTo(c, `/you/passkeys/${encodeURIComponent(params.id)}`)
      await call(ctx, viewer, 'renamePasskey', { params, body: filled({ name: fields['name'] ?? '' }) })
      return goSaying(ctx, c, PART, { says: 'The passkey has its new name.' })
    } catch (error) {
      return showPasskey(ctx, c, viewer, problemOf(error))
    }
  }
