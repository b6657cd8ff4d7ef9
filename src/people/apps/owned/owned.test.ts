import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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

/** A person's yes to an app, by a client library that other people wrote; gives its token. */
async function allow(clientId: string, person: Seller, scope = 'read webhooks'): Promise<string> {
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
  return (await oauth.authorizationCodeGrant(config, await press('allow'), { pkceCodeVerifier: verifier, expectedState: 's' })).access_token
}

test('its maker sees what an app asks for and the webhooks that it set, and never for whom', async () => {
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
  const asked = seen.body.requests.map(({ operation, status }: { operation: string; status: number }) => `${operation} ${status}`)
  assert.equal(asked.filter((one: string) => one === 'listListings 200').length, 2)
  assert.ok(asked.includes('getListing 404') && !asked.some((one: string) => one.startsWith('getInbox')), asked.join())
  assert.deepEqual(seen.body.webhooks.map(({ url, enabled }: { url: string; enabled: boolean }) => [url, enabled]), [['http://127.0.0.1:9/hook', true]]) // prettier-ignore
  const text = JSON.stringify(seen.body)
  for (const secret of [ana.id, bea.id, ana.slug, 'lst_nothing', 'secret', 'Ana', ...tokens]) assert.ok(!text.includes(secret), secret)
})

test('an app is its maker’s alone, and a change of it leaves those who allowed it', async () => {
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
  assert.equal((await app.call('GET', '/v1/me', { key: token })).status, 401, 'every yes ends with it')
  assert.equal((await own('GET', `/apps/${body.id}`)).status, 404)
})

test('what is wrong is named, and no account has more than twenty, however many are asked for at once', async () => {
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

test('the pages do the same', async () => {
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const wrong = await page.post('/app/developers/apps', { name: 'Lister', redirect_uris: 'ftp://x' })
  assert.equal(wrong.status, 400)
  const made = await page.post('/app/developers/apps', { name: 'Lister', redirect_uris: `${REDIRECT}\nhttps://lister.example/done` })
  assert.equal(made.status, 303, made.body)
  const path = new URL(made.headers.location!, app.url).pathname
  const shown = await page.get(path)
  assert.match(shown.body, /0 people allow it now/)
  assert.match(shown.body, /<code>cli_/)
  assert.equal((await page.post(path, { name: 'Lister 2', redirect_uris: REDIRECT })).status, 303)
  assert.match((await page.get('/app/developers/apps')).body, /Lister 2/)
  assert.equal((await page.post(path, { do: 'delete' })).status, 303)
  assert.equal((await page.get(path)).status, 404)
})
