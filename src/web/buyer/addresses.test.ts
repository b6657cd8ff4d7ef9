import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

const app = await startApp({ after })
const { seller } = await openBargain(app)

async function shopper() {
  const buyer = await newBuyer(app, 'Ben Buyer')
  const visitor = await visitorOf(app, buyer.cookie)
  const save = async (more: object = {}): Promise<string> =>
    (await buyer.call('POST', '/v1/addresses', { json: { ...HOME, ...more } })).body.id
  const stored = async () => (await buyer.call('GET', '/v1/addresses')).body.data as { id: string; city: string; default: boolean }[]
  const checkout = async (fields: Record<string, string>) => {
    const listing = await onSale(seller, { shipping: 8 })
    const reply = await visitor.post(`/checkout/${listing}`, { method: 'test_ok', ...fields })
    const path = reply.headers['location'] ?? ''
    const order = reply.status === 303 ? (await buyer.call('GET', `/v1/orders/${path.split('/').at(-1)}`)).body : null
    return { listing, reply, order }
  }
  return { buyer, visitor, save, stored, checkout }
}

function choicesIn(body: string) {
  const radios = [...body.matchAll(/<input type="radio"[^>]*name="address"[^>]*>/g)].map(([tag]) => tag)
  const valueOf = (tag: string) => /value="([^"]+)"/.exec(tag)![1]!
  return { all: radios.map(valueOf), checked: radios.filter((tag) => / checked/.test(tag)).map(valueOf) }
}

describe('the checkout page for buyers with stored addresses', () => {
  test('checkout lists the default address first and selects it, so the buyer need not fill in any field', async () => {
    const { visitor, save } = await shopper()
    const listing = await onSale(seller, { shipping: 8 })
    const first = await visitor.get(`/checkout/${listing}`)
    assert.deepEqual(choicesIn(first.body).all, [])
    assert.match(first.body, /id="line1"[^>]* required/)
    const [home, work] = [await save(), await save({ name: 'Ben at work' })]
    const { body } = await visitor.get(`/checkout/${listing}`)
    assert.deepEqual(choicesIn(body), { all: [home, work, 'new'], checked: [home] })
    assert.doesNotMatch(body, /id="line1"[^>]* required/)
    assert.match(body, /autocomplete="shipping postal-code"/)
  })

  test('checkout ships the order to the chosen address', async () => {
    const { save, checkout } = await shopper()
    await save()
    const { order } = await checkout({ address: await save({ city: 'Salem' }), name: '', line1: '' })
    assert.deepEqual([order.status, order.address.city], ['paid', 'Salem'])
  })

  test('checkout accepts a new address, preserves it after an error, and saves it only if the buyer agrees', async () => {
    const { save, stored, checkout } = await shopper()
    await save()
    const form = { address: 'new', ...HOME, city: 'Eugene' }
    const wrong = await checkout({ ...form, postal_code: ' ' })
    assert.equal(wrong.reply.status, 400)
    assert.match(wrong.reply.body, /id="postal_code-problem"/)
    assert.deepEqual(choicesIn(wrong.reply.body).checked, ['new'])
    assert.match(wrong.reply.body, /value="Eugene"/)
    assert.equal((await checkout(form)).order.address.city, 'Eugene')
    assert.equal((await stored()).length, 1)
    for (let time = 0; time < 2; time++) assert.equal((await checkout({ ...form, save_address: 'true' })).order.status, 'paid')
    assert.deepEqual((await stored()).map(({ city }) => city), ['Portland', 'Eugene'], 'the same address is stored once') // prettier-ignore
  })

  test('checkout stores a buyer’s first address only after the payment succeeds', async () => {
    const { stored, checkout } = await shopper()
    const declined = await checkout({ ...HOME, save_address: 'true', method: 'test_declined' })
    assert.equal(declined.reply.status, 402)
    assert.match(declined.reply.body, /name="save_address"[^>]* checked/)
    assert.deepEqual(await stored(), [])
    await checkout({ ...HOME, save_address: 'true' })
    assert.deepEqual((await stored()).map((one) => one.default), [true]) // prettier-ignore
  })

  test('checkout completes a purchase even if the buyer’s address book is full', async () => {
    const { visitor, save, stored, checkout } = await shopper()
    for (let made = 0; made < 20; made++) await save()
    const { order } = await checkout({ address: 'new', ...HOME, city: 'Eugene', save_address: 'true' })
    assert.deepEqual([order.status, (await stored()).length], ['paid', 20])
    assert.match((await visitor.get(`/you/orders/${order.id}`)).body, /Paid\. The item is yours/)
  })

  test('checkout rejects a deleted address, and an address of a different account', async () => {
    const [ben, cleo] = [await shopper(), await shopper()]
    await ben.save()
    const gone = await ben.save()
    await ben.buyer.call('DELETE', `/v1/addresses/${gone}`)
    for (const address of [gone, await cleo.save()]) {
      const { reply } = await ben.checkout({ address })
      assert.equal(reply.status, 400)
      assert.match(reply.body, /id="address-problem"[^]*Choose a different address/)
    }
  })

  test('when an order awaits payment, checkout preselects the order’s address', async () => {
    const { buyer, visitor, save } = await shopper()
    await save()
    const work = await save({ city: 'Salem' })
    for (const [address, checked] of [
      [work, work],
      [{ ...HOME, city: 'Eugene' }, 'new'],
    ]) {
      const listing = await onSale(seller, { shipping: 8 })
      assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing, address } })).status, 201)
      const { body } = await visitor.get(`/checkout/${listing}`)
      assert.deepEqual(choicesIn(body).checked, [checked])
      assert.equal(/value="Eugene"/.test(body), checked === 'new')
    }
  })
})

describe('the address pages', () => {
  test('the address pages add, edit and delete addresses, choose the default, and undo a deletion', async () => {
    const { visitor, stored } = await shopper()
    assert.match((await visitor.get('/you/addresses')).body, /No addresses yet/)
    assert.match((await visitor.get('/you/settings')).body, /href="\/you\/addresses\/new"/)
    const wrong = await visitor.post('/you/addresses/new', { ...HOME, country: '', default: 'true' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /id="country-problem"[^]*name="default"[^>]* checked/)
    for (const city of ['Portland', 'Salem'])
      assert.equal((await visitor.post('/you/addresses/new', { ...HOME, city })).headers['location'], '/you/addresses')
    const list = (await visitor.get('/you/addresses')).body
    assert.match(list, /Address saved[^]*Portland[^]*Default[^]*Salem/)
    assert.match((await visitor.get('/you/settings')).body, /Manage 2 addresses/)
    const [, second] = await stored()
    await visitor.post('/you/addresses', { do: 'default', address: second!.id })
    assert.deepEqual((await stored()).map(({ city }) => city), ['Salem', 'Portland']) // prettier-ignore
    const edit = `/you/addresses/${second!.id}`
    assert.match((await visitor.get(edit)).body, /value="Salem"[^]*name="default"[^>]* checked/)
    assert.equal((await visitor.post(edit, { ...HOME, city: '', default: 'true' })).status, 400)
    await visitor.post(edit, { ...HOME, city: 'Bend', state: '', default: 'true' })
    const [bend] = (await stored()) as unknown as { city: string; state: null; default: boolean }[]
    assert.deepEqual([bend!.city, bend!.state, bend!.default], ['Bend', null, true])
    await visitor.post('/you/addresses', { do: 'delete', address: second!.id })
    const deleted = (await visitor.get('/you/addresses')).body
    assert.match(deleted, /Address deleted[^]*action="\/you\/addresses\/new"[^]*value="Bend"/)
    assert.deepEqual((await stored()).map(({ city }) => city), ['Portland']) // prettier-ignore
  })

  test('the address pages require a signed-in user, and never show another account’s addresses', async () => {
    const [ben, cleo] = [await shopper(), await shopper()]
    const id = await ben.save()
    assert.equal((await cleo.visitor.get(`/you/addresses/${id}`)).status, 404)
    assert.equal((await cleo.visitor.post(`/you/addresses/${id}`, { ...HOME, city: 'Bend' })).status, 404)
    for (const what of ['default', 'delete'])
      assert.equal((await cleo.visitor.post('/you/addresses', { do: what, address: id })).status, 404, what)
    assert.deepEqual((await ben.stored()).map(({ city }) => city), ['Portland']) // prettier-ignore
    for (const path of ['/you/addresses', '/you/addresses/new', `/you/addresses/${id}`])
      assert.equal((await app.call('GET', path)).headers['location'], `/sign-in?return=${encodeURIComponent(path)}`)
  })
})
