import type { Child } from '#web/framework/jsx/index.ts'
import { localPath } from '#web/framework/routes.ts'
import { readAddress } from '#identity/email-links/index.ts'
import { listBrowsers } from '#identity/push/index.ts'
import { pushKeys } from '#messaging/push/index.ts'
import { requiredKinds } from '#messaging/notifications/rules.ts'
import { zoneOf } from '#identity/sessions/index.ts'
import { Badge, Button, Check, Choices, Field, Section, Time } from '#web/ui/index.ts'
import { singleKeys } from '#web/framework/single-keys.ts'
import { themeOf, THEMES } from '#web/framework/theme.ts'
import { api, type PageRequest, call, fieldAt, problemAt, WrongAbove } from '#web/framework/page/index.ts'
import { AddressesPart } from './settings-addresses.tsx'
import { FactorsPart } from './settings-mfa.tsx'
import { Change } from './settings-part.tsx'
import { PushPart } from './settings-push.tsx'
import { AddressPart, PasswordPart, SessionsPart } from './settings-sign-in.tsx'

const FIELDS = ['name', 'time_zone', 'email', 'old_password', 'new_password', 'words', 'password']

export const CLOSE_PHRASE = 'close my account'

const PARTS = {
  who: 'Profile',
  hours: 'Time zone',
  address: 'Email',
  'password-part': 'Password',
  'ways-in': 'Sign-in methods',
  addresses: 'Addresses',
  cards: 'Saved cards',
  sessions: 'Signed-in browsers',
  look: 'Appearance',
  keys: 'Keyboard shortcuts',
  mails: 'Emails',
  push: 'Browser notifications',
  blocked: 'Blocked people',
  brake: 'Pause all automation',
  data: 'Your data',
  close: 'Close account',
} as const

const Part = ({ id, children }: { id: keyof typeof PARTS; children?: Child }) => (
  <Section id={id} title={PARTS[id]}>
    {children}
  </Section>
)

/** Links to the sections of the page, shown next to the content on a desktop. */
const Index = ({ hasCards }: { hasCards: boolean }) => (
  <nav class="settings-index" aria-label="Settings">
    <ul role="list">
      {Object.entries(PARTS)
        .filter(([id]) => id !== 'cards' || hasCards)
        .map(([id, title]) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
    </ul>
  </nav>
)

const RequiredMails = () => (
  <>
    <p>You cannot turn off these emails:</p>
    <ul class="stack small">
      {requiredKinds().map(({ reason, titles }) => (
        <li>
          <strong>{reason}</strong> {titles.join('. ')}.
        </li>
      ))}
    </ul>
  </>
)

/** Reads all data for the page in a single batch. */
export async function readSettings({ ctx, c, viewer }: PageRequest) {
  const [account, timeZone, address, factors, passkeys, sessions, { switches }, browsers, { publicKey }, archives, addresses] =
    await Promise.all([
      call(ctx, viewer, api.getMe),
      zoneOf(ctx, viewer.accountId),
      readAddress(ctx, viewer.accountId),
      call(ctx, viewer, api.getFactors),
      call(ctx, viewer, api.listPasskeys),
      call(ctx, viewer, api.listSessions),
      call(ctx, viewer, api.listNotices),
      listBrowsers(ctx, viewer),
      pushKeys(ctx),
      call(ctx, viewer, api.listExports, { query: { limit: '5' } }),
      call(ctx, viewer, api.listAddresses),
    ])
  return {
    account,
    timeZone,
    address,
    own: { factors, passkeys: passkeys.data },
    sessions: sessions.data,
    switches,
    push: { browsers, publicKey },
    archives: archives.data,
    addresses: addresses.data,
    theme: themeOf(c),
    keys: singleKeys(c),
  }
}

type Props = Awaited<ReturnType<typeof readSettings>> & { at: PageRequest }

export const SettingsPage = ({
  at,
  account,
  timeZone,
  address,
  own,
  sessions,
  switches,
  push,
  archives,
  addresses,
  theme,
  keys,
}: Props) => (
  <div class="indexed">
    <Index hasCards={at.ctx.payments !== null} />
    <div class="settings">
      <WrongAbove problem={at.problem} fields={FIELDS} />
      <Part id="who">
        <Change viewer={at.viewer} what="name">
          <Field {...fieldAt(at, 'name', account.name)} label="Your name" autocomplete="name" maxlength={60} required />
          <Button label="Save name" />
        </Change>
      </Part>
      <Part id="hours">
        <Change viewer={at.viewer} what="time_zone">
          <Field
            {...fieldAt(at, 'time_zone', timeZone)}
            label="Time zone for emails"
            hint="Enter the name of a time zone, such as America/Los_Angeles or Europe/Berlin. Pages use your device’s time zone."
            maxlength={64}
            required
          />
          <Button label="Save time zone" />
        </Change>
      </Part>
      <Part id="address">
        <AddressPart at={at} address={address} />
      </Part>
      <Part id="password-part">
        <PasswordPart viewer={at.viewer} hasPassword={address.hasPassword} problem={at.problem} />
      </Part>
      <Part id="ways-in">
        <FactorsPart ctx={at.ctx} viewer={at.viewer} {...own} />
      </Part>
      <Part id="addresses">
        <AddressesPart addresses={addresses} />
      </Part>
      {at.ctx.payments === null ? null : (
        <Part id="cards">
          <p>
            {at.ctx.payments.name === 'stripe'
              ? 'Stripe stores the cards that you save when you pay. '
              : 'You can save a test card when you pay. '}
            <a href="/you/cards">See and remove your saved cards</a>
          </p>
        </Part>
      )}
      <Part id="sessions">
        <SessionsPart ctx={at.ctx} viewer={at.viewer} sessions={sessions} />
      </Part>
      <Part id="look">
        <Change viewer={at.viewer} what="theme">
          <Choices name="theme" label="Theme">
            {THEMES.map(({ id, label }) => (
              <Check name="theme" type="radio" value={id} label={label} checked={id === theme} />
            ))}
          </Choices>
          <Button label="Save appearance" />
        </Change>
      </Part>
      <Part id="keys">
        <p>
          When you manage your shop, single keys are shortcuts: <kbd>c</kbd> lists an item, <kbd>g</kbd> then <kbd>t</kbd> opens Today,{' '}
          <kbd>?</kbd> shows all shortcuts. Turn them off if you use speech input or press keys by accident.
        </p>
        <Change viewer={at.viewer} what="keys">
          <Check name="keys" label="Use single-key shortcuts in this browser" checked={keys} />
          <Button label="Save shortcuts" />
        </Change>
      </Part>
      <Part id="mails">
        <Change viewer={at.viewer} what="notices">
          <Choices name="mails" label="Email me when" hint="You can always see all of this in your account, with or without emails.">
            {switches.map(({ kind, title, enabled }) => (
              <Check name={kind} label={title} checked={enabled} />
            ))}
          </Choices>
          <Button label="Save email settings" />
        </Change>
        <RequiredMails />
      </Part>
      <Part id="push">
        <PushPart ctx={at.ctx} viewer={at.viewer} {...push} />
        <Change viewer={at.viewer} what="push_notices">
          <Choices
            name="pushes"
            label="Notify my browsers when"
            hint="This applies to every browser where notifications are on. We always notify you about a reversed or failed payment."
          >
            {switches.map(({ kind, title, push: isOn }) =>
              isOn === null ? null : <Check name={`push_${kind}`} label={title} checked={isOn} />,
            )}
          </Choices>
          <Button label="Save notification settings" />
        </Change>
      </Part>
      <Part id="blocked">
        <p>
          Blocked people cannot send you messages or offers, or buy from you. <a href="/you/blocked">See the people you have blocked</a>
        </p>
      </Part>
      <Part id="brake">
        <p>
          This immediately stops all helpers in your shops and all agent keys. {account.brake ? <Badge means="warn">Paused</Badge> : null}
        </p>
        <Change viewer={at.viewer} what="brake">
          <Button
            icon={account.brake ? 'play' : 'pause'}
            name="brake"
            value={account.brake ? 'false' : 'true'}
            label={account.brake ? 'Resume automation' : 'Pause all automation'}
          />
        </Change>
      </Part>
      <Part id="data">
        <p>Download all your data as one archive: shops, listings, photos, orders and messages. Each archive is available for 7 days.</p>
        {archives.length > 0 ? (
          <ul class="rows">
            {archives.map(({ status, url, created_at }) => (
              <li>
                <span>
                  Requested <Time at={created_at} now={at.ctx.now()} />
                </span>
                {url ? <a href={localPath(url)}>Download</a> : <Badge>{status}</Badge>}
              </li>
            ))}
          </ul>
        ) : null}
        <Change viewer={at.viewer} what="export">
          <Button icon="download" label="Create archive" />
        </Change>
      </Part>
      <Part id="close">
        <p>
          We will immediately delete your name, email, keys and unsold listings. You cannot undo this. We store sales records without your
          name. Complete all open orders first.
        </p>
        <Change viewer={at.viewer} what="close">
          <Field {...fieldAt(at, 'words')} label={`Type “${CLOSE_PHRASE}”`} autocomplete="off" />
          <Field
            name="password"
            label="Your password"
            type="password"
            autocomplete="current-password"
            problem={problemAt(at.problem, 'password')}
          />
          <Button kind="bad" label="Close account permanently" />
        </Change>
      </Part>
    </div>
  </div>
)
