import type { Context, Core } from '#platform/context/index.ts'
import { endedText, type Ended, readLink, confirmsOwner } from '#identity/email-links/index.ts'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button, Field, Form } from '#web/ui/index.ts'
import { WrongAbove, problemAt, type Problem } from '#web/framework/page/index.ts'

/**
 * Returns the proof that the user of an email link must provide, or null for an invalid link. `password`: the link adds an email address to
 * a verified account. `whose`: the link verifies the account's first address. In both cases, the viewer is not signed in to the account
 * (spec: completions 12). `nothing`: pressing the button is enough.
 */
export async function requiredProof(
  ctx: Core,
  viewer: Viewer,
  token: string,
  purpose: LinkPurpose,
): Promise<'nothing' | 'password' | 'whose' | null> {
  const means = await readLink(ctx, token, purpose)
  if (!means) return null
  if (viewer.kind === 'session' && viewer.accountId === means.accountId) return 'nothing'
  return means.firstProof ? 'whose' : means.otherAddress ? 'password' : 'nothing'
}

/**
 * Returns true when the session or the password proves that the viewer owns the account. Returns false when the viewer chose to take over
 * the account and end all earlier access. Errors: 400 `password` when the form contains neither a password nor that choice; 401 `password`;
 * 429.
 */
export async function ownerIn(
  ctx: Context,
  viewer: Viewer,
  link: { token: string; purpose: LinkPurpose },
  { password, takes }: { password: string; takes: boolean },
): Promise<boolean> {
  if (takes) return false
  const proof = await requiredProof(ctx, viewer, link.token, link.purpose)
  if (proof !== null && proof !== 'nothing' && password === '')
    throw invalid('password', 'password is required to confirm that this account is yours.')
  return confirmsOwner(ctx, link, { caller: viewer, ...(password === '' ? {} : { password }) })
}

type Props = { action: string; token: string; proof: 'nothing' | 'password' | 'whose'; yes: string; problem?: Problem | undefined }

/** The form with the button that uses an email link. The form also contains the fields for the required proof. */
export const OwnerPart = ({ action, token, proof, yes, problem }: Props) =>
  proof === 'nothing' ? (
    <Form class="form" action={action} with={{ token }}>
      <WrongAbove problem={problem} />
      <Button kind="dark" label={yes} />
    </Form>
  ) : (
    <>
      <WrongAbove problem={problem} fields={['password']} />
      <Form class="form" action={action} with={{ token }}>
        <Field
          name="password"
          label="Account password"
          type="password"
          hint={
            proof === 'whose'
              ? 'If you opened the account yourself, enter its password, or open this link in a browser where you are signed in.'
              : 'You can also open this link in the browser where you requested the change.'
          }
          autocomplete="current-password"
          required
          problem={problemAt(problem, 'password')}
        />
        <Button kind="dark" label={yes} />
      </Form>
      {proof === 'whose' ? (
        <>
          <h2>If this is not your account, or you forgot the password</h2>
          <p>
            Someone else may have used your address. You can take over the account. This removes the password, ends every session, and
            revokes every key, approval and webhook.
          </p>
          <Form class="form" action={action} with={{ token }}>
            <Button kind="bad" do="take" label="Revoke all access and take over" />
          </Form>
        </>
      ) : null}
    </>
  )

/** Returns a sentence that lists the revoked access. The page shows it after the account's first address has been verified. */
export const endedSentence = (ended: Ended): string =>
  `We have revoked all access granted before you verified this address: ${endedText(ended)}.`
