import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ENDPOINTS } from '#api/index.ts'
import { DELETED, MERGED, MOVED, NEVER } from '#commerce/guests/join/rules.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import {
  asGuest,
  buyAsGuest,
  buyBundleAsGuest,
  checkOut,
  checkOutBundle,
  fromNewNetwork,
  MANY_NETWORKS,
  newEmail,
  orderLink,
  postForm,
  screenOf,
  sessionIn,
} from '#test/guests.ts'
import { lifetime } from '#test/lifetime.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { HOME } from '#test/sales.ts'

/*
 * Attacks on purchases without an account (spec: completions 12 and 13.7). A guest tries to affect other orders, probes which email
 * addresses have an account, or buys with an email address that someone else has used to open an account.
 */

const life = lifetime()
let app: TestApp
let seller: Seller
before(async () => {
  app = await startApp(life, MANY_NETWORKS)
  seller = await openSeller(app, 'Sol')
})

const prove = (token: string, cookie?: string) =>
  postForm(app, '/guest/order', { token }, cookie ? { cookie, page: `/guest/order?token=${token}` } : {})
const ordersOf = async (who: { cookie: string } | { key: string }): Promise<string[]> =>
  ((await app.call('GET', '/v1/orders?role=buyer', who)).body.data ?? []).map(({ id }: { id: string }) => id)
const verified = async (name: string) => {
  const person = await app.signUp(name)
  await app.call('POST', '/v1/email-verifications/complete', {
    cookie: person.cookie,
    headers: { Origin: app.url },
    json: { token: await mailedLink(app, person.email, LINK_PATHS.verify) },
  })
  return person
}

describe('writes in a guest’s session', () => {
  /** Writes that a guest may send. They concern the guest's order, purchase or conversation about it. */
  const ALLOWED = [
    'payOrder', 'payPurchase', 'reportProblem', 'cancelOrder', 'cancelPurchase', 'agreeToReturn', 'declineReturn', 'sendReturn', 'startThread', 'sendMessage', 'readThread',
  ] // prettier-ignore
  const writes = ENDPOINTS.filter(({ method, access }) => method !== 'GET' && access.who !== 'anyone' && access.who !== 'optional')

  test('a guest may send only the writes listed here', () => {
    assert.deepEqual(writes.filter(({ guests }) => guests).map(({ id }) => id).toSorted(), ALLOWED.toSorted()) // prettier-ignore
  })

  test('the service rejects all other writes from a guest before it reads any data', async () => {
    const { cookie } = await buyAsGuest(app, await onSale(seller), newEmail())
    for (const { id, method, path, guests } of writes) {
      if (guests) continue
      const reply = await app.call(method, `/v1${path.replaceAll(/\{[^}]+\}/g, 'x')}`, { cookie, headers: { Origin: app.url }, json: {} })
      assert.deepEqual([reply.status, reply.body.error?.code], [403, 'guest'], `${id}: ${JSON.stringify(reply.body)}`)
    }
  })

  test('a guest cannot act on the order of a different buyer', async () => {
    const { cookie } = await buyAsGuest(app, await onSale(seller), newEmail())
    const other = await buyAsGuest(app, await onSale(seller), newEmail())
    for (const verb of ['pay', 'cancel', 'problem', 'return/agree'])
      assert.equal(
        (
          await asGuest(app, cookie, 'POST', `/v1/orders/${other.order}/${verb}`, {
            method: 'test_ok',
            reason: 'damaged',
            body: 'x',
            agree: true,
          })
        ).status,
        404,
        verb,
      )
  })
})

test('until the emailed link is used, its page does not reveal whether the address is known', async () => {
  const screens = []
  for (const email of [newEmail(), (await verified('Wes')).email]) {
    await buyAsGuest(app, await onSale(seller), email)
    screens.push(screenOf(await app.call('GET', `/guest/order?token=${await orderLink(app, email)}`)))
  }
  assert.equal(screens[0], screens[1])
})

test('a seller who starts a guest checkout for their own item can neither release the money nor read the pickup code', async () => {
  const parcel = await buyAsGuest(app, await onSale(seller), newEmail())
  await seller.call('POST', `/v1/orders/${parcel.order}/ship`, { json: { carrier: 'UPS', number: '1Z999AA10123456784' } })
  for (const [verb, json] of [
    ['confirm', {}],
    ['deliver', {}],
    ['answer', { agree: true }],
  ] as const)
    assert.equal((await asGuest(app, parcel.cookie, 'POST', `/v1/orders/${parcel.order}/${verb}`, json)).body.error.code, 'guest', verb)
  const page = await app.call('GET', `/you/orders/${parcel.order}`, { cookie: parcel.cookie })
  assert.doesNotMatch(page.body, /confirm=(?:good|arrived)/)
  assert.match(page.body, /confirm that the item arrived/)

  const email = newEmail()
  const pickup = await buyAsGuest(app, await onSale(seller, { shipping: 0 }), email)
  const own = (await app.call('GET', `/v1/orders/${pickup.order}`, { cookie: pickup.cookie })).body
  const listed = (await app.call('GET', '/v1/orders', { cookie: pickup.cookie })).body.data[0]
  assert.deepEqual([own.pickup, own.pickup_code, listed.pickup_code], [true, null, null])
  const { db } = app.service.ctx
  const { pickup_code: code } = await db.selectFrom('orders').select('pickup_code').where('id', '=', pickup.order).executeTakeFirstOrThrow()
  for (const path of [`/you/orders/${pickup.order}`, '/you/orders'])
    assert.ok(!(await app.call('GET', path, { cookie: pickup.cookie })).body.includes(code), path)
  const cookie = sessionIn(await prove(await orderLink(app, email)))
  assert.equal((await app.call('GET', `/v1/orders/${pickup.order}`, { cookie })).body.pickup_code, code)
})

describe('accounts with the same email address as a guest', () => {
  test('an account with a verified address gets a guest order only when its owner signs in', async () => {
    const owner = await verified('Olga')
    const { order, cookie } = await buyAsGuest(app, await onSale(seller), owner.email)
    const token = await orderLink(app, owner.email)
    const signedOut = await prove(token)
    assert.match(signedOut.body, /Sign in to see your order/)
    assert.equal(signedOut.headers['set-cookie'], undefined)
    assert.deepEqual(await ordersOf(owner), [])
    const joined = await prove(token, owner.cookie)
    assert.equal(joined.headers['location'], `/you/orders/${order}`, joined.body)
    assert.deepEqual(await ordersOf(owner), [order])
    assert.equal((await app.call('GET', '/v1/orders', { cookie })).status, 401, 'the session of the guest has ended')
  })

  test('at the next sign-in, an account with a verified address gets the guest’s paid orders without the link, and no unpaid orders', async () => {
    const owner = await verified('Olaf')
    const { order } = await buyAsGuest(app, await onSale(seller), owner.email)
    await checkOut(app, await onSale(seller), owner.email)
    assert.deepEqual(await ordersOf(owner), [])
    await app.call('POST', '/v1/sessions', { json: { email: owner.email, password: owner.password } })
    assert.deepEqual(await ordersOf(owner), [order])
  })

  test('an account that an impostor opened with the guest’s address gets no order, and the email link ends the impostor’s access', async () => {
    const attacker = await app.signUp('Eve')
    const { order } = await buyAsGuest(app, await onSale(seller), attacker.email)
    const again = await app.call('POST', '/v1/sessions', { json: { email: attacker.email, password: attacker.password } })
    assert.deepEqual(await ordersOf({ cookie: sessionIn(again) }), [], 'an unverified address gets no order')
    const proved = await prove(await orderLink(app, attacker.email))
    assert.equal(proved.headers['location'], `/you/orders/${order}`)
    assert.deepEqual(await ordersOf({ cookie: sessionIn(proved) }), [order])
    for (const who of [{ cookie: attacker.cookie }, { cookie: sessionIn(again) }, { key: attacker.key }])
      assert.equal((await app.call('GET', '/v1/orders', who)).status, 401)
    assert.equal((await app.call('POST', '/v1/sessions', { json: attacker })).status, 401, 'the password has ended')
    assert.ok((await mailsTo(app, attacker.email)).some(({ subject }) => /earlier access/i.test(subject)))
  })

  test('an unverified account with a session in the guest’s browser keeps its access', async () => {
    const owner = await app.signUp('Ines')
    const { order } = await buyAsGuest(app, await onSale(seller), owner.email)
    assert.equal((await prove(await orderLink(app, owner.email), owner.cookie)).headers['location'], `/you/orders/${order}`)
    assert.deepEqual(await ordersOf({ key: owner.key }), [order])
    assert.equal((await app.call('GET', '/v1/me', { key: owner.key })).body.email_verified, true)
  })

  test('using the emailed link never assigns the order to another person’s account', async () => {
    const owner = await verified('Pia')
    const other = await app.signUp('Quin')
    await buyAsGuest(app, await onSale(seller), owner.email)
    assert.match((await prove(await orderLink(app, owner.email), other.cookie)).body, /Sign in to see your order/)
    assert.deepEqual(await ordersOf(other), [])
  })

  test('the account of a seller does not get a guest order for the seller’s own item', async () => {
    const merchant = await verified('Rolf')
    const { key } = merchant
    assert.equal((await app.call('POST', '/v1/shops', { key, json: { name: 'Rolf', slug: 'rolf-sells' } })).status, 201)
    const listing = await app.call('POST', '/v1/listings', { key, json: { title: 'Own coat', price: 90, publish: true } })
    await buyAsGuest(app, listing.body.id, merchant.email)
    assert.equal((await prove(await orderLink(app, merchant.email), merchant.cookie)).status, 409)
    await app.call('POST', '/v1/sessions', { json: { email: merchant.email, password: merchant.password } })
    assert.deepEqual(await ordersOf(merchant), [])
  })
})

describe('guest purchases with several items', () => {
  const two = async (): Promise<[string, string]> => [await onSale(seller, { shipping: 5 }), await onSale(seller, { shipping: 5 })]
  const buy = async (email: string, more: Record<string, string> = {}) => buyBundleAsGuest(app, seller.slug, await two(), email, more)
  const purchasesOf = async (who: { cookie: string } | { key: string }): Promise<string[]> =>
    ((await app.call('GET', '/v1/purchases?role=buyer', who)).body.data ?? []).map(({ id }: { id: string }) => id)

  test('a guest’s session for a purchase gives no access to any other purchase, even with the same email address', async () => {
    const email = newEmail()
    const { cookie, orders } = await buy(email)
    const other = await buy(email, { method: 'test_declined' })
    for (const [method, path] of [
      ['GET', `/v1/purchases/${other.purchase}`],
      ['POST', `/v1/purchases/${other.purchase}/pay`],
      ['POST', `/v1/purchases/${other.purchase}/cancel`],
      ['GET', `/v1/orders/${other.orders[0]}`],
      ['POST', `/v1/orders/${other.orders[0]}/pay`],
      ['POST', `/v1/orders/${other.orders[0]}/cancel`],
    ] as const) {
      const { status, body } = await asGuest(app, cookie, method, path, method === 'GET' ? undefined : { method: 'test_ok' })
      assert.equal(status, 404, `${path} ${JSON.stringify(body)}`)
    }
    assert.equal((await app.call('GET', `/you/purchases/${other.purchase}`, { cookie })).status, 404)
    const paid = await postForm(
      app,
      `/you/purchases/${other.purchase}`,
      { method: 'test_ok' },
      { cookie, page: `/you/orders/${orders[0]}` },
    )
    assert.equal(paid.status, 404)
    assert.deepEqual((await asGuest(app, cookie, 'GET', '/v1/orders')).body.data.map(({ id }: { id: string }) => id).toSorted(), orders.toSorted()) // prettier-ignore
    assert.equal((await asGuest(app, other.cookie, 'GET', `/v1/purchases/${other.purchase}`)).body.status, 'awaiting_payment')
  })

  test('a guest purchase is paid or cancelled as a whole', async () => {
    const { orders, cookie } = await buy(newEmail(), { method: 'test_declined' })
    for (const verb of ['pay', 'cancel'])
      assert.equal((await asGuest(app, cookie, 'POST', `/v1/orders/${orders[0]}/${verb}`, { method: 'test_ok' })).status, 409, verb)
  })

  test('a purchase cannot be started from a different site, or in an account’s session without the form token', async () => {
    const member = await app.signUp('Max')
    const form = new URLSearchParams({
      items: (await two()).join(' '),
      expected_total: '210',
      email: newEmail(),
      ...HOME,
      method: 'test_ok',
    })
    const path = `/bundle/${seller.slug}/checkout`
    for (const [origin, cookie] of [
      ['https://evil.example', undefined],
      [app.service.ctx.urls.shop(seller.slug), undefined],
      [app.url, member.cookie],
    ] as const) {
      const headers = { Origin: origin, ...fromNewNetwork() }
      assert.equal((await app.call('POST', path, { form: form.toString(), headers, ...(cookie ? { cookie } : {}) })).status, 403, origin)
    }
    const paid = await app.call('POST', path, { form: form.toString(), headers: { Origin: app.url, ...fromNewNetwork() } })
    assert.equal(paid.status, 303, 'the same form from the page itself')
  })

  test('a guest sees the same pages and gets the same email whether or not the address belongs to an account', async () => {
    const shown = []
    for (const email of [newEmail(), (await verified('Uma')).email]) {
      const listings = await two()
      const reply = await checkOutBundle(app, seller.slug, listings, email)
      const page = await app.call('GET', reply.headers['location']!, { cookie: sessionIn(reply) })
      const declined = await checkOutBundle(app, seller.slug, await two(), email, { method: 'test_declined' })
      const [mail] = await mailsTo(app, email)
      const texts = [reply.status, screenOf(page), declined.status, screenOf(declined), mail!.subject, mail!.body]
      shown.push(texts.map((text) => String(text).replaceAll(/pur_[0-9a-z]+|token=\w+/g, 'id')))
    }
    assert.deepEqual(shown[0], shown[1])
  })

  test('at sign-in, a verified account gets the paid purchases with its address, and an unpaid purchase only through its link', async () => {
    const owner = await verified('Vic')
    const { purchase, orders } = await buy(owner.email)
    await buy(owner.email, { method: 'test_declined' })
    assert.deepEqual(await purchasesOf(owner), [])
    await app.call('POST', '/v1/sessions', { json: { email: owner.email, password: owner.password } })
    assert.deepEqual(await purchasesOf(owner), [purchase])
    assert.deepEqual((await ordersOf(owner)).toSorted(), orders.toSorted())
  })

  test('a guest purchase moves to the account with its orders and payment, and the money still balances after a refund', async () => {
    const owner = await verified('Wim')
    const { purchase, orders, cookie } = await buy(owner.email)
    const signedOut = await prove(await orderLink(app, owner.email))
    assert.match(signedOut.body, /Sign in to see your order/)
    assert.deepEqual(await purchasesOf(owner), [])
    const joined = await prove(await orderLink(app, owner.email), owner.cookie)
    assert.equal(joined.headers['location'], `/you/purchases/${purchase}`, joined.body)
    assert.equal((await app.call('GET', `/v1/purchases/${purchase}`, { cookie })).status, 401, 'the session of the guest has ended')
    assert.equal((await app.call('GET', `/v1/purchases/${purchase}`, { key: owner.key })).body.buyer.name, 'Wim')
    const { db } = app.service.ctx
    const { buyer_id } = await db.selectFrom('payments').select('buyer_id').where('purchase_id', '=', purchase).executeTakeFirstOrThrow()
    assert.equal(buyer_id, owner.id)
    const refunded = await seller.call('POST', `/v1/orders/${orders[0]}/cancel`)
    assert.equal(refunded.body.status, 'cancelled', JSON.stringify(refunded.body))
    const { sum } = (await sql<{ sum: string }>`select coalesce(sum(amount_cents), 0) as sum from ledger_entries`.execute(db)).rows[0]!
    assert.equal(Number(sum), 0)
  })

  test('a guest purchase of a seller’s own items is not added to the seller’s account', async () => {
    const merchant = await verified('Xia')
    const { key } = merchant
    await app.call('POST', '/v1/shops', { key, json: { name: 'Xia', slug: 'xia-sells' } })
    const own = async (): Promise<string> =>
      (await app.call('POST', '/v1/listings', { key, json: { title: 'Own coat', price: 90, shipping: 5, publish: true } })).body.id
    await buyBundleAsGuest(app, 'xia-sells', [await own(), await own()], merchant.email)
    assert.equal((await prove(await orderLink(app, merchant.email), merchant.cookie)).status, 409)
    assert.deepEqual(await purchasesOf(merchant), [])
  })

  test('a seller cannot use a guest’s session to release the money for a purchase', async () => {
    const { orders, cookie } = await buy(newEmail())
    await seller.call('POST', `/v1/orders/${orders[0]}/ship`, { json: { carrier: 'UPS', number: '1Z999AA10123456784' } })
    for (const verb of ['confirm', 'deliver'])
      assert.equal((await asGuest(app, cookie, 'POST', `/v1/orders/${orders[0]}/${verb}`, {})).body.error.code, 'guest', verb)
  })
})

describe('moving a guest’s records to an account', () => {
  test('every record that can name a guest is moved, merged or deleted when the guest’s orders move to an account', async () => {
    const { rows } = await sql<{ tab: string; col: string }>`
      select c.conrelid::regclass::text as tab, a.attname as col from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'accounts'::regclass and c.conparentid = 0`.execute(app.service.ctx.db)
    const listed = [...MOVED, ...MERGED, ...DELETED, ...NEVER].map((one) => one.join('.'))
    assert.deepEqual(rows.map(({ tab, col }) => `${tab}.${col}`).toSorted(), listed.toSorted())
  })

  test('the payment, conversation, block and seller’s report move to the account with the order, and the money balances', async () => {
    const owner = await verified('Tia')
    const listing = await onSale(seller)
    await app.call('POST', '/v1/threads', { key: owner.key, json: { listing, text: 'Is it warm?' } })
    const { order, cookie } = await buyAsGuest(app, listing, owner.email)
    const { body: thread } = await asGuest(app, cookie, 'POST', '/v1/threads', { listing, text: 'Please ship it soon.' })
    assert.equal((await seller.call('POST', `/v1/threads/${thread.id}/messages`, { json: { text: 'I will.' } })).status, 201)
    assert.equal((await seller.call('PUT', `/v1/threads/${thread.id}/block`)).status, 200)
    await prove(await orderLink(app, owner.email), owner.cookie)
    const threads = (await app.call('GET', '/v1/threads?role=buyer', { key: owner.key })).body.data
    assert.equal(threads.length, 1, 'both conversations about the item are one')
    const { messages } = (await app.call('GET', `/v1/threads/${threads[0].id}`, { key: owner.key })).body
    assert.deepEqual(messages.map(({ text }: { text: string }) => text).slice(0, 3), ['Is it warm?', 'Please ship it soon.', 'I will.'])
    const elsewhere = await onSale(seller)
    const blocked = await app.call('POST', '/v1/offers', { key: owner.key, json: { listing: elsewhere, amount: 50 } })
    assert.equal(blocked.body.error.code, 'unavailable', 'the block follows the buyer')
    const { db } = app.service.ctx
    const left = await db
      .selectFrom('accounts')
      .select('id')
      .where(sql`lower(guest_email)`, '=', owner.email)
      .execute()
    assert.deepEqual(left, [])
    assert.equal((await db.selectFrom('payments').select('buyer_id').where('order_id', '=', order).executeTakeFirst())?.buyer_id, owner.id)
    const refunded = await seller.call('POST', `/v1/orders/${order}/cancel`)
    assert.equal(refunded.body.status, 'cancelled', JSON.stringify(refunded.body))
    const { sum } = (await sql<{ sum: string }>`select coalesce(sum(amount_cents), 0) as sum from ledger_entries`.execute(db)).rows[0]!
    assert.equal(Number(sum), 0)
  })

  test('a guest who has not paid loses all personal data after 30 days, and a guest who has paid loses none', async () => {
    const [unpaid, paid] = [newEmail(), newEmail()]
    await checkOut(app, await onSale(seller), unpaid)
    const bundle = [await onSale(seller, { shipping: 5 }), await onSale(seller, { shipping: 5 })]
    await checkOutBundle(app, seller.slug, bundle, newEmail(), { method: 'test_declined', line1: '77 Bundle Street' })
    await buyAsGuest(app, await onSale(seller), paid)
    await app.advance(3600)
    for (let days = 0; days < 31; days += 4) await app.advance(4 * 86_400)
    const { db } = app.service.ctx
    const open = await db.selectFrom('accounts').select('guest_email').where('guest_email', 'in', [unpaid, paid]).execute()
    assert.deepEqual(open.map(({ guest_email: email }) => email), [paid]) // prettier-ignore
    const address = await sql`select 1 from orders o join accounts a on a.id = o.buyer_id
      where a.closed_at is not null and (o.address::text like ${`%${HOME.line1}%`} or o.address::text like '%77 Bundle Street%')`.execute(
      db,
    )
    assert.equal(address.rows.length, 0)
  })
})
