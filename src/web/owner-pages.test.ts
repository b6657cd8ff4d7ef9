import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

async function formTokenOf(app: TestApp, cookie: string): Promise<string> {
  return /name="form_token" value="([^"]+)"/.exec((await app.call('GET', '/', { cookie })).body)![1]!
}

test('with forms, a user signs in, returns to the requested page, and signs out', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const headers = { origin: app.url }
  const post = (fields: Record<string, string>, more: Record<string, string> = headers) =>
    app.call('POST', '/sign-in', { form: form(fields), headers: more })
  const wrong = await post({ email: owner.email, password: 'not the password' })
  assert.equal(wrong.status, 401)
  assert.match(wrong.body, /do not match/)
  assert.ok(wrong.body.includes(owner.email), 'preserves the input')
  assert.doesNotMatch(wrong.body, /not the password/)
  const right = await post({ email: owner.email.toUpperCase(), password: owner.password, return: '/app/listings/lst_1?a=b' })
  assert.deepEqual([right.status, right.headers.location], [303, '/app/listings/lst_1?a=b'])
  assert.match(right.headers['set-cookie']!, /^session=\w+; Path=\/; HttpOnly; SameSite=Lax/)
  for (const back of ['https://evil.test/', '//evil.test', '/\\evil.test', 'evil', '/\n/evil.test', 'javascript:alert(1)']) {
    assert.equal((await post({ email: owner.email, password: owner.password, return: back })).headers.location, '/', back)
  }
  assert.equal((await post({ email: owner.email, password: owner.password }, {})).status, 403, 'rejects a form without an Origin header')
  assert.equal((await post({ email: owner.email, password: owner.password }, { origin: 'http://evil.test' })).status, 403)

  const cookie = right.headers['set-cookie']!.split(';')[0]!
  assert.match((await app.call('GET', '/', { cookie })).body, /Sign out/)
  assert.equal((await app.call('POST', '/sign-out', { cookie, form: '' })).status, 403, 'rejects a form without the form token')
  const out = await app.call('POST', '/sign-out', { cookie, form: form({ form_token: await formTokenOf(app, cookie) }) })
  assert.deepEqual([out.status, out.headers.location], [303, '/'])
  assert.doesNotMatch((await app.call('GET', '/', { cookie })).body, /Sign out/)
})

test('only the owner of a draft can see it and open its editor', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, other] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id)
  const { id } = await makeListing(ctx, shop, { status: 'draft', title: null, priceCents: null })
  const live = await makeListing(ctx, shop, { title: 'Live thing', lowestPriceCents: 37_13 })
  for (const base of ['/listings', '/app/listings']) {
    const path = `${base}/${id}`
    const anonymous = await app.call('GET', path)
    assert.deepEqual([anonymous.status, anonymous.headers.location], [303, `/sign-in?return=${encodeURIComponent(path)}`])
    assert.equal((await app.call('GET', `${base}/lst_0`)).status, 303, 'an unknown ID gets the same response')
    assert.equal((await app.call('GET', path, { cookie: other.cookie })).status, 404)
    const mine = await app.call('GET', path, { cookie: owner.cookie })
    assert.equal(mine.status, 200)
    assert.match(mine.body, /Untitled draft/)
    assert.equal(mine.headers['cache-control'], 'private, no-store')
    assert.match((await app.call('GET', `${base}/${live.id}`, { cookie: owner.cookie })).body, /Live thing/)
  }
})

async function agentKey(app: TestApp, cookie: string, more: object = {}) {
  const { body } = await app.call('POST', '/v1/keys', {
    cookie,
    json: { name: 'Helper', kind: 'agent', scopes: ['listings'], max_offer: 50, ...more },
  })
  return body as { id: string; secret: string; link: string }
}

test('an agent link explains the key’s rights as Markdown or HTML, and an invalid link returns 404', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp('Ana')
  const { id, secret, link } = await agentKey(app, owner.cookie)
  assert.equal(link, `${app.programsUrl}/agent/${secret}`)
  const open = (accept?: string) => app.call('GET', `/agent/${secret}`, { headers: accept === undefined ? {} : { accept } })
  const markdown = await open('*/*')
  assert.match(markdown.headers['content-type']!, /^text\/markdown/)
  for (const text of [
    '# You can act for Ana',
    'listings: create, publish',
    'listings.delete: delete a listing',
    'At most $50',
    'The key works until',
    `Authorization: Bearer ${secret}`,
    `${app.programsUrl}/v1/me`,
  ])
    assert.ok(markdown.body.includes(text), text)
  const html = await open('text/html,*/*;q=0.8')
  assert.match(html.body, /<h1>You can act for Ana<\/h1>/)
  for (const page of [markdown, html]) {
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    assert.equal(page.headers['x-robots-tag'], 'noindex')
    assert.equal(page.headers['cache-control'], 'private, no-store')
  }
  const dead = await app.call('GET', '/agent/ral_unknown')
  assert.deepEqual([dead.status, (await app.call('GET', `/agent/${owner.key}`)).status], [404, 404], 'an API key is not an agent link')
  await app.call('DELETE', `/v1/keys/${id}`, { cookie: owner.cookie })
  const revoked = await open('*/*')
  const plain = (body: string) => body.replaceAll(/nonce="[^"]+"/g, '')
  assert.deepEqual([revoked.status, plain(revoked.body)], [404, plain(dead.body)])
})

test('an owner can approve or decline an agent’s request only on the service’s own pages', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, other] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const agent = await agentKey(app, owner.cookie)
  const send = async () => {
    const id = ctx.newId('apr')
    const now = ctx.now()
    await ctx.db
      .insertInto('approvals')
      .values({
        id,
        account_id: owner.id,
        key_id: agent.id,
        action: 'listings.delete',
        summary: 'Delete “<b>Wool coat</b>”',
        amount_cents: null,
        request: JSON.stringify({ endpoint: 'getMe', params: {}, query: {}, body: {}, fromForm: false }),
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .execute()
    return `/app/approvals/${id}`
  }
  const path = await send()
  assert.equal((await app.call('GET', path)).headers.location, `/sign-in?return=${encodeURIComponent(path)}`)
  assert.equal((await app.call('GET', path, { cookie: other.cookie })).status, 404)
  const shown = await app.call('GET', path, { cookie: owner.cookie })
  assert.match(shown.body, /“<bdi>Helper<\/bdi>” wants to delete a listing/)
  assert.match(shown.body, /Delete “<bdi>&lt;b&gt;Wool coat/)
  const post = async (to: string, decision: string, more: { cookie: string; headers?: Record<string, string> } = owner) =>
    app.call('POST', to, {
      form: form({ decision, form_token: await formTokenOf(app, more.cookie) }),
      cookie: more.cookie,
      headers: more.headers ?? {},
    })
  assert.equal(
    (await app.call('POST', path, { form: form({ decision: 'approve' }), cookie: owner.cookie })).status,
    403,
    'rejects a form without a token',
  )
  const stolen = form({ decision: 'approve', form_token: await formTokenOf(app, other.cookie) })
  assert.equal((await app.call('POST', path, { form: stolen, cookie: owner.cookie })).status, 403, "rejects another session's token")
  assert.equal((await post(path, 'approve', { cookie: owner.cookie, headers: { origin: 'http://evil.test' } })).status, 403)
  assert.equal((await post(path, 'approve', { cookie: other.cookie })).status, 404)
  assert.equal((await post(path, 'perhaps')).status, 400)
  assert.deepEqual([(await post(path, 'approve')).status, (await app.call('GET', path, { cookie: owner.cookie })).status], [303, 200])
  assert.match((await app.call('GET', path, { cookie: owner.cookie })).body, /Approved and completed/)
  const again = await post(path, 'decline')
  assert.equal(again.status, 409)
  assert.match(again.body, /can no longer be decided/)
  const second = await send()
  await post(second, 'decline')
  assert.match((await app.call('GET', second, { cookie: owner.cookie })).body, /<h1>Declined/)
})
