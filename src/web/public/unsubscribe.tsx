import type { Context } from '#platform/context/index.ts'
import { findSubscription, setSubscription, type Subscription } from '#messaging/notifications/index.ts'
import { titleOf } from '#messaging/notifications/rules.ts'
import { readBody } from '#platform/http/body.ts'
import { invalid } from '#platform/errors/index.ts'
import type { App } from '#platform/http/mount.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import type { Call } from '#web/framework/answer.ts'
import { sendAuthPage } from '#web/framework/page/auth-page.tsx'
import { notFound, serveGet, served } from '#web/framework/page/index.ts'

const PATH = '/unsubscribe/:token'
const MAX_BYTES = 4 * 1024

/**
 * Mounts the page that turns off one kind of email. Mail clients post `List-Unsubscribe=One-Click` to this page, without cookies or
 * `Origin`, and do not follow redirects (RFC 8058). The token in the path is the only proof, so the form needs no session. Opening the page
 * changes nothing, because mail scanners open links.
 */
export function mountUnsubscribe(app: App, ctx: Context): void {
  serveGet(app, ctx, PATH, 'unsubscribe', async (c) => send(ctx, c, await findSubscription(ctx, tokenOf(c))))
  app.post(
    PATH,
    served(ctx, 'unsubscribe', async (c) => {
      const enabled = await readChoice(c)
      return send(ctx, c, await setSubscription(ctx, tokenOf(c), enabled))
    }),
  )
}

const tokenOf = (c: Call): string => c.req.param('token') ?? ''

/** Reads the choice posted by a mail client or a user. RFC 8058 permits URL-encoded and multipart forms. Errors: 400. */
async function readChoice(c: Call): Promise<boolean> {
  const body = await readBody(c.env.incoming, ['form', 'multipart'], MAX_BYTES)
  try {
    const { 'List-Unsubscribe': click, emails } = body.value as Record<string, unknown>
    if (click === 'One-Click' || emails === 'off') return false
    if (emails === 'on') return true
    throw invalid('emails', 'emails must be on or off.')
  } finally {
    await body.cleanup()
  }
}

function send(ctx: Context, c: Call, subscription: Subscription | null): Promise<Response> {
  if (!subscription) throw notFound()
  const { kind, enabled, isGuest } = subscription
  return sendAuthPage(
    ctx,
    c,
    { title: enabled ? 'Email notifications' : 'Unsubscribed' },
    <>
      <p class="lead">
        {enabled ? 'You will get an email for this event:' : 'You will no longer get an email for this event:'}{' '}
        <strong>{titleOf(kind)}</strong>.
      </p>
      <Form action={ctx.urls.unsubscribe(tokenOf(c)).slice(ctx.config.publicUrl.length)} with={{ emails: enabled ? 'off' : 'on' }}>
        <p class="actions">
          <Button kind="dark" label={enabled ? 'Turn off these emails' : 'Turn on these emails'} />
        </p>
      </Form>
      <p class="small quiet">
        You will still get our other emails. {isGuest ? null : <a href="/you/settings#mails">See all notification settings</a>}
      </p>
    </>,
  )
}
