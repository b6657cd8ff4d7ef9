import { gzipSync } from 'node:zlib'
import type { App } from '#lib/http/mount.ts'
import { FONTS } from '#web/look/fonts.ts'
import { SCRIPT_TEXTS, SCRIPTS, scriptPath } from '#web/look/scripts.ts'
import { ICON, STYLESHEET } from '#web/look/styles.ts'
import type { Call } from './answer.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'
/** What is loaded as a file of its own runs nothing and embeds nothing. */
const INERT = "default-src 'none'"

/** What pages load from their own host: stylesheet, fonts, scripts, icon, manifest, and what robots may read. */
export function mountAssets(app: App, robots: (c: Call) => string): void {
  const send = (path: string, type: string, text: string, headers: Record<string, string>) => {
    const packed = gzipSync(text)
    app.get(path, (c) =>
      takesGzip(c)
        ? c.body(packed, 200, { 'Content-Type': type, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding', ...headers })
        : c.body(text, 200, { 'Content-Type': type, Vary: 'Accept-Encoding', ...headers }),
    )
  }
  send(STYLESHEET.path, 'text/css; charset=utf-8', STYLESHEET.text, { 'Cache-Control': FOR_EVER })
  for (const name of SCRIPTS) {
    // Shops load it from the main address, once for all of them.
    const headers = { 'Cache-Control': FOR_EVER, 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
    send(scriptPath(name), JAVASCRIPT, SCRIPT_TEXTS[name], headers)
  }
  for (const { path, bytes } of FONTS) {
    app.get(path, (c) => c.body(bytes, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': FOR_EVER }))
  }
  send(ICON.path, 'image/svg+xml', ICON.text, { 'Cache-Control': DAY, 'Content-Security-Policy': INERT })
  send('/manifest.webmanifest', 'application/manifest+json', MANIFEST, { 'Cache-Control': DAY })
  send('/sw.js', JAVASCRIPT, SCRIPT_TEXTS.sw, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `${INERT}; connect-src 'self'`,
  })
  app.get('/robots.txt', (c) => c.body(robots(c), 200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': HOUR }))
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'

const MANIFEST = JSON.stringify({
  name: 'resale',
  short_name: 'resale',
  description: 'Second-hand things from small shops.',
  start_url: '/',
  display: 'standalone',
  background_color: '#fcfbf8',
  theme_color: '#fcfbf8',
  icons: [{ src: ICON.path, sizes: 'any', type: 'image/svg+xml' }],
})

const takesGzip = (c: Call): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(c.req.header('Accept-Encoding') ?? '')
