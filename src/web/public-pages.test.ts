import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makePhoto, makeShop, renameShop } from '#test/rows.ts'

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)><!-- &amp; \u2028`

test('a shop page shows live and sold listings, and uses the shop’s colour', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp('Ana Lopez')
  const shop = await makeShop(ctx, owner.id, {
    slug: 'mint-fox',
    name: 'Mint & Fox',
    tone: 'mint',
    about: 'Mended things.',
    location: 'Portland',
  })
  const { id } = await makeListing(ctx, shop, { title: 'Oak lamp', link: 'oak-lamp', priceCents: 77_00, shippingCents: 0 })
  await makeListing(ctx, shop, { title: 'Old chair', status: 'sold' })
  await makeListing(ctx, shop, { title: 'Not yet', status: 'draft' })
  await makeListing(ctx, shop, { title: 'For friends', visibility: 'link' })
  await makePhoto(ctx, id, { position: 0, alt: 'A lamp on a table' })
  const page = await app.call('GET', '/', { host: 'mint-fox.resale.localhost' })
  assert.equal(page.status, 200)
  assert.match(page.headers['content-type']!, /^text\/html/)
  for (const text of [
    'Mint &amp; Fox',
    'tone-mint',
    'Oak lamp',
    '$77',
    'Pickup only',
    'Old chair',
    'Ships from Portland',
    'By Ana Lopez',
    'alt="A lamp on a table"',
    `http://mint-fox.resale.localhost:${app.port}/oak-lamp`,
  ]) {
    assert.ok(page.body.includes(text), text)
  }
  for (const text of ['Not yet', 'For friends', 'free shipping']) assert.ok(!page.body.includes(text), text)
  assert.match(page.body, /<html lang="en">.*<header .*<main class="main" id="content".*<footer /s)
})

test('a listing page shows the total price, the details, the description and the seller', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp('Ana Lopez')
  const shop = await makeShop(ctx, owner.id, { slug: 'row', name: 'Lemon Row' })
  const { id } = await makeListing(ctx, shop, {
    title: 'Wool coat',
    oneLiner: 'Warm and long',
    description: 'One.\n\nTwo.',
    link: 'wool-coat',
    priceCents: 60_50,
    shippingCents: 6_00,
    fields: [{ key: 'size', label: 'Size', value: 'M', source: 'you' }],
  })
  await makePhoto(ctx, id, { position: 0 })
  const page = await app.call('GET', '/wool-coat', { host: 'row.resale.localhost' })
  assert.equal(page.status, 200)
  for (const text of [
    '$60.50',
    '$6 shipping',
    '$66.50 with shipping',
    'Warm and long',
    '<p dir="auto">One.</p><p dir="auto">Two.</p>',
    '<th scope="row">Size</th><td>M</td>',
    'Sold by Ana Lopez',
    'width="800" height="1000"',
    'alt="Wool coat, photo 1"',
    'Open to offers',
  ]) {
    assert.ok(page.body.includes(text), text)
  }
  const product = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body)![1]!)
  assert.deepEqual(
    [product['@type'], product.name, product.offers.price, product.offers.availability],
    ['Product', 'Wool coat', '60.50', 'https://schema.org/InStock'],
  )
  assert.equal(page.headers['x-robots-tag'], undefined)
})

test('hostile text is escaped on every page and in its JSON-LD', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp(`Eve${HOSTILE}`.slice(0, 60))
  const shop = await makeShop(ctx, owner.id, { slug: 'eve', name: HOSTILE.slice(0, 60), about: HOSTILE, location: HOSTILE.slice(0, 80) })
  const title = HOSTILE.slice(0, 80)
  const { id } = await makeListing(ctx, shop, {
    title,
    oneLiner: HOSTILE,
    description: HOSTILE,
    category: HOSTILE.slice(0, 60),
    link: 'x',
    fields: [{ key: 'k', label: HOSTILE, value: HOSTILE, source: 'you' }],
  })
  await makePhoto(ctx, id, { position: 0, alt: HOSTILE })
  for (const [host, path] of [
    ['eve.resale.localhost', '/'],
    ['eve.resale.localhost', '/x'],
    ['resale.localhost', '/'],
    ['resale.localhost', `/search?q=${encodeURIComponent(HOSTILE)}`],
    ['resale.localhost', `/sign-in?return=${encodeURIComponent(`/${HOSTILE}`)}`],
  ] as const) {
    const { status, body, headers } = await app.call('GET', path, { host })
    assert.equal(status, 200, path)
    assert.doesNotMatch(body, /<script>|<img src=x|<!--/, path)
    assert.doesNotMatch(body, /<script(?! type="(?:module" src="\/static\/|application\/ld\+json"))/, path)
    assert.match(headers['content-security-policy']!, /default-src 'none'/)
  }
  const { body } = await app.call('GET', '/x', { host: 'eve.resale.localhost' })
  assert.equal(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!).name, title)
})

test('a shop’s old address redirects to the same path at the new address', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { slug: 'before' })
  await renameShop(ctx, shop, 'after')
  const hidden = await makeShop(ctx, owner.id, { slug: 'secret-before', visibility: 'private' })
  await renameShop(ctx, hidden, 'secret-after')
  for (const path of ['/', '/wool-coat?from=mail', '//evil.test/x']) {
    const redirect = await app.call('GET', path, { host: 'before.resale.localhost' })
    assert.deepEqual([redirect.status, redirect.headers.location], [308, `http://after.resale.localhost:${app.port}${path}`], path)
  }
  assert.equal((await app.call('GET', '/', { host: 'secret-before.resale.localhost' })).status, 404)
})

const plain = ({ body }: { body: string }): string => body.replaceAll(/nonce="[^"]+"/g, '')

test('pages of paused shops and of hidden, unpublished or sold listings have the correct status and noindex', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const get = (slug: string, path = '/') => app.call('GET', path, { host: `${slug}.resale.localhost` })
  const paused = await makeShop(ctx, owner.id, { slug: 'paused', paused: true, about: 'Old lamps.' })
  await makeListing(ctx, paused, { title: 'Lamp', link: 'lamp' })
  const resting = await get('paused')
  assert.equal(resting.status, 200)
  assert.match(resting.body, /On a break/)
  assert.doesNotMatch(resting.body, /Lamp</)
  assert.equal((await get('paused', '/lamp')).status, 404)

  const hidden = await makeShop(ctx, owner.id, { slug: 'hidden', visibility: 'private' })
  await makeListing(ctx, hidden, { link: 'lamp' })
  const missing = await get('nobody')
  assert.equal(missing.status, 404)
  for (const path of ['/', '/lamp', '/none'])
    assert.deepEqual([(await get('hidden', path)).status, plain(await get('hidden', path))], [404, plain(missing)])
  assert.equal(
    (await app.call('GET', '/', { host: 'hidden.resale.localhost', cookie: owner.cookie })).status,
    404,
    'shop pages ignore sessions',
  )

  const shop = await makeShop(ctx, owner.id, { slug: 'shop' })
  await makeListing(ctx, shop, { link: 'gone', status: 'draft' })
  await makeListing(ctx, shop, { link: 'sold', status: 'sold', title: 'Sold thing' })
  await makeListing(ctx, shop, { link: 'friends', visibility: 'link' })
  await makeListing(ctx, shop, { link: 'metrics' })
  assert.equal((await get('shop', '/gone')).status, 410)
  const sold = await get('shop', '/sold')
  assert.equal(sold.status, 200)
  assert.match(sold.body, /Sold on <time[^>]+>\d/)
  assert.match(sold.body, /SoldOut/)
  assert.equal((await get('shop', '/friends')).headers['x-robots-tag'], 'noindex')
  assert.match((await get('shop', '/metrics')).body, /Wool coat/, 'a listing path may equal a path of the service')
  const byLink = await makeShop(ctx, owner.id, { slug: 'friendly', visibility: 'link' })
  await makeListing(ctx, byLink, { link: 'thing' })
  assert.equal((await get('friendly')).headers['x-robots-tag'], 'noindex')
  assert.equal((await get('friendly', '/thing')).headers['x-robots-tag'], 'noindex')
  assert.equal((await get('shop', '/v1/market/search')).status, 404)
  assert.equal((await get('shop', '/v1/market/search')).body.error.type, 'not_found')
})

test('the home and search pages work without scripts, with plain links and forms', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const empty = await app.call('GET', '/')
  assert.match(empty.body, /Nothing is for sale yet/)
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { name: 'Lemon Row' })
  for (let i = 0; i < 21; i++) await makeListing(ctx, shop, { title: `Lamp ${i}`, category: 'Home' })
  const home = await app.call('GET', '/')
  assert.match(home.body, /Lemon Row/)
  assert.match(home.body, /21 items for sale/)
  const found = await app.call('GET', '/search?q=lamp&category=&price=')
  assert.match(found.body, /21 items in 1 shop/)
  assert.match(found.body, /href="\/search\?q=lamp&amp;offset=20"/)
  assert.match((await app.call('GET', '/search?q=lamp&offset=20')).body, /<h2 id="found">21 items/)
  assert.match((await app.call('GET', '/search?q=teapot')).body, /No items found/)
  assert.equal((await app.call('GET', '/search?category=Boats')).status, 400)
})

test('pages load nothing from other hosts, and run no inline code', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { slug: 'row' })
  const { id } = await makeListing(ctx, shop, { link: 'coat' })
  await makePhoto(ctx, id, { position: 0 })
  for (const [host, path] of [
    ['resale.localhost', '/'],
    ['row.resale.localhost', '/'],
    ['row.resale.localhost', '/coat'],
    ['resale.localhost', '/sign-in'],
    ['resale.localhost', '/nothing'],
  ] as const) {
    const { body, headers } = await app.call('GET', path, { host, headers: { accept: 'text/html' } })
    for (const [, url] of body.matchAll(/(?:src|srcset|<link rel="(?:stylesheet|icon)" href)="([^" ]+)/g))
      assert.match(url, new RegExp(`^(/static/|${app.programsUrl}/media/)`), path)
    assert.doesNotMatch(body, / style=| on\w+=/, path)
    assert.match(headers['content-security-policy']!, /frame-ancestors 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const sheet = /rel="stylesheet" href="([^"]+)"/.exec(body)![1]!
    const css = await app.call('GET', sheet, { host })
    assert.match(css.headers['content-type']!, /^text\/css/)
    assert.match(css.headers['cache-control']!, /immutable/)
    assert.doesNotMatch(css.body, /url\((?!\/static\/)|@import/)
    assert.match((await app.call('GET', '/robots.txt', { host })).body, /^User-agent: \*/)
  }
})

test('an unknown path returns a 404, as a page to browsers and as JSON to programs', async (t) => {
  const app = await startApp(t)
  const browser = await app.call('GET', '/nothing', { headers: { accept: 'text/html' } })
  assert.deepEqual([browser.status, browser.headers['content-type']], [404, 'text/html; charset=utf-8'])
  const program = await app.call('GET', '/nothing')
  assert.deepEqual([program.status, program.body.error.type], [404, 'not_found'])
  const api = await app.call('GET', '/v1/nothing', { headers: { accept: 'text/html' } })
  assert.deepEqual([api.status, api.body.error.type], [404, 'not_found'])
})

test('in public mode, the service accepts only the configured host, and sends HSTS', async (t) => {
  const app = await startApp(t, {
    PUBLIC_URL: 'https://www.example.com',
    STORE_DOMAIN: 'example.com',
    TEST_CLOCK: 'off',
    RATE_LIMITS: 'off',
  })
  const at = (host: string, path = '/') => app.call('GET', path, { host })
  assert.equal((await at('www.example.com')).status, 200)
  assert.match((await at('www.example.com')).headers['strict-transport-security']!, /max-age/)
  for (const host of ['evil.test', 'example.com', 'resale.localhost']) {
    assert.equal((await at(host)).status, 404)
    assert.equal((await at(host, '/v1/market/search')).status, 404)
    assert.equal((await at(host, '/healthz')).status, 200, 'a health check may use any host')
  }
})

test('similar items come from other shops and, for a sold listing, also from its own shop', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [own, other] = [
    await makeShop(ctx, (await app.signUp()).id, { slug: 'mint' }),
    await makeShop(ctx, (await app.signUp()).id, { slug: 'row' }),
  ]
  for (const [shop, link] of [
    [own, 'oak-lamp'],
    [own, 'own-vase'],
    [other, 'other-vase'],
  ] as const)
    await makeListing(ctx, shop, { title: link, link, category: 'Home', priceCents: 2_000 })
  await makeListing(ctx, own, { title: 'gone', link: 'gone', category: 'Home', priceCents: 2_000, status: 'sold' })
  const similarAt = async (path: string) => {
    const { body } = await app.call('GET', path, { host: 'mint.resale.localhost' })
    const grid = body.split('<ul class="grid">')[1]
    return ['oak-lamp', 'own-vase', 'other-vase'].filter((link) => grid.includes(`/${link}">`))
  }
  assert.deepEqual(await similarAt('/oak-lamp/similar'), ['other-vase'])
  assert.deepEqual(await similarAt('/gone'), ['oak-lamp', 'own-vase', 'other-vase'])
  assert.equal((await app.call('GET', '/none/similar', { host: 'mint.resale.localhost' })).status, 404)
})
