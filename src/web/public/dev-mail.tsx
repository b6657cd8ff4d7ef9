import { Timestamp } from '#web/ui/time.tsx'
import type { Context, Core } from '#platform/context/index.ts'
import { readMailbox, readMailboxMail, type SentMail } from '#messaging/notifications/index.ts'
import type { App } from '#platform/http/mount.ts'
import { sendPage, type Call } from '#web/framework/answer.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { notFound, serveGet } from '#web/framework/page/page.tsx'
import { siteOf } from '#web/framework/site.ts'

/** In local mode without a mail server, mounts a mailbox that shows all sent emails. The emails are also in the folder `DATA_DIR/mail`. */
export function mountDevMail(app: App, ctx: Context): void {
  serveGet(app, ctx, '/dev/mail', 'dev mail', (c) => sendMailbox(ctx, c))
  serveGet(app, ctx, '/dev/mail/:id', 'dev mail', (c) => sendMail(ctx, c))
}

async function sendMailbox(ctx: Context, c: Call): Promise<Response> {
  requireOwnAddress(ctx, c)
  return send(ctx, c, <MailboxPage ctx={ctx} mails={await readMailbox(ctx)} />)
}

async function sendMail(ctx: Context, c: Call): Promise<Response> {
  requireOwnAddress(ctx, c)
  return send(ctx, c, <MailPage ctx={ctx} mail={await readMailboxMail(ctx, c.req.param('id')!)} />)
}

const send = (ctx: Context, c: Call, markup: Parameters<typeof sendPage>[2]): Promise<Response> =>
  sendPage(ctx, c, markup, { headers: { 'X-Robots-Tag': 'noindex' } })

/** Prevents DNS rebinding. Without this check, the service would accept any host name in local mode. */
function requireOwnAddress(ctx: Core, c: Call): void {
  const name = (c.req.header('Host') ?? '').replace(/:\d+$/, '').toLowerCase()
  if (![new URL(ctx.config.publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'].includes(name)) throw notFound()
}

const MailboxPage = ({ ctx, mails }: { ctx: Context; mails: readonly SentMail[] }) => (
  <Plain site={siteOf(ctx)} title="Mail">
    <p>Emails from this server, newest first. They are saved as files, and nothing is sent over the network.</p>
    {mails.length === 0 ? <p>No emails yet.</p> : null}
    <ul>
      {mails.map((mail) => (
        <li>
          <a href={`/dev/mail/${mail.id}`}>{mail.subject}</a>
          <br />
          <span class="small quiet">
            to {mail.recipient}, <Timestamp at={mail.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  </Plain>
)

const MailPage = ({ ctx, mail }: { ctx: Context; mail: SentMail }) => (
  <Plain site={siteOf(ctx)} title={mail.subject}>
    <p class="small quiet">
      to {mail.recipient}, <Timestamp at={mail.createdAt} />
    </p>
    <pre>{mail.body}</pre>
    <p>
      <a href="/dev/mail">All emails</a>
    </p>
  </Plain>
)
