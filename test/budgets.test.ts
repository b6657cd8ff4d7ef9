import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp, type Reply, type TestApp } from '#test/app.ts'

const KB = 1024

/** Limits for the first view of a page: compressed size in kilobytes, and number of requests (spec: ux 5). */
const BUDGETS = {
  public: { html: 30, css: 15, scripts: 15, all: 350, requests: 40 },
  app: { html: 40, css: 20, scripts: 60, all: 300, requests: 40 },
  editor: { html: 50, css: 22, scripts: 90, all: 400, requests: 40 },
} as const

type Page = { kind: keyof typeof BUDGETS; path: string; host?: string; cookie?: string }

test('every kind of page stays within its limits on bytes and requests', async (t) => {
  const app = await startApp(t, { DEMO: 'on', TEST_CLOCK: 'off' })
  const { db } = app.service.ctx
  // Deletes the demo images, because the HTML size does not depend on them. A browser test measures the images in the first view.
  await db.deleteFrom('demo_pictures').execute()
  const cookie = await signIn(app, 'ana@demo.test')
  const shop = { host: 'mint-fox.resale.localhost' }
  const { id, link } = await db
    .selectFrom('listings')
    .select(['id', 'link'])
    .where('title', '=', 'Denim chore jacket')
    .executeTakeFirstOrThrow()
  const pages: Page[] = [
    ...['/', '/search?q=wool', '/c/clothing', '/shops', '/help', '/sign-in', '/docs'].map((path) => ({ kind: 'public' as const, path })),
    ...['/', `/${link}`, '/reviews'].map((path) => ({ kind: 'public' as const, path, ...shop })),
    ...['', '/listings', '/offers', '/orders', '/messages', '/payouts', '/stats', '/shop', '/developers', '/developers/webhook'].map(
      (path) => ({
        kind: 'app' as const,
        path: `/app${path}`,
        cookie,
      }),
    ),
    ...['research', 'words', 'chat'].map((help) => ({ kind: 'editor' as const, path: `/app/listings/${id}?help=${help}`, cookie })),
  ]
  for (const page of pages) {
    const weight = await weigh(app, page)
    const summary = `${page.path} of ${page.kind} weighs ${JSON.stringify(weight)}`
    for (const [part, most] of Object.entries(BUDGETS[page.kind])) {
      const limit = part === 'requests' ? most : most * KB
      assert.ok(weight[part as keyof typeof weight] <= limit, `${part}: ${summary}`)
    }
    assert.ok(weight.css > 0 && weight.scripts > 0 && weight.html > KB, summary)
  }
})

/** Measures the compressed size of everything that a browser fetches for the first view of a page. */
async function weigh(app: TestApp, { path, host = 'resale.localhost', cookie }: Page) {
  const get = (at: string, from = host): Promise<Reply> =>
    app.call('GET', at, { host: from, headers: { 'accept-encoding': 'gzip' }, ...(cookie ? { cookie } : {}) })
  const page = await app.call('GET', path, { host, ...(cookie ? { cookie } : {}) })
  assert.equal(page.status, 200, path)
  const size = async (pattern: RegExp): Promise<{ bytes: number; count: number }> => {
    const found = new Set([...page.body.matchAll(pattern)].map((match) => match[1]!))
    const replies = await Promise.all([...found].map((url) => fetched(get, url)))
    return { bytes: replies.reduce((sum, bytes) => sum + bytes, 0), count: found.size }
  }
  const html = gzipSync(page.body).length
  const css = await size(/<link rel="stylesheet" href="([^"]+)"/g)
  const scripts = await size(/<script type="module" src="([^"]+)"/g)
  const fonts = await size(/<link rel="preload" href="([^"]+)"/g)
  const pictures = await size(/<img(?![^>]*loading="lazy")[^>]* src="([^"]+)"/g)
  const parts = [css, scripts, fonts, pictures]
  return {
    html,
    css: css.bytes,
    scripts: scripts.bytes,
    all: html + parts.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: 1 + parts.reduce((sum, { count }) => sum + count, 0),
  }
}

async function fetched(get: (at: string, host: string) => Promise<Reply>, url: string): Promise<number> {
  const { hostname, pathname, search } = new URL(url, 'http://localhost')
  const reply = await get(pathname + search, hostname)
  assert.equal(reply.status, 200, url)
  return reply.bytes.length
}

async function signIn(app: TestApp, email: string): Promise<string> {
  const reply = await app.call('POST', '/v1/sessions', { json: { email, password: app.service.demo!.access!.password } })
  return reply.headers['set-cookie']!.split(';')[0]!
}
