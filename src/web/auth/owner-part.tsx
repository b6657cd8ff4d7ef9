import type { Context } from '#platform/context/index.ts'
import { endedText, type Ended, readLink, confirmsOwner } from '#identity/email-links/index.ts'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button, Field, Form } from '#web/ui/index.ts'
import { WrongAbove, problemAt, type Problem } from '#web/framework/page/index.ts'

/**
 * Returns what the user of a link must provide. `password`: a verified account adds another address. `whose`: first proof of an address in
 * a browser without its session (completions 12). Null for an invalid link.
 */
export async function asksOf(
  ctx: Context,
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
 * Returns the owner's consent from the form. Errors: 400 `password` when neither the password nor the choice to end earlier access was
 * sent; 401 `password`, 429.
 */
export async function ownerIn(
  ctx: Context,
  viewer: Viewer,
  link: { token: string; purpose: LinkPurpose },
  { password, takes }: { password: string; takes: boolean },
): Promise<boolean> {
  if (takes) return false
  const asks = await asksOf(ctx, viewer, link.token, link.purpose)
  if (asks !== null && asks !== 'nothing' && password === '')
    throw invalid('password', 'password is required to keep the account unchanged.')
  return confirmsOwner(ctx, link, { here: viewer, ...(password === '' ? {} : { password }) })
}

type Props = { action: string; token: string; asks: 'nothing' | 'password' | 'whose'; yes: string; problem?: Problem | undefined }

/** The button that uses a link, with the fields it needs. */
export const OwnerPart = ({ action, token, asks, yes, problem }: Props) =>
  asks === 'nothing' ? (
    <Form class="form" action={action} with={{ token }}>
      <WrongAbove problem={problem} />
      <Button kind="dark">{yes}</Button>
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
            asks === 'whose'
              ? 'If you opened the account yourself, enter its password and nothing changes. Or open this link in the browser where you are signed in.'
              : 'Or open this link in the browser where you requested the new address.'
          }
          autocomplete="current-password"
          required
          problem={problemAt(problem, 'password')}
        />
        <Button kind="dark">{yes}</Button>
      </Form>
      {asks === 'whose' ? (
        <>
          <h2>Not your account, or password unknown?</h2>
          <p>
            Someone else may have used your address. You can take over the account. This ends every session, key, approval and webhook of
            the account, and its password.
          </p>
          <Form class="form" action={action} with={{ token }}>
            <Button kind="bad" name="do" value="take">
              End all access and take over
            </Button>
          </Form>
        </>
      ) : null}
    </>
  )

/** Returns the sentence about what ended, for the page after a first proof. */
export const endedSentence = (ended: Ended): string => `We ended the access from before you verified this address: ${endedText(ended)}.`
