import { sessionCookie, signInToken } from '#identity/sessions/cookie/index.ts'
import * as accounts from '#identity/accounts/index.ts'
import { PasskeySession } from '#identity/mfa/index.ts'
import { enterByPasskey } from '#identity/mfa/second-step/index.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, sendPage, type Viewer } from '#web/framework/answer.ts'
import { browserIn, ownPath } from '#web/framework/session.ts'
import { PasskeyForm, passkeyIn, Section } from '#web/ui/index.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { redirectAfterSignIn, redirectWithSession } from '#web/framework/page/after-sign-in.ts'
import { page, type PageRequest } from '#web/framework/page/page.tsx'
import { Wrong } from '#web/framework/page/frames.tsx'
import { SignInForm, SignUpForm } from './forms.tsx'
import { ReasonPart, reasonFor, reasonTitle, type Reason } from './reason.tsx'
import { siteOf } from '#web/framework/site.ts'

/** Redirects a signed-in user to the requested page or, by default, to the Today page. */
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
  guests: true,
  evenSuspended: true,
  async form({ ctx, c, viewer }) {
    if (viewer.kind === 'session') await accounts.closeSession(ctx, viewer.sessionToken!)
    return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
  },
})

/** Pages for signing in and out. */
export const SIGN_IN_PAGES = [signInPage, passkeyPage, signOutPage]

/**
 * Shows the sign-in form with the error. The status is always 401, so that it does not reveal whether an account exists for an email
 * address. If the user came from an action that requires an account, the page also shows the reason and the sign-up form.
 */
async function sendSignIn(at: PageRequest<Viewer>, returnTo: string): Promise<Response> {
  const { ctx, c, typed, problem } = at
  const reason = await reasonFor(ctx, c, returnTo)
  const props = { at, returnTo, email: problem ? (typed['email'] ?? '') : undefined }
  const markup = reason ? <JoinPage {...props} reason={reason} /> : <SignInPage {...props} />
  return sendPage(ctx, c, markup, problem ? { status: problem.status === 429 ? 429 : 401, headers: problem.headers ?? {} } : {})
}

type SignInProps = { at: PageRequest<Viewer>; returnTo: string; email: string | undefined }

const SignInPage = ({ at, returnTo, email }: SignInProps) => (
  <Plain site={siteOf(at.ctx)} title="Sign in">
    <Wrong message={at.problem?.message ?? null} />
    <PasskeyPart returnTo={returnTo} />
    <SignInForm returnTo={returnTo} email={email} />
    <Forgot returnTo={returnTo} />
    <p>
      New here? <a href={`/sign-up?return=${encodeURIComponent(returnTo)}`}>Create an account</a>
    </p>
  </Plain>
)

const JoinPage = ({ at, returnTo, email, reason }: SignInProps & { reason: Reason }) => (
  <Plain
    site={siteOf(at.ctx)}
    title={reasonTitle(reason)}
    className="plain wide join"
    {...(reason.card ? { tone: reason.card.shop.tone } : {})}
  >
    <ReasonPart ctx={at.ctx} reason={reason} />
    <Wrong message={at.problem?.message ?? null} />
    <PasskeyPart returnTo={returnTo} />
    <p class="join-jump">
      Already have an account? <a href="#known">Sign in</a>
    </p>
    <div class="join-forms">
      <Section id="new" title="New here">
        <SignUpForm at={{ ...at, typed: {}, problem: undefined }} returnTo={returnTo} withSignIn />
      </Section>
      <Section id="known" title="I have an account">
        <SignInForm returnTo={returnTo} email={email} secondary />
        <Forgot returnTo={returnTo} />
      </Section>
    </div>
  </Plain>
)

/** The passkey button, which is visible only with scripts. The script also offers passkeys in the page's email field. */
const PasskeyPart = ({ returnTo }: { returnTo: string }) => (
  <PasskeyForm
    action="/sign-in/passkey"
    options="/sessions/passkey-options"
    returnTo={returnTo}
    label="Sign in with a passkey"
    offersInField
  />
)

const Forgot = ({ returnTo }: { returnTo: string }) => (
  <p>
    <a href={`/forgot?return=${encodeURIComponent(returnTo)}`}>Forgot your password?</a>
  </p>
)
