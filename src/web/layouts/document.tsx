import type { Child } from '#web/jsx/index.ts'
import { NONCE_MARK } from '#web/base/answer.ts'
import { FIRST_FONTS } from '#web/look/fonts.ts'
import { scriptPath, type Script } from '#web/look/scripts.ts'
import { ICON, STYLESHEET } from '#web/look/styles.ts'

export type Site = { publicUrl: string }

export type HeadProps = {
  site: Site
  title: string
  description?: string | undefined
  /** The page's one address, for search engines. */
  canonical?: string | undefined
  /** The shop whose colour floods the page. */
  tone?: string | undefined
  /** Text of JSON-LD blocks, already safe inside a script element. */
  jsonLd?: string | readonly string[] | undefined
  /** Address of the card that is shown where the page is shared. */
  card?: string | undefined
  feeds?: readonly { type: string; title: string; href: string }[] | undefined
  /** When the page was made, where its parts change while one looks (`data-live`). */
  live?: number | undefined
  /** Scripts beside the public one. */
  scripts?: readonly Script[] | undefined
  /** The mode, where it is not the reader's choice: the styleguide. */
  scheme?: 'light' | 'dark' | undefined
}

/** The HTML around every page. */
export const Document = ({
  site,
  title,
  description,
  canonical,
  tone,
  jsonLd = [],
  card,
  feeds = [],
  live,
  scripts = [],
  scheme,
  children,
}: HeadProps & { children?: Child }) => (
  <html lang="en" data-scheme={scheme}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={scheme ?? 'light dark'} />
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      <link rel="icon" href={ICON.path} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/static/icon-180.png" />
      {FIRST_FONTS.map(({ path }) => (
        <link rel="preload" href={path} as="font" type="font/woff2" crossorigin="anonymous" />
      ))}
      <link rel="stylesheet" href={STYLESHEET.path} />
      <link rel="manifest" href="/manifest.webmanifest" />
      {card ? (
        <>
          <meta property="og:title" content={title} />
          {description ? <meta property="og:description" content={description} /> : null}
          {canonical ? <meta property="og:url" content={canonical} /> : null}
          <meta property="og:image" content={card} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
      {feeds.map(({ type, title, href }) => (
        <link rel="alternate" type={type} title={title} href={href} />
      ))}
      {live === undefined ? null : <meta name="live" content={String(live)} />}
      {['public' as const, ...(live === undefined ? [] : ['live' as const]), ...scripts].map((name) => (
        <script type="module" src={`${site.publicUrl}${scriptPath(name)}`} nonce={NONCE_MARK} />
      ))}
      {(typeof jsonLd === 'string' ? [jsonLd] : jsonLd).map((text) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
      ))}
    </head>
    <body class={tone ? `toned tone-${tone}` : 'tone-lemon'}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      {children}
      <div class="toasts" id="toasts" aria-live="polite" />
    </body>
  </html>
)
