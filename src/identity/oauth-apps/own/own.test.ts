import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import * as oauth from 'openid-client'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { atConsent } from '#test/oauth/browser.ts'
import { visitorOf } from '#test/pages.ts'

const app = await startApp({ after })
const REDIRECT = 'http://127.0.0.1:9999/done'
const maker = await openSeller(app, 'Maker')
const own = (method: string, path: string, json?: object) =>
  app.call(method, `/v1${path}`, { cookie: maker.cookie, headers: { origin: app.url }, ...(json === undefined ? {} : { json }) })

const allow = async (clientId: string, person: Seller, scope?: string): Promise<string> =>
  (await redeem(await pressAllow(clientId, person, scope))).access_token

type Code = { config: oauth.Configuration; back: URL; verifier: string }

const redeem = ({ config, back, verifier }: Code) =>
  oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 's' })

/** Grants an app access. Returns an authorization code that has not been exchanged yet. */
async function pressAllow(clientId: string, person: Seller, scope = 'read webhooks'): Promise<Code> {
  const config = await oauth.discovery(new URL(app.programsUrl), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
  const verifier = oauth.randomPKCECodeVerifier()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state: 's',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const { press } = await atConsent(app, person.cookie, url)
  return { config, back: await press('allow'), verifier }
}

test('the owner of an app can see the app’s requests and webhooks, but cannot identify the app’s users', async () => {
  const made = await own('POST', '/apps', { name: 'Lister', redirect_uris: [REDIRECT] })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [ana, bea] = [await openSeller(app, 'Ana'), await openSeller(app, 'Bea')]
  const tokens = [await allow(made.body.id, ana), await allow(made.body.id, bea)]
  for (const key of tokens) assert.equal((await app.call('GET', '/v1/listings?q=secret', { key })).status, 200)
  assert.equal((await app.call('GET', '/v1/listings/lst_nothing', { key: tokens[0]! })).status, 404)
  await ana.call('GET', '/v1/inbox')
  const hook = await app.call('PUT', '/v1/webhooks', { key: tokens[0]!, json: { url: 'http://127.0.0.1:9/hook' } })
  assert.ok(hook.status === 200 || hook.status === 202, JSON.stringify(hook.body))
  if (hook.status === 202) await app.call('POST', `/v1/approvals/${hook.body.id}/approve`, { cookie: ana.cookie })
  await bea.call('PUT', '/v1/webhooks', { json: { url: 'http://127.0.0.1:9/own' } })
  await app.service.ctx.requestLog.flush()

  const seen = await own('GET', `/apps/${made.body.id}`)
  assert.equal(seen.body.people, 2)
  const requests = seen.body.requests.map(({ operation, status }: { operation: string; status: number }) => `${operation} ${status}`)
  assert.equal(requests.filter((one: string) => one === 'listListings 200').length, 2)
  assert.ok(requests.includes('getListing 404') && !requests.some((one: string) => one.startsWith('getInbox')), requests.join())
  assert.deepEqual(seen.body.webhooks.map(({ url, enabled }: { url: string; enabled: boolean }) => [url, enabled]), [['http://127.0.0.1:9/hook', true]]) // prettier-ignore
  const text = JSON.stringify(seen.body)
  for (const secret of [ana.id, bea.id, ana.slug, 'lst_nothing', 'secret', 'Ana', ...tokens]) assert.ok(!text.includes(secret), secret)
})

test('only the owner can change an app; editing the app preserves its access grants, and deleting the app revokes them', async () => {
  const { body } = await own('POST', '/apps', { name: 'Lister', redirect_uris: [REDIRECT] })
  const other = await openSeller(app, 'Other')
  const as = (method: string, json?: object) =>
    app.call(method, `/v1/apps/${body.id}`, { cookie: other.cookie, headers: { origin: app.url }, ...(json ? { json } : {}) })
  assert.deepEqual(await Promise.all([as('GET'), as('PATCH', { name: 'Mine' }), as('DELETE')].map(async (one) => (await one).status)), [404, 404, 404]) // prettier-ignore
  const token = await allow(body.id, other)
  const changed = await own('PATCH', `/apps/${body.id}`, { name: 'Lister 2', redirect_uris: ['https://lister.example/done', REDIRECT] })
  assert.deepEqual([changed.body.name, changed.body.redirect_uris.length, changed.body.people], ['Lister 2', 2, 1])
  assert.equal((await app.call('GET', '/v1/me', { key: token })).status, 200)
  assert.deepEqual((await own('DELETE', `/apps/${body.id}`)).body, { object: 'app', id: body.id, deleted: true })
  assert.equal((await app.call('GET', '/v1/me', { key: token })).status, 401, 'deleting the app ends all grants')
  assert.equal((await own('GET', `/apps/${body.id}`)).status, 404)
})

const SECOND = 'https://lister.example/done'
const ENDS = {
  'deleting the app': (id: string) => own('DELETE', `/apps/${id}`),
  'removing the redirect URI in use': (id: string) => own('PATCH', `/apps/${id}`, { redirect_uris: [SECOND] }),
  'removing another redirect URI': (id: string) => own('PATCH', `/apps/${id}`, { redirect_uris: [REDIRECT] }),
}

for (const [what, end] of Object.entries(ENDS)) {
  test(`${what} invalidates the app’s codes and tokens immediately`, async () => {
    const { id } = (await own('POST', '/apps', { name: 'Lister', redirect_uris: [REDIRECT, SECOND] })).body
    const ana = await openSeller(app, 'Ana')
    const [unused, used] = [await pressAllow(id, ana), await pressAllow(id, ana)]
    const { refresh_token, access_token } = await redeem(used)
    assert.equal((await end(id)).status, 200)
    await assert.rejects(redeem(unused), { error: 'invalid_grant' })
    await assert.rejects(oauth.refreshTokenGrant(used.config, refresh_token!), { error: 'invalid_grant' })
    assert.equal((await app.call('GET', '/v1/me', { key: access_token })).status, 401)
    await own('DELETE', `/apps/${id}`)
  })
}

test('if authorization codes are exchanged while the app is being deleted, no working key remains', async () => {
  const { id } = (await own('POST', '/apps', { name: 'Lister', redirect_uris: [REDIRECT] })).body
  const ana = await openSeller(app, 'Ana')
  const codes = []
  for (let n = 0; n < 6; n++) codes.push(await pressAllow(id, ana))
  const [, ...tokens] = await Promise.all([own('DELETE', `/apps/${id}`), ...codes.map((code) => redeem(code).catch(() => null))])
  for (const token of tokens)
    if (token) assert.equal((await app.call('GET', '/v1/me', { key: token.access_token })).status, 401, 'an earlier key ended with the app')
  const { rows } = await sql`select from oauth_codes where client_id = ${id} and key_id is null`.execute(app.service.ctx.db)
  assert.equal(rows.length, 0)
})

test('adding a redirect URI to an app requires a recent proof of identity, but renaming the app does not', async () => {
  const { id } = (await own('POST', '/apps', { name: 'Lister', redirect_uris: [REDIRECT] })).body
  await app.advance(16 * 60)
  const page = await visitorOf(app, maker.cookie)
  const path = `/app/developers/apps/${id}`
  for (const json of [{ redirect_uris: [REDIRECT, SECOND] }, { redirect_uris: [SECOND] }]) {
    const refused = await own('PATCH', `/apps/${id}`, json)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'proof'])
  }
  const requests = await page.post(path, { name: 'Lister', redirect_uris: `${REDIRECT} ${SECOND}` })
  assert.equal(requests.status, 403)
  assert.match(requests.body, /Confirm your identity/)
  assert.deepEqual((await own('GET', `/apps/${id}`)).body.redirect_uris, [REDIRECT])
  assert.equal((await own('PATCH', `/apps/${id}`, { name: 'Lister 2', redirect_uris: [REDIRECT] })).status, 200)
  const proof = await own('POST', '/sessions/proof', { password: 'a long enough password' })
  assert.ok(proof.status < 300, JSON.stringify(proof.body))
  assert.equal((await own('PATCH', `/apps/${id}`, { redirect_uris: [REDIRECT, SECOND] })).status, 200)
  await own('DELETE', `/apps/${id}`)
})

test('the error for an invalid app names the field, and each account can create at most twenty apps, even concurrently', async () => {
  for (const [json, param] of [
    [{ redirect_uris: [REDIRECT] }, 'name'],
    [{ name: 'x', redirect_uris: [] }, 'redirect_uris'],
    [{ name: 'x', redirect_uris: [REDIRECT, 'http://example.com/'] }, 'redirect_uris[1]'],
  ] as const) {
    const { status, body } = await own('POST', '/apps', json)
    assert.deepEqual([status, body.error.param], [400, param])
  }
  const many = await Promise.all(Array.from({ length: 25 }, () => own('POST', '/apps', { name: 'x', redirect_uris: [REDIRECT] })))
  const refused = many.filter(({ status }) => status !== 201)
  assert.ok(refused.every(({ status, body }) => status === 409 && body.error.code === 'quota'))
  assert.equal((await own('GET', '/apps')).body.total, 20)
})

test('an app can be created, edited and deleted through the pages for apps', async () => {
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const wrong = await page.post('/app/developers/apps', { name: 'Lister', redirect_uris: 'ftp://x' })
  assert.equal(wrong.status, 400)
  const made = await page.post('/app/developers/apps', { name: 'Lister', redirect_uris: `${REDIRECT}\nhttps://lister.example/done` })
  assert.equal(made.status, 303, made.body)
  const path = new URL(made.headers.location!, app.url).pathname
  const shown = await page.get(path)
  assert.match(shown.body, /0 people allow this app to act for them/)
  assert.match(shown.body, /<code>cli_/)
  assert.equal((await page.post(path, { name: 'Lister 2', redirect_uris: REDIRECT })).status, 303)
  assert.match((await page.get('/app/developers/apps')).body, /Lister 2/)
  assert.equal((await page.post(path, { do: 'delete' })).status, 303)
  assert.equal((await page.get(path)).status, 404)
})
