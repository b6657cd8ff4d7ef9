import type { Context } from '#platform/context/index.ts'
import { sessionCookie, signInToken } from '#identity/sessions/cookie/index.ts'
import * as accounts from '#identity/accounts/index.ts'
import { PasskeySession } from '#identity/mfa/index.ts'
import { enterByPasskey } from '#identity/mfa/second-step/index.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, sendPage, type Viewer } from '#web/framework/answer.ts'
import { browserIn, ownPath } from '#web/framework/session.ts'
import { Button, Field, Form, Notice, PasskeyForm, passkeyIn } from '#web/ui/index.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { redirectAfterSignIn, redirectWithSession } from '#web/framework/page/after-sign-in.ts'
import { page, type PageRequest } from '#web/framework/page/page.tsx'

/** The sign-in page. Redirects a signed-in user to the requested page, or to Today. */
const signInPage = page({
  path: '/sign-in',
  name: 'sign-in',
  who: 'anyone',
  async form({ ctx, c }, { fields: { email = '', password = '', return: back } }) {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const entered = await accounts.openSession(ctx, { email: email.trim().toLowerCase(), password }, browserIn(ctx, c))
    return redirectAfterSignIn(ctx, c, entered, ownPath(back))
  },
  show(at) {
    const back = at.c.req.query('return')
    if (at.viewer.kind === 'session' && !at.problem) return goTo(at.c, back === undefined ? '/app' : ownPath(back))
    return sendSignIn(at, ownPath(at.typed['return'] ?? back))
  },
})

/** Signs in with a passkey, which counts as both factors. */
const passkeyPage = page({
  path: '/sign-in/passkey',
  name: 'sign-in',
  who: 'anyone',
  async form({ ctx, c }, { fields }) {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const { passkey } = validate(PasskeySession, { passkey: passkeyIn(fields) })
    const by = { token: signInToken(ctx, c.req.header('Cookie')), browser: browserIn(ctx, c) }
    return redirectWithSession(ctx, c, await enterByPasskey(ctx, passkey, by), ownPath(fields['return']))
  },
  again: (at) => sendSignIn(at, ownPath(at.typed['return'])),
})

const signOutPage = page({
  path: '/sign-out',
  name: 'sign-out',
  who: 'either',
  evenSuspended: true,
  async form({ ctx, c, viewer }) {
    if (viewer.kind === 'session') await accounts.closeSession(ctx, viewer.sessionToken!)
    return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
  },
})

/** Pages for signing in and out. */
export const SIGN_IN_PAGES = [signInPage, passkeyPage, signOutPage]

/** Shows the sign-in form with the error. The status is always 401, so it does not reveal whether an email address has an account. */
function sendSignIn({ ctx, c, typed, problem }: PageRequest<Viewer>, returnTo: string): Promise<Response> {
  const markup = (
    <SignInPage ctx={ctx} returnTo={returnTo} email={problem ? (typed['email'] ?? '') : undefined} problem={problem?.message} />
  )
  return sendPage(ctx, c, markup, problem ? { status: problem.status === 429 ? 429 : 401, headers: problem.headers ?? {} } : {})
}

type SignInProps = { ctx: Context; returnTo: string; email: string | undefined; problem: string | undefined }

const SignInPage = ({ ctx, returnTo, email, problem }: SignInProps) => (
  <Plain site={ctx.config} title="Sign in">
    {problem ? (
      <Notice means="bad" alert>
        {problem}
      </Notice>
    ) : null}
    <Form class="form" action="/sign-in" returnTo={returnTo}>
      <Field name="email" label="Email" type="email" autocomplete="username" required value={email} />
      <Field name="password" label="Password" type="password" autocomplete="current-password" required />
      <Button kind="dark">Sign in</Button>
    </Form>
    <PasskeyForm action="/sign-in/passkey" options="/sessions/passkey-options" returnTo={returnTo} words="Sign in with a passkey" />
    <p>
      <a href={`/forgot?return=${encodeURIComponent(returnTo)}`}>Forgot your password? Sign in by email</a>
    </p>
    <p>
      New here? <a href={`/sign-up?return=${encodeURIComponent(returnTo)}`}>Create an account</a>
    </p>
  </Plain>
)
