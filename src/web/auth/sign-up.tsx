import * as accounts from '#identity/accounts/index.ts'
import { sendPage, anonymousCaller, type Viewer } from '#web/framework/answer.ts'
import { Button, Field, Form } from '#web/ui/index.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { browserIn, ownPath } from '#web/framework/session.ts'
import { WrongAbove, api, call, fieldAt, filled, page, problemAt, type PageRequest } from '#web/framework/page/index.ts'
import { redirectAfterSignIn } from '#web/framework/page/after-sign-in.ts'

/** Creates an account, signs the user in and continues to the previous page (spec: ux 1.1). */
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
  show(at) {
    const { ctx, c, typed, problem } = at
    const returnTo = ownPath(typed['return'] ?? c.req.query('return'))
    return sendPage(ctx, c, <SignUpPage at={at} returnTo={returnTo} />, {
      status: problem?.status ?? 200,
      headers: { 'X-Robots-Tag': 'noindex' },
    })
  },
})

const FIELDS = ['name', 'email', 'password']

const SignUpPage = ({ at, returnTo }: { at: PageRequest<Viewer>; returnTo: string }) => (
  <Plain site={at.ctx.config} title="Create an account">
    <p class="lead">Like items, ask questions, make offers, buy, and sell when you want to.</p>
    <WrongAbove problem={at.problem} fields={FIELDS} />
    <Form class="form" action="/sign-up" returnTo={returnTo}>
      <Field
        {...fieldAt(at, 'name')}
        label="Your name"
        hint="Sellers see your name when you message them or buy."
        autocomplete="name"
        maxlength={60}
        required
      />
      <Field {...fieldAt(at, 'email')} label="Email" type="email" autocomplete="username" required />
      <Field
        name="password"
        label="Password"
        type="password"
        hint="At least 10 characters. You can use a password manager."
        autocomplete="new-password"
        required
        problem={problemAt(at.problem, 'password')}
      />
      <Button kind="dark">Create account</Button>
    </Form>
    <p>
      Already have an account? <a href={`/sign-in?return=${encodeURIComponent(returnTo)}`}>Sign in</a>
    </p>
  </Plain>
)
