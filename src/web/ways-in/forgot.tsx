import { inTransaction, type Context } from '#platform/context.ts'
import { askForLink } from '#people/mailed-links/ask.ts'
import { hashNewByLink, standsBehind } from '#people/mailed-links/first-proof.ts'
import { resetPassword } from '#people/mailed-links/passwords.ts'
import { AskForLink, ResetPassword } from '#people/mailed-links/schema.ts'
import { linkWorks } from '#people/mail-tokens/index.ts'
import { validate } from '#platform/http/validate.ts'
import type { Call } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Field } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { browserIn, ownPath, readForm, viewerOf } from '#web/session.ts'
import { Wrong } from '#web/you/frame.tsx'
import { filled, problemAbove, problemAt, problemOf, type Problem } from '#web/you/problem.ts'
import { endedSentence } from './owner-part.tsx'
import { isGoneLink, sendGoneLink, sendWayIn } from './frame.tsx'

/** Asks for a link by mail: for a new password, or to sign in with. */
export const sendForgot = (ctx: Context, c: Call): Promise<Response> => sendAsk(ctx, c, ownPath(c.req.query('return')), '')

/** The answer is the same and comes as fast, whoever has the address (reliability, account probing). */
export async function takeForgot(ctx: Context, c: Call): Promise<Response> {
  const { return: back, do: what, ...fields } = await readForm(ctx, c)
  const returnTo = ownPath(back)
  try {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const { email } = validate(AskForLink, filled(fields))
    await inTransaction(ctx, (tx) => askForLink(tx, { email, purpose: what === 'sign_in' ? 'sign_in' : 'reset' }))
    return await sendAsked(ctx, c, email, returnTo)
  } catch (error) {
    return sendAsk(ctx, c, returnTo, fields['email'] ?? '', problemOf(error))
  }
}

const sendAsk = (ctx: Context, c: Call, returnTo: string, email: string, problem?: Problem): Promise<Response> =>
  sendWayIn(
    ctx,
    c,
    { title: 'Get in by mail', problem },
    <>
      <p class="lead">Say where we reach you. The mail has a link that works once.</p>
      <Wrong says={problemAbove(problem, ['email'])} />
      <Form class="form" action="/forgot" returnTo={returnTo}>
        <Field
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          required
          value={email}
          problem={problemAt(problem, 'email')}
        />
        <div class="actions">
          <Button kind="dark" name="do" value="reset">
            Mail me a new-password link
          </Button>
          <Button name="do" value="sign_in">
            Mail me a sign-in link
          </Button>
        </div>
      </Form>
      <p>
        <a href={`/sign-in?return=${encodeURIComponent(returnTo)}`}>Back to signing in</a>
      </p>
    </>,
  )

const sendAsked = (ctx: Context, c: Call, email: string, returnTo: string): Promise<Response> =>
  sendWayIn(
    ctx,
    c,
    { title: 'Look into your mail' },
    <>
      <p class="lead">If an account has the address {email}, a mail with a link is on its way there.</p>
      <p>
        Nothing after some minutes? Look among what your mail program calls junk, or try another address. At most three mails of a kind go
        to an address in an hour: where they were asked for already, no new one comes, and the links in the last ones still work.
      </p>
      {ctx.config.mail.kind === 'mailbox' ? (
        <Notice>
          <span>
            This machine sends no mail; it is kept in <a href="/dev/mail">the dev mailbox</a>.
          </span>
        </Notice>
      ) : null}
      <p class="actions">
        <ButtonLink href={`/sign-in?return=${encodeURIComponent(returnTo)}`}>Back to signing in</ButtonLink>
      </p>
    </>,
  )

export async function sendNewPassword(ctx: Context, c: Call): Promise<Response> {
  const token = c.req.query('token') ?? ''
  return (await linkWorks(ctx, token, 'reset')) ? sendNew(ctx, c, token) : sendGoneLink(ctx, c, '/forgot', 'Ask for a new mail')
}

export async function takeNewPassword(ctx: Context, c: Call): Promise<Response> {
  const fields = await readForm(ctx, c)
  const token = fields['token'] ?? ''
  try {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const input = validate(ResetPassword, { token, ...filled({ password: fields['password'] ?? '' }) })
    const owner = await standsBehind(ctx, { token, purpose: 'reset' }, { here: await viewerOf(ctx, c) })
    const passwordHash = await hashNewByLink(ctx, token, input.password)
    const by = { owner, browser: browserIn(ctx, c) }
    const ended = await inTransaction(ctx, (tx) => resetPassword(tx, { token, passwordHash }, by))
    return await sendWayIn(
      ctx,
      c,
      { title: 'Your new password is set' },
      <>
        <p class="lead">Every browser that was signed in is signed out now.{ended ? null : ' Your API keys go on working.'}</p>
        <p>
          {ended
            ? endedSentence(ended)
            : 'If you fear that somebody else was in your account, sign in and end the keys you do not know, under Developers in the seller’s app.'}
        </p>
        <p class="actions">
          <ButtonLink kind="dark" href="/sign-in">
            Sign in
          </ButtonLink>
        </p>
      </>,
    )
  } catch (error) {
    return isGoneLink(error) ? sendGoneLink(ctx, c, '/forgot', 'Ask for a new mail') : sendNew(ctx, c, token, problemOf(error))
  }
}

const sendNew = (ctx: Context, c: Call, token: string, problem?: Problem): Promise<Response> =>
  sendWayIn(
    ctx,
    c,
    { title: 'Set a new password', problem },
    <>
      <Wrong says={problemAbove(problem, ['password'])} />
      <Form class="form" action="/forgot/new">
        <input type="hidden" name="token" value={token} />
        <Field
          name="password"
          label="New password"
          type="password"
          hint="At least 10 characters. A password manager may fill it in."
          autocomplete="new-password"
          required
          problem={problemAt(problem, 'password')}
        />
        <Button kind="dark">Set it and sign out everywhere</Button>
      </Form>
    </>,
  )
