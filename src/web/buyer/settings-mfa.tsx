import { counted } from '#core/format/count.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { Factors, Passkey } from '#web/framework/page/records.ts'
import { Badge, Button, Notice, Time } from '#web/ui/index.ts'
import { Change } from './settings-part.tsx'

/** Path that handles the forms for second factors. A GET request is redirected to the settings, because the path has no page. */
export const MFA_PATH = '/you/ways-in'

export type OwnFactors = { factors: Factors; passkeys: readonly Passkey[] }

type Props = OwnFactors & { ctx: Context; viewer: Person }

/** Passkeys, authenticator apps and recovery codes, with the times when each was created and last used. */
export const FactorsPart = ({ ctx, viewer, factors, passkeys }: Props) => {
  const now = ctx.now()
  return (
    <>
      <p>
        {factors.second_step
          ? 'To sign in, you need your password and one of these methods. A passkey signs you in without the password.'
          : 'With a passkey or an authenticator app, a stolen password is not enough to sign in to your account.'}{' '}
        {factors.second_step ? <Badge means="ok">Two-step verification</Badge> : null}
      </p>
      {factors.required && !factors.second_step ? (
        <Notice means="warn">
          <span>You are an operator of this service. Set up one of these methods to open the operator’s pages.</span>
        </Notice>
      ) : null}
      <h3>Passkeys</h3>
      {passkeys.length === 0 ? (
        <p class="quiet">
          None yet. Your phone, computer or password manager stores a passkey. You unlock it with your fingerprint, face or PIN.
        </p>
      ) : (
        <ul class="rows">
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li>
              <span>
                <a class="title" href={`/you/passkeys/${id}`}>
                  {name}
                </a>
                <br />
                <Used at={created_at} last={last_used_at} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Change viewer={viewer} what="add_passkey" action={MFA_PATH}>
        <Button icon="key" label="Add a passkey" />
      </Change>
      <h3>Authenticator app</h3>
      {factors.totp ? (
        <>
          <p>
            Your authenticator app shows a code for each sign-in.
            <br />
            <Used at={factors.totp.created_at} last={factors.totp.last_used_at} now={now} />
          </p>
          <Change viewer={viewer} what="remove_totp" action={MFA_PATH}>
            <Button label="Turn off authenticator app" />
          </Change>
        </>
      ) : (
        <>
          <p class="quiet">Off. An app on your phone shows a new six-digit code every 30 seconds.</p>
          <Change viewer={viewer} what="start_totp" action={MFA_PATH}>
            <Button label="Set up authenticator app" />
          </Change>
        </>
      )}
      {factors.recovery_codes ? (
        <>
          <h3>Recovery codes</h3>
          <p>
            {codesLeftText(factors.recovery_codes.left)} Use a recovery code when you do not have your device with you.
            <br />
            <span class="quiet">
              Created <Time at={factors.recovery_codes.created_at} now={now} />
            </span>
          </p>
          <Change viewer={viewer} what="new_codes" action={MFA_PATH}>
            <Button label="Create new codes" />
          </Change>
        </>
      ) : null}
    </>
  )
}

const codesLeftText = (left: number): string => (left === 0 ? 'No codes left.' : `${counted(left, 'code')} left.`)

/** The times when a second factor was created and last used. */
export const Used = ({ at, last, now }: { at: string; last: string | null; now: Date }) => (
  <span class="quiet">
    Added <Time at={at} now={now} />,{' '}
    {last === null ? (
      'not used yet'
    ) : (
      <>
        last used <Time at={last} now={now} />
      </>
    )}
  </span>
)
