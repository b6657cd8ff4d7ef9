import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { PNG } from '#test/law/world.ts'
import { visitorOf } from '#test/pages.ts'

type Buyer = Awaited<ReturnType<TestApp['signUp']>>

const read = (app: TestApp, who: Buyer, path: string): Promise<Reply> => app.call('GET', path, { cookie: who.cookie })

async function send(app: TestApp, who: Buyer, path: string, fields: Record<string, string>): Promise<Reply> {
  const page = await read(app, who, path.split('#')[0]!)
  const token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  return app.call('POST', path, { cookie: who.cookie, form: new URLSearchParams({ form_token: token, ...fields }).toString() })
}

async function messageAfter(app: TestApp, who: Buyer, reply: Reply): Promise<{ path: string; body: string }> {
  assert.equal(reply.status, 303, reply.body)
  const flash = reply.headers['set-cookie']!.split(';')[0]!
  const path = reply.headers['location']!
  const page = await app.call('GET', path.split('#')[0]!, { cookie: `${who.cookie}; ${flash}` })
  assert.equal(page.status, 200, page.body)
  return { path, body: page.body }
}

const outcome = async (app: TestApp, who: Buyer, path: string, fields: Record<string, string>): Promise<{ path: string; body: string }> =>
  messageAfter(app, who, await send(app, who, path, fields))

/**
 * Checks that a form rejects anonymous users, forged requests and missing records. If anonymous users may open the form (and sign in when
 * they submit it), `open` matches text on its page.
 */
async function isGuarded(
  app: TestApp,
  who: Buyer,
  path: string,
  fields: Record<string, string>,
  { missing, open }: { missing?: string; open?: RegExp } = {},
): Promise<void> {
  const form = new URLSearchParams(fields).toString()
  const back = await app.call('GET', path)
  if (open) assert.deepEqual([back.status, open.test(back.body)], [200, true])
  else assert.equal(back.headers['location'], `/sign-in?return=${encodeURIComponent(path)}`, 'anonymous users sign in and return')
  const own = { origin: app.url }
  const late = await app.call('POST', path, { form, headers: own })
  assert.match(late.headers['location']!, new RegExp(`^/sign-in\\?return=${encodeURIComponent(path)}`))
  assert.equal((await app.call('POST', path, { cookie: who.cookie, form })).status, 403, 'rejects a form without a token')
  const elsewhere = { cookie: who.cookie, form, headers: { origin: `http://row.resale.localhost:${app.port}` } }
  assert.equal((await app.call('POST', path, elsewhere)).status, 403, 'rejects a form from another origin')
  if (missing) assert.equal((await read(app, who, missing)).status, 404)
}

async function market(t: Parameters<typeof startApp>[0], shop: object = {}): Promise<{ app: TestApp; seller: Seller; buyer: Buyer }> {
  const app = await startApp(t)
  const seller = await openSeller(app)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false, answer_questions: false, ...shop } })
  return { app, seller, buyer: await app.signUp('Ben') }
}

async function live(seller: Seller, fields: object = {}): Promise<{ id: string }> {
  const listing = await seller.list({ title: 'Oak lamp', price: 60, shipping: 6, take_offers: true, ...fields })
  const published = await seller.call('POST', `/v1/listings/${listing.id}/publish`)
  assert.equal(published.status, 200, JSON.stringify(published.body))
  return listing
}

const offerOf = async (app: TestApp, who: Buyer): Promise<string> =>
  /id="(off_[^"]+)"/.exec((await read(app, who, '/you/offers')).body)![1]!

const ADDRESS = { name: 'Ben Buyer', line1: '1 High Street', city: 'Portland', postal_code: '97201', country: 'USA' }

test('sign-up creates an account, returns to the previous page, and shows each error next to its field', async (t) => {
  const app = await startApp(t)
  const headers = { origin: app.url }
  const good = { name: 'Bea', email: 'bea@example.test', password: 'long enough words', return: '/you/likes' }
  const post = (fields: object) => app.call('POST', '/sign-up', { headers, form: new URLSearchParams({ ...good, ...fields }).toString() })
  assert.match((await app.call('GET', '/sign-in?return=/you/likes')).body, /href="\/sign-up\?return=%2Fyou%2Flikes"/)
  const short = await post({ password: 'short' })
  assert.equal(short.status, 400)
  assert.match(short.body, /id="password-problem"[^]*Password must have 10 to 200 characters/)
  assert.match(short.body, /value="bea@example\.test"/)
  assert.doesNotMatch(short.body, /value="short"/, 'a password is never sent back')
  assert.equal((await app.call('POST', '/sign-up', { form: 'name=x' })).status, 403, 'rejects a form from another origin')
  const opened = await post({})
  assert.deepEqual([opened.status, opened.headers['location']], [303, '/you/likes'])
  const cookie = opened.headers['set-cookie']!.split(';')[0]!
  assert.equal((await app.call('GET', '/you/likes', { cookie })).status, 200)
  const again = await post({})
  assert.equal(again.status, 409)
  assert.match(again.body, /id="email-problem"/)
  assert.equal((await post({ email: 'c@example.test', return: '//evil.test' })).headers['location'], '/you')
})

test('a buyer makes an offer with a form, sees errors next to the input, and accepts the counteroffer', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller)
  const path = `/offer/${id}`
  await isGuarded(app, buyer, path, { amount: '40' }, { missing: '/offer/lst_0none', open: /You need an account/ })
  assert.match((await read(app, buyer, `${path}?amount=41`)).body, /value="41"/)
  const high = await send(app, buyer, path, { amount: '$70.50', note: 'It is for <me>' })
  assert.equal(high.status, 400)
  assert.match(high.body, /id="amount-problem"[^]*must not be above the price/)
  assert.match(high.body, /value="\$70\.50"/)
  assert.match(high.body, /It is for &lt;me&gt;/)
  for (const amount of ['', 'lots', '1.234']) assert.match((await send(app, buyer, path, { amount })).body, /id="amount-problem"/, amount)
  const made = await outcome(app, buyer, path, { amount: '$40', note: '' })
  assert.match(made.body, /Your offer of \$40 was sent/)
  assert.match(made.body, /<span class="badge">Waiting<\/span>[^]*Waiting for [^]* to answer/)
  const offer = /id="(off_[^"]+)"/.exec(made.body)![1]!
  assert.equal((await seller.call('POST', `/v1/offers/${offer}/counter`, { json: { amount: 50 } })).status, 200)
  const page = await read(app, buyer, '/you/offers')
  assert.match(page.body, /Accept \$50/)
  assert.doesNotMatch(page.body, /floor/i)
  const other = await app.signUp('Carl')
  assert.equal((await send(app, other, '/you/offers', { offer, do: 'take' })).status, 404)
  const stale = await send(app, buyer, '/you/offers', { offer, do: 'take', expected: '45' })
  assert.equal(stale.status, 409)
  const taken = await outcome(app, buyer, '/you/offers', { offer, do: 'take', expected: '50' })
  assert.equal(taken.path, `/checkout/${id}`)
  assert.match(taken.body, /Accepted at \$50[^]*reserved for you/)
  assert.match(taken.body, /Agreed price[^]*\$50/)
})

test('if the price falls below a counteroffer, the pages show the lower price and the buyer pays it', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller, { price: 100 })
  await send(app, buyer, `/offer/${id}`, { amount: '60' })
  const offer = await offerOf(app, buyer)
  assert.equal((await seller.call('POST', `/v1/offers/${offer}/counter`, { json: { amount: 90 } })).status, 200)
  const task = async () => (await app.call('GET', '/v1/inbox', { key: buyer.key })).body.tasks[0]
  assert.deepEqual([(await task()).kind, (await task()).amount], ['answer_counter', 90])
  assert.match((await read(app, buyer, '/you')).body, /counters with \$90 for Oak lamp[^]*You offered \$60\. The price is \$100 now/)
  assert.equal((await seller.call('PATCH', `/v1/listings/${id}`, { json: { price: 80 } })).status, 200)
  assert.equal((await task()).amount, 80)
  assert.match((await read(app, buyer, '/you')).body, /counters with \$80 for Oak lamp[^]*You offered \$60\. The price is \$80 now/)
  const taken = await outcome(app, buyer, '/you/offers', { offer, do: 'take', expected: '80' })
  assert.match(taken.body, /Accepted at \$80\./)
  assert.doesNotMatch(taken.body, /\$90/)
})

test('only the buyer who made an offer can use a form to withdraw it or decline its counteroffer', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller)
  const other = await app.signUp('Carl')
  await send(app, buyer, `/offer/${id}`, { amount: '40' })
  const offer = await offerOf(app, buyer)
  const { id: second } = await live(seller, { title: 'Vase' })
  await send(app, other, `/offer/${second}`, { amount: '30' })
  for (const what of ['take', 'decline', 'withdraw'])
    assert.equal((await send(app, other, '/you/offers', { offer, do: what })).status, 404, what)
  assert.match((await outcome(app, buyer, '/you/offers', { offer, do: 'withdraw' })).body, /Offer withdrawn/)
  assert.match((await read(app, buyer, '/you/offers?tab=past')).body, /Withdrawn/)
  await send(app, buyer, `/offer/${id}`, { amount: '42' })
  const next = await offerOf(app, buyer)
  await seller.call('POST', `/v1/offers/${next}/counter`, { json: { amount: 55 } })
  assert.match((await outcome(app, buyer, '/you/offers', { offer: next, do: 'decline' })).body, /Counteroffer declined\. You can/)
})

test('asking a question starts a conversation that both people can continue', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller)
  await isGuarded(app, buyer, `/ask/${id}`, { text: 'How tall?' }, { missing: '/ask/lst_0none', open: /You need an account/ })
  const empty = await send(app, buyer, `/ask/${id}`, { text: '  ' })
  assert.equal(empty.status, 400)
  assert.match(empty.body, /id="text-problem"/)
  const long = await send(app, buyer, `/ask/${id}`, { text: `Hm${'x'.repeat(2000)}` })
  assert.match(long.body, /Hmxxx[^]*The text must have at most 2000 characters/)
  const sent = await outcome(app, buyer, `/ask/${id}`, { text: 'How tall is <it>?' })
  const path = sent.path.split('#')[0]!
  assert.match(sent.body, /Question sent to Shop of Ana[^]*How tall is &lt;it&gt;\?/)
  await seller.call('POST', `/v1/threads/${path.split('/').at(-1)!}/messages`, { json: { text: '40 cm.' } })
  assert.match((await read(app, buyer, '/you/messages')).body, /1 new/)
  const lines = [...(await read(app, buyer, path)).body.matchAll(/<li class="line (\w+)" id="msg_\w+">[^]*?<p>([^<]*)<\/p>/g)]
  assert.deepEqual(
    lines.map(([, from, text]) => [from, text]),
    [
      ['buyer', 'How tall is &lt;it&gt;?'],
      ['owner', '40 cm.'],
    ],
  )
  assert.doesNotMatch((await read(app, buyer, '/you/messages')).body, /1 new/, 'reading marks the thread as read')
  assert.equal((await send(app, buyer, path, { text: 'Thank you' })).status, 303)
  assert.match((await send(app, buyer, path, { text: '' })).body, /id="text-problem"/)
  const other = await app.signUp('Carl')
  assert.equal((await read(app, other, path)).status, 404)
  const sellerReads = await app.call('GET', path, { cookie: seller.cookie })
  assert.equal(sellerReads.status, 404, 'the seller reads it under /app')
})

test('checkout handles declined cards, invalid addresses, changed totals and slow payments', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller)
  const path = `/checkout/${id}`
  await isGuarded(app, buyer, path, ADDRESS, { missing: '/checkout/lst_0none', open: /Email address/ })
  const blank = await send(app, buyer, path, { ...ADDRESS, city: '', method: 'test_ok', expected_total: '66' })
  assert.equal(blank.status, 400)
  assert.match(blank.body, /id="city-problem"[^]*City is required/)
  assert.match(blank.body, /value="1 High Street"/)
  const dear = await send(app, buyer, path, { ...ADDRESS, method: 'test_ok', expected_total: '60' })
  assert.equal(dear.status, 409)
  assert.match(dear.body, /The total is now \$66/)
  const refused = await send(app, buyer, path, { ...ADDRESS, method: 'test_declined', expected_total: '66' })
  assert.equal(refused.status, 402)
  assert.match(refused.body, /The card was declined[^]*reserved for you[^]*value="1 High Street"|value="1 High Street"[^]*reserved for you/)
  const other = await app.signUp('Carl')
  assert.match((await read(app, other, path)).body, /reserved for another buyer/)
  const paid = await outcome(app, buyer, path, { ...ADDRESS, method: 'test_ok', expected_total: '66' })
  assert.match(paid.path, /^\/you\/orders\/ord_/)
  assert.match(paid.body, /Paid\. The item is yours[^]*Receipt[^]*\$66/)
  assert.match(paid.body, /The seller ships by <time[^>]*>\d+ \w+ 2\d{3}, \d\d:\d\d UTC/)
  assert.equal((await read(app, buyer, path)).headers['location'], paid.path, 'opening the checkout again leads to the order')
  assert.match((await read(app, other, path)).body, /This item has been sold\.(?! You were not charged)/)
  assert.equal((await read(app, other, paid.path)).status, 404)
  assert.equal(
    (await app.call('GET', paid.path, { cookie: seller.cookie })).headers['location'],
    `${app.url}/app/orders/${paid.path.split('/').at(-1)!}`,
  )
  const { id: second } = await live(seller, { title: 'Vase' })
  const slow = await outcome(app, buyer, `/checkout/${second}`, { ...ADDRESS, method: 'test_slow', expected_total: '66' })
  assert.match(slow.body, /Your bank/)
})

test('with forms, a buyer confirms and reviews an order, reports a problem and accepts a refund', async (t) => {
  const { app, seller, buyer } = await market(t)
  const buy = async (title: string): Promise<string> => {
    const { id } = await live(seller, { title })
    const reply = await send(app, buyer, `/checkout/${id}`, { ...ADDRESS, method: 'test_ok', expected_total: '66' })
    return reply.headers['location']!
  }
  const [good, bad] = [await buy('Lamp'), await buy('Vase')]
  const other = await app.signUp('Carl')
  for (const path of [good, bad])
    assert.equal(
      (await seller.call('POST', `/v1/orders/${path.split('/').at(-1)!}/ship`, { json: { carrier: 'other', number: 'EX12' } })).status,
      200,
    )
  assert.match((await read(app, buyer, good)).body, /EX12[^]*|You are protected until/)
  const offered = (await read(app, buyer, good)).body
  assert.doesNotMatch(offered, /value="(good|arrived)"/, 'ending the buyer protection needs a second confirmation')
  for (const [step, ends] of [
    ['arrived', /Your protection ends in 3 days/],
    ['good', /The seller gets the money now/],
  ] as const) {
    assert.ok(offered.includes(`href="${good}?confirm=${step}"`))
    const page = (await read(app, buyer, `${good}?confirm=${step}`)).body
    assert.match(page, ends)
    assert.match(page, new RegExp(`value="${step}"`))
  }
  await isGuarded(app, buyer, good, { do: 'good' }, { missing: '/you/orders/ord_0none' })
  const foreign = await send(app, other, '/you/settings', { do: 'name', name: 'Carl' })
  assert.equal(foreign.status, 303)
  assert.match((await outcome(app, buyer, good, { do: 'arrived' })).body, /You have 3 days/)
  assert.match((await outcome(app, buyer, good, { do: 'good' })).body, /Write a review/)
  const noStars = await send(app, buyer, good, { do: 'review', body: 'Lovely lamp' })
  assert.equal(noStars.status, 400)
  assert.match(noStars.body, /id="rating-problem"[^]*Lovely lamp/)
  const reviewed = await outcome(app, buyer, good, { do: 'review', rating: '5', body: 'Lovely lamp' })
  assert.match(reviewed.body, /Your review[^]*Lovely lamp/)
  const visitor = await visitorOf(app, buyer.cookie)
  const report = (reason: string, files: Parameters<typeof visitor.upload>[2] = []) =>
    visitor.upload(`${bad}/problem`, { do: 'problem', reason, body: 'A crack' }, files)
  const noReason = await report('')
  assert.equal(noReason.status, 400)
  assert.match(noReason.body, /<details[^>]*open[^]*id="reason-problem"[^]*A crack/)
  const words = await report('damaged', [{ name: 'crack.png', bytes: Buffer.from('not a picture') }])
  assert.equal(words.status, 415)
  assert.match(words.body, /Photo 1 [^]*Choose the files again[^]*|Choose the files again/)
  const many = await report(
    'damaged',
    Array.from({ length: 7 }, () => ({ name: 'crack.png', bytes: PNG })),
  )
  assert.match(many.body, /A problem report can have at most 6 photos/)
  const elsewhere = await app.call('POST', `${bad}/problem`, {
    cookie: buyer.cookie,
    form: 'reason=damaged&body=x',
    headers: { origin: app.url },
  })
  assert.equal(elsewhere.status, 403, 'rejects a form without a token')
  const reported = await messageAfter(
    app,
    buyer,
    await report('damaged', [
      { name: 'crack.png', bytes: PNG },
      { name: 'more.png', bytes: PNG },
    ]),
  )
  assert.match(reported.body, /It is damaged[^]*A crack[^]*Your photo 2 of the problem/)
  const [shot] = /\/v1\/orders\/\w+\/problem\/photos\/1/.exec(reported.body)!
  const seen = await app.call('GET', shot, { cookie: buyer.cookie })
  assert.deepEqual([seen.status, seen.headers['content-type'], seen.headers['cache-control']], [200, 'image/webp', 'private, max-age=3600'])
  assert.equal((await app.call('GET', shot, { cookie: other.cookie })).status, 404)
  const order = bad.split('/').at(-1)!
  assert.equal((await seller.call('POST', `/v1/orders/${order}/refund`, { json: { amount: 20 } })).status, 200)
  assert.match((await read(app, buyer, bad)).body, /Accept \$20 refund/)
  assert.match((await outcome(app, buyer, bad, { do: 'refuse' })).body, /Refund declined/)
  await seller.call('POST', `/v1/orders/${order}/refund`, { json: { amount: 25 } })
  const taken = await outcome(app, buyer, bad, { do: 'take' })
  assert.match(taken.body, /Refunded[^]*\$25/)
  assert.equal((await send(app, buyer, bad, { do: 'drop' })).status, 409)
  assert.match((await read(app, buyer, '/you/orders')).body, /Completed/)
})

test('a buyer cancels an unpaid order directly, but must request the cancellation of a paid order; a pickup order shows its code', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller, { shipping: 0 })
  assert.doesNotMatch((await read(app, buyer, `/checkout/${id}`)).body, /name="line1"/)
  assert.equal((await send(app, buyer, `/checkout/${id}`, { method: 'test_declined', expected_total: '60' })).status, 402)
  const order = /href="(\/you\/orders\/ord_[^"]+)"/.exec((await read(app, buyer, '/you/orders')).body)![1]!
  assert.match((await outcome(app, buyer, order, { do: 'cancel' })).body, /Cancelled\. Nothing was charged/)
  const paid = await outcome(app, buyer, `/checkout/${id}`, { method: 'test_ok', expected_total: '60' })
  assert.match(paid.body, /Your pickup code[^]*\d{6}/)
  assert.match((await outcome(app, buyer, paid.path, { do: 'cancel' })).body, /You asked to cancel\. If the seller does not answer by/)
  assert.match((await outcome(app, buyer, paid.path, { do: 'arrived' })).body, /protected until/)
})

test('the deposit page shows the terms, and a paid deposit reserves the item and counts toward the price', async (t) => {
  const { app, seller, buyer } = await market(t, { ask_hold: true })
  const { id } = await live(seller)
  const path = `/hold/${id}`
  await isGuarded(app, buyer, path, { method: 'test_ok' }, { missing: '/hold/lst_0none' })
  assert.match((await read(app, buyer, `/checkout/${id}`)).body, /Hold it for 72 hours with a deposit of \$6/)
  assert.match((await read(app, buyer, path)).body, /the seller keeps the deposit/)
  assert.equal((await send(app, buyer, path, { method: 'test_declined' })).status, 402)
  const held = await outcome(app, buyer, path, { method: 'test_ok' })
  assert.match(held.body, /The item is held for you for 72 hours[^]*Deposit you paid[^]*\$6/)
  const paid = await outcome(app, buyer, `/checkout/${id}`, { ...ADDRESS, method: 'test_ok', expected_total: '66', hold: 'true' })
  assert.match(paid.body, /Deposit paid[^]*\$6/)
})

test('the page for an unpaid order with a deposit states that the hold continues, and promises no refund', async (t) => {
  const { app, seller, buyer } = await market(t, { ask_hold: true })
  const { id } = await live(seller)
  await outcome(app, buyer, `/hold/${id}`, { method: 'test_ok' })
  const order = async (): Promise<string> => {
    const made = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: id, address: ADDRESS, hold: true } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return `/you/orders/${made.body.id}`
  }
  const wrong = /Nothing was charged|You will get back what you paid/
  const stays = /The deposit is not refunded: it holds the item until the hold ends/
  const cancelled = await order()
  const message = (await outcome(app, buyer, cancelled, { do: 'cancel' })).body
  assert.match(message, /Cancelled before the rest was paid\./)
  const expired = await order()
  await app.advance(16 * 60)
  const later = (await read(app, buyer, expired)).body
  assert.match(later, /Not paid in time\. Only the deposit was charged/)
  for (const page of [message, (await read(app, buyer, cancelled)).body, later]) {
    assert.match(page, stays)
    assert.doesNotMatch(page, wrong)
  }
})

test('the pages for followed shops hide the listings of a paused shop', async (t) => {
  const { app, seller, buyer } = await market(t)
  await live(seller)
  await app.call('PUT', `/v1/market/stores/${seller.slug}/follow`, { key: buyer.key })
  for (const path of ['/you', '/you/following']) assert.match((await read(app, buyer, path)).body, /Oak lamp/, path)
  await app.call('PATCH', `/v1/shops/${seller.slug}`, { key: seller.key, json: { paused: true } })
  for (const path of ['/you', '/you/following']) assert.doesNotMatch((await read(app, buyer, path)).body, /Oak lamp/, path)
})

test('after a like, follow or saved search is removed, the page offers to restore it', async (t) => {
  const { app, seller, buyer } = await market(t)
  const { id } = await live(seller)
  await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })
  await app.call('PUT', `/v1/market/stores/${seller.slug}/follow`, { key: buyer.key })
  await app.call('POST', '/v1/searches', { key: buyer.key, json: { q: 'lamp', alert: 'daily' } })
  for (const path of ['/you/likes', '/you/following', '/you/searches']) await isGuarded(app, buyer, path, { listing: id })
  const gone = await outcome(app, buyer, '/you/likes', { listing: id, liked: 'false' })
  assert.match(gone.body, /Removed from your likes[^]*value="true"[^]*Undo/)
  assert.match(gone.body, /No likes yet/)
  const token = /name="form_token" value="([^"]+)"/.exec(gone.body)![1]!
  const undone = await app.call('POST', '/you/likes', { cookie: buyer.cookie, form: `form_token=${token}&listing=${id}&liked=true` })
  assert.match((await messageAfter(app, buyer, undone)).body, /Added to your likes[^]*Oak lamp/)
  const left = await outcome(app, buyer, '/you/following', { shop: seller.slug, following: 'false' })
  assert.match(left.body, /You no longer follow[^]*Undo/)
  const search = /name="search" value="([^"]+)"/.exec((await read(app, buyer, '/you/searches')).body)![1]!
  const other = await app.signUp('Carl')
  await app.call('POST', '/v1/searches', { key: other.key, json: { q: 'vase' } })
  assert.equal((await send(app, other, '/you/searches', { do: 'delete', search })).status, 404)
  const deleted = await outcome(app, buyer, '/you/searches', { do: 'delete', search })
  assert.match(deleted.body, /Search deleted[^]*name="query" value="q=lamp"[^]*name="alert" value="daily"/)
  const again = await app.call('POST', '/you/searches', {
    cookie: buyer.cookie,
    form: `form_token=${token}&do=save&query=q%3Dlamp&alert=daily`,
  })
  assert.match((await messageAfter(app, buyer, again)).body, /Search saved[^]*Daily email/)
})

test('the settings page changes name, email settings, theme and pause, and closing the account needs a phrase and the password', async (t) => {
  const { app, buyer } = await market(t)
  const path = '/you/settings'
  await isGuarded(app, buyer, path, { do: 'name', name: 'x' })
  const long = await send(app, buyer, path, { do: 'name', name: 'n'.repeat(61) })
  assert.equal(long.status, 400)
  assert.match(long.body, /id="name-problem"/)
  assert.ok(long.body.includes(`value="${'n'.repeat(61)}"`))
  assert.match((await outcome(app, buyer, path, { do: 'name', name: 'Benno' })).body, /value="Benno"/)
  const mails = await outcome(app, buyer, path, { do: 'notices', answer: 'true' })
  assert.match(mails.body, /name="answer"[^>]*checked/)
  assert.doesNotMatch(mails.body, /<input[^>]*name="offer_accepted"[^>]*checked/)
  assert.match((await outcome(app, buyer, path, { do: 'brake', brake: 'true' })).body, /Automation paused[^]*>Paused/)
  assert.match((await outcome(app, buyer, path, { do: 'export' })).body, /Requested <time/)
  const dark = await send(app, buyer, path, { do: 'theme', theme: 'dark' })
  const theme = dark.headers['set-cookie']!.split(';')[0]!
  assert.match((await app.call('GET', '/you', { cookie: `${buyer.cookie}; ${theme}` })).body, /<html lang="en" data-scheme="dark">/)
  assert.match((await send(app, buyer, path, { do: 'close', words: 'yes', password: buyer.password })).body, /id="words-problem"/)
  const words = 'close my account'
  const wrong = await send(app, buyer, path, { do: 'close', words, password: 'not the password' })
  assert.equal(wrong.status, 401)
  assert.match(wrong.body, /id="password-problem"/)
  assert.equal((await send(app, buyer, path, { do: 'close', words, password: buyer.password })).headers['location'], '/')
  assert.match((await read(app, buyer, path)).headers['location']!, /^\/sign-in/)
})

test('text in a forged flash cookie is escaped, and external links are omitted', async (t) => {
  const { app, buyer } = await market(t)
  const at = (value: unknown) => ({ cookie: `${buyer.cookie}; flash=${Buffer.from(JSON.stringify(value)).toString('base64url')}` })
  assert.match((await app.call('GET', '/you/likes', at({ says: '<b>x</b>' }))).body, /&lt;b&gt;x/)
  assert.doesNotMatch((await app.call('GET', '/you/likes', at({ says: 'x', undo: { path: '//evil.test', fields: {} } }))).body, /evil/)
  assert.equal((await app.call('GET', '/you/likes', { cookie: `${buyer.cookie}; flash=%%%` })).status, 200)
  assert.equal((await app.call('GET', '/you', { cookie: buyer.cookie })).status, 200)
})

test('a user can change their name even if the rate limit must read its counts from the database', async (t) => {
  const { app, buyer } = await market(t)
  // the first flush writes the counts to the database, and the second flush clears them from memory
  for (let times = 0; times < 2; times++) await app.service.ctx.usage.flush()
  assert.equal((await send(app, buyer, '/you/settings', { do: 'name', name: 'Ben B' })).status, 303)
})
