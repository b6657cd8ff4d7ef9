import type { Context, Person } from '#platform/context/index.ts'
import { signInToken } from '#identity/sessions/cookie/index.ts'
import type { Factor } from '#identity/mfa/rules.ts'
import { SecondStep } from '#identity/mfa/index.ts'
import { passSecond, passSecondFactor, type SecondAnswer } from '#identity/mfa/second-step/index.ts'
import { factorsOf } from '#identity/mfa/owner/index.ts'
import { readTicket } from '#identity/mfa/tickets/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { Button, ButtonLink, Field, Form, PasskeyForm, passkeyIn } from '#web/ui/index.ts'
import { browserIn, ownPath } from '#web/framework/session.ts'
import { WrongAbove, filled, page, problemAt, signInPath, type Problem } from '#web/framework/page/index.ts'
import { redirectWithSession } from '#web/framework/page/after-sign-in.ts'
import { sendAuthPage } from '#web/framework/page/auth-page.tsx'

/**
 * A pending second step. If `ticket` is set, a sign-in in this browser is incomplete. Otherwise, the user is signed in, but has not
 * completed the second step in this session.
 */
type Waiting = { ticket: string | undefined; viewer: Viewer; factors: readonly Factor[]; returnTo: string }

export const secondPage = page({
  path: '/sign-in/second',
  name: 'second step',
  who: 'either',
  evenSuspended: true,
  async form({ ctx, c, viewer }, { fields }) {
    const waiting = await waitingIn(ctx, c, viewer, fields['return'])
    if (waiting instanceof Response) return waiting
    const answer = answerIn(fields)
    if (waiting.ticket === undefined) {
      await passSecondFactor(ctx, viewer as Person, answer)
      return goTo(c, waiting.returnTo)
    }
    const by = { ticket: waiting.ticket, token: signInToken(ctx, c.req.header('Cookie')), browser: browserIn(ctx, c) }
    try {
      return redirectWithSession(ctx, c, await passSecond(ctx, by, answer), waiting.returnTo === '/' ? '/you' : waiting.returnTo)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ticket') return sendOver(ctx, c, waiting.returnTo)
      throw error
    }
  },
  async show({ ctx, c, viewer, typed, problem }) {
    const waiting = await waitingIn(ctx, c, viewer, typed['return'] ?? c.req.query('return'))
    return waiting instanceof Response ? waiting : send(ctx, c, waiting, problem)
  },
})

function answerIn(fields: Record<string, string>): SecondAnswer {
  const submitted = filled({ totp: fields['totp'] ?? '', recovery_code: fields['recovery_code'] ?? '' })
  const { totp, recovery_code, passkey } = validate(SecondStep, { ...submitted, passkey: passkeyIn(fields) })
  if (passkey) return { passkey }
  if (totp !== undefined) return { totp }
  if (recovery_code !== undefined) return { recovery_code }
  throw 'recovery_code' in fields ? invalid('recovery_code', 'recovery_code is required.') : invalid('totp', 'totp is required.')
}

/**
 * Returns the pending step. If there is none, returns a redirect to the first step, or a page that asks the user to set up a second factor.
 */
async function waitingIn(ctx: Context, c: Call, viewer: Viewer, back: string | undefined): Promise<Waiting | Response> {
  const returnTo = ownPath(back)
  const ticket = await readTicket(ctx, signInToken(ctx, c.req.header('Cookie')))
  if (ticket) return { ticket: ticket.id, viewer, factors: await factorsOf(ctx, ticket.accountId), returnTo }
  if (viewer.kind === 'anonymous') return goTo(c, signInPath(returnTo))
  const factors = await factorsOf(ctx, viewer.accountId)
  return factors.length === 0 ? sendSetUp(ctx, c, viewer) : { ticket: undefined, viewer, factors, returnTo }
}

const FIELDS = ['totp', 'recovery_code']

function send(ctx: Context, c: Call, { ticket, viewer, factors, returnTo }: Waiting, problem?: Problem): Promise<Response> {
  const form = { action: '/sign-in/second', viewer, returnTo }
  const [totp, passkey, recovery] = [factors.includes('totp'), factors.includes('passkey'), factors.includes('recovery_code')]
  return sendAuthPage(
    ctx,
    c,
    { title: 'Two-step verification', ...(ticket === undefined ? { viewer } : {}), problem },
    <>
      <p class="lead">{totp ? 'Enter the code from your authenticator app.' : 'Use your passkey.'}</p>
      <WrongAbove problem={problem} fields={FIELDS} />
      {totp ? (
        <Form class="form" {...form}>
          <Field
            name="totp"
            label="Code from your app"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength={20}
            required
            problem={problemAt(problem, 'totp')}
          />
          <Button kind="dark" label="Continue" />
        </Form>
      ) : null}
      {passkey ? (
        <>
          <PasskeyForm
            {...form}
            options="/sessions/passkey-options"
            ticket={ticket}
            label="Use a passkey"
            {...(totp ? {} : { kind: 'dark' })}
          />
          {totp ? null : (
            <noscript>
              <p>A passkey needs JavaScript, which is off in this browser. A recovery code works without it.</p>
            </noscript>
          )}
        </>
      ) : null}
      {recovery ? (
        <details class="more" open={problem?.param === 'recovery_code'}>
          <summary>Use a recovery code</summary>
          <Form class="form" {...form}>
            <Field
              name="recovery_code"
              label="Recovery code"
              hint="Each code works once."
              autocomplete="off"
              maxlength={40}
              required
              problem={problemAt(problem, 'recovery_code')}
            />
            <Button label="Use code" />
          </Form>
        </details>
      ) : null}
    </>,
  )
}

const sendOver = (ctx: Context, c: Call, returnTo: string): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Sign-in expired', status: 401 },
    <>
      <p class="lead">You took more than ten minutes, entered too many wrong codes, or started the sign-in in a different browser.</p>
      <p class="actions">
        <ButtonLink kind="dark" href={signInPath(returnTo)} label="Sign in again" />
      </p>
    </>,
  )

/** Asks an operator without a second factor to set one up. The other pages of their account stay available. */
const sendSetUp = (ctx: Context, c: Call, viewer: Person): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Set up two-step verification', viewer },
    <>
      <p class="lead">
        {viewer.lacksSecond
          ? 'To operate this service, you need more than a password: a passkey or an authenticator app.'
          : 'Your account has no passkey and no authenticator app yet.'}
      </p>
      <p class="actions">
        <ButtonLink kind="dark" href="/you/settings#ways-in" label="Set up" />
      </p>
    </>,
  )
