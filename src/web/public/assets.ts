import type { Context } from '#platform/context/index.ts'
import type { MarketSettings } from '#platform/settings/index.ts'
import { counted, type App } from '#platform/http/mount.ts'
import { FONTS } from '#web/styles/fonts.ts'
import { iconFiles, PNG_ICONS } from '#web/styles/icon-png.ts'
import { SCRIPT_TEXTS, SCRIPTS, scriptPath } from '#web/styles/scripts.ts'
import { ACCENT_FILE, accentText } from '#web/styles/accent.ts'
import { EDITOR_STYLESHEET, ICON_PATH, iconPath, iconText, STYLESHEET } from '#web/styles/styles.ts'
import { sendEncoded, type Call } from '#web/framework/answer.ts'
import { encodedText, lazyEncodedText } from '#web/framework/cached-text.ts'
import { SHARE_TARGET } from '#web/framework/share-target.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'
/** Content security policy for static files. Static files may neither run scripts nor embed anything. */
const INERT = "default-src 'none'"

/** Mounts the stylesheet, fonts, scripts, icons, manifest and robots.txt. */
export function mountAssets(app: App, ctx: Context, robots: (c: Call) => string): void {
  const get = (path: string, handle: (c: Call) => Response | Promise<Response>) => app.get(path, counted(ctx, handle, 'file'))
  const send = (path: string, type: string, text: string, headers: Record<string, string>) => {
    const finished = lazyEncodedText(() => text)
    get(path, async (c) => {
      const response = await sendEncoded(c, finished(), { 'Content-Type': type, Vary: 'Accept-Encoding', ...headers })
      // no ETag is required, because the URL contains a digest of the content
      response.headers.delete('ETag')
      return response
    })
  }
  for (const { path, text } of [STYLESHEET, EDITOR_STYLESHEET]) send(path, 'text/css; charset=utf-8', text, { 'Cache-Control': FOR_EVER })
  for (const name of SCRIPTS) {
    // allows scripts from other origins, because our frames on other sites load `embed-frame` from the main host
    const headers = { 'Cache-Control': FOR_EVER, 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
    send(scriptPath(name), JAVASCRIPT, SCRIPT_TEXTS[name], headers)
  }
  for (const { path, bytes } of FONTS) {
    // allows fonts from any origin, because our sandboxed frames on other sites have an opaque origin
    const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': FOR_EVER, 'Access-Control-Allow-Origin': '*' }
    get(path, (c) => c.body(bytes, 200, headers))
  }
  get(ACCENT_FILE, (c) => {
    const text = accentText(c.req.param('file') ?? '')
    return text === null ? c.notFound() : c.body(text, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': FOR_EVER })
  })
  get(ICON_PATH, (c) =>
    sendEncoded(c, encodedText(iconText(ctx.settings.current())), {
      ...{ 'Content-Type': 'image/svg+xml', Vary: 'Accept-Encoding', 'Cache-Control': DAY, 'Content-Security-Policy': INERT },
    }),
  )
  for (const { file, bytes } of iconFiles()) {
    get(`/static/${file}`, (c) =>
      c.body(bytes, 200, { 'Content-Type': 'image/png', 'Cache-Control': DAY, 'Content-Security-Policy': INERT }),
    )
  }
  get('/manifest.webmanifest', (c) => {
    const headers = { 'Content-Type': 'application/manifest+json', Vary: 'Accept-Encoding', 'Cache-Control': DAY }
    return sendEncoded(c, encodedText(manifestOf(ctx.settings.current())), headers)
  })
  send('/sw.js', JAVASCRIPT, SCRIPT_TEXTS.sw, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `${INERT}; connect-src 'self'`,
  })
  get('/robots.txt', (c) => c.body(robots(c), 200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': HOUR }))
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'

const manifestOf = ({ name, letter, accent }: MarketSettings): string =>
  JSON.stringify({
    name,
    short_name: name,
    description: 'Second-hand items from small shops.',
    start_url: '/',
    display: 'standalone',
    background_color: '#fcfbf8',
    theme_color: '#fcfbf8',
    share_target: SHARE_TARGET,
    icons: [
      { src: iconPath({ letter, accent }), sizes: 'any', type: 'image/svg+xml' },
      ...PNG_ICONS.flatMap(({ file, sizePx, purpose }) =>
        purpose === null ? [] : [{ src: `/static/${file}`, sizes: `${sizePx}x${sizePx}`, type: 'image/png', purpose }],
      ),
    ],
  })
