import type { Context, Person } from '#platform/context/index.ts'
import { PROOF_MINUTES } from '#core/proof.ts'
import { payerOf } from '#core/tenant.ts'
import { proveByPassword } from '#identity/passwords/index.ts'
import { PasskeySession } from '#identity/mfa/index.ts'
import { proveByPasskey } from '#identity/mfa/second-step/index.ts'
import { factorsOf } from '#identity/mfa/owner/index.ts'
import { readAddress } from '#identity/email-links/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { validate } from '#platform/http/validate.ts'
import type { Call } from '#web/framework/answer.ts'
import { Button, Field, Form, Notice, PasskeyForm, passkeyIn } from '#web/ui/index.ts'
import { problemAt, problemOf, type Problem } from './problem.ts'
import { sendAuthPage } from './auth-page.tsx'
import { call } from '#platform/http/call.ts'
import { api } from '#api/index.ts'
import { WrongAbove } from './frames.tsx'

/** All fields in a form, as pairs of name and value. */
export type SubmittedFields = readonly (readonly [name: string, value: string])[]

/**
 * Performs a form's action. If the action requires a recent proof of identity (spec: completions 12), first sends a page that asks for the
 * proof and then resubmits the form's fields. No field appears in a URL.
 */
export async function confirmed(
  ctx: Context,
  c: Call,
  viewer: Person,
  submitted: SubmittedFields,
  work: (viewer: Person) => Promise<Response>,
): Promise<Response> {
  const given = Object.fromEntries(submitted)
  let proved = viewer
  try {
    if (given[BY] === 'mail') return await sendMailed(ctx, c, viewer, submitted)
    if (given[PASSKEY]) proved = await proveByPasskey(ctx, viewer, validate(PasskeySession, { passkey: passkeyIn(given, PASSKEY) }).passkey)
    else if (given[PASSWORD]) proved = await proveByPassword(ctx, viewer, given[PASSWORD])
  } catch (error) {
    return sendConfirm(ctx, c, viewer, submitted, atOwnField(problemOf(error)))
  }
  try {
    return await work(proved)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof') throw error
    return sendConfirm(ctx, c, viewer, submitted, given[BY] === 'link' ? NOT_YET : undefined)
  }
}

/** Fields of the confirmation page itself, which the action does not receive. */
const PASSWORD = 'proof_password'
const BY = 'proof_by'
const PASSKEY = 'proof_passkey'
const OWN = new Set([PASSWORD, PASSKEY, BY, 'form_token'])

/** Returns the fields that the confirmation page repeats. Pages never contain a password that a user typed. */
const carried = (submitted: SubmittedFields): SubmittedFields => submitted.filter(([name]) => !OWN.has(name) && !name.includes('password'))

const atOwnField = (problem: Problem): Problem => (problem.param === 'password' ? { ...problem, param: PASSWORD } : problem)

const NOT_YET: Problem = {
  param: null,
  message: 'You have not confirmed yet. Open the link from the email in this browser, then continue here.',
  status: 403,
}

async function sendConfirm(ctx: Context, c: Call, viewer: Person, submitted: SubmittedFields, problem?: Problem): Promise<Response> {
  const withPasskey = (await factorsOf(ctx, payerOf(viewer))).includes('passkey')
  return sendAuthPage(
    ctx,
    c,
    { title: 'Confirm your identity', viewer, status: problem?.status ?? 403 },
    <>
      <p class="lead">
        This action is sensitive, so we need to check that it is you. What you entered is saved, and you can continue after you confirm.
      </p>
      <WrongAbove problem={problem} fields={[PASSWORD]} />
      <Form class="form" action={c.req.path} viewer={viewer}>
        <Carried submitted={submitted} />
        <Field
          name={PASSWORD}
          label="Your password"
          type="password"
          hint={`We will not ask you again for ${PROOF_MINUTES} minutes.`}
          autocomplete="current-password"
          required
          problem={problemAt(problem, PASSWORD)}
        />
        <Button kind="dark" label="Confirm and continue" />
      </Form>
      <OtherMethods viewer={viewer} path={c.req.path} submitted={submitted} withPasskey={withPasskey} />
    </>,
  )
}

type OtherProps = { viewer: Person; path: string; submitted: SubmittedFields; withPasskey: boolean }

/**
 * Ways to confirm the user's identity without the password. Each of them is a separate form, because the main form requires the password
 * field.
 */
const OtherMethods = ({ viewer, path, submitted, withPasskey }: OtherProps) => (
  <div class="actions">
    {withPasskey ? (
      <PasskeyForm action={path} options="/sessions/passkey-options" field={PASSKEY} viewer={viewer} label="Use a passkey">
        <Carried submitted={submitted} />
      </PasskeyForm>
    ) : null}
    <Form action={path} viewer={viewer} label="Other ways to confirm your identity">
      <Carried submitted={submitted} />
      <Button name={BY} value="mail" label="Email me a link instead" />
    </Form>
  </div>
)

const Carried = ({ submitted }: { submitted: SubmittedFields }) => (
  <>
    {carried(submitted).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)

async function sendMailed(ctx: Context, c: Call, viewer: Person, submitted: SubmittedFields): Promise<Response> {
  const { email } = await readAddress(ctx, payerOf(viewer))
  await call(ctx, viewer, api.askForSignInLink, { body: { email } })
  return sendAuthPage(
    ctx,
    c,
    { title: 'Check your email', viewer },
    <>
      <p class="lead">We sent a link to {email}. Open it in this browser, then come back to this page and continue.</p>
      {ctx.config.mail.kind === 'mailbox' ? (
        <Notice>
          <span>
            This server does not send email. You can read its messages in{' '}
            <a href="/dev/mail" target="_blank" rel="noopener">
              the dev mailbox
            </a>
            .
          </span>
        </Notice>
      ) : null}
      <Form class="form" action={c.req.path} viewer={viewer}>
        <Carried submitted={submitted} />
        <Button kind="dark" name={BY} value="link" label="Continue after you have opened the link" />
      </Form>
    </>,
  )
}
