import type { Context } from '#context.ts'
import type { Call, PageOptions } from './answer.ts'
import { sendPage } from './answer.ts'
import { Layout } from './layout.tsx'

type Words = { title: string; text: string }

/** A page that says one thing and shows a way on. */
export const NoticePage = ({ ctx, title, text, tone, reference }: Words & { ctx: Context; tone?: string; reference?: string }) => (
  <Layout site={ctx.config} title={`${title} · resale`} {...(tone ? { tone } : {})}>
    <div class="plain">
      <h1>{title}</h1>
      <p class="big">{text}</p>
      {reference ? (
        <p class="small quiet">
          Reference: <code>{reference}</code>
        </p>
      ) : null}
      <p class="actions">
        <a class="button dark" href={`${ctx.config.publicUrl}/`}>
          Go to the marketplace
        </a>
      </p>
    </div>
  </Layout>
)

export const sendNotice = (
  ctx: Context,
  c: Call,
  words: Words & { tone?: string; reference?: string },
  options: PageOptions,
): Promise<Response> =>
  sendPage(ctx, c, <NoticePage ctx={ctx} {...words} />, { ...options, headers: { 'X-Robots-Tag': 'noindex', ...options.headers } })

/** The same words for what never was, what is private and what is somebody else's. */
export const sendNotFound = (ctx: Context, c: Call): Promise<Response> =>
  sendNotice(
    ctx,
    c,
    { title: 'Nothing here', text: 'There is no page at this address. It may have moved, or it was never there.' },
    { status: 404 },
  )
