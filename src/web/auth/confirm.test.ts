import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import { visitorOf } from '#test/pages.ts'
import { lifetime } from '#test/lifetime.ts'

const HOOK = 'http://127.0.0.1:9/'
const QUARTER = 15 * 60 + 1

const hiddenFields = ({ body }: Reply): [string, string][] =>
  [.../<form class="form"[^]*?<\/form>/.exec(body)![0].matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!.replaceAll('&amp;', '&').replaceAll('&quot;', '"')],
  )

describe('forms that require the user to confirm their identity again after 15 minutes', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
  })

  async function late(name: string) {
    const person = await app.signUp(name)
    await app.advance(QUARTER)
    const visitor = await visitorOf(app, person.cookie)
    const send = (path: string, fields: readonly (readonly [string, string])[]) =>
      app.call('POST', path, {
        cookie: person.cookie,
        headers: { origin: app.url },
        form: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
      })
    return { ...person, visitor, send }
  }
  const keysOf = async (cookie: string) =>
    (await app.call('GET', '/v1/keys', { cookie })).body.data.map(({ name }: { name: string }) => name)

  test('an owner must confirm their identity to approve an agent’s webhook change, which then takes effect', async () => {
    const dora = await app.signUp('Dora')
    const json = { name: 'Agent', kind: 'agent', scopes: ['webhooks'], ask_first: ['webhooks.change'] }
    const agent = await app.call('POST', '/v1/keys', { cookie: dora.cookie, json })
    const reply = await app.call('PUT', '/v1/webhooks', { key: agent.body.secret, json: { url: HOOK } })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    await app.advance(QUARTER)
    const visitor = await visitorOf(app, dora.cookie)
    const path = `/app/approvals/${reply.body.id}`
    const late = await visitor.post(path, { decision: 'approve' })
    assert.equal(late.status, 403)
    assert.match(late.body, /<h1>Confirm your identity<\/h1>/)
    const hook = async () => (await app.call('GET', '/v1/webhooks', { key: dora.key })).body.url
    assert.equal(await hook(), null)
    const done = await visitor.post(path, { decision: 'approve', proof_password: dora.password })
    assert.deepEqual([done.status, await hook()], [303, HOOK])
  })

  test('a sensitive form asks for the password, preserves its input, and submits it after the confirmation', async () => {
    const ana = await late('Ana')
    const typed = { name: 'Bot & "friend"', preset: 'own', scopes: ['listings', 'offers'], days: '7' }
    const reply = await ana.visitor.post('/app/developers/keys', typed)
    assert.equal(reply.status, 403)
    assert.match(reply.body, /<h1>Confirm your identity<\/h1>/)
    assert.deepEqual([reply.headers['cache-control'], reply.headers['referrer-policy']], ['private, no-store', 'same-origin'])
    assert.deepEqual(await keysOf(ana.cookie), ['First key'])
    const fields = hiddenFields(reply)
    const wrong = await ana.send('/app/developers/keys', [...fields, ['proof_password', 'not my password']])
    assert.match(wrong.body, /id="proof_password-problem"/)
    assert.deepEqual(await keysOf(ana.cookie), ['First key'])
    const made = await ana.send('/app/developers/keys', [...hiddenFields(wrong), ['proof_password', ana.password]])
    assert.match(made.body, /is ready\. Copy it now/)
    const { data } = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body
    assert.equal(data[0].name, 'Bot & "friend"')
    assert.deepEqual(data[0].scopes, ['read', 'listings', 'offers'])
    assert.equal(
      (await ana.visitor.post('/app/developers/keys', { name: 'Second' })).status,
      200,
      'no second confirmation within 15 minutes',
    )
  })

  test('an email link confirms the user’s identity in the same browser without ending the session', async () => {
    const ben = await late('Ben')
    const reply = await ben.visitor.post('/app/developers/webhook', { url: HOOK, events: 'listing.sold' })
    assert.equal(reply.status, 403)
    const mailed = await ben.send('/app/developers/webhook', [...hiddenFields(reply), ['proof_by', 'mail']])
    assert.match(mailed.body, /Check your email/)
    const early = await ben.send('/app/developers/webhook', [...hiddenFields(mailed), ['proof_by', 'link']])
    assert.match(early.body, /You have not confirmed yet/)
    const token = await mailedLink(app, ben.email, LINK_PATHS.sign_in)
    const used = await ben.send('/sign-in/link', [['token', token]])
    assert.match(used.body, /Identity confirmed/)
    assert.equal(used.headers['set-cookie'], undefined)
    assert.equal((await ben.send('/app/developers/webhook', [...hiddenFields(early), ['proof_by', 'link']])).status, 200)
    assert.equal((await app.call('GET', '/v1/webhooks', { key: ben.key })).body.url, HOOK)
  })

  test('email and session settings require the user to confirm their identity, and no page ever contains a password', async () => {
    const eve = await late('Eve')
    const email = await eve.visitor.post('/you/settings', { do: 'email', email: 'other@example.test' })
    assert.match(email.body, /Confirm your identity/)
    assert.match((await eve.visitor.post('/you/settings', { do: 'end_others' })).body, /Confirm your identity/)
    const password = await eve.visitor.post('/you/settings', { do: 'password', new_password: 'SecretThatWasTyped' })
    assert.match(password.body, /Confirm your identity/)
    assert.ok(!password.body.includes('SecretThatWasTyped'))
    const done = await eve.send('/you/settings', [...hiddenFields(email), ['proof_password', eve.password]])
    assert.deepEqual([done.status, done.headers['location']], [303, '/you/settings'])
    assert.match((await eve.visitor.get('/you/settings')).body, /To change your email to other@example\.test/)
  })

  test('a wrong password counts toward the sign-in rate limit even when the user only confirms their identity', async (t) => {
    const strict = await startApp(t, { RATE_LIMITS: 'on' })
    const mia = await strict.signUp('Mia')
    await strict.advance(QUARTER)
    const visitor = await visitorOf(strict, mia.cookie)
    let last: Reply | undefined
    for (let tries = 0; tries < 11; tries++) {
      await strict.advance(1)
      last = await visitor.post('/app/developers/keys', { name: 'Bot', proof_password: `wrong ${tries}` })
    }
    assert.equal(last!.status, 429)
    assert.equal((await visitor.post('/app/developers/keys', { name: 'Bot', proof_password: mia.password })).status, 429)
  })
})
