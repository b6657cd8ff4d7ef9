import { pathHere } from '#web/base/places.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Address } from '#people/mailed-links/addresses.ts'
import { Badge, Button, Check, Choices, Field, Time } from '#web/components/index.ts'
import { THEMES, type Theme } from '#web/base/theme.ts'
import { type Account, type Archive, fieldAt, type Notices, type Problem, problemAt, type SignedIn, WrongAbove } from '#web/page/index.ts'
import { FactorsPart, type OwnFactors } from './settings-factors.tsx'
import { Change, Part } from './settings-part.tsx'
import { PushPart, type PushProps } from './settings-push.tsx'
import { AddressPart, PasswordPart, SessionsPart } from './settings-ways-in.tsx'

const FIELDS = ['name', 'time_zone', 'email', 'old_password', 'new_password', 'words', 'password']

export const CLOSE_WORDS = 'close my account'

type Props = {
  ctx: Context
  viewer: Person
  account: Account
  timeZone: string
  address: Address
  own: OwnFactors
  sessions: readonly SignedIn[]
  switches: Notices['switches']
  push: PushProps
  archives: readonly Archive[]
  theme: Theme
  /** Whether shortcuts of a single key work. */
  keys: boolean
  typed: Record<string, string>
  problem: Problem | undefined
}

export const SettingsPage = ({
  ctx,
  viewer,
  account,
  timeZone,
  address,
  own,
  sessions,
  switches,
  push,
  archives,
  theme,
  keys,
  typed,
  problem,
}: Props) => (
  <div class="settings">
    <WrongAbove problem={problem} fields={FIELDS} />
    <Part id="who" title="You">
      <Change viewer={viewer} what="name">
        <Field {...fieldAt({ typed, problem }, 'name', account.name)} label="Your name" autocomplete="name" maxlength={60} required />
        <Button>Save the name</Button>
      </Change>
    </Part>
    <Part id="hours" title="Your hours">
      <Change viewer={viewer} what="time_zone">
        <Field
          {...fieldAt({ typed, problem }, 'time_zone', timeZone)}
          label="Time zone of your mails"
          hint="By its name: America/Los_Angeles, Europe/Berlin. Pages show the hours of the device you read them on."
          maxlength={64}
          required
        />
        <Button>Save the time zone</Button>
      </Change>
    </Part>
    <Part id="address" title="Your address">
      <AddressPart viewer={viewer} address={address} typed={typed} problem={problem} />
    </Part>
    <Part id="password-part" title="Your password">
      <PasswordPart viewer={viewer} hasPassword={address.hasPassword} problem={problem} />
    </Part>
    <Part id="ways-in" title="Ways in">
      <FactorsPart ctx={ctx} viewer={viewer} {...own} />
    </Part>
    <Part id="sessions" title="Where you are signed in">
      <SessionsPart ctx={ctx} viewer={viewer} sessions={sessions} />
    </Part>
    <Part id="look" title="Looks">
      <Change viewer={viewer} what="theme">
        <Choices name="theme" label="Colours">
          {THEMES.map(({ id, words }) => (
            <Check name="theme" type="radio" value={id} label={words} checked={id === theme} />
          ))}
        </Choices>
        <Button>Save the looks</Button>
      </Change>
    </Part>
    <Part id="keys" title="Single keys">
      <p>
        In your shop’s pages single keys are shortcuts: <kbd>c</kbd> lists a thing, <kbd>g</kbd> then <kbd>t</kbd> goes to Today,{' '}
        <kbd>?</kbd> shows them all. Switch them off if you speak to your computer or press keys by accident.
      </p>
      <Change viewer={viewer} what="keys">
        <Check name="keys" label="Single keys are shortcuts, in this browser" checked={keys} />
        <Button>Save the keys</Button>
      </Change>
    </Part>
    <Part id="mails" title="Mails">
      <Change viewer={viewer} what="notices">
        <Choices name="mails" label="Tell me by mail when" hint="Everything also shows on your pages.">
          {switches.map(({ kind, title, enabled }) => (
            <Check name={kind} label={title} checked={enabled} />
          ))}
        </Choices>
        <Button>Save the mails</Button>
      </Change>
    </Part>
    <Part id="push" title="Notices in browsers">
      <PushPart ctx={ctx} viewer={viewer} {...push} />
    </Part>
    <Part id="brake" title="Stop all helpers">
      <p>
        The brake stops every helper of your shops and every agent key at once.{' '}
        {account.brake ? <Badge means="warn">It is on</Badge> : null}
      </p>
      <Change viewer={viewer} what="brake">
        <Button icon={account.brake ? 'play' : 'pause'} name="brake" value={account.brake ? 'false' : 'true'}>
          {account.brake ? 'Let them work again' : 'Stop them now'}
        </Button>
      </Change>
    </Part>
    <Part id="data" title="Your data">
      <p>Everything you own here as one archive: shops, listings, photos, orders, messages. It is kept for 7 days.</p>
      {archives.length > 0 ? (
        <ul class="rows">
          {archives.map(({ status, url, created_at }) => (
            <li>
              <span>
                Asked for <Time at={created_at} now={ctx.now()} />
              </span>
              {url ? <a href={pathHere(url)}>Download it</a> : <Badge>{status}</Badge>}
            </li>
          ))}
        </ul>
      ) : null}
      <Change viewer={viewer} what="export">
        <Button icon="download">Put it together</Button>
      </Change>
    </Part>
    <Part id="close" title="Close the account">
      <p>
        Your name, email, keys and what was never sold are gone at once and for good; records of sales stay, without your name. Unfinished
        orders must be finished first.
      </p>
      <Change viewer={viewer} what="close">
        <Field {...fieldAt({ typed, problem }, 'words')} label={`Type “${CLOSE_WORDS}”`} autocomplete="off" />
        <Field
          name="password"
          label="Your password"
          type="password"
          autocomplete="current-password"
          problem={problemAt(problem, 'password')}
        />
        <Button kind="bad">Close it for good</Button>
      </Change>
    </Part>
  </div>
)
