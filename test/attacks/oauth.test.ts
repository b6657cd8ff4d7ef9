import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { startApp, type Call } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { slack } from '#test/machine.ts'

/** Tests that a hostile request to an OAuth endpoint immediately gets an error that OAuth defines and that reveals no internals. */

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const INSIDE = /\bat \w.*:\d+:\d+|node_modules|\/src\/|select .* from|ZodError/i
const PATHS = ['/oauth/token', '/oauth/revoke', '/oauth/register'] as const

const hostile = fc.oneof(
  fc.constantFrom('', ' ', '\0', '%00', "';--", '../..', '__proto__', 'NaN', 'null', '[]', '{}', 'rrt_', `rrt_${'a'.repeat(52)}`, 'ral_x', 'https://', 'javascript:1', 'http://localhost', 'a'.repeat(3_000)), // prettier-ignore
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const NAMES = ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'token', 'scope', 'resource', 'state', 'response_type', 'code_challenge', 'code_challenge_method'] as const // prettier-ignore

describe('hostile input to the OAuth endpoints', () => {
  test('an invalid form gets a standard OAuth error, and causes no server error', async () => {
    const fields = fc.dictionary(fc.constantFrom(...NAMES), hostile, { maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), fields, async (path, given) => {
        const grant = { grant_type: 'refresh_token', ...given }
        const reply = await app.call('POST', path, { form: new URLSearchParams(grant).toString() })
        assert.ok(reply.status < 500, `${path} ${reply.status} ${JSON.stringify(given)}`)
        assert.doesNotMatch(JSON.stringify(reply.body), INSIDE)
        if (reply.status !== 200) assert.match(reply.body.error, /^[a-z_]+$/)
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 60), seed: 20_261_122 },
    )
  })

  test('a hostile query string at /oauth/authorize gets a 400 page and no redirect', async () => {
    const fields = fc.dictionary(fc.constantFrom(...NAMES), hostile, { maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const reply = await app.call('GET', `/oauth/authorize?${new URLSearchParams(given).toString()}`, { cookie: ana.cookie })
        assert.equal(reply.status, 400, JSON.stringify(given))
        assert.deepEqual([reply.headers['location'], reply.headers['refresh']], [undefined, undefined])
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 60), seed: 20_261_122 },
    )
  })

  test('the OAuth endpoints reject a body that is too large, of the wrong type or deeply nested, or that repeats a parameter', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const CASES: [path: string, call: Call, status: number][] = [
      ['/oauth/token', { form: `code=${'x'.repeat(20_000)}` }, 413],
      ['/oauth/token', { json: { grant_type: 'refresh_token' } }, 415],
      ['/oauth/token', { form: 'client_id=a&client_id=b' }, 400],
      ['/oauth/token', { form: 'client_id[x]=a' }, 400],
      ['/oauth/register', { raw: { type: 'application/json', bytes: deep } }, 413],
      ['/oauth/register', { raw: { type: 'application/json', bytes: deep.slice(49_000, 51_000) } }, 400],
      ['/oauth/register', { json: { redirect_uris: 'x' } }, 400],
      ['/oauth/register', { form: 'redirect_uris=x' }, 415],
    ]
    for (const [path, call, status] of CASES) {
      const began = performance.now()
      const reply = await app.call('POST', path, call)
      assert.ok(performance.now() - began < slack(1_500))
      assert.equal(reply.status, status, `${path} ${JSON.stringify(call).slice(0, 80)}`)
      assert.match(reply.body.error, /^[a-z_]+$/)
    }
    for (const path of PATHS) assert.deepEqual([(await app.call('GET', path)).status, (await app.call('GET', path)).headers['allow']], [405, 'POST, OPTIONS']) // prettier-ignore
  })
})

test('each network can register at most thirty apps per day, even under different names', async (t) => {
  const limited = await startApp(t, { RATE_LIMITS: 'on' })
  const statuses: number[] = []
  for (let made = 0; made < 33; made++) {
    const reply = await limited.call('POST', '/oauth/register', { json: { redirect_uris: [`https://app${made}.example/done`] } })
    statuses.push(reply.status)
  }
  assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [30, 429])
})
