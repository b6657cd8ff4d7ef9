import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { speak, startPlatform, VERSION } from '#test/ucp/platform.ts'

/**
 * Tests that a platform with an unresponsive host delays no other platform. Once the service has read that platform's profile, the
 * platform's own requests are not delayed either (spec: completions 13.1).
 */

const SEARCH = 'dev.ucp.shopping.catalog.search'
const app = await startApp({ after })
const search = (platform: { url: string }) => speak(app, platform)('POST', '/catalog/search', { json: { query: 'coat' } })

async function startSilent(): Promise<{ host: string; requests: () => number; end(): void }> {
  let requests = 0
  const server = createServer(() => void requests++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  after(end)
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests, end }
}

test('an unresponsive platform host does not delay requests from new platforms on other hosts', async (t) => {
  const silent = await startSilent()
  const held = Array.from({ length: 20 }, (_, n) => search({ url: `${silent.host}/${n}.json` }))
  // the service immediately rejects requests above its limit per host
  const first = await Promise.race(held)
  assert.deepEqual([first.status, first.body.code, first.headers['retry-after']], [503, 'unavailable', '2'])
  for (let n = 0; n < 20; n++) assert.equal((await search(await startPlatform(t, [SEARCH]))).status, 200)
  assert.ok(silent.requests() <= 2, `${silent.requests()} fetches of one host at once`)
  silent.end()
  await Promise.all(held)
})

test('while a platform’s host returns errors, the service uses its stale copy of the platform’s profile', async (t) => {
  const known = await startPlatform(t, [SEARCH])
  assert.equal((await search(known)).status, 200)
  await app.advance(301)
  known.broken = { status: 500 }
  assert.equal((await search(known)).status, 200)
  assert.equal(known.fetched, 2, 'the stale profile is fetched again')
  assert.equal((await search(known)).status, 200)
  assert.equal(known.fetched, 2, 'a failed fetch is not repeated immediately')
  await app.advance(61)
  known.broken = null
  known.profile.ucp.version = '2020-01-01'
  const changed = await search(known)
  assert.equal(changed.body.code, 'version_unsupported', 'a changed profile applies as soon as it is fetched')
})

test('a known platform gets its response immediately, even if the host of its profile does not respond', async () => {
  let isSilent = false
  let fetched = 0
  const profile = { ucp: { version: VERSION, capabilities: { [SEARCH]: [{ version: VERSION }] } } }
  const server = createServer((_request, response) => {
    fetched++
    if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(profile))
  }).listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal((await search({ url: `${host}/known.json` })).status, 200)
  isSilent = true
  await app.advance(301)
  const replies = await Promise.all(Array.from({ length: 20 }, () => search({ url: `${host}/known.json` })))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal(fetched, 2, 'one fetch for all of them')
  // These three requests use up all concurrent fetches that the service allows for this host.
  const held = ['a', 'b', 'c'].map((name) => search({ url: `${host}/${name}.json` }))
  assert.equal((await search({ url: `${host}/known.json` })).status, 200)
  server.closeAllConnections()
  await Promise.all(held)
})

test('the service rejects a platform that it knows as soon as the platform’s profile becomes invalid', async (t) => {
  const known = await startPlatform(t, [SEARCH])
  assert.equal((await search(known)).status, 200)
  await app.advance(301)
  known.broken = { status: 200, body: '[]' }
  assert.equal((await search(known)).body.code, 'profile_malformed')
})
