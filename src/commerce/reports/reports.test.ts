import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { HOME } from '#test/sales.ts'

const app = await startApp({ after })
const { ctx } = app.service
const operator = await app.signUp('Olga')
await ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
const operate = (method: string, path: string, json?: object) =>
  app.call(method, `/v1/operator${path}`, { cookie: operator.cookie, ...(json ? { json } : {}) })

async function open() {
  const { seller, buyer } = await openBargain(app)
  const listing = await onSale(seller)
  const thread = (await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Pay me outside.' } })).body.id as string
  return { seller, buyer, listing, thread }
}

test('a person can have at most one open report per conversation, order or shop', async () => {
  const { seller, buyer, listing, thread } = await open()
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id
  const nothing = { thread: null, order: null, store: null }
  for (const [by, path, about] of [
    [seller, `/threads/${thread}`, { ...nothing, thread }],
    [buyer, `/threads/${thread}`, { ...nothing, thread }],
    [seller, `/orders/${order}`, { ...nothing, order }],
    [buyer, `/orders/${order}`, { ...nothing, order }],
    [buyer, `/market/stores/${seller.slug}`, { ...nothing, store: seller.slug }],
  ] as const) {
    const report = () => by.call('POST', `/v1${path}/report`, { json: { reason: 'off_site_payment', body: ' Read it. ' } })
    const replies = await Promise.all([report(), report(), report()])
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 201],
      path,
    )
    assert.deepEqual(
      { ...replies[0].body, id: '', created_at: '' },
      { object: 'report', id: '', ...about, reason: 'off_site_payment', body: 'Read it.', status: 'open', created_at: '' },
    )
    assert.deepEqual(new Set(replies.map(({ body }) => body.id)).size, 1)
  }
})

test('an invalid report returns 400, a report about one’s own shop returns 409, and a report about a conversation or order of other people returns 404', async () => {
  const { seller, buyer, listing, thread } = await open()
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id
  const other = await newBuyer(app, 'Rae')
  for (const [json, param] of [
    [{}, 'reason'],
    [{ reason: 'counterfeit' }, 'reason'],
    [{ reason: 'other', body: 'a'.repeat(1001) }, 'body'],
  ] as const) {
    const { status, body } = await buyer.call('POST', `/v1/threads/${thread}/report`, { json })
    assert.deepEqual([status, body.error.param], [400, param])
  }
  const json = { reason: 'spam' }
  assert.equal((await seller.call('POST', `/v1/market/stores/${seller.slug}/report`, { json })).status, 409)
  for (const path of [`/threads/${thread}`, `/orders/${order}`, '/market/stores/no-such-shop'])
    assert.equal((await other.call('POST', `/v1${path}/report`, { json })).status, 404, path)
})

test('a person’s twenty-first report in a day returns 429, and reports about listings are included in the count', async () => {
  const { seller, buyer, listing } = await open()
  assert.equal((await buyer.call('POST', `/v1/market/listings/${listing}/report`, { json: { reason: 'other' } })).status, 201)
  for (let n = 0; n < 20; n++) {
    const { id } = (await buyer.call('POST', '/v1/threads', { json: { listing: await onSale(seller), text: 'Hello' } })).body
    const reply = await buyer.call('POST', `/v1/threads/${id}/report`, { json: { reason: 'spam' } })
    assert.equal(reply.status, n < 19 ? 201 : 429, `report ${n + 2}`)
  }
})

test('the operator can read only the conversation that was reported, and the moderation history of both people', async () => {
  const { seller, buyer, listing, thread } = await open()
  const other = (await buyer.call('POST', '/v1/threads', { json: { shop: seller.slug, text: 'Not reported.' } })).body.id
  await seller.call('POST', `/v1/threads/${thread}/messages`, { json: { text: 'No.' } })
  const { id } = (await seller.call('POST', `/v1/threads/${thread}/report`, { json: { reason: 'off_site_payment' } })).body
  const { status, body } = await operate('GET', `/reports/${id}`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.messages.map((message: { from: string; text: string }) => [message.from, message.text]),
    [
      ['buyer', 'Pay me outside.'],
      ['owner', 'No.'],
    ],
  )
  assert.deepEqual([body.about, body.thread, body.listing], ['Conversation about Wool coat', thread, null])
  assert.deepEqual(
    [body.reporter, body.owner],
    [
      { id: seller.id, name: 'Sol' },
      { id: buyer.id, name: 'Ben' },
    ],
  )
  assert.equal(body.owner_has_shop, false)
  const none = { sent: 0, sent_upheld: 0, received: 0, received_upheld: 0, warnings: 0, actions: 0 }
  assert.deepEqual(body.history, { reporter: { ...none, sent: 1 }, owner: { ...none, received: 1 } })
  const queue = (await operate('GET', '/reports?limit=100')).body.data
  assert.ok(queue.some((one: { id: string }) => one.id === id))
  const about = (await buyer.call('POST', `/v1/market/listings/${listing}/report`, { json: { reason: 'other' } })).body.id
  assert.deepEqual((await operate('GET', `/reports/${about}`)).body.messages, [])
  const aboutShop = (await seller.call('POST', `/v1/threads/${other}/report`, { json: { reason: 'spam' } })).body.id
  assert.equal((await operate('GET', `/reports/${aboutShop}`)).body.about, 'Conversation about Shop of Sol')
  assert.equal((await app.call('GET', `/v1/operator/reports/${id}`, { cookie: seller.cookie })).status, 404)
})

test('sending a warning notifies the reported person, closes the report and notifies the reporter', async () => {
  const { seller, buyer, thread } = await open()
  const report = async (by: typeof buyer | typeof seller) =>
    (await by.call('POST', `/v1/threads/${thread}/report`, { json: { reason: 'threat' } })).body.id as string
  const [bySeller, byBuyer] = [await report(seller), await report(buyer)]
  const warned = await operate('POST', `/reports/${bySeller}/warn`, { reason: 'Keep payments here.' })
  assert.equal(warned.status, 201, JSON.stringify(warned.body))
  assert.deepEqual(
    { ...warned.body, id: '', taken_at: '' },
    {
      object: 'measure',
      id: '',
      kind: 'warning',
      subject: { id: bySeller, name: 'A conversation' },
      reason: 'Keep payments here.',
      taken_at: '',
      lifted_at: null,
      lifted_reason: null,
      appeals: [],
    },
  )
  assert.deepEqual((await buyer.call('GET', '/v1/measures')).body.data[0], warned.body)
  assert.equal((await buyer.call('POST', `/v1/threads/${thread}/messages`, { json: { text: 'Sorry.' } })).status, 201)
  assert.equal((await operate('GET', `/reports/${bySeller}`)).body.outcome, 'upheld')
  assert.equal((await operate('GET', `/reports/${byBuyer}`)).body.status, 'open', 'the report about the other person stays open')
  const events = await ctx.db
    .selectFrom('events')
    .select('data')
    .where('account_id', '=', seller.id)
    .where('type', '=', 'report.closed')
    .execute()
  assert.deepEqual(
    events.map(({ data }) => JSON.parse(data).object),
    [{ object: 'report', id: bySeller, about: 'Conversation about Wool coat', outcome: 'upheld' }],
  )
  assert.equal((await operate('POST', `/reports/${bySeller}/warn`, { reason: 'Again.' })).status, 409)
  const lifted = await operate('POST', `/measures/${warned.body.id}/lift`, { reason: 'A mistake.' })
  assert.equal(lifted.status, 200)
  assert.equal((await operate('POST', `/reports/${bySeller}/warn`, { reason: 'Again.' })).status, 409, 'the report is closed')
  assert.equal((await operate('GET', `/reports/${bySeller}`)).body.history.owner.warnings, 0)
})

test('when the operator requests a change, the listing stays visible, its reports are closed, its owner is notified, and the owner’s edit is recorded', async () => {
  const { seller, buyer, listing } = await open()
  const report = (await buyer.call('POST', `/v1/market/listings/${listing}/report`, { json: { reason: 'misleading' } })).body.id
  const request = () => operate('POST', `/listings/${listing}/request-change`, { reason: 'Please name the maker.' })
  const { status, body } = await request()
  assert.deepEqual(
    [status, body.kind, body.subject, body.reason],
    [201, 'change', { id: listing, name: 'Wool coat' }, 'Please name the maker.'],
  )
  assert.deepEqual((await seller.call('GET', '/v1/measures')).body.data, [body])
  assert.equal((await operate('GET', `/reports/${report}`)).body.outcome, 'upheld')
  assert.equal((await buyer.call('GET', `/v1/market/listings/${listing}`)).status, 200)
  assert.equal((await request()).status, 409, 'one request at a time')
  const changedAt = async () => (await operate('GET', '/measures?kind=change')).body.data[0].changed_at
  assert.equal(await changedAt(), null)
  await app.advance(60)
  const changed = await seller.call('PATCH', `/v1/listings/${listing}`, { json: { title: 'Wool coat by Aster' } })
  assert.equal(await changedAt(), changed.body.updated_at)
  assert.equal((await operate('POST', `/measures/${body.id}/lift`, { reason: 'Thank you.' })).body.lifted_reason, 'Thank you.')
  await seller.call('POST', `/v1/listings/${listing}/unpublish`)
  assert.equal((await request()).status, 409, 'a draft is not for sale')
})

test('dismissing a report closes it and notifies the reporter; suspending the reported shop or account does the same', async () => {
  for (const [outcome, act] of [
    ['dismissed', (id: string) => operate('POST', `/reports/${id}/dismiss`, { reason: 'Nothing wrong.' })],
    ['upheld', (_id: string, shop: string) => operate('POST', `/shops/${shop}/suspend`, { reason: 'Fake.' })],
    ['upheld', (_id: string, _shop: string, account: string) => operate('POST', `/accounts/${account}/suspend`, { reason: 'Fake.' })],
  ] as const) {
    const { seller, buyer } = await open()
    const { id } = (await buyer.call('POST', `/v1/market/stores/${seller.slug}/report`, { json: { reason: 'fake' } })).body
    const { shop } = (await operate('GET', `/reports/${id}`)).body
    const reply = await act(id, shop.id, seller.id)
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    const { body } = await operate('GET', `/reports/${id}`)
    assert.deepEqual([body.status, body.outcome, body.about], ['closed', outcome, 'Shop Shop of Sol'])
    const events = await ctx.db
      .selectFrom('events')
      .select('id')
      .where('account_id', '=', buyer.id)
      .where('type', '=', 'report.closed')
      .execute()
    assert.equal(events.length, 1)
  }
})

test('a key with ask_first needs an approval for every report', async () => {
  const { seller, thread } = await open()
  const key = await seller.keyWith({ kind: 'agent', scopes: ['messages'], ask_first: ['messages.send'] })
  const { status, body } = await app.call('POST', `/v1/threads/${thread}/report`, { key, json: { reason: 'spam', body: 'Read it.' } })
  assert.deepEqual([status, body.action, body.summary], [202, 'messages.send', 'Report “Ben” (thread) as spam: “Read it.”'])
})
