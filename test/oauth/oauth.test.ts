import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'openid-client'
import { AGENT_ASK_FIRST } from '#core/effects.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { atConsent, post, unescaped } from '#test/oauth/browser.ts'
import { startLocalServer, type LocalServer } from '#test/local-server.ts'

/** Tests access by third-party apps, using a third-party client library. */

const REDIRECT = 'http://127.0.0.1:9999/callback'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const register = (name: string) =>
  oauth.dynamicClientRegistration(new URL(app.programsUrl), { client_name: name, redirect_uris: [REDIRECT] }, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
const config = await register('Lister')

async function connect(scope = 'read listings buying', by = config, change: Parameters<typeof post>[4] = {}) {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(by, {
    redirect_uri: REDIRECT,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${app.programsUrl}/mcp`,
  })
  const { press, page } = await atConsent(app, ana.cookie, url)
  const back = await press('allow', change)
  const tokens = await oauth.authorizationCodeGrant(by, back, { pkceCodeVerifier: verifier, expectedState: state })
  return { tokens, page, back, verifier, url }
}

const me = (key: string) => app.call('GET', '/v1/me', { key })

describe('an OAuth app', () => {
  test('an app can discover all OAuth endpoints from the metadata alone', async () => {
    const metadata = config.serverMetadata()
    assert.equal(metadata.issuer, app.programsUrl)
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
    const resource = (await app.call('GET', '/.well-known/oauth-protected-resource/mcp')).body
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${app.programsUrl}/mcp`, [app.programsUrl]])
    const visited = await app.call('GET', '/.well-known/oauth-authorization-server', { host: 'localhost' })
    assert.deepEqual([visited.status, visited.body.issuer], [200, app.programsUrl])
  })

  test('the consent page lists the rights in plain language, and the app’s key gets exactly those rights', async () => {
    const { page, tokens } = await connect()
    for (const words of [
      'Lister',
      'a program on this machine (127.0.0.1:9999)',
      'Create, publish, price and delete listings',
      'Delete a listing',
      'Pay',
      'we have not verified it',
    ])
      // prettier-ignore
      assert.ok(page.body.includes(words), words)
    assert.match(page.headers['content-security-policy']!, /frame-ancestors 'none'/)
    // The token's scope also contains the UCP names of the granted scopes.
    const protocol = 'dev.ucp.shopping.checkout:manage dev.ucp.shopping.cart:manage dev.ucp.shopping.order:read'
    assert.deepEqual([tokens.scope, tokens.expires_in], [`read listings buying ${protocol}`, 3600])
    const { key } = (await me(tokens.access_token)).body
    assert.deepEqual([key.kind, key.scopes, key.max_offer], ['agent', ['read', 'listings', 'buying'], 100])
    assert.deepEqual(key.ask_first, AGENT_ASK_FIRST, 'the key asks first for all default actions, regardless of the granted scopes')
    assert.ok(
      page.body.includes('<li>Refund money</li>') && !page.body.includes('<li>Delete a shop</li>'),
      'the page shows only the actions within the granted scopes',
    )
    const draft = await app.call('POST', '/v1/listings', { key: tokens.access_token, json: { title: 'By an app' } })
    assert.equal(draft.status, 201)
    const deleting = await app.call('DELETE', `/v1/listings/${draft.body.id}`, { key: tokens.access_token })
    assert.deepEqual([deleting.status, deleting.body.object], [202, 'approval'])
    assert.equal((await app.call('POST', '/v1/shops', { key: tokens.access_token, json: { name: 'No', slug: 'no-way' } })).status, 403)
  })

  test('an app can request scopes by their UCP names as well', async () => {
    const { tokens } = await connect('dev.ucp.shopping.checkout:manage')
    assert.deepEqual((await me(tokens.access_token)).body.key.scopes, ['read', 'buying'])
    assert.match(tokens.scope!, /^read buying dev\.ucp\.shopping\.checkout:manage /)
  })

  test('an app gets only the scopes that the user leaves selected on the consent page', async () => {
    const { tokens } = await connect('read listings buying', config, { without: ['buying'], fields: { max_offer: '12.50' } })
    const { key } = (await me(tokens.access_token)).body
    assert.deepEqual([key.scopes, key.max_offer], [['read', 'listings'], 12.5])
  })

  test('an app appears in the user’s list of keys, and the user can revoke its access there', async () => {
    const { tokens } = await connect()
    const keys = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data
    const [{ id, name }] = keys
    assert.equal(name, 'Lister')
    assert.match((await app.call('GET', '/app/developers/keys', { cookie: ana.cookie })).body, /Lister/)
    assert.equal((await app.call('DELETE', `/v1/keys/${id}`, { cookie: ana.cookie })).status, 200)
    assert.equal((await me(tokens.access_token)).status, 401)
    await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
  })

  test('an app can revoke its own access with its access token or its refresh token', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const { tokens } = await connect()
      await oauth.tokenRevocation(config, tokens[which]!)
      assert.equal((await me(tokens.access_token)).status, 401)
    }
    await oauth.tokenRevocation(config, 'nonsense')
  })

  test('an app receives access_denied if the user declines', async () => {
    const { url } = await connect()
    const back = await (await atConsent(app, ana.cookie, url)).press('deny')
    assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('iss')], ['access_denied', app.programsUrl])
  })

  test('refreshing a token invalidates the old tokens; the app’s key keeps its limits and approval requirements', async () => {
    const { tokens } = await connect()
    const before = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data[0]
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
    assert.equal(next.expires_in, 3600)
    assert.equal((await me(tokens.access_token)).status, 401)
    assert.equal((await me(next.access_token)).status, 200)
    const later = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data[0]
    assert.deepEqual([later.id, later.max_offer, later.expires_at], [before.id, before.max_offer, before.expires_at])
  })

  test('using a refresh token twice revokes all access of the app', async () => {
    const { tokens } = await connect()
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
    await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' })
    assert.equal((await me(next.access_token)).status, 401)
    await assert.rejects(oauth.refreshTokenGrant(config, next.refresh_token!), { error: 'invalid_grant' })
  })

  test('a refresh token works only for the app that received the token', async () => {
    const { tokens } = await connect()
    const other = await register('Other')
    await assert.rejects(oauth.refreshTokenGrant(other, tokens.refresh_token!), { error: 'invalid_grant' })
    assert.ok((await oauth.refreshTokenGrant(config, tokens.refresh_token!)).access_token)
  })

  test('of twenty concurrent refreshes, one returns a new token pair, and the other nineteen revoke that pair because they reuse the old token', async () => {
    const { tokens } = await connect()
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => oauth.refreshTokenGrant(config, tokens.refresh_token!)))
    const won = tries.filter(({ status }) => status === 'fulfilled')
    assert.equal(won.length, 1)
    assert.equal((await me((won[0] as PromiseFulfilledResult<{ access_token: string }>).value.access_token)).status, 401)
  })
})

describe('redeeming an OAuth authorization code', () => {
  const redeem = (fields: Record<string, string>) =>
    app.call('POST', '/oauth/token', { form: new URLSearchParams({ grant_type: 'authorization_code', client_id: config.clientMetadata().client_id, redirect_uri: REDIRECT, ...fields }).toString() }) // prettier-ignore

  async function fresh(): Promise<{ code: string; verifier: string }> {
    const verifier = oauth.randomPKCECodeVerifier()
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'read',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const back = await (await atConsent(app, ana.cookie, url)).press('allow')
    return { code: back.searchParams.get('code')!, verifier }
  }

  test('redeeming an authorization code twice revokes the tokens issued for it', async () => {
    const { code, verifier } = await fresh()
    const first = await redeem({ code, code_verifier: verifier })
    assert.equal(first.status, 200)
    assert.equal(first.headers['cache-control'], 'no-store')
    const second = await redeem({ code, code_verifier: verifier })
    assert.deepEqual([second.status, second.body.error], [400, 'invalid_grant'])
    assert.equal((await me(first.body.access_token)).status, 401)
  })

  test('a token request with a wrong verifier, app or redirect address invalidates the authorization code', async () => {
    for (const wrong of [
      { code_verifier: oauth.randomPKCECodeVerifier() },
      { code_verifier: '' },
      { client_id: 'cli_another' },
      { redirect_uri: 'http://127.0.0.1:9999/other' },
      { redirect_uri: 'http://localhost:9999/callback' },
    ]) {
      const { code, verifier } = await fresh()
      assert.equal((await redeem({ code, code_verifier: verifier, ...wrong })).body.error, 'invalid_grant')
      assert.equal(
        (await redeem({ code, code_verifier: verifier })).body.error,
        'invalid_grant',
        'the code is used up for a correct request',
      )
    }
  })

  test('an app on the user’s machine can redeem its authorization code from a different port', async () => {
    const { code, verifier } = await fresh()
    const other = await redeem({ code, code_verifier: verifier, redirect_uri: 'http://127.0.0.1:9998/callback' })
    assert.equal(other.status, 200)
  })

  test('an authorization code expires after one minute, or earlier if its session ends', async () => {
    const late = await fresh()
    await app.advance(61)
    assert.equal((await redeem({ code: late.code, code_verifier: late.verifier })).body.error, 'invalid_grant')
    const { email, password } = { email: `bo${Date.now()}@example.test`, password: 'a long enough password' }
    await app.call('POST', '/v1/accounts', { json: { name: 'Bo', email, password } })
    const session = await app.call('POST', '/v1/sessions', { json: { email, password } })
    const cookie = session.headers['set-cookie']!.split(';')[0]!
    const verifier = oauth.randomPKCECodeVerifier()
    const url = oauth.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, scope: 'read', code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }) // prettier-ignore
    const code = (await (await atConsent(app, cookie, url)).press('allow')).searchParams.get('code')!
    await app.call('DELETE', '/v1/sessions', { cookie })
    assert.equal((await redeem({ code, code_verifier: verifier })).body.error, 'invalid_grant')
  })

  test('an access token expires after an hour; its refresh token remains valid', async () => {
    const { tokens } = await connect()
    await app.advance(3601)
    assert.equal((await me(tokens.access_token)).status, 401)
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token!)
    assert.equal((await me(next.access_token)).status, 200)
  })
})

describe('invalid OAuth authorization requests', () => {
  const authorize = (fields: Record<string, string>, cookie = ana.cookie) =>
    app.call('GET', `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: config.clientMetadata().client_id, redirect_uri: REDIRECT, scope: 'read', state: 's', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', ...fields }).toString()}`, { cookie, headers: { accept: 'text/html' } }) // prettier-ignore

  test('an authorization request with an unknown app or redirect address never redirects the user', async () => {
    for (const fields of [
      { client_id: 'cli_nobody' },
      { client_id: '' },
      { client_id: 'https://127.0.0.1:1/client.json' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:9999/callback/more' },
      { redirect_uri: 'http://127.0.0.1:9999/callback#x' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: '' },
    ]) {
      const reply = await authorize(fields)
      assert.equal(reply.status, 400, JSON.stringify(fields))
      assert.equal(reply.headers['location'], undefined)
      assert.equal(reply.headers['refresh'], undefined)
    }
  })

  test('for an invalid authorization request, the page links back to the app with the standard OAuth error code', async () => {
    for (const [fields, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const reply = await authorize(fields)
      assert.deepEqual(
        [reply.status, reply.headers['location'], reply.headers['refresh']],
        [400, undefined, undefined],
        JSON.stringify(fields),
      )
      const { searchParams, origin } = new URL(unescaped(/href="(http:\/\/127[^"]+)"/.exec(reply.body)![1]!))
      assert.deepEqual([origin, searchParams.get('error'), searchParams.get('state')], ['http://127.0.0.1:9999', error, 's'])
    }
  })

  test('an app on a loopback address may use any port (RFC 8252)', async () => {
    assert.equal((await authorize({ redirect_uri: 'http://127.0.0.1:5555/callback' })).status, 200)
  })

  test('an anonymous user is sent to sign in, with a link back to the consent page', async () => {
    const reply = await authorize({}, '')
    assert.equal(reply.status, 303)
    assert.match(reply.headers['location']!, /^\/sign-in\?return=%2Foauth%2Fauthorize/)
  })

  test('the service rejects consent from a different origin, and consent without recent authentication', async () => {
    const page = await authorize({})
    const forged = await app.call('POST', '/oauth/authorize', { cookie: ana.cookie, headers: { origin: 'https://evil.example' }, form: 'do=allow' }) // prettier-ignore
    assert.equal(forged.status, 403)
    await app.advance(16 * 60)
    const stale = await post(app, ana.cookie, await authorize({}), 'allow')
    assert.equal(stale.status, 403)
    assert.match(stale.body, /Confirm your identity/)
    assert.equal(stale.headers['refresh'], undefined)
    assert.ok(page.status === 200)
  })

  test('if an app registration is rejected, the error names the invalid field', async () => {
    const register = (json: unknown) => app.call('POST', '/oauth/register', { json })
    for (const [json, error] of [
      [{}, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)//'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: Array.from({ length: 11 }, () => REDIRECT) }, 'invalid_redirect_uri'],
      [{ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    ] as const) {
      const reply = await register(json)
      assert.deepEqual([reply.status, reply.body.error], [400, error], JSON.stringify(json))
    }
    const made = await register({ redirect_uris: [REDIRECT], client_name: `<b>${'x'.repeat(400)}` })
    assert.equal(made.status, 201)
    assert.ok(made.body.client_name.length <= 60)
    const page = await authorize({ client_id: made.body.client_id })
    assert.ok(!page.body.includes('<b>x'))
  })
})

describe('an OAuth app that is identified by the URL of its metadata', () => {
  const documents: Record<string, unknown> = {}
  let type: string | undefined = 'application/json'
  let fetched = 0
  const answer: RequestListener = (request, response) => {
    fetched++
    const document = documents[request.url!]
    if (document === undefined) response.writeHead(404).end()
    else if (typeof document === 'string') response.writeHead(302, { location: document }).end()
    else response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(JSON.stringify(document))
  }
  let server: LocalServer
  let base: string
  before(async () => {
    server = await startLocalServer(undefined, answer)
    base = server.url
  })
  after(() => server.stop())

  test('the consent page identifies an app with a metadata URL by its host; such an app needs no registration', async () => {
    const id = `${base}/client.json`
    documents['/client.json'] = { client_id: id, client_name: 'Finder', redirect_uris: [REDIRECT] }
    const by = await oauth.discovery(new URL(app.programsUrl), id, undefined, oauth.None(), { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] }) // prettier-ignore
    await app.call('POST', '/v1/sessions/proof', { cookie: ana.cookie, json: { password: 'a long enough password' } })
    const { tokens, page } = await connect('buying', by)
    assert.ok(page.body.includes('Finder') && page.body.includes(`${new URL(base).host} says that this is its app`))
    assert.deepEqual((await me(tokens.access_token)).body.key.scopes, ['read', 'buying'])
    assert.ok((await oauth.refreshTokenGrant(by, tokens.refresh_token!)).access_token)
  })

  test('the service rejects an app’s metadata document if it names a different app, redirects or is invalid', async () => {
    documents['/other.json'] = { client_id: `${base}/client.json`, redirect_uris: [REDIRECT] }
    documents['/away.json'] = `${base}/client.json`
    documents['/bad.json'] = [1]
    documents['/huge.json'] = { client_id: `${base}/huge.json`, redirect_uris: [REDIRECT], x: 'x'.repeat(20_000) }
    for (const path of ['/other.json', '/away.json', '/bad.json', '/huge.json', '/none.json']) {
      const query = new URLSearchParams({ response_type: 'code', client_id: `${base}${path}`, redirect_uri: REDIRECT, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }) // prettier-ignore
      const reply = await app.call('GET', `/oauth/authorize?${query.toString()}`, { cookie: ana.cookie })
      assert.equal(reply.status, 400, path)
      assert.match(reply.body, /This app cannot get access/)
    }
  })

  const requestsTo = (path: string) =>
    app.call('GET', `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: `${base}${path}`, redirect_uri: REDIRECT, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }).toString()}`, { cookie: ana.cookie }) // prettier-ignore
  const publish = (path: string) =>
    void (documents[path] = { client_id: `${base}${path}`, client_name: 'Finder', redirect_uris: [REDIRECT] })

  test('an app’s metadata document must have a JSON content type', async () => {
    for (const [at, [sent, status]] of [
      ['text/html', 400],
      ['image/png', 400],
      ['text/plain', 400],
      ['text/json+html', 400],
      [undefined, 400],
      ['application/json; charset=utf-8', 200],
      ['application/cimd+json', 200],
    ].entries() as IterableIterator<[number, [string | undefined, number]]>) {
      type = sent
      publish(`/typed-${at}.json`)
      assert.equal((await requestsTo(`/typed-${at}.json`)).status, status, sent)
    }
    type = 'application/json'
  })

  test('the service fetches an app’s metadata document once for ten page views, and again after five minutes', async () => {
    publish('/cached.json')
    const before = fetched
    const views = await Promise.all(Array.from({ length: 10 }, () => requestsTo('/cached.json')))
    assert.deepEqual([...new Set(views.map(({ status }) => status))], [200])
    for (let n = 0; n < 3; n++) assert.equal((await requestsTo('/missing.json')).status, 400)
    assert.equal(fetched - before, 2, 'one fetch for each document')
    await app.advance(61)
    publish('/missing.json')
    assert.equal((await requestsTo('/missing.json')).status, 200)
    assert.equal((await requestsTo('/cached.json')).status, 200)
    assert.equal(fetched - before, 3)
    delete documents['/cached.json']
    await app.advance(300)
    assert.equal((await requestsTo('/cached.json')).status, 400)
  })
})
