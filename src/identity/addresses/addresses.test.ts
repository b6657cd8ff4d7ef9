import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { HOME, openSale } from '#test/sales.ts'
import { openSeller } from '#test/factories.ts'
import { changeAddress, createAddress } from './index.ts'

const app = await startApp({ after })
const { db } = app.service.ctx

async function buyer() {
  const account = await app.signUp('Ben Buyer')
  const call = (method: string, path = '', json?: object) =>
    app.call(method, `/v1/addresses${path}`, { key: account.key, ...(json && { json }) })
  const save = async (more: object = {}): Promise<string> => {
    const { status, body } = await call('POST', '', { ...HOME, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  const defaults = async (): Promise<string[]> =>
    (await call('GET')).body.data.filter((one: { default: boolean }) => one.default).map(({ id }: { id: string }) => id)
  return { ...account, call, save, defaults }
}

const wrong = ({ status, body }: { status: number; body: { error?: { param?: string } } }) => [status, body.error?.param]

describe('the saved addresses of an account', () => {
  test('an address can be stored, read, changed and deleted', async () => {
    const { call } = await buyer()
    const made = await call('POST', '', { ...HOME, line2: ' ', country: 'United States' })
    assert.equal(made.status, 201)
    assert.equal((await call('POST', '', { ...HOME, state: '' })).body.state, null)
    const { id, created_at, updated_at, ...rest } = made.body
    assert.match(id, /^adr_[0-9a-z]{26}$/)
    assert.deepEqual(rest, { object: 'address', ...HOME, line2: null, default: true })
    assert.match(created_at + updated_at, /Z.*Z$/)
    assert.deepEqual((await call('GET', `/${id}`)).body, made.body)
    const changed = await call('PATCH', `/${id}`, { line2: 'Apartment 4', state: null, country: 'de' })
    assert.deepEqual([changed.status, changed.body.line2, changed.body.state, changed.body.country], [200, 'Apartment 4', null, 'DE'])
    assert.equal(changed.body.city, 'Portland')
    assert.equal((await call('PATCH', `/${id}`, { state: 'Maine' })).body.state, 'Maine')
    const moved = (await call('PATCH', `/${id}`, { city: 'Bangor' })).body
    assert.deepEqual([moved.city, moved.line2, moved.state, moved.default], ['Bangor', 'Apartment 4', 'Maine', true])
    const cleared = await call('PATCH', `/${id}`, { line2: '', state: ' ' })
    assert.deepEqual([cleared.status, cleared.body.line2, cleared.body.state], [200, null, null], 'an empty line counts as no line')
    assert.deepEqual((await call('PATCH', `/${id}`, changed.body)).status, 200, 'a client may send back what it has read')
    assert.deepEqual((await call('DELETE', `/${id}`)).body, { object: 'address', id, deleted: true })
    for (const method of ['GET', 'PATCH', 'DELETE']) assert.equal((await call(method, `/${id}`, {})).status, 404, method)
  })

  test('changing another address leaves the default address unchanged', async () => {
    const { call, save, defaults } = await buyer()
    const [first, second] = [await save(), await save()]
    await call('PATCH', `/${second}`, { city: 'Bangor' })
    assert.deepEqual(await defaults(), [first])
  })

  test('the list of addresses starts with the default address and continues with all others, newest first, page by page', async () => {
    const { call, save } = await buyer()
    const [first, second, third] = [await save(), await save(), await save()]
    const { body } = await call('GET')
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [first, third, second],
    )
    assert.deepEqual([body.total, body.has_more], [3, false])
    assert.deepEqual((await call('GET', '?limit=1&offset=1')).body.data[0].id, third)
    assert.deepEqual(wrong(await call('GET', '?limit=0')), [400, 'limit'])
  })

  test('the error for an invalid address names the invalid field, both for a new address and for a change', async () => {
    const { call, save } = await buyer()
    const id = await save()
    for (const [field, value] of [
      ['country', 'Amerika'],
      ['postal_code', ''],
      ['line1', 'x'.repeat(121)],
      ['name', 'a\nb'],
      ['city', 7],
      ['default', 'maybe'],
    ] as const) {
      assert.deepEqual(wrong(await call('POST', '', { ...HOME, [field]: value })), [400, field])
      assert.deepEqual(wrong(await call('PATCH', `/${id}`, { [field]: value })), [400, field])
    }
    const { city: _, ...rest } = HOME
    assert.deepEqual(wrong(await call('POST', '', rest)), [400, 'city'])
  })

  test('reading or changing addresses with an API key requires the scope `buying`', async () => {
    const ben = await buyer()
    const id = await ben.save()
    const { body: reader } = await app.call('POST', '/v1/keys', {
      cookie: ben.cookie,
      json: { name: 'reader', kind: 'api', scopes: ['read'] },
    })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      // prettier-ignore
      const call = { ...(method === 'GET' ? {} : { json: HOME }) }
      assert.equal((await app.call(method, `/v1/addresses${path}`, call)).status, 401, method)
      const refused = await app.call(method, `/v1/addresses${path}`, { ...call, key: reader.secret })
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope'], method)
    }
  })

  test('a different account’s address returns 404, as if the address did not exist', async () => {
    const [ben, cleo] = [await buyer(), await buyer()]
    const id = await ben.save()
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const [theirs, nobodys] = [await cleo.call(method, `/${id}`, { default: true }), await cleo.call(method, '/adr_0', { default: true })]
      assert.deepEqual([theirs.status, theirs.body.error.message], [404, nobodys.body.error.message], method)
    }
    assert.equal((await cleo.call('GET')).body.total, 0)
    assert.equal((await ben.call('GET', `/${id}`)).body.city, 'Portland')
  })
})

describe('selecting the default address', () => {
  test('an account’s first address is the default until the owner selects a different address', async () => {
    const { call, save, defaults } = await buyer()
    const first = await save()
    const second = await save()
    assert.deepEqual(await defaults(), [first])
    const third = await save({ default: true })
    assert.deepEqual(await defaults(), [third])
    await call('PATCH', `/${second}`, { default: true })
    assert.deepEqual(await defaults(), [second])
    await call('PATCH', `/${second}`, { default: false })
    assert.deepEqual(await defaults(), [])
  })

  test('if the requested new default address does not exist, the previous default address stays', async () => {
    const { call, save, defaults } = await buyer()
    const first = await save()
    assert.equal((await call('PATCH', '/adr_0', { default: true })).status, 404)
    assert.deepEqual(await defaults(), [first])
  })

  test('an account never has two default addresses, even when several requests change them concurrently', async () => {
    const { id: accountId, save, defaults } = await buyer()
    const ids = [await save(), await save(), await save()]
    const actor = { accountId } as Person
    const { ctx } = app.service
    await Promise.all([
      ...ids.map((id) => inTransaction(ctx, (tx) => changeAddress(tx, actor, id, { default: true }))),
      ...ids.map(() => inTransaction(ctx, (tx) => createAddress(tx, actor, { ...HOME, default: true }))),
    ])
    assert.equal((await defaults()).length, 1)
  })

  test('the database rejects a second default address for an account', async () => {
    const { id: accountId, save } = await buyer()
    await save()
    await save()
    await assert.rejects(
      db.updateTable('addresses').set({ is_default: true }).where('account_id', '=', accountId).execute(),
      /addresses_default/,
    )
  })
})

describe('an account can have at most 20 addresses', () => {
  test('the 21st address of an account is rejected with 409, even if addresses are added concurrently', async () => {
    const { call, save } = await buyer()
    for (let made = 0; made < 18; made++) await save()
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await call('POST', '', HOME)).status))
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 201, 409, 409],
    )
    const full = await call('POST', '', HOME)
    assert.deepEqual([full.status, full.body.error.code], [409, 'quota'])
    assert.match(full.body.error.message, /20 addresses/)
    await call('DELETE', `/${(await call('GET')).body.data[0].id}`)
    await save()
  })
})

describe('placing an order with the id of a saved address', () => {
  const onSale = async () => (await openSeller(app)).list({ title: 'Brass lamp', price: 40, shipping: 8, publish: true })
  const order = async (key: string, json: object) =>
    app.call('POST', '/v1/orders', { key, json: { listing: (await onSale()).id, ...json } })
  const SHOWN = { ...HOME, line2: null }

  test('an order preserves its copy of the address when the saved address is changed or deleted', async () => {
    const ben = await buyer()
    const address = await ben.save()
    const made = await order(ben.key, { address })
    assert.deepEqual([made.status, made.body.address], [201, SHOWN])
    const shown = async () => (await app.call('GET', `/v1/orders/${made.body.id}`, { key: ben.key })).body.address
    await ben.call('PATCH', `/${address}`, { city: 'Salem' })
    assert.deepEqual(await shown(), SHOWN)
    await ben.call('DELETE', `/${address}`)
    assert.deepEqual(await shown(), SHOWN)
    const paid = await app.call('POST', `/v1/orders/${made.body.id}/pay`, { key: ben.key, json: { method: 'test_ok' } })
    assert.deepEqual([paid.status, paid.body.address], [200, SHOWN])
  })

  test('the id of a saved address is accepted when the buyer pays for an order, even after an accepted offer', async () => {
    const sale = await openSale(app, { take_offers: true })
    const listing = await sale.seller.list({ title: 'Chair', price: 50, shipping: 5, take_offers: true, publish: true })
    const { key } = sale.buyer
    const { body: offer } = await app.call('POST', '/v1/offers', { key, json: { listing: listing.id, amount: 45 } })
    const accepted = await sale.seller.call('POST', `/v1/offers/${offer.id}/accept`)
    const { body: address } = await app.call('POST', '/v1/addresses', { key, json: { ...HOME, city: 'Salem' } })
    const pay = (json: object) => app.call('POST', `/v1/orders/${accepted.body.order}/pay`, { key, json: { method: 'test_ok', ...json } })
    assert.deepEqual(wrong(await pay({ address: 'adr_0' })), [400, 'address'])
    const paid = await pay({ address: address.id })
    assert.deepEqual([paid.status, paid.body.address], [200, { ...SHOWN, city: 'Salem' }])
  })

  test('the id of a different account’s address is rejected with the same error as an id that does not exist', async () => {
    const [ben, cleo] = [await buyer(), await buyer()]
    const theirs = await order(ben.key, { address: await cleo.save() })
    const unknown = await order(ben.key, { address: 'adr_00000000000000000000000000' })
    assert.deepEqual([wrong(theirs), theirs.body.error.message], [[400, 'address'], unknown.body.error.message])
    for (const address of ['home', 'lst_1', '', 'adr_\u0000'])
      assert.deepEqual(wrong(await order(ben.key, { address })), [400, 'address'], address)
    for (const address of [7, true, []]) assert.deepEqual(wrong(await order(ben.key, { address })), [400, 'address'], String(address))
    const { city: _, ...rest } = HOME
    assert.deepEqual(wrong(await order(ben.key, { address: rest })), [400, 'address.city'])
    assert.deepEqual(wrong(await order(ben.key, { address: { ...HOME, country: 'Amerika' } })), [400, 'address.country'])
  })

  test('unknown fields in an address object are reported in the response header', async () => {
    const ben = await buyer()
    const made = await order(ben.key, { address: { ...HOME, postcode: '1' } })
    assert.match(made.headers['ignored-fields'] ?? '', /^address\.postcode/)
  })

  test('an approved order is not placed if the shipping address has changed since the approval was requested', async () => {
    const ben = await buyer()
    const address = await ben.save()
    const { body: agent } = await app.call('POST', '/v1/keys', {
      cookie: ben.cookie,
      json: { name: 'agent', kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer'] },
    })
    assert.deepEqual(wrong(await order(agent.secret, { address: 'adr_0' })), [400, 'address'], 'before the owner is asked')
    const approve = async (change: object) => {
      const waiting = await order(agent.secret, { address })
      assert.equal(waiting.status, 202)
      await ben.call('PATCH', `/${address}`, change)
      return app.call('POST', `/v1/approvals/${waiting.body.id}/approve`, { cookie: ben.cookie })
    }
    const refused = await approve({ line1: '9 Other St' })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'changed'])
    const allowed = await approve({ default: true })
    assert.deepEqual([allowed.status, allowed.body.result.body.address.line1], [200, '9 Other St'])
  })
})
