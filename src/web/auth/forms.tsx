import { Button, Field, Form } from '#web/ui/index.ts'
import { fieldAt, problemAt, type PageRequest } from '#web/framework/page/index.ts'
import type { Viewer } from '#web/framework/answer.ts'

/** Fields of the sign-up form that show their own error message. */
export const SIGN_UP_FIELDS = ['name', 'email', 'password']

type SignUpProps = { at: PageRequest<Viewer>; returnTo: string; /** True on a page that also has the sign-in form. */ withSignIn?: boolean }

/** The form that creates an account. */
export const SignUpForm = ({ at, returnTo, withSignIn = false }: SignUpProps) => {
  const id = (name: string) => (withSignIn ? `new-${name}` : name)
  return (
    <Form class="form" action="/sign-up" returnTo={returnTo} label="Create an account">
      <Field
        {...fieldAt(at, 'name')}
        id={id('name')}
        label="Your name"
        hint="Sellers see your name when you message them or buy from them."
        autocomplete="name"
        maxlength={60}
        required
      />
      <Field {...fieldAt(at, 'email')} id={id('email')} label="Email" type="email" autocomplete="username" required />
      <Field
        name="password"
        id={id('password')}
        label="Password"
        type="password"
        hint="At least 10 characters. You can use a password manager."
        autocomplete="new-password"
        required
        problem={problemAt(at.problem, 'password')}
      />
      <Button kind="dark" label="Create account" />
    </Form>
  )
}

type SignInProps = {
  returnTo: string
  email: string | undefined
  /** True on a page with a different main action. */ secondary?: boolean
}

/**
 * The sign-in form. The browser offers passkeys in the email field (`islands/passkeys.ts`). The second button sends an email link to the
 * address in that field.
 */
export const SignInForm = ({ returnTo, email, secondary = false }: SignInProps) => (
  <Form class="form" action="/sign-in" returnTo={returnTo} label="Sign in">
    <Field name="email" label="Email" type="email" autocomplete="username webauthn" required value={email} />
    <Field name="password" label="Password" type="password" autocomplete="current-password" required />
    <Button {...(secondary ? {} : { kind: 'dark' })} label="Sign in" />
    <Button kind="quiet" do="sign_in" action="/forgot" label="Email me a sign-in link" />
  </Form>
)
