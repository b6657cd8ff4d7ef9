import type { Context } from '#platform/context/index.ts'
import { linkWorks } from '#messaging/email-tokens/index.ts'
import { anonymousCaller, type Call, type Viewer } from '#web/framework/answer.ts'
import { Button, ButtonLink, Field, Form, Notice } from '#web/ui/index.ts'
import { intentCookie, waitingIntent } from '#web/framework/intent.ts'
import { callerOf, ownPath } from '#web/framework/session.ts'
import {
  WrongAbove,
  api,
  call,
  fieldAt,
  filled,
  page,
  problemAt,
  signInPath,
  type PageRequest,
  type Problem,
} from '#web/framework/page/index.ts'
import { endedSentence } from './owner-part.tsx'
import { sendGoneLink, sendAuthPage, unlessGone } from '#web/framework/page/auth-page.tsx'
import type { Ended } from '#identity/email-links/index.ts'

/**
 * Page that sends an email link to set a new password or to sign in. The content and the timing of the response do not reveal whether an
 * account exists.
 */
const forgotPage = page({
  path: '/forgot',
  name: 'forgot',
  who: 'anyone',
  async form({ ctx, c }, { fields: { return: back, do: what, email = '' } }) {
    const body = filled({ email })
    await call(ctx, anonymousCaller(c), what === 'sign_in' ? api.askForSignInLink : api.askForPasswordReset, { body })
    const returnTo = ownPath(back)
    return sendConfirmation(ctx, c, email.trim().toLowerCase(), returnTo, what === 'sign_in' ? await returnCookie(ctx, c, returnTo) : {})
  },
  show: sendRequestForm,
})

function sendRequestForm(at: PageRequest<Viewer>): Promise<Response> {
  const { ctx, c, typed, problem } = at
  const returnTo = ownPath(typed['return'] ?? c.req.query('return'))
  return sendAuthPage(
    ctx,
    c,
    { title: 'Sign in by email', problem },
    <>
      <p class="lead">Enter your email. We will send you a link that works once.</p>
      <WrongAbove problem={problem} fields={['email']} />
      <Form class="form" action="/forgot" returnTo={returnTo}>
        <Field label="Email" type="email" autocomplete="username" required {...fieldAt(at, 'email', '')} />
        <div class="actions">
          <Button kind="dark" do="reset" label="Email me a password reset link" />
          <Button do="sign_in" label="Email me a sign-in link" />
        </div>
      </Form>
      <p>
        <a href={signInPath(returnTo)}>Back to sign-in</a>
      </p>
    </>,
  )
}

/** Returns a header with the cookie that makes the email link continue at `returnTo`. Returns an empty object if no cookie is necessary. */
async function returnCookie(ctx: Context, c: Call, returnTo: string): Promise<Record<string, string>> {
  const waiting = await waitingIntent(ctx, c)
  return returnTo === '/' || waiting?.path === returnTo ? {} : { 'Set-Cookie': await intentCookie(ctx, c, { path: returnTo }) }
}

const sendConfirmation = (ctx: Context, c: Call, email: string, returnTo: string, headers: Record<string, string>): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Check your email', headers },
    <>
      <p class="lead">If an account uses {email}, we have sent a link to this address.</p>
      {returnTo === '/' ? null : <p>Open the link in this browser, within an hour, to continue where you were.</p>}
      <p>
        No email after a few minutes? Check your spam folder, or try a different address. We send at most three emails of each kind to an
        address per hour. After that, use a link from one of those emails.
      </p>
      {ctx.config.mail.kind === 'mailbox' ? (
        <Notice>
          <span>
            This server does not send email. You can read its messages in <a href="/dev/mail">the dev mailbox</a>.
          </span>
        </Notice>
      ) : null}
      <p class="actions">
        <ButtonLink href={signInPath(returnTo)} label="Back to sign-in" />
      </p>
    </>,
  )

const newPasswordPage = page({
  path: '/forgot/new',
  name: 'new password',
  who: 'anyone',
  async form({ ctx, c, viewer }, { fields: { token = '', password = '' } }) {
    const set = await unlessGone(() =>
      call(ctx, viewer, api.resetPassword, { body: { token, ...filled({ password }) }, caller: callerOf(c) }),
    )
    return set === null ? sendGoneLink(ctx, c) : sendSet(ctx, c, set.ended ?? null)
  },
  async show({ ctx, c, typed, problem }) {
    const token = typed['token'] ?? c.req.query('token') ?? ''
    return problem || (await linkWorks(ctx, token, 'reset')) ? sendNew(ctx, c, token, problem) : sendGoneLink(ctx, c)
  },
})

export const FORGOT_PAGES = [forgotPage, newPasswordPage]

const sendSet = (ctx: Context, c: Call, ended: Ended | null): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'New password set' },
    <>
      <p class="lead">You have been signed out of every browser.{ended ? null : ' Your API keys keep working.'}</p>
      <p>
        {ended
          ? endedSentence(ended)
          : 'If someone else may have used your account, sign in and revoke the keys that you do not recognize, under Developers in the seller’s app.'}
      </p>
      <p class="actions">
        <ButtonLink kind="dark" href="/sign-in" label="Sign in" />
      </p>
    </>,
  )

const sendNew = (ctx: Context, c: Call, token: string, problem?: Problem): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Set a new password', problem },
    <>
      <WrongAbove problem={problem} fields={['password']} />
      <Form class="form" action="/forgot/new" with={{ token }}>
        <Field
          name="password"
          label="New password"
          type="password"
          hint="At least 10 characters. You can use a password manager."
          autocomplete="new-password"
          required
          problem={problemAt(problem, 'password')}
        />
        <Button kind="dark" label="Set password and sign out everywhere" />
      </Form>
    </>,
  )
