import type { Context, Person } from '#platform/context/index.ts'
import { browserWords } from '#identity/sessions/rules.ts'
import type { SubscribedBrowser } from '#identity/push/index.ts'
import { Badge, Button, Hidden, Time } from '#web/ui/index.ts'
import { Change } from './settings-part.tsx'

export type PushProps = {
  browsers: readonly SubscribedBrowser[]
  /** VAPID key of the service, for subscriptions. */
  publicKey: string
}

/** Browsers with push notifications, and the switch for this one. */
export const PushPart = ({ ctx, viewer, browsers, publicKey }: PushProps & { ctx: Context; viewer: Person }) => (
  <>
    <p>
      What costs money to be late for can come to a browser at once, also while no page of ours is open: an offer or another price to
      answer, an order to pay or to send, a problem, a cancellation that is asked for, a bank that takes money back, an agent that waits for
      your word. It says what the mail says. It ends when you sign out there.
    </p>
    {browsers.length > 0 ? (
      <ul class="rows">
        {browsers.map(({ id, agent, since, own }) => (
          <li>
            <span>
              {browserWords(agent)},{' '}
              <span class="quiet">
                since <Time at={since} now={ctx.now()} />
              </span>{' '}
              {own ? <Badge means="ok">This browser</Badge> : null}
            </span>
            <Change viewer={viewer} what="push_end">
              <Button small kind="quiet" name="subscription" value={id}>
                Stop<span class="hidden-text"> notices in {browserWords(agent)}</span>
              </Button>
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
            <Button>Tell me in this browser</Button>
          </div>
        </Change>
      </div>
    )}
    <noscript>
      <p class="small">To switch it on in this browser, its JavaScript has to be on.</p>
    </noscript>
  </>
)
