import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'
import { composeSecret, SECRET_RANDOM_BYTES } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { startModel } from '#test/fakes/model.ts'
import { ACCESS_MATRIX, ACCESS_RULES, type Row, type Request, type World } from '#test/law.ts'
import { lifetime } from '#test/lifetime.ts'

/**
 * Calls every endpoint as every kind of caller. The expected permissions in test/law.ts are written by hand from the specification (spec:
 * interface; completions 3), and not derived from the endpoint definitions.
 */
describe('permissions for every endpoint', () => {
  let app: TestApp
  let scene: World
  let keys: { revoked: string; expired: string; unknown: string; outsider: string }

  before(async () => {
    // Configures providers, because some helper endpoints return 503 without them.
    app = await startApp(life, { ...(await startModel(life)).env, FIRECRAWL_API_KEY: 'not asked' })
    const owner = await app.signUp('Owner')
    const outsider = await app.signUp('Stranger')
    const revoked = await makeKey(owner.cookie, { kind: 'api', scopes: SCOPES })
    await app.call('DELETE', `/v1/keys/${revoked.id}`, { cookie: owner.cookie })
    const expired = await makeKey(owner.cookie, { kind: 'api', scopes: SCOPES, expires_at: new Date(Date.now() + 60_000).toISOString() })
    await app.advance(61)
    scene = { app, owner, outsider, key: (options) => makeKey(owner.cookie, options) }
    keys = {
      revoked: revoked.secret,
      expired: expired.secret,
      unknown: composeSecret('rsk', crypto.getRandomValues(new Uint8Array(SECRET_RANDOM_BYTES))),
      outsider: outsider.key,
    }
  })

  const life = lifetime()

  async function makeKey(
    cookie: string,
    options: { kind: 'api' | 'agent'; scopes: readonly Scope[]; ask_first?: AskFirst[]; expires_at?: string },
  ) {
    const made = await app.call('POST', '/v1/keys', { cookie, json: { name: 'walk', ...options } })
    assert.equal(made.status, 201)
    return made.body as { id: string; secret: string }
  }

  /** Sets how many minutes ago the user last confirmed their identity in the session. */
  async function proofOf(cookie: string, minutes: number): Promise<void> {
    const { ctx } = app.service
    const proved_at = new Date(ctx.now().getTime() - minutes * 60_000)
    await ctx.db
      .updateTable('sessions')
      .set({ proved_at })
      .where('token_hash', '=', sha256(cookie.split('=')[1]!))
      .execute()
  }

  const send = (row: Row, request: Request, call: Call): Promise<Reply> => {
    const { path, session: _session, ...rest } = request
    const headers = { ...rest.headers, ...call.headers }
    if (rest.headers?.cookie && call.cookie) headers.cookie = `${call.cookie}; ${rest.headers.cookie}`
    return app.call(row.method, `/v1${path}`, { ...rest, ...call, headers })
  }

  test('the permission table contains exactly the endpoints of the API', () => {
    assert.deepEqual(Object.keys(ACCESS_RULES).toSorted(), ENDPOINTS.map(({ id }) => id).toSorted())
  })

  test('the endpoints that require reauthentication are those in the permission table', () => {
    const withProof = ENDPOINTS.filter(({ proof }) => proof !== undefined).map(({ id, proof }) => [id, proof === true ? true : 'password'])
    const expected = Object.entries(ACCESS_MATRIX).filter(([, { proof }]) => proof !== undefined)
    assert.deepEqual(Object.fromEntries(withProof), Object.fromEntries(expected.map(([id, { proof }]) => [id, proof])))
  })

  for (const [id, row] of Object.entries(ACCESS_MATRIX)) {
    test(`${row.method} ${row.at}: ${describeRow(row)}`, async (t) => {
      const open = row.may === 'anyone' || row.may === 'optional'
      // earlier tests, or a slow machine, may have made the proofs of identity old
      for (const { cookie } of [scene.owner, scene.outsider]) await proofOf(cookie, 0)
      // Uses the same record for the rejected callers and the first permitted caller, because a rejected call changes nothing.
      const request = await row.request(scene)

      await t.test(open ? 'succeeds without a key' : 'returns 401 without a key', async () => {
        const reply = await send(row, request, {})
        if (open) assertDone(reply, id)
        else assertRefused(reply, 401, 'authentication')
      })

      await t.test('returns 401 with a key that is malformed, unknown, revoked or expired', async () => {
        for (const secret of ['rsk_tooshort', keys.unknown, keys.revoked, keys.expired]) {
          const reply = await send(row, request, { key: secret })
          assertRefused(reply, 401, 'authentication')
          assert.equal(reply.headers['www-authenticate'], 'Bearer')
        }
      })

      if (row.may === 'session') {
        await t.test('returns 403 for any key, regardless of its scopes', async () => {
          assertRefused(await send(row, request, { key: scene.owner.key }), 403, 'permission')
        })
      }

      const scopes = scopesOf(row.may)
      if (scopes.length > 0 && row.may !== 'read') {
        await t.test(`returns 403 without the scope ${scopes.join(' or ')}, whether or not the record exists`, async () => {
          const { secret } = await scene.key({ kind: 'api', scopes: SCOPES.filter((scope) => !scopes.includes(scope)) })
          for (const one of [request, unknownRecord(row, request)]) {
            const reply = await send(row, one, { key: secret })
            assertRefused(reply, 403, 'permission')
            assert.equal(reply.body.error.code, 'scope')
          }
        })
      }

      if (row.at.includes('{') && !open && !row.shared) {
        await t.test('returns the same 404 for another account’s record as for an unknown record', async () => {
          const as = row.may === 'session' ? { cookie: scene.outsider.cookie } : { key: keys.outsider }
          const theirs = await send(row, request, as)
          const nobodys = await send(row, unknownRecord(row, request), as)
          assertRefused(theirs, 404, 'not_found')
          assert.deepEqual(theirs.body, nobodys.body)
        })
      }

      if (row.method !== 'GET') {
        await t.test('returns 403 for a session when the request comes from another origin', async () => {
          for (const origin of ['https://evil.example', 'null', '']) {
            const reply = await send(row, request, { cookie: scene.owner.cookie, headers: { origin } })
            assertRefused(reply, 403, 'permission')
          }
        })
      }

      if (row.approval) {
        await t.test(`returns an approval when the agent key needs approval for ${row.approval}`, async () => {
          const { secret } = await scene.key({ kind: 'agent', scopes: SCOPES, ask_first: [row.approval!] })
          const reply = await send(row, await row.request(scene), { key: secret })
          assert.equal(reply.status, 202)
          assert.deepEqual([reply.body.object, reply.body.status, reply.body.action], ['approval', 'pending', row.approval])
          if (!row.proof) return
          // If an action requires a recent proof of identity, the approving owner must also have confirmed their identity.
          await proofOf(scene.owner.cookie, 16)
          const yes = await scene.app.call('POST', `/v1/approvals/${reply.body.id}/approve`, { cookie: scene.owner.cookie })
          assert.deepEqual([yes.status, yes.body.error?.code], [403, 'proof'])
          await proofOf(scene.owner.cookie, 14)
        })
      }

      if (row.proof) {
        await t.test('returns 403 for a session that has not reauthenticated within 15 minutes', async () => {
          const own = await row.request(scene)
          const cookie = own.session ?? scene.owner.cookie
          await proofOf(cookie, 16)
          const bare = { ...(own.json as object), password: undefined }
          const reply = await send(row, row.proof === 'password' ? { ...own, json: bare } : own, { cookie })
          assertRefused(reply, 403, 'permission')
          assert.equal(reply.body.error.code, 'proof')
          await proofOf(cookie, 14)
        })
      }

      if (scopes.length > 0) {
        await t.test('succeeds with the owner’s key', async () => assertDone(await send(row, request, { key: scene.owner.key }), id))
      }
      await t.test('succeeds with the owner’s session', async () => {
        const own = row.may === 'session' ? request : await row.request(scene)
        assertDone(await send(row, own, { cookie: own.session ?? scene.owner.cookie }), id)
      })
    })
  }
})

/** Returns the scopes that permit the call. Any single scope is enough. The list is empty if the call requires no scope. */
function scopesOf(may: Row['may']): readonly Scope[] {
  return SCOPES.filter((scope) => [may].flat().includes(scope))
}

function describeRow(row: Row): string {
  return scopesOf(row.may).length > 0 ? `scope ${scopesOf(row.may).join(' or ')}` : String(row.may)
}

function unknownRecord(row: Row, request: Request): Request {
  const shape = row.at.split('/')
  const path = request.path
    .split('/')
    .map((part, index) => (shape[index]?.startsWith('{') ? 'nothing-here' : part))
    .join('/')
  return { ...request, path }
}

function assertRefused(reply: Reply, status: number, type: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.type, type)
}

function assertDone(reply: Reply, id: string): void {
  assert.ok(reply.status >= 200 && reply.status < 300, `${id}: ${reply.status} ${JSON.stringify(reply.body)}`)
}
