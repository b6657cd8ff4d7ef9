import { browserOf, signInCookie, signInToken } from '#identity/sessions/cookie/index.ts'
import { answerOpened } from './complete.ts'
import { assertionOptions } from '#identity/mfa/passkeys/assertion.ts'
import { presentOptions } from '#identity/mfa/owner/present.ts'
import { AskForPasskey, PasskeyOptions, PasskeySession, SecondStep, Session } from '#identity/mfa/owner/schema.ts'
import { enterByPasskey, passSecond, passSecondHere, sessionBinding, type SecondAnswer } from './index.ts'
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
    summary: 'What the browser needs to use a passkey; works once, for 5 minutes, in this browser',
    description:
      'Give `options` to `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. Without a ticket and without a session it is for signing in by a passkey alone; with a ticket for its second step; in a session for `POST /sessions/proof` and `POST /sessions/second`.',
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
    summary: 'The second step of signing in, with a code, a passkey or a recovery code: sets the session cookie',
    description:
      'Exactly one of `totp`, `recovery_code` and `passkey`. A wrong one is 401 with `param`; five wrong codes in 10 minutes are 429 until the first of them is that old. In a session that is open already leave `ticket` out: the session passes the second step, as operators have to, and the answer is 200.',
    body: SecondStep,
    answers: { 200: Session, 201: Session },
    cookies: true,
    transaction: 'none',
    handle: async (ctx, actor, { body, caller }) => {
      const answer = answerIn(body)
      if (body.ticket === undefined && actor.kind === 'session') {
        const expiresAt = await passSecondHere(ctx, actor, answer)
        return ok({ object: 'session', account: actor.accountId, expires_at: expiresAt.toISOString() })
      }
      if (body.ticket === undefined) throw invalid('ticket', 'ticket is required: the answer of POST /sessions has it.')
      const by = { ticket: body.ticket, token: signInToken(ctx, caller.cookie), browser: browserOf(ctx, caller) }
      return answerOpened(ctx, await passSecond(ctx, by, answer))
    },
  }),
]

/** Errors: 400 unless exactly one of the three is given. */
function answerIn({ totp, recovery_code, passkey }: SecondStep): SecondAnswer {
  const given = [totp, recovery_code, passkey].filter((one) => one !== undefined)
  if (given.length !== 1) throw invalid('totp', 'totp, recovery_code or passkey is required, and only one of them.')
  if (totp !== undefined) return { totp }
  return recovery_code === undefined ? { passkey: passkey! } : { recovery_code }
}
