import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#test/app.ts'
import { BAD_URLS, HOSTILE_HOSTS, PRIVATE_ADDRESSES } from '#test/fixtures/addresses.ts'
import { recordEvent } from '#test/webhooks.ts'

const HOST = { host: 'market.example' }
const SIGN_IN = { email: 'ana@example.test', password: 'a long enough password' }

async function openPublic(t: TestContext) {
  const env = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' }
  const app = await startApp(t, env)
  let reached = 0
  const inside = createServer(() => reached++).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  t.after(() => inside.close())
  const { port } = inside.address() as AddressInfo
  const { body: account } = await app.call('POST', '/v1/accounts', { headers: HOST, json: { name: 'Ana', ...SIGN_IN } })
  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { headers: HOST, key: account.api_key.secret, ...(json === undefined ? {} : { json }) })
  const hosts = [...HOSTILE_HOSTS, ...PRIVATE_ADDRESSES.map((address) => (address.includes(':') ? `[${address}]` : address))]
  return { app, port, account, call, hosts, reached: () => reached }
}

test('in public mode, endpoints that fetch URLs never connect to private addresses', async (t) => {
  const { app, port, call, hosts, reached } = await openPublic(t)
  await call('POST', '/v1/shops', { name: 'Shop', slug: 'ana' })
  const listing = await call('POST', '/v1/listings', { title: 'Lamp' })

  const entries: Record<string, (url: string) => ReturnType<typeof call>> = {
    'photo_urls[0]': (url) => call('POST', '/v1/listings', { title: 'Another lamp', photo_urls: [url] }),
    'urls[0]': (url) => call('POST', `/v1/listings/${listing.body.id}/photos`, { urls: [url] }),
    url: (url) => call('PUT', '/v1/shops/ana/picture', { url }),
  }
  const urls = [...hosts.flatMap((host) => [`http://${host}:${port}/a.jpg`, `http://${host}/a.jpg`]), ...BAD_URLS]
  assert.ok(urls.length >= 100)
  // The endpoints share the check, so each gets another third of the URLs.
  for (const [nth, [param, send]] of Object.entries(entries).entries()) {
    for (const url of urls.filter((_, index) => index % 3 === nth)) {
      const { status, body } = await send(url)
      assert.deepEqual([status, body.error?.param], [400, param], url)
    }
  }
  // The service must also reject these hosts in the metadata URL of an app.
  const session = await app.call('POST', '/v1/sessions', { headers: HOST, json: SIGN_IN })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  for (const host of hosts) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: `https://${host}:${port}/app.json`,
      redirect_uri: 'https://app.example/done',
    })
    const reply = await app.call('GET', `/oauth/authorize?${query.toString()}`, { cookie, headers: HOST })
    assert.equal(reply.status, 400, host)
    assert.match(reply.body, /This app cannot get access/)
  }
  assert.equal(reached(), 0)
  const after = await call('GET', '/v1/listings')
  assert.equal(after.body.total, 1, 'a rejected request creates no listing')
})

test('in public mode, webhook tests and deliveries never connect to a private address', async (t) => {
  const { app, port, account, call, hosts, reached } = await openPublic(t)
  const plain = await call('PUT', '/v1/webhooks', { url: 'http://example.com/hooks' })
  assert.deepEqual([plain.status, plain.body.error.param], [400, 'url'], 'rejects plain HTTP')

  const urls = hosts.flatMap((host) => [`https://${host}:${port}/hooks`, `https://${host}/hooks`])
  let tried = 0
  for (const url of [...urls, ...BAD_URLS]) {
    const saved = await call('PUT', '/v1/webhooks', { url })
    if (saved.status === 400) {
      assert.equal(saved.body.error.param, 'url', url)
      continue
    }
    assert.equal(saved.status, 200, url)
    const { body } = await call('POST', '/v1/webhooks/test')
    assert.equal(body.status, 0, url)
    assert.ok(['private address', 'dns', 'bad address'].includes(body.error), `${url}: ${body.error}`)
    tried++
  }
  assert.ok(tried >= 100, `only ${tried} URLs were accepted and tried`)

  await call('PUT', '/v1/webhooks', { url: `https://127.0.0.1:${port}/hooks` })
  await recordEvent(app, account.id)
  const attempts = async () => (await call('GET', '/v1/webhooks/deliveries')).body.data[0]?.attempts ?? []
  while ((await attempts()).length === 0) await sleep(50)
  const [{ status, error }] = await attempts()
  assert.deepEqual([status, error], [0, 'private address'])
  assert.equal(reached(), 0)
})
