import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { codeOf } from '#test/factors.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { lifetime } from '#test/lifetime.ts'
import { formOn } from '#test/oauth/browser.ts'
import { startPushService, type PushService } from '#test/fakes/push.ts'
import { until } from '#test/until.ts'

type Owner = Awaited<ReturnType<TestApp['signUp']>>
type Request = { method: string; path: string; json?: object; form?: string }

const REDIRECT = 'http://127.0.0.1:9999/callback'
const HOOK = 'http://127.0.0.1:9/'

/** The requests that grant or reveal access, by the endpoint's purpose. Each function first makes the preparations of its request. */
const GRANTS: Readonly<Record<string, (owner: Owner) => Promise<Request> | Request>> = {
  'create a key': () => ({ method: 'POST', path: '/v1/keys', json: { name: 'Script', kind: 'api', scopes: ['shops'] } }),
  'set the webhook': () => ({ method: 'PUT', path: '/v1/webhooks', json: { url: HOOK } }),
  'replace the webhook’s secret': async (owner) => {
    await did(app.call('PUT', '/v1/webhooks', { key: owner.key, json: { url: HOOK } }))
    return { method: 'POST', path: '/v1/webhooks/rotate-secret' }
  },
  'create an OAuth app': () => ({ method: 'POST', path: '/v1/apps', json: { name: 'App', redirect_uris: ['https://app.example/'] } }),
  'allow an app to act for the account': async ({ cookie }) => {
    const { body: client } = await app.call('POST', '/oauth/register', { json: { client_name: 'App', redirect_uris: [REDIRECT] } })
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: client.client_id, redirect_uri: REDIRECT, scope: 'read', state: 'x' },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', resource: `${app.programsUrl}/mcp` },
    })
    const page = await app.call('GET', `/oauth/authorize?${query.toString()}`, { cookie })
    return { method: 'POST', path: '/oauth/authorize', form: formOn(page, 'allow') }
  },
  'change the password': ({ password }) => ({
    method: 'PUT',
    path: '/v1/me/password',
    json: { password, new_password: 'a completely new one' },
  }),
  'change the email address': ({ id, password }) => ({
    method: 'PUT',
    path: '/v1/me/email',
    json: { email: `${id.toLowerCase()}@elsewhere.test`, password },
  }),
  'confirm an authenticator app': async ({ cookie }) => {
    const { secret } = await did(app.call('POST', '/v1/totp', { cookie }))
    return { method: 'POST', path: '/v1/totp/confirm', json: { code: codeOf(app, secret) } }
  },
  'add a passkey': async ({ cookie }) => {
    const { options } = await did(app.call('POST', '/v1/passkeys/options', { cookie }))
    return { method: 'POST', path: '/v1/passkeys', json: { name: 'Phone', response: createAuthenticator(app.url).create(options) } }
  },
  'receive push notifications': async ({ cookie }) => {
    const page = await app.call('GET', '/you/settings', { cookie })
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!
    const { endpoint, p256dh, auth } = pushService.subscribe()
    return {
      method: 'POST',
      path: '/you/settings',
      form: new URLSearchParams({ do: 'push', form_token, endpoint, p256dh, auth }).toString(),
    }
  },
  'set up payouts': () => ({ method: 'POST', path: '/v1/payouts/account' }),
}

const life = lifetime()
let app: TestApp
let pushService: PushService

before(async () => {
  const stripe = await startStripe()
  life.after(() => stripe.close())
  pushService = await startPushService(life)
  app = await startApp(life, { ...stripe.env, LOG_LEVEL: 'silent' })
})

async function did(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

/** Sends a request while its account is locked. Ends the account's sessions before the lock is released. */
async function whileSessionsEnd({ id, cookie }: Owner, { method, path, json, form }: Request): Promise<Reply> {
  const { db } = app.service.ctx
  let reply: Promise<Reply> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${id} for update`.execute(tx)
    reply = app.call(method, path, { cookie, ...(json && { json }), ...(form && { form, headers: { origin: app.url } }) })
    await until('the request to wait for the account', async () => {
      // without `query`, this would also find the background insert that counts the account's requests
      const waiting = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and application_name = 'marketplace requests' and datname = current_database()
          and query like 'select%'`.execute(db)
      return waiting.rows.length > 0
    })
    await tx.deleteFrom('sessions').where('account_id', '=', id).execute()
  })
  return reply!
}

describe('a session that ends during a request', () => {
  for (const [purpose, prepare] of Object.entries(GRANTS))
    test(`a session that ended in the meantime cannot ${purpose}`, async () => {
      const owner = await app.signUp()
      const { status, body } = await whileSessionsEnd(owner, await prepare(owner))
      assert.equal(status, 401)
      assert.match(JSON.stringify(body), /You were signed out. Sign in again./)
    })
})
