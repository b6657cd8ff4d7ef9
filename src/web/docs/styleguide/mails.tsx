import type { Context } from '#platform/context/index.ts'
import { securityHeaders, sendPage, type Call } from '#web/framework/answer.ts'
import { notFound } from '#web/framework/page/index.ts'
import { renderMail, type Scheme } from '#web/mails/mail.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { Part } from './part.tsx'
import { siteOf } from '#web/framework/site.ts'

type Choice = { tone: string; scheme: Scheme | undefined }

const pathOf = (name: string, { tone, scheme }: Choice): string =>
  `/styleguide/mails/${name}?${new URLSearchParams({ tone, ...(scheme ? { scheme } : {}) }).toString()}`

/** Links to the previews of every email in light mode, dark mode and plain text. */
export const Mails = ({ ctx, tone }: { ctx: Context; tone: string }) => (
  <Part title="Emails">
    <p>
      <a href={`/styleguide/mails?tone=${tone}`}>See all emails side by side</a>
    </p>
    <ul class="rows">
      {ctx.hooks.mailSamples(ctx, tone).map(({ name, subject }) => (
        <li>
          <span>{subject}</span>
          <span class="shown-row">
            <a href={pathOf(name, { tone, scheme: 'light' })}>
              Light<span class="hidden-text">: {subject}</span>
            </a>
            <a href={pathOf(name, { tone, scheme: 'dark' })}>
              Dark<span class="hidden-text">: {subject}</span>
            </a>
            <a href={`/styleguide/mails/${name}.txt`}>
              Text<span class="hidden-text">: {subject}</span>
            </a>
          </span>
        </li>
      ))}
    </ul>
  </Part>
)

/** Sends a page that shows every email in light and dark mode. The page may embed only our own previews. */
export function sendMails(ctx: Context, c: Call, tone: string): Promise<Response> {
  const { 'Content-Security-Policy': policy, ...headers } = securityHeaders(ctx)
  return sendPage(
    ctx,
    c,
    <Layout site={siteOf(ctx)} title={`Emails · Styleguide · ${siteOf(ctx).name}`}>
      <div class="hello">
        <h1>Emails</h1>
        <p>
          Every email in light and dark mode. <a href={`/styleguide?tone=${tone}`}>Back to the styleguide</a>
        </p>
      </div>
      <div class="guide">
        {ctx.hooks.mailSamples(ctx, tone).map(({ name, subject }) => (
          <Part title={subject}>
            <div class="shown-pair">
              {(['light', 'dark'] as const).map((scheme) => (
                <iframe class="mail" src={pathOf(name, { tone, scheme })} title={`${subject}, ${scheme}`} loading="lazy" />
              ))}
            </div>
          </Part>
        ))}
      </div>
    </Layout>,
    { cache: 'public', headers: { ...headers, 'Content-Security-Policy': `${policy}; frame-src 'self'`, 'X-Robots-Tag': 'noindex' } },
  )
}

/**
 * Sends the HTML of a sample email, or its plain text if the name ends in `.txt`. Emails have inline styles, so the preview has its own
 * content security policy.
 */
export function sendMailSample(ctx: Context, c: Call, choice: Choice): Response {
  const name = c.req.param('name') ?? ''
  const isText = name.endsWith('.txt')
  const sample = ctx.hooks.mailSamples(ctx, choice.tone).find((one) => one.name === (isText ? name.slice(0, -4) : name))
  if (!sample) throw notFound()
  return c.body(isText ? `${sample.subject}\n\n${sample.text}` : renderMail(ctx, sample, choice.scheme), 200, {
    'Content-Type': `text/${isText ? 'plain' : 'html'}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'public, max-age=10',
  })
}
