import type { Child } from 'hono/jsx'
import type { Viewer } from './answer.ts'
import { ICON, STYLESHEET } from './styles.ts'

export type Site = { publicUrl: string }

export type LayoutProps = {
  site: Site
  title: string
  description?: string | undefined
  /** The page's one address, for search engines. */
  canonical?: string
  /** The shop whose colour floods the page. */
  tone?: string
  viewer?: Viewer
  q?: string
  /** Text of a JSON-LD block, already safe inside a script element. */
  jsonLd?: string
  children?: Child
}

/** The frame of every page: header with the search, the page, a footer. */
export const Layout = ({ site, title, description, canonical, tone, viewer, q, jsonLd, children }: LayoutProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      <link rel="icon" href={ICON.path} type="image/svg+xml" />
      <link rel="stylesheet" href={STYLESHEET.path} />
      {jsonLd ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} /> : null}
    </head>
    <body class={tone ? `toned tone-${tone}` : 'tone-lemon'}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={`${site.publicUrl}/`}>
          res<span>ale</span>
        </a>
        <form class="find" role="search" action={`${site.publicUrl}/search`} method="get">
          <label class="hidden-text" for="q">
            Search the marketplace
          </label>
          <input id="q" name="q" type="search" maxlength={200} placeholder="Wool coat, lamp…" value={q ?? ''} />
          <button class="button" type="submit">
            Search
          </button>
        </form>
        <nav aria-label="Account">
          {viewer && viewer.kind !== 'anonymous' ? (
            <form action="/sign-out" method="post">
              <button class="button" type="submit">
                Sign out
              </button>
            </form>
          ) : (
            <a class="button" href={`${site.publicUrl}/sign-in`}>
              Sign in
            </a>
          )}
        </nav>
      </header>
      <main id="content">{children}</main>
      <footer class="foot">
        <span>Good things, already made.</span>
        <a href={`${site.publicUrl}/v1/openapi.json`}>API</a>
      </footer>
    </body>
  </html>
)
