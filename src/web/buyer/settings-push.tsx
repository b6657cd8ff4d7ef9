import type { Context, Person } from '#platform/context/index.ts'
import { browserName } from '#identity/sessions/rules.ts'
import type { SubscribedBrowser } from '#identity/push/index.ts'
import { Badge, Button, Hidden, Time } from '#web/ui/index.ts'
import { Change } from './settings-part.tsx'

export type PushProps = {
  browsers: readonly SubscribedBrowser[]
  /** The service's public VAPID key. Browsers need it for push subscriptions. */
  publicKey: string
}

/** Browsers that receive push notifications, and the switch for this browser. */
export const PushPart = ({ ctx, viewer, browsers, publicKey }: PushProps & { ctx: Context; viewer: Person }) => (
  <>
    <p>
      Get notifications in this browser, even when none of our pages is open. Choose the events below. You will still get emails about them.
      Notifications in a browser stop when you sign out there.
    </p>
    {browsers.length > 0 ? (
      <ul class="rows">
        {browsers.map(({ id, agent, since, own }) => (
          <li>
            <span>
              {browserName(agent)},{' '}
              <span class="quiet">
                since <Time at={since} now={ctx.now()} />
              </span>{' '}
              {own ? <Badge means="ok">This browser</Badge> : null}
            </span>
            <Change viewer={viewer} what="push_end">
              <Button
                small
                kind="quiet"
                name="subscription"
                value={id}
                label="Turn off"
                about={` notifications in ${browserName(agent)}`}
              />
            </Change>
          </li>
        ))}
      </ul>
    ) : null}
    {browsers.some(({ own }) => own) ? null : (
      <div data-island="push" data-key={publicKey} hidden>
        <Change viewer={viewer} what="push">
          <Hidden values={{ endpoint: '', p256dh: '', auth: '' }} />
          <p class="problem" role="status" data-said />
          <div>
            <Button label="Turn on in this browser" />
          </div>
        </Change>
      </div>
    )}
    <noscript>
      <p class="small">To turn on notifications in this browser, turn on JavaScript.</p>
    </noscript>
  </>
)
