import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import {
  asGuest,
  buyAsGuest,
  checkOut,
  fromNewNetwork,
  joinDuringCharge,
  MANY_NETWORKS,
  newEmail,
  openPayUrl,
  orderLink,
  postForm,
  sessionIn,
  whileJoining,
} from '#test/guests.ts'
import { lifetime } from '#test/lifetime.ts'
import { mailsTo } from '#test/mailed-link.ts'
import { HOME } from '#test/sales.ts'
import { makeTestKey } from '#test/sandbox.ts'

const life = lifetime()
let app: TestApp
let seller: Seller
before(async () => {
  app = await startApp(life, MANY_NETWORKS)
  seller = await openSeller(app, 'Sol')
})

const prove = (token: string, cookie?: string) => postForm(app, '/guest/order', { token }, cookie ? { cookie } : {})
const ordersOf = async (cookie: string): Promise<string[]> =>
  (await app.call('GET', '/v1/orders?role=buyer', { cookie })).body.data.map(({ id }: { id: string }) => id)

describe('guest checkout with POST /checkouts/guest', () => {
  test('a guest’s checkout reserves the item for 15 minutes, and returns the URL of the payment page', async () => {
    const listing = await onSale(seller, { shipping: 8 })
    const { status, body } = await checkOut(app, listing, newEmail())
    assert.equal(status, 201)
    assert.equal(body.object, 'guest_checkout')
    assert.deepEqual(Object.keys(body), ['object', 'id', 'order', 'pay_url', 'until'])
    assert.equal(Date.parse(body.until) - app.service.ctx.now().getTime() > 14 * 60_000, true)
    assert.equal((await checkOut(app, listing, newEmail())).status, 409, 'the item is reserved')
    const cookie = await openPayUrl(app, body.pay_url)
    assert.equal((await asGuest(app, cookie, 'GET', `/v1/orders/${body.order}`)).body.total, 108)
    const paid = await asGuest(app, cookie, 'POST', `/v1/orders/${body.order}/pay`, { method: 'test_ok' })
    assert.equal(paid.body.status, 'paid')
    assert.equal((await seller.call('GET', `/v1/orders/${body.order}`)).body.buyer.name, HOME.name)
  })

  test('repeating a guest checkout with the same idempotency key returns the same response', async () => {
    const headers = { 'Idempotency-Key': 'a-guest', ...fromNewNetwork() }
    const json = { listing: await onSale(seller), email: newEmail(), address: HOME }
    const first = await app.call('POST', '/v1/checkouts/guest', { json, headers })
    const again = await app.call('POST', '/v1/checkouts/guest', { json, headers })
    assert.deepEqual([first.status, again.status, again.headers['idempotent-replayed']], [201, 201, 'true'])
    assert.deepEqual(again.body, first.body)
  })

  test('a guest must enter an address at checkout unless the item is for pickup', async () => {
    const missing = await checkOut(app, await onSale(seller), newEmail(), { address: undefined })
    assert.deepEqual([missing.status, missing.body.error.param], [400, 'address'])
    assert.equal((await checkOut(app, await onSale(seller, { shipping: 0 }), newEmail(), { address: undefined })).status, 201)
  })

  test('the error for an invalid guest checkout names the field that is invalid', async () => {
    const listing = await onSale(seller)
    for (const [more, param] of [
      [{ email: 'nobody' }, 'email'],
      [{ address: { ...HOME, country: 'Nowhere' } }, 'address.country'],
    ] as const) {
      const { status, body } = await checkOut(app, listing, newEmail(), more)
      assert.deepEqual([status, body.error.param], [400, param])
    }
    assert.equal((await checkOut(app, 'lst_unknown', newEmail())).status, 404)
    assert.equal((await checkOut(app, listing, newEmail(), { expected_total: 5 })).body.error.param, 'expected_total')
  })

  test('the limit for guests applies to the total including shipping, and a checkout with a higher total is refused', async () => {
    assert.equal((await checkOut(app, await onSale(seller, { price: 493, shipping: 8 }), newEmail())).status, 409)
    assert.equal((await checkOut(app, await onSale(seller, { price: 492, shipping: 8 }), newEmail())).status, 201)
  })

  test('a network can have three unpaid guest orders an hour, and an email address can have five guest orders a day', async () => {
    const headers = fromNewNetwork()
    const order = async (email: string) =>
      app.call('POST', '/v1/checkouts/guest', { json: { listing: await onSale(seller), email, address: HOME }, headers })
    const first = await order(newEmail())
    for (let more = 0; more < 2; more++) assert.equal((await order(newEmail())).status, 201)
    const refused = await order(newEmail())
    assert.deepEqual([refused.status, refused.body.error.type], [429, 'rate_limit'])
    assert.ok(Number(refused.headers['retry-after']) > 3000)
    const cookie = await openPayUrl(app, first.body.pay_url)
    await asGuest(app, cookie, 'POST', `/v1/orders/${first.body.order}/pay`, { method: 'test_ok' })
    assert.equal((await order(newEmail())).status, 201, 'a paid order no longer counts')

    const email = newEmail()
    for (let times = 0; times < 5; times++) await buyAsGuest(app, await onSale(seller), email)
    assert.equal((await checkOut(app, await onSale(seller), email)).status, 429)
  })

  test('a guest’s checkout cannot be used with a test key', async () => {
    const { secret: key } = await makeTestKey(app, seller, 'buyer')
    const json = { listing: await onSale(seller), email: newEmail(), address: HOME }
    const { status, body } = await app.call('POST', '/v1/checkouts/guest', { key, json, headers: fromNewNetwork() })
    assert.deepEqual([status, body.error.type], [409, 'conflict'])
  })
})

describe('the session of a guest', () => {
  test('a guest’s session gives access only to the guest’s own order and its conversation', async () => {
    const email = newEmail()
    const listing = await onSale(seller)
    const { order, cookie } = await buyAsGuest(app, listing, email)
    const other = await buyAsGuest(app, await onSale(seller), email)
    assert.equal((await asGuest(app, cookie, 'GET', `/v1/orders/${other.order}`)).status, 404, 'not another order with the same address')
    const wrote = await asGuest(app, cookie, 'POST', '/v1/threads', { listing, text: 'When do you ship it?' })
    assert.equal(wrote.status, 201, JSON.stringify(wrote.body))
    const elsewhere = await onSale(seller)
    for (const [path, json] of [
      ['/v1/threads', { listing: elsewhere, text: 'Is it red?' }],
      ['/v1/threads', { shop: seller.slug, text: 'Do you ship?' }],
      ['/v1/offers', { listing: elsewhere, amount: 50 }],
      ['/v1/holds', { listing: elsewhere }],
      ['/v1/orders', { listing: elsewhere, address: HOME }],
      [`/v1/orders/${order}/review`, { rating: 5, body: 'Good' }],
    ] as const) {
      const { status, body } = await asGuest(app, cookie, 'POST', path, json)
      assert.deepEqual([status, body.error?.code], [403, 'guest'], `${path} ${JSON.stringify(body)}`)
      assert.match(body.error.message, /link in the email/)
    }
    for (const path of ['/v1/me', '/v1/offers', '/v1/likes', '/v1/keys'])
      assert.equal((await asGuest(app, cookie, 'GET', path)).body.error.code, 'guest', path)
  })

  test('a guest counts as signed out on every page other than those for the guest’s own order', async () => {
    const { order, cookie } = await buyAsGuest(app, await onSale(seller), newEmail())
    for (const path of ['/you', '/you/settings', '/you/orders', '/app', '/you/likes'])
      assert.match((await app.call('GET', path, { cookie })).headers['location'] ?? '', /^\/sign-in/, path)
    const { status, body } = await app.call('GET', `/you/orders/${order}`, { cookie })
    assert.equal(status, 200)
    assert.match(body, /You bought without an account/)
    assert.match(body, /\/sign-in"/, 'the header has no account')
    assert.doesNotMatch(body, /action="\/sign-out"/)
    assert.doesNotMatch(body, /\/block\/shop|\/report\/order/)
  })

  test('a guest can report a problem with the order, cancel the order and read the receipt', async () => {
    const { order, cookie } = await buyAsGuest(app, await onSale(seller), newEmail())
    assert.equal((await app.call('GET', `/you/orders/${order}/receipt`, { cookie })).status, 200)
    await seller.call('POST', `/v1/orders/${order}/ship`, { json: { carrier: 'UPS', number: '1Z999AA10123456784' } })
    const reported = await asGuest(app, cookie, 'POST', `/v1/orders/${order}/problem`, { reason: 'damaged', body: 'It is torn.' })
    assert.equal(reported.body.status, 'problem', JSON.stringify(reported.body))
    const { body } = await checkOut(app, await onSale(seller), newEmail())
    const cancelled = await asGuest(app, await openPayUrl(app, body.pay_url), 'POST', `/v1/orders/${body.order}/cancel`)
    assert.equal(cancelled.body.status, 'cancelled', JSON.stringify(cancelled.body))
  })
})

describe('the checkout page for a guest', () => {
  const fields = (email: string) => ({ email, ...HOME, method: 'test_ok', expected_total: '100' })

  test('for a buyer without an account, the checkout page has at most seven fields and accepts the payment directly', async () => {
    const listing = await onSale(seller)
    const { status, body } = await app.call('GET', `/checkout/${listing}`)
    assert.equal(status, 200)
    const form = /<form[^>]*aria-label="Checkout"[^]*?<\/form>/.exec(body)![0]
    const names = [...form.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]* name="([^"]+)"/g)].map(([, name]) => name)
    assert.deepEqual(names, ['email', 'name', 'line1', 'city', 'state', 'postal_code', 'country'])
    assert.match(form, /autocomplete="email"/)
    const email = newEmail()
    const paid = await postForm(app, `/checkout/${listing}`, fields(email))
    assert.equal(paid.status, 303, paid.body)
    const to = paid.headers['location']!
    assert.match(to, /^\/you\/orders\/ord_/)
    assert.match((await app.call('GET', to, { cookie: sessionIn(paid) })).body, /Paid/)
  })

  test('after a declined payment, the guest sees the time that is left and can pay for the same order', async () => {
    const listing = await onSale(seller)
    const declined = await postForm(app, `/checkout/${listing}`, { ...fields(newEmail()), method: 'test_declined' })
    assert.equal(declined.status, 402)
    assert.match(declined.body, /reserved for you[^]*role="timer"[^>]*>until \d\d:\d\d UTC</)
    assert.doesNotMatch(declined.body, /name="email"/)
    const cookie = sessionIn(declined)
    const page = `/checkout/${listing}`
    const paid = await postForm(app, page, { ...HOME, method: 'test_ok', expected_total: '100' }, { cookie, page })
    assert.match(paid.headers['location'] ?? '', /^\/you\/orders\/ord_/, paid.body)
  })

  test('the checkout page says what the payment will reserve, and opening the page reserves nothing', async () => {
    const listing = await onSale(seller)
    const { body } = await app.call('GET', `/checkout/${listing}`)
    assert.match(body, /Nothing is reserved yet\. When you press Pay, the item is reserved for you for 15 minutes\./)
    assert.doesNotMatch(body, /role="timer"/)
    assert.equal((await checkOut(app, listing, newEmail())).status, 201)
  })

  test('once the reservation has ended, the checkout page says so, and the guest can buy the item again', async () => {
    const listing = await onSale(seller)
    const declined = await postForm(app, `/checkout/${listing}`, { ...fields(newEmail()), method: 'test_declined' })
    const [cookie, page] = [sessionIn(declined), `/checkout/${listing}`]
    await app.advance(16 * 60)
    const late = await postForm(app, page, { ...HOME, method: 'test_ok', expected_total: '100' }, { cookie, page })
    assert.equal(late.status, 409, late.headers['location'])
    assert.match(late.body, /Your reservation has ended\. You did not pay in time, and nothing was charged\./)
    const shown = (await app.call('GET', page, { cookie })).body
    assert.match(shown, /Your reservation has ended\.[^]*name="email"/)
    assert.doesNotMatch(shown, /role="timer"/)
    const paid = await postForm(app, page, fields(newEmail()), { cookie, page })
    assert.match(paid.headers['location'] ?? '', /^\/you\/orders\/ord_/, paid.body)
  })

  test('if the total is above the limit for guests, the checkout page requires an account and explains why', async () => {
    const { headers } = await app.call('GET', `/checkout/${await onSale(seller, { price: 600 })}`)
    assert.match(headers['location'] ?? '', /^\/sign-in\?return=%2Fcheckout/)
    assert.match((await app.call('GET', headers['location']!)).body, /above \$500/)
  })

  test('a signed-in buyer who opens the payment link of a guest stays signed in', async () => {
    const member = await app.signUp('Mia')
    const { body } = await checkOut(app, await onSale(seller), newEmail())
    const { pathname, search } = new URL(body.pay_url)
    const shown = await app.call('GET', pathname + search, { cookie: member.cookie })
    assert.equal(shown.headers['set-cookie'], undefined)
    assert.match(shown.body, /Sign out and continue/)
    await app.advance(16 * 60)
    assert.match((await app.call('GET', pathname + search)).body, /This checkout link no longer works/)
  })
})

describe('the link to an order in an email', () => {
  test('following the emailed link creates an account with all paid orders for this email address, and ends the guest’s other sessions', async () => {
    const email = newEmail()
    const [one, two] = [await buyAsGuest(app, await onSale(seller), email), await buyAsGuest(app, await onSale(seller), email)]
    const unpaid = await checkOut(app, await onSale(seller), email)
    const proved = await prove(await orderLink(app, email))
    assert.match(proved.headers['location'] ?? '', /^\/you\/orders\/ord_/, proved.body)
    const cookie = sessionIn(proved)
    const { body } = await app.call('GET', '/v1/me', { cookie })
    assert.deepEqual([body.email, body.email_verified, body.name], [email, true, HOME.name])
    const opened = app.service.ctx.db.selectFrom('events').select('account_id').where('type', '=', 'account.opened')
    assert.equal((await opened.where('account_id', '=', body.id).execute()).length, 1)
    assert.deepEqual((await ordersOf(cookie)).toSorted(), [one.order, two.order].toSorted())
    assert.ok(unpaid.body.order)
    for (const ended of [one.cookie, two.cookie]) assert.equal((await app.call('GET', '/v1/orders', { cookie: ended })).status, 401)
    const offered = await app.call('POST', '/v1/offers', {
      cookie,
      headers: { Origin: app.url },
      json: { listing: await onSale(seller), amount: 50 },
    })
    assert.equal(offered.status, 201, 'the account may do everything')
  })

  test('while the operator reviews a guest’s order, the emailed link neither opens the order nor is used up', async () => {
    const email = newEmail()
    const { order } = await buyAsGuest(app, await onSale(seller), email)
    const token = await orderLink(app, email)
    const suspend = (suspended_at: Date | null) =>
      app.service.ctx.db.updateTable('accounts').set({ suspended_at }).where('guest_email', '=', email).execute()
    await suspend(new Date())
    const refused = await prove(token)
    assert.equal(refused.status, 403)
    assert.match(refused.body, /This order is under review/)
    await suspend(null)
    assert.equal((await prove(token)).headers['location'], `/you/orders/${order}`)
  })

  test('a payment succeeds even if the guest’s order is moved to an account while the card is being charged', async (t) => {
    const { ctx } = app.service
    const { body } = await checkOut(app, await onSale(seller), newEmail())
    const cookie = await openPayUrl(app, body.pay_url)
    const buyerOf = async () =>
      (await ctx.db.selectFrom('orders').select('buyer_id').where('id', '=', body.order).executeTakeFirstOrThrow()).buyer_id
    const [guest, account] = [await buyerOf(), await app.signUp('Gil')]
    joinDuringCharge(t, app, { account: account.id, guest })
    const paid = await asGuest(app, cookie, 'POST', `/v1/orders/${body.order}/pay`, { method: 'test_ok' })
    assert.deepEqual([paid.status, paid.body.payment, await buyerOf()], [200, 'paid', account.id], JSON.stringify(paid.body))
  })

  test('the seller can mark an order as shipped while the guest’s order is being moved to an account', async () => {
    const { ctx } = app.service
    const { order } = await buyAsGuest(app, await onSale(seller), newEmail())
    const account = await app.signUp('Gia')
    const { buyer_id: guest } = await ctx.db.selectFrom('orders').select('buyer_id').where('id', '=', order).executeTakeFirstOrThrow()
    const { status, body } = await whileJoining(app, { account: account.id, guest }, 'from "orders" as "o"', () =>
      seller.call('POST', `/v1/orders/${order}/ship`, { json: {} }),
    )
    assert.deepEqual([status, body.status], [200, 'shipped'], JSON.stringify(body))
  })

  test('the emailed link works only once, within 30 minutes; after that, the link’s page can send a new link', async () => {
    const email = newEmail()
    const { order } = await buyAsGuest(app, await onSale(seller), email)
    const token = await orderLink(app, email)
    await app.advance(31 * 60)
    const expired = await app.call('GET', `/guest/order?token=${token}`)
    const unknown = await app.call('GET', `/guest/order?token=${'x'.repeat(32)}`)
    assert.equal(expired.status, 400)
    const bare = (page: string, own: string) => page.replaceAll(own, '').replaceAll(/nonce="[^"]*"/g, '')
    assert.equal(bare(expired.body, token), bare(unknown.body, 'x'.repeat(32)), 'every token gets the same page')
    const mails = (await mailsTo(app, email)).length
    const renewed = await postForm(app, '/guest/order', { token, do: 'renew' })
    const nothing = await postForm(app, '/guest/order', { token: 'x'.repeat(32), do: 'renew' })
    assert.deepEqual([renewed.status, bare(renewed.body, '')], [nothing.status, bare(nothing.body, '')])
    assert.equal((await mailsTo(app, email)).length, mails + 1)
    const fresh = await orderLink(app, email)
    assert.notEqual(fresh, token)
    assert.equal((await prove(fresh)).headers['location'], `/you/orders/${order}`)
    assert.match((await prove(fresh)).body, /no longer works/)
    for (let times = 0; times < 8; times++) await postForm(app, '/guest/order', { token, do: 'renew' })
    assert.equal((await mailsTo(app, email)).length, mails + 1, 'an account gets no more links to a guest’s order')
  })

  test('every email about a guest’s order contains the link to the order, and text from the seller never contains the link’s token', async () => {
    const email = newEmail()
    const { order } = await buyAsGuest(app, await onSale(seller, { title: 'Vase {token}' }), email)
    const [receipt] = await mailsTo(app, email)
    assert.match(receipt!.subject, /^Your order: /)
    const token = /\?token=([0-9A-Za-z]{32})/.exec(receipt!.body)![1]!
    assert.equal(receipt!.body.split(token).length, 2, 'the token is in the link alone')
    await seller.call('POST', `/v1/orders/${order}/ship`, { json: { carrier: 'UPS', number: '1Z999AA10123456784' } })
    const [shipped] = await mailsTo(app, email)
    assert.match(shipped!.subject, /^Shipped: /)
    assert.match(shipped!.body, /\/guest\/order\?token=[0-9A-Za-z]{32}/)
    assert.doesNotMatch(shipped!.body, /\/you\/orders\//)
  })
})
