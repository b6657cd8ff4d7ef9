import { browserOf, signInCookie, signInToken } from '#identity/sessions/cookie/index.ts'
import { answerOpened } from './complete.ts'
import { assertionOptions } from '#identity/mfa/passkeys/assertion.ts'
import { presentOptions } from '#identity/mfa/owner/present.ts'
import { AskForPasskey, PasskeyOptions, PasskeySession, SecondStep, Session } from '#identity/mfa/owner/schema.ts'
import { enterByPasskey, passSecond, passSecondFactor, sessionBinding, type SecondAnswer } from './index.ts'
import { invalid } from '#platform/errors/index.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { newSignInToken, requireTicket } from '#identity/mfa/tickets/index.ts'

const endpoint = endpointsOf('Factors')
const anyone = { access: { who: 'anyone' }, effects: [] } as const

export const secondStepEndpoints = [
  endpoint({
    ...anyone,
    id: 'askForPasskey',
    method: 'POST',
    path: '/sessions/passkey-options',
    summary: 'Get options for using a passkey; valid once, for 5 minutes, in this browser',
    description:
      'Pass `options` to `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. Without a ticket or session, they are for signing in with a passkey alone. With a ticket, they are for the second step. In a session, they are for `POST /sessions/proof` and `POST /sessions/second`.',
    body: AskForPasskey,
    answers: { 200: PasskeyOptions },
    cookies: true,
    handle: async (tx, actor, { body, caller }) => {
      const token = signInToken(tx, caller.cookie)
      if (body.ticket !== undefined) {
        const { account_id: accountId } = await requireTicket(tx, body.ticket, token)
        return ok(presentOptions(await assertionOptions(tx, { purpose: 'second', token: token!, accountId })))
      }
      if (actor.kind === 'session') return ok(presentOptions(await assertionOptions(tx, sessionBinding(actor))))
      const fresh = newSignInToken(tx)
      return {
        ...ok(presentOptions(await assertionOptions(tx, { purpose: 'sign_in', token: fresh, accountId: null }))),
        headers: { 'Set-Cookie': signInCookie(tx, fresh) },
      }
    },
  }),
  endpoint({
    ...anyone,
    id: 'signInByPasskey',
    method: 'POST',
    path: '/sessions/passkey',
    strictRate: true,
    summary: 'Sign in with a passkey alone: sets the session cookie',
    body: PasskeySession,
    answers: { 201: Session },
    cookies: true,
    transaction: 'none',
    handle: async (ctx, actor, { body, caller }) =>
      answerOpened(
        ctx,
        await enterByPasskey(ctx, body.passkey, { token: signInToken(ctx, caller.cookie), browser: browserOf(ctx, caller) }),
      ),
  }),
  endpoint({
    ...anyone,
    id: 'passSecondStep',
    method: 'POST',
    path: '/sessions/second',
    summary: 'Complete the second step of sign-in with a code, passkey or recovery code: sets the session cookie',
    description:
      'Send exactly one of `totp`, `recovery_code` and `passkey`. A wrong value returns 401 with `param`. After five wrong codes in 10 minutes, the response is 429 until the first of them is 10 minutes old. In a signed-in session, omit `ticket`. The call then completes the second step of that session and returns 200. Operator access requires this step.',
    body: SecondStep,
    answers: { 200: Session, 201: Session },
    cookies: true,
    transaction: 'none',
    handle: async (ctx, actor, { body, caller }) => {
      const answer = answerIn(body)
      if (body.ticket === undefined && actor.kind === 'session') {
        const expiresAt = await passSecondFactor(ctx, actor, answer)
        return ok({ object: 'session', account: actor.accountId, expires_at: expiresAt.toISOString() })
      }
      if (body.ticket === undefined) throw invalid('ticket', 'ticket is required. The response to POST /sessions contains it.')
      const by = { ticket: body.ticket, token: signInToken(ctx, caller.cookie), browser: browserOf(ctx, caller) }
      return answerOpened(ctx, await passSecond(ctx, by, answer))
    },
  }),
]

/** Returns the factor that the user submitted. Errors: 400 unless the request contains exactly one of the three factors. */
function answerIn({ totp, recovery_code, passkey }: SecondStep): SecondAnswer {
  const given = [totp, recovery_code, passkey].filter((one) => one !== undefined)
  if (given.length !== 1) throw invalid('totp', 'totp, recovery_code or passkey is required; send exactly one of them.')
  if (totp !== undefined) return { totp }
  return recovery_code === undefined ? { passkey: passkey! } : { recovery_code }
}
