import type { Child } from '#web/framework/jsx/index.ts'
import { NONCE_MARK } from '#web/framework/answer.ts'
import type { Site } from '#web/framework/site.ts'
import { accentPath } from '#web/styles/accent.ts'
import { FIRST_FONTS } from '#web/styles/fonts.ts'
import { scriptPath, type Script } from '#web/styles/scripts.ts'
import { EDITOR_STYLESHEET, iconPath, STYLESHEET } from '#web/styles/styles.ts'

export type HeadProps = {
  site: Site
  title: string
  description?: string | undefined
  canonical?: string | undefined
  tone?: string | undefined
  /** JSON-LD strings, which must already be safe inside a script element. */
  jsonLd?: string | readonly string[] | undefined
  card?: Card | undefined
  feeds?: readonly { type: string; title: string; href: string }[] | undefined
  /** Time when a page with live parts (`data-live`) was rendered. */
  live?: number | undefined
  /** Entry scripts that the page loads in addition to `public`. */
  scripts?: readonly Script[] | undefined
  /** Color scheme, for the styleguide. By default, the page uses the scheme that the user's browser prefers. */
  scheme?: 'light' | 'dark' | undefined
}

/** Preview of a shared page. `facts`: Open Graph properties that describe a product. */
export type Card = { url: string; alt: string; type?: 'website' | 'product'; facts?: Readonly<Record<string, string>> }

type ShareTagsProps = { site: Site; title: string; description: string | undefined; canonical: string | undefined; card: Card }

/** Returns the preview for the marketplace's own pages. */
export const marketCard = (site: Site): Card => ({ url: `${site.publicUrl}/og.png`, alt: `${site.name}: good things, already made` })

/** Tags for link previews on other sites and in apps (ogp.me, and X's cards). */
const ShareTags = ({ site, title, description, canonical, card: { url, alt, type = 'website', facts = {} } }: ShareTagsProps) => (
  <>
    <meta property="og:type" content={type} />
    <meta property="og:site_name" content={site.name} />
    <meta property="og:locale" content="en_US" />
    <meta property="og:title" content={title} />
    {description ? <meta property="og:description" content={description} /> : null}
    {canonical ? <meta property="og:url" content={canonical} /> : null}
    <meta property="og:image" content={url} />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={alt} />
    {Object.entries(facts).map(([name, value]) => (
      <meta property={name} content={value} />
    ))}
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content={title} />
    {description ? <meta name="twitter:description" content={description} /> : null}
    <meta name="twitter:image" content={url} />
    <meta name="twitter:image:alt" content={alt} />
  </>
)

/** The HTML document of every page. */
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
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content={scheme ?? 'light dark'} />
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      {site.logo ? <link rel="icon" href={site.logo} /> : <link rel="icon" href={iconPath(site)} type="image/svg+xml" />}
      <link rel="apple-touch-icon" href="/static/icon-180.png" />
      {FIRST_FONTS.map(({ path }) => (
        <link rel="preload" href={path} as="font" type="font/woff2" crossorigin="anonymous" />
      ))}
      <link rel="stylesheet" href={STYLESHEET.path} />
      {scripts.includes('editor') ? <link rel="stylesheet" href={EDITOR_STYLESHEET.path} /> : null}
      {site.accent ? <link rel="stylesheet" href={accentPath(site.accent)} /> : null}
      <link rel="manifest" href="/manifest.webmanifest" />
      {card ? <ShareTags site={site} title={title} description={description} canonical={canonical} card={card} /> : null}
      {feeds.map(({ type, title, href }) => (
        <link rel="alternate" type={type} title={title} href={href} />
      ))}
      {live === undefined ? null : <meta name="live" content={String(live)} />}
      {['public' as const, ...(live === undefined ? [] : ['live' as const]), ...scripts].map((name) => (
        <script type="module" src={scriptPath(name)} nonce={NONCE_MARK} />
      ))}
      {(typeof jsonLd === 'string' ? [jsonLd] : jsonLd).map((text) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
      ))}
    </head>
    <body class={tone ? `toned tone-${tone}` : 'tone-lemon'}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      {children}
      <div class="toasts" id="toasts" aria-live="polite" />
    </body>
  </html>
)
