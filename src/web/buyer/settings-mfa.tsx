import { counted } from '#core/format/count.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { Factors, Passkey } from '#web/framework/page/records.ts'
import { Badge, Button, Notice, Time } from '#web/ui/index.ts'
import { Change } from './settings-part.tsx'

/** Target of the forms for factors. Their responses have no own address and lead back to the settings. */
export const WAYS_IN = '/you/ways-in'

export type OwnFactors = { factors: Factors; passkeys: readonly Passkey[] }

type Props = OwnFactors & { ctx: Context; viewer: Person }

/** Passkeys, authenticator apps and recovery codes, each with its creation and last use. */
export const FactorsPart = ({ ctx, viewer, factors, passkeys }: Props) => {
  const now = ctx.now()
  return (
    <>
      <p>
        {factors.second_step
          ? 'Your password alone signs nobody in: one of these is asked for as well. A passkey signs in without it.'
          : 'With a passkey or codes by app, a password that somebody stole is not enough to get into your account.'}{' '}
        {factors.second_step ? <Badge means="ok">Two steps</Badge> : null}
      </p>
      {factors.required && !factors.second_step ? (
        <Notice means="warn">
          <span>You run this service: its pages open once you have set one of these up.</span>
        </Notice>
      ) : null}
      <h3>Passkeys</h3>
      {passkeys.length === 0 ? (
        <p class="quiet">
          None yet. A passkey is kept by your phone, computer or password manager, and opens with your finger, face or PIN.
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
      <Change viewer={viewer} what="add_passkey" action={WAYS_IN}>
        <Button icon="key">Add a passkey</Button>
      </Change>
      <h3>Codes by app</h3>
      {factors.totp ? (
        <>
          <p>
            Your authenticator app shows a code for each sign-in.
            <br />
            <Used at={factors.totp.created_at} last={factors.totp.last_used_at} now={now} />
          </p>
          <Change viewer={viewer} what="remove_totp" action={WAYS_IN}>
            <Button>Switch codes by app off</Button>
          </Change>
        </>
      ) : (
        <>
          <p class="quiet">Off. An app on your phone shows a new code of six digits every half minute.</p>
          <Change viewer={viewer} what="start_totp" action={WAYS_IN}>
            <Button>Set up an app</Button>
          </Change>
        </>
      )}
      {factors.recovery_codes ? (
        <>
          <h3>Recovery codes</h3>
          <p>
            {leftWords(factors.recovery_codes.left)} For when your devices are not at hand.
            <br />
            <span class="quiet">
              Made <Time at={factors.recovery_codes.created_at} now={now} />
            </span>
          </p>
          <Change viewer={viewer} what="new_codes" action={WAYS_IN}>
            <Button>Make new codes</Button>
          </Change>
        </>
      ) : null}
    </>
  )
}

const leftWords = (left: number): string => (left === 0 ? 'None is left.' : `${counted(left, 'is', 'are')} left.`)

/** Creation and last use of a factor. */
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
