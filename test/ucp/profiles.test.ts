import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { speak, startPlatform, VERSION } from '#test/ucp/platform.ts'
import { startLocalServer } from '#test/local-server.ts'

/**
 * Tests that a platform with an unresponsive host delays no other platform. Once the service has read that platform's profile, the
 * platform's own requests are not delayed either (spec: completions 13.1).
 */

const SEARCH = 'dev.ucp.shopping.catalog.search'
const app = await startApp({ after })
const search = (platform: { url: string }) => speak(app, platform)('POST', '/catalog/search', { json: { query: 'coat' } })

test('an unresponsive platform host does not delay requests from new platforms on other hosts', async (t) => {
  let requests = 0
  const silent = await startLocalServer(t, () => void requests++)
  const held = Array.from({ length: 20 }, (_, n) => search({ url: `${silent.url}/${n}.json` }))
  // the service immediately rejects requests above its limit per host
  const first = await Promise.race(held)
  assert.deepEqual([first.status, first.body.code, first.headers['retry-after']], [503, 'unavailable', '2'])
  for (let n = 0; n < 20; n++) assert.equal((await search(await startPlatform(t, [SEARCH]))).status, 200)
  assert.ok(requests <= 2, `${requests} fetches of one host at once`)
  await silent.stop()
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

test('a known platform gets its response immediately, even if the host of its profile does not respond', async (t) => {
  let isSilent = false
  let fetched = 0
  const profile = { ucp: { version: VERSION, capabilities: { [SEARCH]: [{ version: VERSION }] } } }
  const { url, stop } = await startLocalServer(t, (_request, response) => {
    fetched++
    if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(profile))
  })
  assert.equal((await search({ url: `${url}/known.json` })).status, 200)
  isSilent = true
  await app.advance(301)
  const replies = await Promise.all(Array.from({ length: 20 }, () => search({ url: `${url}/known.json` })))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal(fetched, 2, 'one fetch for all of them')
  // These three requests use up all concurrent fetches that the service allows for this host.
  const held = ['a', 'b', 'c'].map((name) => search({ url: `${url}/${name}.json` }))
  assert.equal((await search({ url: `${url}/known.json` })).status, 200)
  await stop()
  await Promise.all(held)
})

test('the service rejects a platform that it knows as soon as the platform’s profile becomes invalid', async (t) => {
  const known = await startPlatform(t, [SEARCH])
  assert.equal((await search(known)).status, 200)
  await app.advance(301)
  known.broken = { status: 200, body: '[]' }
  assert.equal((await search(known)).body.code, 'profile_malformed')
})
