import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Context } from '#platform/context/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { createPlatforms } from './platforms.ts'
import { Refusal } from './refusal.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const PROFILE = { ucp: { version: '2026-04-08', capabilities: { search: [{ version: '2026-04-08' }] } } }

/** Returns platforms whose profiles a function provides: the document at a URL, or an error. Each test sets the time. */
async function openPlatforms(t: TestContext, profileAt: (url: string) => unknown, mode = 'public') {
  const folder = await makeTempFolder()
  t.after(() => folder.remove())
  const fetched: string[] = []
  const counted: string[] = []
  const state = { nowMs: Date.parse('2030-01-31T12:00:00Z'), open: 0 }
  const ctx = {
    now: () => new Date(state.nowMs),
    config: { mode },
    rateLimits: { request: async ({ address }: { address: string }) => void counted.push(address) },
    egress: {
      async download(url: string) {
        const document = profileAt(url)
        if (document instanceof Error) throw document
        const path = join(folder.path, String(fetched.push(url)))
        await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document))
        state.open++
        return { path, cleanup: async () => (state.open--, rm(path)) }
      },
    },
  }
  const platforms = createPlatforms(ctx as unknown as Context)
  return { state, fetched, counted, read: (url: string, address = '192.0.2.1') => platforms.read(url, address) }
}

const urlOf = (host: string | number, page: string | number = 1) => `https://${host}.example/${page}.json`

test('a profile is fetched once in five minutes, and each fetch counts toward the limit of the caller’s address', async (t) => {
  const { state, fetched, counted, read } = await openPlatforms(t, () => PROFILE)
  const url = urlOf('a')
  assert.deepEqual(await read(url), { url, version: '2026-04-08', capabilities: PROFILE.ucp.capabilities, keys: [], webhookUrl: null })
  state.nowMs += 5 * MINUTE - 1
  await read(url, '192.0.2.2')
  assert.deepEqual([fetched.length, counted], [1, ['192.0.2.1']])
  state.nowMs += 1
  await read(url)
  assert.equal(fetched.length, 2)
  assert.equal(state.open, 0, 'downloaded files are removed')
})

test('a failed fetch is repeated after a minute', async (t) => {
  let result: unknown = new EgressError('timeout', 'It took too long.')
  const { state, read } = await openPlatforms(t, () => result)
  const fails = () => assert.rejects(read(urlOf('a')), { code: 'profile_unreachable' })
  await fails()
  result = PROFILE
  state.nowMs += MINUTE - 1
  await fails()
  state.nowMs += 1
  assert.equal((await read(urlOf('a'))).version, '2026-04-08')
})

test('a known profile that becomes malformed is no longer used, even if its platform is then unreachable', async (t) => {
  let result: unknown = PROFILE
  const { state, read } = await openPlatforms(t, () => result)
  await read(urlOf('a'))
  result = '[]'
  state.nowMs += 5 * MINUTE
  await assert.rejects(read(urlOf('a')), { code: 'profile_malformed' })
  result = new EgressError('refused', 'Nothing listens there.')
  state.nowMs += MINUTE
  await assert.rejects(read(urlOf('a')), { code: 'profile_unreachable' })
})

test('an address that cannot be used is an error of the request, and any other failure is an error of the platform', async (t) => {
  let result: Error = new Error('The disk is full.')
  const { state, fetched, read } = await openPlatforms(t, () => result)
  await assert.rejects(read(urlOf('a')), result, 'an error of the service is not hidden')
  for (const reason of ['bad_url', 'private_address', 'dns'] as const) {
    result = new EgressError(reason, 'It failed.')
    await assert.rejects(read(urlOf(reason)), { status: 400, code: 'invalid_profile_url', message: /It failed\.$/ })
  }
  for (const reason of ['timeout', 'refused', 'tls', 'redirect', 'too_large', 'http_status'] as const) {
    result = new EgressError(reason, 'It failed.')
    await assert.rejects(read(urlOf(reason)), { status: 424, code: 'profile_unreachable', message: /It failed\.$/ })
  }
  state.nowMs += MINUTE
  assert.deepEqual(fetched, [])
})

test('the URL of a profile has https, and neither a fragment nor a user; only a local service reads http', async (t) => {
  const wrong = ['http://a.example/1.json', 'ftp://a.example/1.json', 'https://a.example/1.json#x', 'https://ana@a.example/1.json', 'a', '']
  const [open, local] = [await openPlatforms(t, () => PROFILE), await openPlatforms(t, () => PROFILE, 'local')]
  for (const url of wrong) await assert.rejects(open.read(url), { status: 400, code: 'invalid_profile_url' }, url)
  for (const url of wrong.slice(1)) await assert.rejects(local.read(url), { status: 400, code: 'invalid_profile_url' }, url)
  await local.read(wrong[0]!)
  assert.deepEqual([open.fetched, local.fetched], [[], [wrong[0]]])
})

test('a stale profile is used for a day while its platform is unreachable', async (t) => {
  let result: unknown = PROFILE
  const { state, read } = await openPlatforms(t, () => result)
  await read(urlOf('a'))
  result = new EgressError('refused', 'Nothing listens there.')
  state.nowMs += 24 * HOUR - 1
  assert.equal((await read(urlOf('a'))).version, '2026-04-08')
  state.nowMs += MINUTE
  await assert.rejects(read(urlOf('a')), { status: 424 })
})

test('the cache contains 50 profiles of one host, and removes the one that was not used for the longest time', async (t) => {
  const { fetched, read } = await openPlatforms(t, () => PROFILE)
  await read(urlOf('b'))
  for (let page = 1; page <= 50; page++) await read(urlOf('a', page))
  await read(urlOf('a', 1))
  assert.equal(fetched.length, 51)
  await read(urlOf('a', 51))
  for (const url of [urlOf('b'), urlOf('a', 1), urlOf('a', 3), urlOf('a', 51)]) await read(url)
  assert.equal(fetched.length, 52)
  await read(urlOf('a', 2))
  assert.equal(fetched.length, 53)
})

test('the cache contains 500 profiles', async (t) => {
  const { fetched, read } = await openPlatforms(t, () => PROFILE)
  for (let host = 1; host <= 500; host++) await read(urlOf(host))
  await read(urlOf(1))
  assert.equal(fetched.length, 500)
  await read(urlOf(501))
  await read(urlOf(1))
  assert.equal(fetched.length, 501)
  await read(urlOf(2))
  assert.equal(fetched.length, 502)
})

test('failures of other URLs do not remove profiles from the cache', async (t) => {
  const { fetched, read } = await openPlatforms(t, (url) =>
    url === urlOf('a') ? PROFILE : new EgressError('refused', 'Nothing listens there.'),
  )
  await read(urlOf('a'))
  for (let host = 1; host <= 501; host++) await assert.rejects(read(urlOf(host)))
  await read(urlOf('a'))
  assert.equal(fetched.length, 1)
})

test('a profile whose parts have the wrong form is malformed, and the error names the part', async (t) => {
  let result: unknown = null
  const { state, read } = await openPlatforms(t, () => result)
  const ucp = (more: object) => ({ ucp: { ...PROFILE.ucp, ...more } })
  for (const [document, name] of [
    ['[]', /JSON object/],
    ['{', /JSON object/],
    [{}, /ucp must/],
    [{ ucp: null }, /ucp must/],
    [{ ucp: 'text' }, /ucp must/],
    [ucp({ version: 20260408 }), /ucp\.version/],
    [ucp({ version: '2026-4-8' }), /ucp\.version/],
    [ucp({ capabilities: null }), /ucp\.capabilities must/],
    [ucp({ capabilities: [] }), /ucp\.capabilities must/],
    [ucp({ capabilities: { search: { version: '1' } } }), /ucp\.capabilities\["search"\]/],
    ...[null, 'text', 7, [], {}, { version: 1 }].map((entry) => [
      ucp({ capabilities: { search: [{ version: '1' }, entry] } }),
      /ucp\.capabilities\["search"\]/,
    ]),
    [{ ...PROFILE, signing_keys: {} }, /signing_keys/],
    ...[null, 'text', [], {}, { kid: 1 }].map((key) => [{ ...PROFILE, signing_keys: [key] }, /signing_keys/]),
  ] as [unknown, RegExp][]) {
    result = document
    state.nowMs += MINUTE
    await assert.rejects(
      read(urlOf('a')),
      (error) => error instanceof Refusal && error.code === 'profile_malformed' && name.test(error.message),
      JSON.stringify(document),
    )
  }
  assert.equal(state.open, 0)
})

test('the last URL of the order capability receives the order updates', async (t) => {
  const order = (...urls: unknown[]) => ({
    ucp: {
      version: '2026-04-08',
      capabilities: { 'dev.ucp.shopping.order': urls.map((url) => ({ version: '1', config: { webhook_url: url } })) },
    },
  })
  let result: unknown
  const { state, read } = await openPlatforms(t, () => result)
  const longest = `https://a.example/${'x'.repeat(2_000 - 'https://a.example/'.length)}`
  for (const [urls, url] of [
    [['https://a.example/1', 'https://a.example/2'], 'https://a.example/2'],
    [['https://a.example/1', 7, undefined], 'https://a.example/1'],
    [[longest, `${longest}x`], longest],
    [[], null],
  ] as const) {
    result = order(...urls)
    state.nowMs += 10 * SECOND + 5 * MINUTE
    assert.equal((await read(urlOf('a'))).webhookUrl, url)
  }
})
