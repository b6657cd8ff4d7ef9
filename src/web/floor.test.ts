import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'

/** What a floor of 3713 cents or a shop's 83 percent off could look like: no minute, no day and no part of an id. */
const SENTINEL = /\b37[.,]?13\b|\b83\b|lowest|percent|haggle|ask_hold/i

const SHOP_PATHS = ['/', '/reviews', '/feed.xml', '/feed.json', '/google.xml', '/sitemap.xml']

test('no public answer and no public page holds a floor, in any state and for any stranger', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const agent = (
    await app.call('POST', '/v1/keys', { cookie: owner.cookie, json: { name: 'Helper', kind: 'agent', scopes: ['listings'] } })
  ).body.secret
  const targets: [host: string, path: string][] = [
    ['localhost', '/'],
    ['localhost', '/search?q=coat'],
    ['localhost', '/search'],
    ['localhost', '/sign-in'],
    ['localhost', '/c/clothing'],
    ['localhost', '/shops'],
    ['localhost', '/sitemap.xml'],
    ['localhost', '/robots.txt'],
    ['localhost', '/v1/market/search'],
    ['localhost', '/v1/market/search?q=coat&limit=100'],
    ['localhost', '/v1/market/search?q=3713'],
    ['localhost', '/v1/market/search?facets=true'],
    ['localhost', '/v1/market/suggest?q=3'],
    ['localhost', '/v1/market/search?sort=price-asc'],
    ['localhost', '/v1/market/stores'],
    ['localhost', '/v1/likes'],
    ['localhost', '/v1/follows'],
    ['localhost', `/agent/${agent}`],
  ]
  for (const visibility of ['public', 'link', 'private'] as const) {
    for (const paused of [false, true]) {
      const slug = `${visibility}-${paused ? 'paused' : 'open'}`
      const shop = await makeShop(ctx, owner.id, { slug, visibility, paused, lowestPercent: 83, about: 'Coats.' })
      targets.push(
        ['localhost', `/v1/market/stores/${slug}`],
        ['localhost', `/v1/stores/${slug}/reviews`],
        ...SHOP_PATHS.map((path): [string, string] => [`${slug}.localhost`, path]),
      )
      for (const status of ['draft', 'live', 'sold'] as const) {
        const { id } = await makeListing(ctx, shop, {
          title: 'Wool coat',
          status,
          link: status,
          priceCents: 60_00,
          lowestPriceCents: 37_13,
          description: 'A coat.',
        })
        await makePhoto(ctx, id, { position: 0 })
        targets.push(
          ['localhost', `/v1/market/listings/${id}`],
          [`${slug}.localhost`, `/${status}`],
          ['localhost', `/listings/${id}`],
          ['localhost', `/app/listings/${id}`],
        )
        await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })
      }
      await app.call('PUT', `/v1/market/stores/${slug}/follow`, { key: buyer.key })
    }
  }
  let seen = 0
  for (const [host, path] of targets) {
    for (const credential of [{}, path.startsWith('/v1/') ? { key: buyer.key } : { cookie: buyer.cookie }]) {
      const { status, bytes, headers } = await app.call('GET', path, { host, ...credential })
      // ids, links to files and the port are made of digits that mean nothing
      const text =
        `${JSON.stringify({ ...headers, 'request-id': '', 'content-length': '', etag: '', date: '', link: '' })}${bytes.toString()}`.replaceAll(
          /(lst|shp|usr|ral)_\w+|[\w-]+\.(webp|css)|localhost:\d+/g,
          '',
        )
      assert.doesNotMatch(text, SENTINEL, `${host}${path}`)
      if (status === 200) seen++
    }
  }
  assert.ok(seen > 60, `the crawl must have seen something; it saw ${seen} pages`)
})
