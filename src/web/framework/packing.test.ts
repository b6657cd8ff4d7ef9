import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { iconFiles, iconPng, PNG_ICONS } from '#web/styles/icon-png.ts'
import { packingFor } from '#platform/http/compression.ts'

test('the encoding is selected from Accept-Encoding as the HTTP standard requires', () => {
  for (const [header, expected] of [
    [undefined, null],
    ['', null],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.000', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['brotli', null],
    ['br;q=x', null],
  ] as const)
    assert.equal(packingFor(header), expected, header)
})

test('pages, styles and scripts are compressed according to Accept-Encoding and have a Vary header', async (t) => {
  const app = await startApp(t)
  const seller = await openSeller(app)
  const { url } = await seller.list({ title: 'Lamp', price: 20, publish: true })
  const home = await app.call('GET', '/')
  const style = /href="(\/static\/site\.\w+\.css)"/.exec(home.body)![1]!
  const script = /src="([^"]+\.js)"/.exec(home.body)![1]!
  const pages: [path: string, host?: string][] = [['/'], [style], [script], [new URL(url).pathname, `${seller.slug}.resale.localhost`]]
  for (const [path, host] of pages) {
    const get = (encoding?: string) =>
      app.call('GET', path, { ...(host ? { host } : {}), headers: encoding ? { 'accept-encoding': encoding } : {} })
    const [plain, gzip, brotli] = [await get(), await get('gzip'), await get('gzip, br')]
    assert.deepEqual(
      [plain, gzip, brotli].map(({ headers }) => headers['content-encoding']),
      [undefined, 'gzip', 'br'],
      path,
    )
    for (const { headers } of [plain, gzip, brotli]) assert.match(headers['vary'] ?? '', /Accept-Encoding/)
    assert.deepEqual([gunzipSync(gzip.bytes).toString(), brotliDecompressSync(brotli.bytes).toString()], [plain.body, plain.body])
    const head = await app.call('HEAD', path, host ? { host } : {})
    assert.deepEqual([head.status, head.bytes.length, head.headers['etag']], [200, 0, plain.headers['etag']], path)
    assert.ok(brotli.bytes.length < plain.bytes.length / 2, `${path}: ${brotli.bytes.length} of ${plain.bytes.length}`)
    const etag = plain.headers['etag']
    if (!etag) continue
    assert.equal(new Set([plain, gzip, brotli].map(({ headers }) => headers['etag'])).size, 3, 'each encoding has a different ETag')
    for (const { headers } of [plain, gzip, brotli])
      assert.equal(
        (
          await app.call('GET', path, {
            ...(host ? { host } : {}),
            headers: { 'if-none-match': headers['etag']!, 'accept-encoding': 'br' },
          })
        ).status,
        304,
      )
  }
})

test('a private page is compressed unless it can contain user input, and its form tokens are masked', async (t) => {
  const app = await startApp(t)
  const { cookie } = await app.signUp('Ana')
  const headers = { 'accept-encoding': 'br', origin: app.url }
  const encoding = async (path: string) => (await app.call('GET', path, { cookie, headers })).headers['content-encoding']
  assert.deepEqual([await encoding('/you/settings'), await encoding('/search'), await encoding('/search?q=lamp')], ['br', 'br', undefined])
  const reply = await app.call('POST', '/you/settings', { cookie, headers, form: 'do=name&name=x' })
  assert.equal(reply.headers['content-encoding'], undefined)
  const tokens = [...(await app.call('GET', '/you/settings', { cookie })).body.matchAll(/name="form_token" value="([^"]+)"/g)].map(
    ([, one]) => one!,
  )
  assert.ok(tokens.length > 3)
  assert.equal(new Set(tokens).size, tokens.length)
  const send = (token: string) =>
    app.call('POST', '/you/settings', {
      cookie,
      headers,
      form: new URLSearchParams({ form_token: token, do: 'name', name: 'Ana B' }).toString(),
    })
  for (const token of tokens.slice(0, 3)) assert.equal((await send(token)).status, 303)
  const [one, other] = tokens.map((token) => Buffer.from(token, 'base64url'))
  const mixed = Buffer.concat([one!.subarray(0, 24), other!.subarray(24)]).toString('base64url')
  for (const token of ['', 'x', mixed, tokens[0]!.slice(0, 40), `${tokens[0]!}AAAA`.slice(4)])
    assert.equal((await send(token)).status, 403, token)
})

test('API responses are compressed according to Accept-Encoding, unless the request has a session cookie', async (t) => {
  const app = await startApp(t)
  const seller = await openSeller(app)
  for (let n = 0; n < 4; n++) await seller.list({ title: `Lamp ${n}`, price: 20, publish: true, description: 'Long. '.repeat(100) })
  const get = (path: string, who: { key?: string; cookie?: string } = {}, encoding?: string, more = {}) =>
    app.call('GET', path, { ...who, headers: { ...(encoding && { 'accept-encoding': encoding }), ...more } })
  // the service computes the first response, and later responses come from the cache
  for (let round = 0; round < 3; round++) {
    const path = '/v1/market/search?q=lamp'
    const [plain, gzip, brotli] = [await get(path), await get(path, {}, 'gzip'), await get(path, {}, 'gzip, br')]
    assert.deepEqual(
      [plain, gzip, brotli].map(({ headers }) => headers['content-encoding']),
      [undefined, 'gzip', 'br'],
    )
    assert.deepEqual([gunzipSync(gzip.bytes), brotliDecompressSync(brotli.bytes)], [plain.bytes, plain.bytes])
    const tags = [plain, gzip, brotli].map(({ headers }) => headers['etag']!)
    assert.equal(new Set(tags).size, 3)
    for (const { headers } of [plain, gzip, brotli]) assert.match(headers['vary']!, /Accept-Encoding/)
    for (const tag of [...tags, `W/${tags[0]}`, `"x", ${tags[1]}`, '*'])
      assert.equal((await get(path, {}, 'br', { 'if-none-match': tag })).status, 304, tag)
  }
  const own = await get('/v1/listings', { key: seller.key }, 'br')
  assert.equal(own.headers['content-encoding'], 'br')
  assert.deepEqual(brotliDecompressSync(own.bytes).toString(), (await get('/v1/listings', { key: seller.key })).bytes.toString())
  for (const path of ['/v1/listings', '/v1/market/search?q=lamp'])
    assert.equal((await get(path, { cookie: seller.cookie }, 'br')).headers['content-encoding'], undefined, path)
  assert.equal((await get('/v1/market/stores', {}, 'br')).headers['content-encoding'], undefined, 'a small response stays uncompressed')
})

test('the manifest icons are PNGs of the stated size, and the maskable icon is opaque', async (t) => {
  const app = await startApp(t)
  const { icons } = JSON.parse((await app.call('GET', '/manifest.webmanifest')).body) as {
    icons: { src: string; sizes: string; type: string }[]
  }
  const pngs = icons.filter(({ type }) => type === 'image/png')
  assert.deepEqual(
    pngs.map(({ sizes }) => sizes),
    ['192x192', '512x512', '512x512'],
  )
  for (const { src, sizes } of [...pngs, { src: '/static/icon-180.png', sizes: '180x180' }]) {
    const { headers, bytes } = await app.call('GET', src)
    assert.equal(headers['content-type'], 'image/png')
    const { width, height, format } = await sharp(bytes).metadata()
    assert.deepEqual([`${width}x${height}`, format], [sizes, 'png'])
  }
  const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
  for (const { bytes, sizePx, fit } of iconFiles().map((file, index) => ({ ...file, ...PNG_ICONS[index]! })))
    assert.ok((await pixels(bytes)).equals(await pixels(iconPng(sizePx, fit))), 'the icon is outdated: run node bin/icons.ts')
  assert.equal((await sharp(iconPng(64, 'maskable')).stats()).isOpaque, true)
  assert.equal((await sharp(iconPng(64)).stats()).isOpaque, false)
})
