import * as accounts from '#identity/accounts/index.ts'
import { sendPage, anonymousCaller, type Viewer } from '#web/framework/answer.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { browserIn, ownPath } from '#web/framework/session.ts'
import { WrongAbove, api, call, filled, page, signInPath, type PageRequest } from '#web/framework/page/index.ts'
import { SIGN_UP_FIELDS, SignUpForm } from './forms.tsx'
import { ReasonPart, reasonFor, type Reason } from './reason.tsx'
import { redirectAfterSignIn } from '#web/framework/page/after-sign-in.ts'
import { siteOf } from '#web/framework/site.ts'

/** Creates an account, signs the user in and returns to the previous page (spec: ux 1.1). */
export const signUpPage = page({
  path: '/sign-up',
  name: 'sign-up',
  who: 'anyone',
  async form({ ctx, c }, { fields: { return: back, name = '', email = '', password = '' } }) {
    const body = filled({ name, email, password })
    await call(ctx, anonymousCaller(c), api.createAccount, { body })
    const entered = await accounts.openSession(ctx, { email: email.trim().toLowerCase(), password }, browserIn(ctx, c))
    const returnTo = ownPath(back)
    return redirectAfterSignIn(ctx, c, entered, returnTo === '/' ? '/you' : returnTo)
  },
  async show(at) {
    const { ctx, c, typed, problem } = at
    const returnTo = ownPath(typed['return'] ?? c.req.query('return'))
    const reason = await reasonFor(ctx, c, returnTo)
    return sendPage(ctx, c, <SignUpPage at={at} returnTo={returnTo} reason={reason} />, {
      status: problem?.status ?? 200,
      headers: { 'X-Robots-Tag': 'noindex' },
    })
  },
})

type Props = { at: PageRequest<Viewer>; returnTo: string; reason: Reason | null }

const SignUpPage = ({ at, returnTo, reason }: Props) => (
  <Plain site={siteOf(at.ctx)} title={reason ? `Create an account to ${reason.action}` : 'Create an account'}>
    {reason ? (
      <ReasonPart ctx={at.ctx} reason={reason} />
    ) : (
      <p class="lead">Like items, ask questions, make offers, buy, and sell when you want to.</p>
    )}
    <WrongAbove problem={at.problem} fields={SIGN_UP_FIELDS} />
    <SignUpForm at={at} returnTo={returnTo} />
    <p>
      Already have an account? <a href={signInPath(returnTo)}>Sign in</a>
    </p>
  </Plain>
)
