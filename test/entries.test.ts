import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { BAD_URLS, HOSTILE_HOSTS, PRIVATE_ADDRESSES } from '#test/fixtures/addresses.ts'

const HOST = { host: 'market.example' }

test('in public mode no entry that fetches lets an address inside be reached', async (t) => {
  const app = await startApp(t, {
    PUBLIC_URL: 'https://market.example',
    STORE_DOMAIN: 'shops.example',
    TEST_CLOCK: 'off',
    RATE_LIMITS: 'off',
  })
  let reached = 0
  const inside = createServer(() => reached++).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  t.after(() => inside.close())
  const { port } = inside.address() as AddressInfo

  const account = await app.call('POST', '/v1/accounts', {
    headers: HOST,
    json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
  })
  const call = (method: string, path: string, json: unknown) =>
    app.call(method, path, { headers: HOST, key: account.body.api_key.secret, json })
  await call('POST', '/v1/shops', { name: 'Shop', slug: 'ana' })
  const listing = await call('POST', '/v1/listings', { title: 'Lamp' })

  const entries: Record<string, (url: string) => ReturnType<typeof call>> = {
    'photo_urls[0]': (url) => call('POST', '/v1/listings', { title: 'Another lamp', photo_urls: [url] }),
    'urls[0]': (url) => call('POST', `/v1/listings/${listing.body.id}/photos`, { urls: [url] }),
    url: (url) => call('PUT', '/v1/shops/ana/picture', { url }),
  }
  const hosts = [...HOSTILE_HOSTS, ...PRIVATE_ADDRESSES.map((address) => (address.includes(':') ? `[${address}]` : address))]
  const urls = [...hosts.flatMap((host) => [`http://${host}:${port}/a.jpg`, `http://${host}/a.jpg`]), ...BAD_URLS]
  assert.ok(urls.length >= 100)
  for (const [param, send] of Object.entries(entries)) {
    for (const url of urls) {
      const { status, body } = await send(url)
      assert.deepEqual([status, body.error?.param], [400, param], url)
    }
  }
  assert.equal(reached, 0)
  const after = await app.call('GET', '/v1/listings', { headers: HOST, key: account.body.api_key.secret })
  assert.equal(after.body.total, 1, 'no listing was made of a request that was refused')
})
