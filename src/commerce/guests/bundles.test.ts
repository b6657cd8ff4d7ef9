import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import {
  asGuest,
  buyBundleAsGuest,
  checkOut,
  checkOutBundle,
  fromNewNetwork,
  joinDuringCharge,
  MANY_NETWORKS,
  newEmail,
  orderLink,
  postForm,
  sessionIn,
  whileJoining,
} from '#test/guests.ts'
import { lifetime } from '#test/lifetime.ts'
import { mailsTo } from '#test/mailed-link.ts'
import { HOME } from '#test/sales.ts'

const life = lifetime()
let app: TestApp
let seller: Seller
before(async () => {
  app = await startApp(life, MANY_NETWORKS)
  seller = await openSeller(app, 'Sol')
})

const pair = async (more: object = {}): Promise<[string, string]> => [
  await onSale(seller, { price: 40, shipping: 5, ...more }),
  await onSale(seller, { price: 60, shipping: 5, ...more }),
]
const read = (cookie: string, path: string) => asGuest(app, cookie, 'GET', path)
const pathOf = (listings: readonly string[]) => `/bundle/${seller.slug}/checkout?${listings.map((id) => `item=${id}`).join('&')}`

describe('checking out several items as a guest', () => {
  test('for a bundle, the checkout page has at most seven fields, says what the payment will reserve, and accepts the payment directly', async () => {
    const listings = await pair()
    const { status, body } = await app.call('GET', pathOf(listings))
    assert.equal(status, 200)
    const form = /<form[^>]*aria-label="Checkout"[^]*?<\/form>/.exec(body)![0]
    const names = [...form.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]* name="([^"]+)"/g)].map(([, name]) => name)
    assert.deepEqual(names, ['email', 'name', 'line1', 'city', 'state', 'postal_code', 'country'])
    assert.match(form, /When you press Pay, all items are reserved for you for 15 minutes[^]*Pay \$110/)

    const email = newEmail()
    const paid = await checkOutBundle(app, seller.slug, listings, email)
    assert.match(paid.headers['location'] ?? '', /^\/you\/purchases\/pur_/, paid.body)
    const [cookie, path] = [sessionIn(paid), paid.headers['location']!]
    const page = (await app.call('GET', path, { cookie })).body
    assert.match(page, /Paid in one payment[^]*You bought without an account/)
    assert.match(page, /\/sign-in"/, 'the header has no account')
    const { body: purchase } = await read(cookie, `/v1/purchases/${path.split('/').at(-1)}`)
    assert.deepEqual([purchase.status, purchase.total, purchase.orders.length, purchase.buyer.name], ['paid', 110, 2, HOME.name])
    for (const { id } of purchase.orders) {
      assert.equal((await read(cookie, `/v1/orders/${id}`)).body.status, 'paid')
      assert.equal((await app.call('GET', `/you/orders/${id}`, { cookie })).status, 200)
    }
    assert.equal((await seller.call('GET', `/v1/purchases/${purchase.id}`)).body.address.line1, HOME.line1)
    const subjects = (await mailsTo(app, email)).map(({ subject }) => subject)
    assert.deepEqual(subjects, [`Your purchase: 2 items from “${purchase.shop.name}”`], 'one email for all items')
  })

  test('after a declined payment, the guest sees how much time is left and can pay for the same purchase', async () => {
    const listings = await pair()
    const declined = await checkOutBundle(app, seller.slug, listings, newEmail(), { method: 'test_declined' })
    assert.equal(declined.status, 402)
    assert.match(declined.body, /The card was declined[^]*All items are reserved for you:[^]*role="timer"/)
    const cookie = sessionIn(declined)
    const page = /action="(\/you\/purchases\/pur_[^"]+)"/.exec(declined.body)![1]!
    const paid = await postForm(app, page, { ...HOME, line1: '9 New Street', method: 'test_ok' }, { cookie, page })
    assert.equal(paid.headers['location'], page, paid.body)
    const { body } = await read(cookie, `/v1/purchases/${page.split('/').at(-1)}`)
    assert.deepEqual([body.status, body.address.line1], ['paid', '9 New Street'])
  })

  test('a guest can cancel an unpaid purchase, and its items then become available again', async () => {
    const listings = await pair()
    const { purchase, cookie } = await buyBundleAsGuest(app, seller.slug, listings, newEmail(), { method: 'test_declined' })
    const page = `/you/purchases/${purchase}`
    await postForm(app, page, { do: 'cancel' }, { cookie, page })
    assert.equal((await read(cookie, `/v1/purchases/${purchase}`)).body.status, 'cancelled')
    assert.equal((await checkOut(app, listings[0], newEmail())).status, 201)
  })

  test('the page of a purchase that has expired contains a link to order the same items again', async () => {
    const listings = await pair()
    const { purchase, cookie } = await buyBundleAsGuest(app, seller.slug, listings, newEmail(), { method: 'test_declined' })
    await app.advance(16 * 60)
    const page = (await app.call('GET', `/you/purchases/${purchase}`, { cookie })).body
    assert.match(page, /Your reservation has ended[^]*Order the items again/)
    assert.doesNotMatch(page, /role="timer"/)
    const again = /href="[^"]*(\/bundle\/[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
    assert.match((await app.call('GET', again, { cookie })).body, /Continue to payment/)
    const paid = await checkOutBundle(app, seller.slug, listings, newEmail())
    assert.match(paid.headers['location'] ?? '', /^\/you\/purchases\/pur_/, paid.body)
  })

  describe('paying for a purchase while the purchase is being moved to the guest’s account', () => {
    const unpaid = async () => {
      const { purchase, cookie } = await buyBundleAsGuest(app, seller.slug, await pair(), newEmail(), { method: 'test_declined' })
      const guest = (await purchaseRow(purchase)).buyer_id
      return { purchase, guest, account: await app.signUp('Gus'), pay: () => asGuest(app, cookie, 'POST', `/v1/purchases/${purchase}/pay`, { method: 'test_ok' }) } // prettier-ignore
    }
    const purchaseRow = (id: string) =>
      app.service.ctx.db.selectFrom('purchases').select(['buyer_id', 'status']).where('id', '=', id).executeTakeFirstOrThrow()

    test('a payment in progress succeeds even if the guest’s purchase is moved to an account meanwhile', async (t) => {
      const { purchase, guest, account, pay } = await unpaid()
      joinDuringCharge(t, app, { account: account.id, guest })
      const { status, body } = await pay()
      assert.deepEqual([status, body.status, await purchaseRow(purchase)], [200, 'paid', { buyer_id: account.id, status: 'paid' }], JSON.stringify(body)) // prettier-ignore
    })

    test('if a purchase is moved to an account while the guest’s payment request waits, the request returns 404 and charges nothing', async () => {
      const { purchase, guest, account, pay } = await unpaid()
      const { status } = await whileJoining(app, { account: account.id, guest }, 'purchases', pay)
      assert.equal(status, 404)
      assert.deepEqual(await purchaseRow(purchase), { buyer_id: account.id, status: 'awaiting_payment' })
    })
  })

  test('a guest cannot check out a bundle if the total, including shipping, is above the limit for guests', async () => {
    const over = await Promise.all([onSale(seller, { price: 250, shipping: 1 }), onSale(seller, { price: 249, shipping: 0.01 })])
    const shown = await app.call('GET', pathOf(over))
    assert.match(shown.headers['location'] ?? '', /^\/sign-in\?return=%2Fbundle/)
    assert.match((await app.call('GET', shown.headers['location']!)).body, /above \$500/)
    const sent = await checkOutBundle(app, seller.slug, over, newEmail(), { expected_total: '500.01' })
    assert.match(sent.headers['location'] ?? '', /^\/sign-in/)
    const exact = await Promise.all([onSale(seller, { price: 250, shipping: 1 }), onSale(seller, { price: 248, shipping: 1 })])
    const paid = await checkOutBundle(app, seller.slug, exact, newEmail())
    assert.match(paid.headers['location'] ?? '', /^\/you\/purchases\/pur_/, paid.body)
  })

  test('a request with an invalid field returns an error that names the field, and reserves nothing', async () => {
    const listings = await pair()
    for (const [more, status, text] of [
      [{ email: 'nobody' }, 400, /email/],
      [{ country: 'Nowhere' }, 400, /country/],
      [{ line1: '' }, 400, /line1|Street/],
      [{ expected_total: '90' }, 409, /The total is now \$110/],
      [{ items: `${listings[0]} ${listings[0]}` }, 400, /repeats another listing/],
      [{ items: listings[0] }, 400, /2 to 10 listings/],
      [{ items: `${listings[0]} lst_unknown` }, 409, /1 item can no longer be ordered/],
    ] as const) {
      const refused = await checkOutBundle(app, seller.slug, listings, newEmail(), more)
      assert.equal(refused.status, status, JSON.stringify(more))
      assert.match(refused.body, text)
    }
    await checkOut(app, listings[0], newEmail())
    const reserved = await checkOutBundle(app, seller.slug, listings, newEmail(), { items: listings.join(' '), expected_total: '110' })
    assert.equal(reserved.status, 409)
    assert.match(reserved.body, /1 item can no longer be ordered/)
    assert.equal((await checkOut(app, listings[1], newEmail())).status, 201, 'the other item is not reserved')
  })

  test('the guest checkout redirects a signed-in buyer to the regular checkout page', async () => {
    const listings = await pair()
    const { cookie } = await app.signUp('Mia')
    const { headers } = await app.call('GET', pathOf(listings), { cookie })
    assert.equal(headers['location'], `/bundle/${seller.slug}?item=${listings[0]}&item=${listings[1]}`)
  })
})

describe('limits on guest purchases', () => {
  test('a purchase counts as one order toward the limits for its network and its email address', async () => {
    const headers = fromNewNetwork()
    const buy = async (email: string, method: string) => checkOutBundle(app, seller.slug, await pair(), email, { method }, headers)
    const first = await buy(newEmail(), 'test_declined')
    for (let more = 0; more < 2; more++) assert.equal((await buy(newEmail(), 'test_declined')).status, 402)
    const refused = await buy(newEmail(), 'test_ok')
    assert.equal(refused.status, 429)
    const page = /action="(\/you\/purchases\/pur_[^"]+)"/.exec(first.body)![1]!
    await postForm(app, page, { ...HOME, method: 'test_ok' }, { cookie: sessionIn(first), page })
    assert.equal((await buy(newEmail(), 'test_declined')).status, 402, 'a paid purchase no longer counts')
    assert.equal((await buy(newEmail(), 'test_ok')).status, 429, 'it was given back once')

    const email = newEmail()
    for (let times = 0; times < 5; times++) assert.equal((await checkOutBundle(app, seller.slug, await pair(), email)).status, 303)
    assert.equal((await checkOutBundle(app, seller.slug, await pair(), email)).status, 429)
  })
})

describe('the link to a purchase in an email', () => {
  test('the emailed link opens the purchase, and an account that owns the purchase is created for the guest', async () => {
    const email = newEmail()
    const { purchase, orders } = await buyBundleAsGuest(app, seller.slug, await pair(), email)
    const proved = await postForm(app, '/guest/order', { token: await orderLink(app, email) })
    assert.equal(proved.headers['location'], `/you/purchases/${purchase}`, proved.body)
    const cookie = sessionIn(proved)
    assert.equal((await app.call('GET', '/v1/me', { cookie })).body.email, email)
    assert.deepEqual((await app.call('GET', '/v1/purchases', { cookie })).body.data.map(({ id }: { id: string }) => id), [purchase]) // prettier-ignore
    assert.deepEqual((await app.call('GET', '/v1/orders', { cookie })).body.data.map(({ id }: { id: string }) => id).toSorted(), orders.toSorted()) // prettier-ignore
  })
})
