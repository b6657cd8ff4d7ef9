import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { AGENT_ASK_FIRST } from '#core/scopes.ts'
import { REAL } from '#core/tenant.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { EgressError, type DownloadOptions } from '#platform/egress/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { allowApp, endToken, findClient, registerClient, tokensForCode, tokensForRefresh, type Allowed } from './index.ts'

const NOW = new Date('2026-03-04T05:06:07.000Z')
const [MINUTE_MS, HOUR_MS] = [60_000, 3600_000]
const REDIRECT = 'https://app.example/done'
const VERIFIER = 'v'.repeat(43)
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const LONG_HOST = `${'long.'.repeat(12)}example`
const GRANT = { code: 'invalid_grant' }
const later = (ms: number) => new Date(NOW.getTime() + ms)

describe('apps that act for a user', () => {
  const life = lifetime()
  let app: TestApp
  let actor: Person
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    const { id, cookie } = await app.signUp('Ana')
    const limits = { address: '127.0.0.1', scopes: [], askFirst: [], maxOfferCents: null, maxDayCents: null }
    const sessionToken = decodeURIComponent(cookie.split('=')[1]!)
    actor = { kind: 'session', accountId: id, tenant: REAL, name: 'Ana', credential: id, keyKind: 'session', ...limits, sessionToken }
  })
  const db = () => app.service.ctx.db
  const at = (now: Date): Context => ({ ...app.service.ctx, now: () => now })

  const clientRow = (id: string) => db().selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
  const codeRow = (code: string) => db().selectFrom('oauth_codes').selectAll().where('code_hash', '=', sha256(code)).executeTakeFirst()
  const appRow = (refresh: string) => db().selectFrom('apps').selectAll().where('refresh_selector', '=', refresh.slice(4, 20)).executeTakeFirstOrThrow() // prettier-ignore
  const keyRow = async (refresh: string) =>
    db()
      .selectFrom('keys')
      .selectAll()
      .where('id', '=', (await appRow(refresh)).key_id)
      .executeTakeFirstOrThrow()
  const isRevoked = async (refresh: string) => (await keyRow(refresh)).revoked_at !== null

  /** Registers an app an hour ago and grants it access now. Returns the code and the request that redeems it. */
  async function allowed(change: Partial<Allowed> = {}) {
    const client = await registerClient(at(later(-HOUR_MS)), { client_name: 'Finder', redirect_uris: [REDIRECT] })
    const grant = { client, redirectUri: REDIRECT, challenge: challengeOf(VERIFIER), scopes: ['read', 'buying'], ...change } as const
    const code = await allowApp(at(NOW), actor, { maxOfferCents: 500, maxDayCents: 700, ...grant })
    return { client, code, use: { code, clientId: client.id, redirectUri: REDIRECT, verifier: VERIFIER } }
  }
  async function tokens() {
    const { client, use } = await allowed()
    return { clientId: client.id, use, ...(await tokensForCode(at(NOW), use)) }
  }

  test('an authorization code stores what the user allowed, and marks the app as used', async () => {
    const { client, code } = await allowed()
    const session = await db().selectFrom('sessions').select('id').where('account_id', '=', actor.accountId).executeTakeFirstOrThrow()
    assert.deepEqual(await codeRow(code), {
      ...{ code_hash: sha256(code), session_id: session.id, account_id: actor.accountId, client_id: client.id, client_name: 'Finder' },
      ...{ redirect_uri: REDIRECT, challenge: challengeOf(VERIFIER), scopes: ['read', 'buying'], ask_first: [...AGENT_ASK_FIRST] },
      ...{ max_offer_cents: 500, max_day_cents: 700, key_id: null, created_at: NOW },
    })
    assert.equal(code.length, 40)
    assert.deepEqual((await clientRow(client.id))!.last_used_at, NOW)
    await assert.rejects(allowApp(at(NOW), { ...actor, sessionToken: 'ended' }, { client, redirectUri: REDIRECT, challenge: challengeOf(VERIFIER), scopes: ['read'], maxOfferCents: null, maxDayCents: null }), { type: 'authentication' }) // prettier-ignore
  })

  test('the key of an app has the allowed rights and limits, and its owner gets an email', async () => {
    const mails = async () => (await db().selectFrom('mails').select('subject').where('account_id', '=', actor.accountId).execute()).filter(({ subject }) => /New app/.test(subject)).length // prettier-ignore
    const sent = await mails()
    const { use, access, refresh, scopes, expiresInSeconds, clientId } = await tokens()
    assert.deepEqual([scopes, expiresInSeconds], [['read', 'buying'], 3600])
    const key = await keyRow(refresh)
    const { id, account_id, kind, name, secret_hash, max_offer_cents, max_day_cents } = key
    assert.deepEqual([account_id, kind, name, max_offer_cents, max_day_cents], [actor.accountId, 'agent', 'Finder', 500, 700])
    assert.deepEqual([key.scopes, key.ask_first], [['read', 'buying'], [...AGENT_ASK_FIRST]])
    assert.deepEqual([key.expires_at, key.secret_expires_at], [later(90 * 24 * HOUR_MS), later(HOUR_MS)])
    assert.deepEqual(secret_hash, sha256(access))
    const [selector, hash] = [refresh.slice(4, 20), sha256(refresh.slice(20))]
    assert.deepEqual(await appRow(refresh), { key_id: id, client_id: clientId, refresh_selector: selector, refresh_hash: hash, refreshed_at: NOW }) // prettier-ignore
    assert.equal((await codeRow(use.code))!.key_id, id)
    assert.equal(await mails(), sent + 1)
  })

  test('each wrong value in a token request consumes the authorization code', async () => {
    const other = await registerClient(at(NOW), { redirect_uris: [REDIRECT] })
    const wrongs: Record<string, [Partial<Allowed>, Partial<Parameters<typeof tokensForCode>[1]>]> = {
      'another app': [{}, { clientId: other.id }],
      'another redirect URI': [{}, { redirectUri: 'https://app.example/other' }],
      'a redirect URI that is not registered': [{ redirectUri: 'https://app.example/other' }, { redirectUri: 'https://app.example/other' }],
      'another verifier': [{}, { verifier: 'w'.repeat(43) }],
      'a verifier that is too short': [{ challenge: challengeOf('short') }, { verifier: 'short' }],
    }
    for (const [what, [grant, request]] of Object.entries(wrongs)) {
      const { use, code } = await allowed(grant)
      await assert.rejects(tokensForCode(at(NOW), { ...use, ...request }), GRANT, what)
      assert.equal(await codeRow(code), undefined, what)
      await assert.rejects(tokensForCode(at(NOW), use), GRANT, what)
    }
    await assert.rejects(tokensForCode(at(NOW), { code: 'unknown', clientId: other.id, redirectUri: REDIRECT, verifier: VERIFIER }), GRANT)
  })

  test('an authorization code works for one minute, and only while its app exists', async () => {
    const [inTime, late, deleted] = [await allowed(), await allowed(), await allowed()]
    assert.equal((await tokensForCode(at(later(MINUTE_MS)), inTime.use)).expiresInSeconds, 3600)
    await assert.rejects(tokensForCode(at(later(MINUTE_MS + 1)), late.use), GRANT)
    await db().deleteFrom('oauth_clients').where('id', '=', deleted.client.id).execute()
    await assert.rejects(tokensForCode(at(NOW), deleted.use), GRANT)
  })

  test('the second use of an authorization code revokes the key, also if the key is already revoked', async () => {
    const { use, refresh } = await tokens()
    assert.equal(await isRevoked(refresh), false)
    const reused = { code: 'invalid_grant', message: /^This code was already used\. Its access has been revoked/ }
    await assert.rejects(tokensForCode(at(NOW), use), reused)
    assert.equal(await isRevoked(refresh), true)
    await assert.rejects(tokensForCode(at(NOW), use), reused)
  })

  test('a refresh replaces both tokens, and the old refresh token revokes the app', async () => {
    const { clientId, refresh, access } = await tokens()
    const next = await tokensForRefresh(at(later(MINUTE_MS)), { token: refresh, clientId })
    assert.deepEqual([next.scopes, next.expiresInSeconds], [['read', 'buying'], 3600])
    assert.notEqual(next.access, access)
    const key = await keyRow(next.refresh)
    assert.deepEqual([key.secret_hash, key.secret_expires_at], [sha256(next.access), later(MINUTE_MS + HOUR_MS)])
    const { refreshed_at, refresh_hash } = await appRow(next.refresh)
    assert.deepEqual([refreshed_at, refresh_hash, next.refresh.slice(0, 20)], [later(MINUTE_MS), sha256(next.refresh.slice(20)), refresh.slice(0, 20)]) // prettier-ignore
    assert.deepEqual((await clientRow(clientId))!.last_used_at, later(MINUTE_MS))
    const reused = { code: 'invalid_grant', message: /^This refresh token was already used\./ }
    await assert.rejects(tokensForRefresh(at(NOW), { token: refresh, clientId }), reused)
    assert.equal(await isRevoked(refresh), true)
    await assert.rejects(tokensForRefresh(at(NOW), { token: next.refresh, clientId }), { code: 'invalid_grant', message: /^The refresh token is unknown/ }) // prettier-ignore
  })

  test('a refresh token works only for its own registered app, and until the grant expires', async () => {
    const { clientId, refresh } = await tokens()
    const other = await registerClient(at(NOW), { redirect_uris: [REDIRECT] })
    await assert.rejects(tokensForRefresh(at(NOW), { token: refresh, clientId: other.id }), GRANT)
    for (const token of ['', 'rrt_short', `rrt_${'x'.repeat(52)}`]) await assert.rejects(tokensForRefresh(at(NOW), { token, clientId }), GRANT) // prettier-ignore
    const end = later(90 * 24 * HOUR_MS)
    await assert.rejects(tokensForRefresh(at(end), { token: refresh, clientId }), GRANT)
    assert.equal(await isRevoked(refresh), false, 'only a reused token revokes the app')
    const next = await tokensForRefresh(at(new Date(end.getTime() - 1)), { token: refresh, clientId })
    await db().updateTable('keys').set({ expires_at: null }).where('id', '=', (await appRow(refresh)).key_id).execute() // prettier-ignore
    const last = await tokensForRefresh(at(end), { token: next.refresh, clientId })
    await db().deleteFrom('oauth_clients').where('id', '=', clientId).execute()
    await assert.rejects(tokensForRefresh(at(end), { token: last.refresh, clientId }), GRANT)
  })

  test('a refresh token or an access token revokes its own app, and other tokens revoke nothing', async () => {
    const [byRefresh, byAccess, neither] = [await tokens(), await tokens(), await tokens()]
    for (const token of [byRefresh.refresh, byAccess.access]) {
      await endToken(at(NOW), token)
      await endToken(at(NOW), token)
    }
    const { key } = await app.signUp('Bea')
    for (const token of ['unknown', key, `${neither.refresh.slice(0, 20)}${'x'.repeat(36)}`]) await endToken(at(NOW), token)
    const revoked = await Promise.all([byRefresh, byAccess, neither].map(({ refresh }) => isRevoked(refresh)))
    assert.deepEqual(revoked, [true, true, false])
    assert.equal((await app.call('GET', '/v1/me', { key })).status, 200, 'a key that belongs to no app')
  })

  test('a registered app gets the name that it sends, or the host of its first redirect URI', async () => {
    const names: [string, object][] = [
      ['Finder', { client_name: 'Finder', redirect_uris: [REDIRECT, 'https://b.example/'] }],
      ['app.example', { redirect_uris: [REDIRECT, 'https://b.example/'] }],
      [LONG_HOST.slice(0, 60), { redirect_uris: [`https://${LONG_HOST}/`] }],
      ['An app', { redirect_uris: ['com.example.app:/done'] }],
    ]
    for (const [name, metadata] of names) {
      const made = await registerClient(at(NOW), metadata)
      assert.deepEqual([made.name, made.site, made.createdAt], [name, null, NOW])
      const { redirectUris } = made
      assert.deepEqual(await findClient(at(NOW), made.id), { id: made.id, name, redirectUris, site: null })
      assert.deepEqual(await clientRow(made.id), { id: made.id, name, redirect_uris: [...redirectUris], created_at: NOW, last_used_at: NOW, account_id: null }) // prettier-ignore
    }
    for (const id of ['cli_00000000000000000000000000', 'nonsense'])
      await assert.rejects(findClient(at(NOW), id), { code: 'invalid_client', message: 'client_id is not a registered app. Register the app first.' }) // prettier-ignore
  })

  test('a rejected registration has the error code of the wrong field', async () => {
    for (const [body, code] of [
      [{ redirect_uris: ['ftp://x'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [REDIRECT], client_id: 5 }, 'invalid_client_metadata'],
      [{ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    ] as const)
      await assert.rejects(registerClient(at(NOW), body), { code })
    assert.ok(await registerClient(at(NOW), { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }))
  })

  type Served = { body?: unknown; contentType?: string | null; finalUrl?: string; error?: Error }
  /** Serves metadata documents. Returns a function that finds an app at a time, and the URLs that were fetched. */
  async function documents(t: { after(stop: () => Promise<void>): void }, served: (url: string) => Served) {
    const folder = await mkdtemp(join(tmpdir(), 'resale-test-'))
    t.after(() => rm(folder, { recursive: true }))
    const fetched: string[] = []
    const cleaned: string[] = []
    const download = async (url: string, { maxBytes, accept }: DownloadOptions) => {
      assert.deepEqual([maxBytes, accept], [16_384, 'application/json'])
      fetched.push(url)
      const { body, contentType = 'application/json', finalUrl = url, error } = served(url)
      if (error) throw error
      const path = join(folder, String(fetched.length))
      await writeFile(path, typeof body === 'string' ? body : JSON.stringify(body))
      return { path, bytes: 1, contentType, finalUrl, cleanup: async () => void cleaned.push(url) }
    }
    const egress = { ...app.service.ctx.egress, download }
    const find = (id: string, now = NOW) => findClient({ ...at(now), egress }, id)
    return { find, fetched, cleaned }
  }
  const ID = 'https://finder.example/client.json'
  const metadata = (id: string) => ({ client_id: id, client_name: 'Finder', redirect_uris: [REDIRECT] })

  test('a metadata document describes an app for five minutes', async (t) => {
    const { find, fetched, cleaned } = await documents(t, (url) => ({ body: metadata(url) }))
    const described = { id: ID, name: 'Finder', redirectUris: [REDIRECT], site: 'finder.example' }
    for (const ms of [0, 5 * MINUTE_MS - 1]) assert.deepEqual(await find(ID, later(ms)), described)
    assert.deepEqual([fetched.length, cleaned.length], [1, 1])
    await find(ID, later(5 * MINUTE_MS))
    assert.equal(fetched.length, 2)
  })

  test('an app without a name on a long host gets a key with the first 60 characters of the host', async (t) => {
    const id = `https://${LONG_HOST}/client.json`
    const { find } = await documents(t, () => ({ body: { ...metadata(id), client_name: undefined } }))
    const client = await find(id)
    assert.deepEqual([client.name, client.site], [LONG_HOST.slice(0, 60), LONG_HOST])
    const { use } = await allowed({ client })
    const { refresh } = await tokensForCode(at(NOW), { ...use, clientId: id })
    assert.equal((await keyRow(refresh)).name, client.name)
  })

  test('a wrong metadata document is rejected with the reason for one minute', async (t) => {
    const wrong: [Served, RegExp][] = [
      [{ body: metadata('https://other.example/x') }, /contains a different client_id/],
      [{ body: metadata(ID), finalUrl: 'https://finder.example/other' }, /redirects to another URL/],
      [{ body: metadata(ID), contentType: 'text/html' }, /must be served as application\/json/],
      [{ body: metadata(ID), contentType: null }, /must be served as application\/json/],
      [{ body: '{' }, /is not JSON/],
      [{ error: new EgressError('private_address', 'It is private.') }, /cannot be read\. It is private\./],
    ]
    for (const [served, message] of wrong) {
      let now: Served = served
      const { find, fetched, cleaned } = await documents(t, () => now)
      await assert.rejects(find(ID), { code: 'invalid_client', message })
      now = { body: { ...metadata(ID), client_name: undefined } }
      await assert.rejects(find(ID, later(MINUTE_MS - 1)), { code: 'invalid_client', message })
      assert.equal((await find(ID, later(MINUTE_MS))).name, 'finder.example')
      assert.deepEqual([fetched.length, cleaned.length], [2, served.error ? 1 : 2])
    }
  })

  test('a defect while reading a metadata document is not cached', async (t) => {
    let error: Error | undefined = new TypeError('a defect')
    const { find, fetched } = await documents(t, (url) => ({ body: metadata(url), ...(error && { error }) }))
    await assert.rejects(find(ID), { name: 'TypeError', message: 'a defect' })
    error = undefined
    assert.equal((await find(ID)).name, 'Finder')
    assert.equal(fetched.length, 2)
  })

  test('the service caches 500 metadata documents, and removes the one that was fetched least recently', async (t) => {
    const { find, fetched } = await documents(t, (url) => ({ body: metadata(url) }))
    const idOf = (index: number) => `https://finder.example/${index}`
    for (let index = 0; index < 500; index++) await find(idOf(index))
    await find(idOf(0), later(5 * MINUTE_MS))
    await find(idOf(500))
    assert.equal(fetched.length, 502)
    await find(idOf(0), later(5 * MINUTE_MS))
    for (const index of [2, 500]) await find(idOf(index))
    assert.equal(fetched.length, 502, 'three documents in the cache')
    await find(idOf(1))
    assert.equal(fetched.length, 503)
  })
})
