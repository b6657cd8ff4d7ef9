import { inTransaction, type Context } from '#platform/context.ts'
import { CreateAccount } from '#people/accounts/schema.ts'
import * as accounts from '#people/accounts/index.ts'
import { greet } from '#people/mailed-links/addresses.ts'
import type { App } from '#platform/http/mount.ts'
import { validate } from '#platform/http/validate.ts'
import { sendPage, type Call } from '#web/answer.ts'
import { Button } from '#web/components/button.tsx'
import { Field } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Layout } from '#web/layouts/public.tsx'
import { page } from '#web/page.tsx'
import { browserIn, ownPath, readForm } from '#web/session.ts'
import { goEntered } from '#web/ways-in/entered.ts'
import { Wrong } from './frame.tsx'
import { filled, problemAbove, problemAt, problemOf, type Problem } from './problem.ts'

/** Opening an account, which also signs in and goes on to what one was doing (ux 1.1). */
export function mountSignUp(app: App, ctx: Context): void {
  app.get(
    '/sign-up',
    page(ctx, 'sign-up', (c) => send(ctx, c, { returnTo: ownPath(c.req.query('return')), typed: {} })),
  )
  app.post(
    '/sign-up',
    page(ctx, 'sign-up', (c) => signUp(ctx, c)),
  )
}

type Props = { returnTo: string; typed: Record<string, string>; problem?: Problem }

const send = (ctx: Context, c: Call, props: Props): Promise<Response> =>
  sendPage(ctx, c, <SignUpPage ctx={ctx} {...props} />, {
    status: props.problem?.status ?? 200,
    headers: { 'X-Robots-Tag': 'noindex' },
  })

async function signUp(ctx: Context, c: Call): Promise<Response> {
  const { return: back, ...fields } = await readForm(ctx, c)
  const returnTo = ownPath(back)
  try {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const input = validate(CreateAccount, filled(fields))
    const passwordHash = await accounts.hashNewPassword(ctx, input)
    await inTransaction(ctx, async (tx) => {
      const { account } = await accounts.openAccount(tx, { name: input.name, email: input.email, passwordHash })
      await greet(tx, account)
    })
    return goEntered(ctx, c, await accounts.openSession(ctx, input, browserIn(ctx, c)), returnTo === '/' ? '/you' : returnTo)
  } catch (error) {
    return send(ctx, c, { returnTo, typed: fields, problem: problemOf(error) })
  }
}

const FIELDS = ['name', 'email', 'password']

const SignUpPage = ({ ctx, returnTo, typed, problem }: Props & { ctx: Context }) => (
  <Layout site={ctx.config} title="Open an account · resale">
    <div class="plain">
      <h1>Open an account</h1>
      <p class="lead">To like, ask, make offers, buy, and to sell when you want to.</p>
      <Wrong says={problemAbove(problem, FIELDS)} />
      <Form class="form" action="/sign-up" returnTo={returnTo}>
        <Field
          name="name"
          label="Your name"
          hint="Sellers see it when you write or buy."
          autocomplete="name"
          maxlength={60}
          required
          value={typed['name']}
          problem={problemAt(problem, 'name')}
        />
        <Field
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          required
          value={typed['email']}
          problem={problemAt(problem, 'email')}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          hint="At least 10 characters. A password manager may fill it in."
          autocomplete="new-password"
          required
          problem={problemAt(problem, 'password')}
        />
        <Button kind="dark">Open an account</Button>
      </Form>
      <p>
        You have one? <a href={`/sign-in?return=${encodeURIComponent(returnTo)}`}>Sign in</a>
      </p>
    </div>
  </Layout>
)
