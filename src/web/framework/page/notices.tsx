import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import type { Call, PageOptions } from '#web/framework/answer.ts'
import { sendPage } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { viewerOf } from '#web/framework/session.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { siteOf } from '#web/framework/site.ts'

type Notice = { title: string; text: string }

type More = { tone?: string; reference?: string; link?: { href: string; label: string }; children?: Child }
type NoticeProps = Notice & More & { ctx: Context }

/** A page with only a message and a link. */
export const NoticePage = ({ ctx, title, text, tone, reference, link, children }: NoticeProps) => (
  <Layout site={siteOf(ctx)} title={`${title} · ${siteOf(ctx).name}`} tone={tone}>
    <div class="plain">
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      {reference ? (
        <p class="small quiet">
          Reference: <code>{reference}</code>
        </p>
      ) : null}
      <p class="actions">
        {link ? <ButtonLink kind="dark" href={link.href} label={link.label} /> : null}
        <ButtonLink {...(link ? {} : { kind: 'dark' })} href={`${ctx.config.publicUrl}/`} label="Go to the marketplace" />
        <ButtonLink href={`${ctx.config.publicUrl}/shops`} label="See the shops" />
      </p>
    </div>
    {children}
  </Layout>
)

export const sendNotice = (ctx: Context, c: Call, notice: Notice & More, options: PageOptions): Promise<Response> =>
  sendPage(ctx, c, <NoticePage ctx={ctx} {...notice} />, { ...options, headers: { 'X-Robots-Tag': 'noindex', ...options.headers } })

/** Sends the 404 page. Unknown paths, private records and other users' records all get the same page. */
export async function sendNotFound(ctx: Context, c: Call): Promise<Response> {
  // at an unknown path, the viewer has not been loaded yet, but the 404 page must show whether the session is in test mode
  if (c.req.header('Cookie') !== undefined && c.get('testData') === undefined) await viewerOf(ctx, c)
  const where = c.get('testData') === undefined ? '' : ' You are viewing your test data. Leave test mode to see the marketplace.'
  return sendNotice(
    ctx,
    c,
    {
      title: 'Page not found',
      text: `There is no page at this address. It may have moved, or the link may be incorrect.${where} Use the search above to find items for sale.`,
    },
    { status: 404 },
  )
}
