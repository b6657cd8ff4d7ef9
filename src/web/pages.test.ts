import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'
import { SCRIPT_TEXTS } from './styles/scripts.ts'
import { STYLESHEET } from './styles/styles.ts'

test('each category has one canonical URL, and the shop list, help pages, sitemap and robots.txt exist', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { name: 'Lemon Row' })
  await makeListing(ctx, shop, { title: 'Rain boots', category: 'Kids' })
  for (const category of MARKET_CATEGORIES) {
    const page = await app.call('GET', `/c/${category.toLowerCase()}`)
    assert.equal(page.status, 200)
    assert.equal(page.body.includes('Rain boots'), category === 'Kids', category)
    assert.ok(page.body.includes(`<link rel="canonical" href="${app.url}/c/${category.toLowerCase()}"/>`))
  }
  assert.equal((await app.call('GET', '/c/Kids')).headers.location, '/c/kids')
  assert.equal((await app.call('GET', '/c/boats')).status, 404)
  assert.match((await app.call('GET', '/shops')).body, /1 shop,.*Lemon Row/s)
  for (const path of ['/help', '/safety', '/fees', '/terms', '/privacy', '/offline', '/styleguide'])
    assert.equal((await app.call('GET', path)).status, 200, path)
  const map = await app.call('GET', '/sitemap.xml')
  assert.ok(map.body.includes(`<loc>${app.url}/c/kids</loc>`))
  assert.ok((await app.call('GET', '/robots.txt')).body.includes(`Sitemap: ${app.url}/sitemap.xml`))
})

test('shop feeds contain the items for sale and no hidden listings, and are valid even without items', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { slug: 'row', name: 'Row & <Co>' })
  const { id } = await makeListing(ctx, shop, { title: 'Lamp & <shade>', link: 'lamp', priceCents: 40_00, shippingCents: 5_50 })
  await makePhoto(ctx, id, { position: 0 })
  await makeListing(ctx, shop, { title: 'For friends', visibility: 'link' })
  await makeListing(ctx, shop, { title: 'A draft', status: 'draft' })
  await makeShop(ctx, owner.id, { slug: 'empty' })
  const friends = await makeShop(ctx, owner.id, { slug: 'friends', visibility: 'link' })
  await makeListing(ctx, friends, { title: 'Their thing' })
  const secret = await makeShop(ctx, owner.id, { slug: 'secret', visibility: 'private' })
  await makeListing(ctx, secret, { title: 'Nobody sees this' })
  const read = (slug: string, path: string) => app.call('GET', path, { host: `${slug}.resale.localhost` })
  for (const path of ['/feed.xml', '/feed.json', '/google.xml', '/sitemap.xml']) {
    const full = await read('row', path)
    assert.equal(full.status, 200, path)
    assert.ok(full.body.includes?.(`http://row.resale.localhost:${app.port}/lamp`) ?? JSON.stringify(full.body).includes('/lamp'), path)
    assert.doesNotMatch(full.bytes.toString(), path === '/feed.json' ? /For friends|A draft/ : /For friends|A draft|<shade>|<Co>/, path)
    assert.equal((await read('empty', path)).status, 200, path)
    assert.doesNotMatch((await read('friends', path)).bytes.toString(), /thing-/, path)
    assert.equal((await read('secret', path)).status, 404, path)
  }
  const products = (await read('row', '/google.xml')).body
  for (const part of [
    '<g:condition>used</g:condition>',
    '<g:price>40.00 USD</g:price>',
    '<g:price>5.50 USD</g:price>',
    'Lamp &amp; &lt;shade&gt;',
  ])
    assert.ok(products.includes(part), part)
  const feed = JSON.parse((await read('row', '/feed.json')).bytes.toString())
  assert.deepEqual([feed.version, feed.items.length, feed.items[0].title], ['https://jsonfeed.org/version/1.1', 1, 'Lamp & <shade>'])
  assert.match((await read('row', '/robots.txt')).body, /Sitemap: http:\/\/row\.resale\.localhost:\d+\/sitemap\.xml/)
})

test('the preview image of a page is rendered only once until the page changes', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { slug: 'row', name: 'Row' })
  const { id } = await makeListing(ctx, shop, { title: 'A lamp with a very long name that wants more than one line', link: 'lamp' })
  await makeListing(ctx, shop, { link: 'draft', status: 'draft' })
  const card = (path: string) => app.call('GET', path, { host: 'row.resale.localhost' })
  const first = await card('/lamp/og.png')
  assert.deepEqual([first.status, first.headers['content-type']], [200, 'image/png'])
  assert.deepEqual([first.bytes.readUInt32BE(16), first.bytes.readUInt32BE(20)], [1200, 630])
  assert.equal((await card('/lamp/og.png')).headers.etag, first.headers.etag)
  await ctx.db.updateTable('listings').set({ price_cents: 12_00 }).where('id', '=', id).execute()
  assert.notEqual((await card('/lamp/og.png')).headers.etag, first.headers.etag)
  let retained = 0
  for await (const _ of ctx.storage.list(`cards/${id}/`)) retained++
  assert.equal(retained, 1, 'the old image is deleted')
  assert.equal((await card('/og.png')).status, 200)
  assert.equal((await app.call('GET', '/og.png')).status, 200)
  for (const path of ['/draft/og.png', '/none/og.png']) assert.equal((await card(path)).status, 404, path)
})

test('the CSP allows only the service’s own scripts, and each private page has a new nonce', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  await makeShop(ctx, owner.id, { slug: 'row' })
  const policy = (page: { headers: Record<string, string> }) => page.headers['content-security-policy']!
  const shared = await app.call('GET', '/', { host: 'row.resale.localhost' })
  assert.ok(policy(shared).includes("script-src 'self';"))
  assert.doesNotMatch(shared.body, /nonce/)
  const [one, other] = [await app.call('GET', '/', owner), await app.call('GET', '/', owner)]
  const nonce = /nonce="([^"]+)"/.exec(one.body)![1]!
  assert.ok(policy(one).includes(`script-src 'nonce-${nonce}';`))
  assert.notEqual(policy(one), policy(other), 'a new nonce for each request')
  for (const page of [shared, one]) {
    assert.doesNotMatch(policy(page), /unsafe|\*/)
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      assert.ok(policy(page).includes(rule), rule)
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    assert.equal(page.headers['referrer-policy'], 'strict-origin-when-cross-origin')
  }
  const script = /<script type="module" src="([^"]+)"/.exec(shared.body)![1]!
  const sent = await app.call('GET', script, { headers: { 'accept-encoding': 'gzip' } })
  assert.deepEqual([sent.headers['content-type'], sent.headers['content-encoding']], ['text/javascript; charset=utf-8', 'gzip'])
})

test('the styles and the scripts of a page are at most 15 KB each', () => {
  const packed = (text: string) => gzipSync(text).length
  assert.ok(packed(STYLESHEET.text) <= 15 * 1024, `styles: ${packed(STYLESHEET.text)}`)
  assert.ok(packed(SCRIPT_TEXTS.public) <= 15 * 1024, `scripts: ${packed(SCRIPT_TEXTS.public)}`)
})
