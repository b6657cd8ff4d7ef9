import type { App } from '#lib/http/mount.ts'
import { ICON, STYLESHEET } from './styles.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** What pages load from their own host: the stylesheet, the icon, and what robots may read. */
export function mountAssets(app: App, robots: () => string): void {
  app.get(STYLESHEET.path, (c) => c.body(STYLESHEET.text, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': FOR_EVER }))
  app.get(ICON.path, (c) =>
    c.body(ICON.text, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'",
    }),
  )
  app.get('/robots.txt', (c) =>
    c.body(robots(), 200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }),
  )
}
