import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { audit } from '#test/audit.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

const like = (buyer: Buyer, listing: string) => buyer.call('PUT', `/v1/market/listings/${listing}/like`)
const invite = (seller: Seller, listing: string, json: object = { amount: 80 }) =>
  seller.call('POST', `/v1/listings/${listing}/invitations`, { json })
const take = (buyer: Buyer, id: string, json: object = {}) => buyer.call('POST', `/v1/invitations/${id}/take`, { json })
const viewFor = async (buyer: Buyer, id: string): Promise<Reply['body']> =>
  (await buyer.call('GET', '/v1/invitations?limit=100')).body.data.find((one: { id: string }) => one.id === id)
const statusFor = async (buyer: Buyer, id: string): Promise<string | undefined> => (await viewFor(buyer, id))?.status
const errorOf = ({ status, body }: Reply) => [status, body.error?.code ?? body.error?.param ?? body.error?.type]

const KEYS = [
  ['reads', 'buyer', { scopes: ['read'] }],
  ['capped', 'buyer', { scopes: ['buying'], max_offer: 84 }],
  ['asks', 'buyer', { scopes: ['buying'], ask_first: ['buying.pay'] }],
  ['lists', 'seller', { scopes: ['listings'] }],
  ['invites', 'seller', { scopes: ['offers'], ask_first: ['offers.invite'] }],
] as const

describe('inviting people who have liked a listing', () => {
  const keys: Record<string, string> = {}
  const life = lifetime()
  let app: TestApp
  let seller: Seller
  let buyer: Buyer
  let operator: string
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    ;({ seller, buyer } = await openBargain(app))
    // creates the keys first: creating a key requires a recent sign-in, and the tests advance the clock
    for (const [name, who, rights] of KEYS) keys[name] = await keyOf(app, who === 'buyer' ? buyer : seller, rights)
    const boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    operator = boss.cookie
  })

  const operate = async (path: string) => {
    const { status, body } = await app.call('POST', `/v1/operator${path}`, {
      cookie: operator,
      json: { reason: 'Fake', ground: 'illegal' },
    })
    assert.equal(status, 201, JSON.stringify(body))
  }

  /** Creates a live listing for 100 dollars that these people liked an hour ago. */
  async function liked(people: readonly Buyer[] = [buyer], more: Record<string, unknown> = {}, of = seller): Promise<string> {
    const listing = await onSale(of, { shipping: 5, lowest_price: 50, ...more })
    for (const one of people) assert.equal((await like(one, listing)).status, 200)
    await app.advance(HOUR)
    return listing
  }

  async function invited(people: readonly Buyer[] = [buyer], more: Record<string, unknown> = {}): Promise<{ listing: string; id: string }> {
    const listing = await liked(people, more)
    const reply = await invite(seller, listing)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return { listing, id: reply.body.id }
  }

  test('an invitation is sent to the people who like a listing, but does not show how many people were invited', async () => {
    const rival = await newBuyer(app, 'Rae')
    const listing = await liked([buyer, rival])
    const { status, body } = await invite(seller, listing, { amount: 80.5, note: 'For you.' })
    assert.equal(status, 201)
    const shared = { object: 'invitation', id: body.id, status: 'open', amount: 80.5, note: 'For you.', order: null }
    const about = { listing: { id: listing, title: 'Wool coat', price: 100 }, shop: { slug: seller.slug, name: body.shop.name } }
    const times = { until: body.until, created_at: body.created_at, updated_at: body.created_at }
    assert.deepEqual(body, { ...shared, ...about, sent: 2, taken: 0, ...times })
    assert.equal(Date.parse(body.until) - Date.parse(body.created_at), 2 * DAY * 1000)
    for (const one of [buyer, rival]) {
      const got = (await one.call('GET', `/v1/invitations?listing=${listing}`)).body
      assert.deepEqual([got.data, got.total], [[{ ...shared, ...about, sent: null, taken: null, ...times }], 1])
      assert.equal((await one.call('GET', '/v1/invitations?role=seller')).body.total, 0)
    }
    const sent = (await seller.call('GET', `/v1/invitations?role=seller&listing=${listing}&status=open`)).body
    assert.deepEqual(sent.data, [body])
  })

  test('accepting an invitation creates an order with 15 minutes to pay; while the item is reserved or sold, other people get 409', async () => {
    const rival = await newBuyer(app, 'Rae')
    const { listing, id } = await invited([buyer, rival])
    const { status, body } = await take(buyer, id, { expected_amount: 80 })
    assert.deepEqual([status, body.status, body.amount], [200, 'taken', 80])
    const order = (await buyer.call('GET', `/v1/orders/${body.order}`)).body
    assert.deepEqual([order.status, order.item, order.shipping, order.total, order.listing.id], ['awaiting_payment', 80, 5, 85, listing])
    assert.equal((await take(rival, id)).status, 409)
    assert.equal(await statusFor(rival, id), 'open')
    assert.deepEqual(errorOf(await take(buyer, id)), [409, 'taken'])
    const address = { name: 'Ben', line1: '1 Main St', city: 'Salem', postal_code: '97301', country: 'US' }
    const paid = await buyer.call('POST', `/v1/orders/${body.order}/pay`, { json: { method: 'test_ok', address } })
    assert.equal(paid.body.status, 'paid', JSON.stringify(paid.body))
    assert.deepEqual(errorOf(await take(rival, id)), [409, 'closed'])
    const sent = (await seller.call('GET', `/v1/invitations?role=seller&listing=${listing}`)).body.data[0]
    assert.deepEqual([sent.status, sent.sent, sent.taken], ['closed', 2, 1])
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })

  test('an open invitation never sells a listing that is not for sale', async () => {
    const { db, now } = app.service.ctx
    const setListing = (columns: object) => (id: string) => db.updateTable('listings').set(columns).where('id', '=', id).execute()
    const setShop = (columns: object) => () => db.updateTable('shops').set(columns).where('slug', '=', seller.slug).execute()
    for (const change of [
      setListing({ hidden_at: now() }),
      setListing({ status: 'sold', sold_at: now(), ever_sold: true }),
      setShop({ paused: true }),
      setShop({ visibility: 'private' }),
    ]) {
      const { listing, id } = await invited()
      // changes the rows directly, because the actions of the API also close the invitation
      await change(listing)
      assert.equal((await take(buyer, id)).status, 409)
      await setShop({ paused: false, visibility: 'public' })()
    }
  })

  test('a different invited person can accept the invitation if the first order is not paid within 15 minutes', async () => {
    const rival = await newBuyer(app, 'Rae')
    const { id } = await invited([buyer, rival])
    const first = await take(buyer, id)
    await app.advance(15 * 60)
    const second = await take(rival, id)
    assert.equal(second.status, 200, JSON.stringify(second.body))
    assert.equal((await buyer.call('GET', `/v1/orders/${first.body.order}`)).body.status, 'expired')
    assert.equal(await statusFor(buyer, id), 'taken')
  })

  test('the buyer pays the amount in the invitation, or the listing’s current price if that price is lower', async () => {
    for (const [price, item] of [
      [70, 70],
      [150, 80],
    ] as const) {
      const { listing, id } = await invited()
      await seller.call('PATCH', `/v1/listings/${listing}`, { json: { price } })
      assert.deepEqual(errorOf(await take(buyer, id, { expected_amount: 79 })), [409, 'expected_amount'])
      const { body } = await take(buyer, id, { expected_amount: item })
      assert.equal((await buyer.call('GET', `/v1/orders/${body.order}`)).body.item, item)
    }
  })

  test('no invitation is sent to people who are suspended, liked the listing in the last hour, have an open offer, or are on either side of a block', async () => {
    const names = ['Eve', 'Olga', 'Bo', 'Bea', 'Sue']
    const [early, offering, blocked, blocking, suspended] = await Promise.all(names.map((name) => newBuyer(app, name)))
    const listing = await liked([offering!, blocked!, blocking!, suspended!])
    await operate(`/accounts/${suspended!.id}/suspend`)
    await offering!.offer(listing, 60)
    const thread = (await blocked!.call('POST', '/v1/threads', { json: { listing, text: 'Hello?' } })).body.id
    assert.equal((await seller.call('PUT', `/v1/threads/${thread}/block`)).status, 200)
    assert.equal((await blocking!.call('PUT', `/v1/market/stores/${seller.slug}/block`)).status, 200)
    await like(early!, listing)
    await app.advance(HOUR - 600)
    const none = await invite(seller, listing)
    assert.equal(none.status, 409)
    assert.match(none.body.error.message, /no one to invite/)
    await app.advance(600)
    const proposal = await app.call('POST', `/v1/listings/${listing}/invitations`, { key: keys['invites']!, json: { amount: 80 } })
    assert.match(proposal.body.summary, / to 1 person who likes it\.$/)
    assert.equal((await invite(seller, listing)).body.sent, 1)
    assert.equal((await early!.call('GET', '/v1/invitations')).body.total, 1)
  })

  test('an offer on a different listing, or an offer that has ended, does not prevent an invitation', async () => {
    const rival = await newBuyer(app, 'Rae')
    const listing = await liked([buyer, rival])
    const { id } = await buyer.offer(listing, 60)
    await buyer.call('POST', `/v1/offers/${id}/withdraw`)
    await buyer.offer(await liked(), 60)
    const { id: late } = await rival.offer(listing, 60)
    const { db, now } = app.service.ctx
    await db.updateTable('offers').set({ expires_at: now() }).where('id', '=', late).execute()
    assert.equal((await invite(seller, listing)).body.sent, 2)
  })

  test('a listing has at most one open invitation, and a person is invited to the same listing at most once in 7 days', async () => {
    const rival = await newBuyer(app, 'Rae')
    const elsewhere = (await invited()).id
    const { listing, id } = await invited()
    await like(rival, listing)
    await app.advance(HOUR)
    assert.match((await invite(seller, listing)).body.error.message, /already has an open invitation/)
    assert.equal((await seller.call('POST', `/v1/invitations/${id}/withdraw`)).body.status, 'withdrawn')
    assert.equal((await invite(seller, listing)).body.sent, 1)
    await app.advance(2 * DAY)
    assert.equal((await invite(seller, listing)).status, 409)
    await app.advance(5 * DAY - HOUR - 600)
    assert.equal((await invite(seller, listing)).status, 409)
    await app.advance(600)
    assert.equal((await invite(seller, listing)).body.sent, 1)
    const statuses = async () =>
      (await seller.call('GET', `/v1/invitations?role=seller&listing=${listing}`)).body.data.map((one: Reply['body']) => one.status)
    assert.deepEqual(await statuses(), ['open', 'expired', 'withdrawn'])
    assert.equal((await seller.call('POST', `/v1/listings/${listing}/unpublish`)).status, 200)
    assert.deepEqual(await statuses(), ['closed', 'expired', 'withdrawn'])
    const other = await viewFor(buyer, elsewhere)
    assert.deepEqual([other.status, other.updated_at], ['expired', other.created_at], 'the invitation to another listing is unchanged')
  })

  test('an invitation with an amount below the minimum price or above 95 percent of the price is refused, without revealing the minimum price', async () => {
    const listing = await liked([buyer], { lowest_price: 73.19 })
    const above = await invite(seller, listing, { amount: 95.01 })
    assert.deepEqual(errorOf(above), [400, 'amount'])
    assert.match(above.body.error.message, /\$95/)
    for (const amount of [73.18, 1]) {
      const below = await invite(seller, listing, { amount })
      assert.deepEqual(errorOf(below), [400, 'amount'])
      assert.equal(below.body.error.message, 'amount must not be below your minimum price for this listing.')
    }
    assert.equal((await invite(seller, listing, { amount: 73.19 })).status, 201)
    const percent = await liked([buyer], { lowest_price: null })
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { lowest_percent: 20 } })
    assert.deepEqual(errorOf(await invite(seller, percent, { amount: 79.99 })), [400, 'amount'])
    assert.equal((await invite(seller, percent, { amount: 80 })).status, 201)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { lowest_percent: 85 } })
  })

  test('the error for an invalid invitation names the invalid field', async () => {
    const listing = await liked()
    for (const json of [{}, { amount: 0 }, { amount: 80.001 }, { amount: 'eighty' }])
      assert.deepEqual(errorOf(await invite(seller, listing, json)), [400, 'amount'], JSON.stringify(json))
    assert.deepEqual(errorOf(await invite(seller, listing, { amount: 80, note: 'x'.repeat(501) })), [400, 'note'])
    for (const [query, param] of [
      ['role=both', 'role'],
      ['status=accepted', 'status'],
      ['limit=0', 'limit'],
    ])
      assert.deepEqual(errorOf(await buyer.call('GET', `/v1/invitations?${query}`)), [400, param])
    const { id } = (await invite(seller, listing)).body
    assert.deepEqual(errorOf(await take(buyer, id, { address: 'adr_none' })), [400, 'address'])
  })

  test('an action on an invitation returns 404 for people who are not involved, and 409 if only the other party may perform it', async () => {
    const [other, rival] = [await openSeller(app, 'Sam'), await newBuyer(app, 'Rae')]
    const { listing, id } = await invited()
    assert.equal((await invite(other, listing)).status, 404)
    assert.equal((await invite(seller, 'lst_none')).status, 404)
    for (const one of [rival, other])
      for (const verb of ['take', 'decline', 'withdraw'])
        for (const which of [id, 'inv_none', 'off_none'])
          assert.equal((await one.call('POST', `/v1/invitations/${which}/${verb}`, { json: {} })).status, 404, `${verb} ${which}`)
    assert.match((await take(seller as unknown as Buyer, id)).body.error.message, /Only the buyer/)
    assert.match((await seller.call('POST', `/v1/invitations/${id}/decline`)).body.error.message, /Only the buyer/)
    assert.match((await buyer.call('POST', `/v1/invitations/${id}/withdraw`)).body.error.message, /Only the seller/)
    assert.equal((await app.call('GET', '/v1/invitations')).status, 401)
  })

  test('no one can accept an invitation that was withdrawn or has expired, and a person who has declined an invitation can no longer accept it', async () => {
    const rival = await newBuyer(app, 'Rae')
    const { id } = await invited([buyer, rival])
    assert.equal((await buyer.call('POST', `/v1/invitations/${id}/decline`)).body.status, 'declined')
    assert.deepEqual(errorOf(await take(buyer, id)), [409, 'declined'])
    assert.equal(await statusFor(rival, id), 'open')
    const withdrawn = (await seller.call('POST', `/v1/invitations/${id}/withdraw`)).body
    assert.deepEqual([withdrawn.status, withdrawn.sent, withdrawn.taken], ['withdrawn', 2, 0])
    assert.deepEqual(errorOf(await take(rival, id)), [409, 'withdrawn'])
    assert.equal(await statusFor(buyer, id), 'declined')
    assert.deepEqual(errorOf(await seller.call('POST', `/v1/invitations/${id}/withdraw`)), [409, 'withdrawn'])
    const other = await invited()
    await app.advance(2 * DAY)
    assert.deepEqual(errorOf(await take(buyer, other.id)), [409, 'expired'])
    assert.equal((await buyer.call('GET', `/v1/invitations?status=expired&listing=${other.listing}`)).body.total, 1)
  })

  for (const [what, end] of [
    ['unpublished', (listing: string) => seller.call('POST', `/v1/listings/${listing}/unpublish`)],
    ['marked as sold', (listing: string) => seller.call('POST', `/v1/listings/${listing}/mark-sold`)],
  ] as const)
    test(`an open invitation closes when its listing is ${what}`, async () => {
      const { listing, id } = await invited()
      assert.equal((await end(listing)).status, 200)
      assert.equal(await statusFor(buyer, id), 'closed')
      assert.deepEqual(errorOf(await take(buyer, id)), [409, 'closed'])
      assert.match((await invite(seller, listing)).body.error.message, /not for sale now/)
    })

  test('an invitation is deleted together with its listing, but stays open when the seller stops accepting offers', async () => {
    const { listing, id } = await invited()
    await seller.call('DELETE', `/v1/listings/${listing}`)
    assert.equal(await statusFor(buyer, id), undefined)
    assert.equal((await take(buyer, id)).status, 404)
    const other = await invited()
    await seller.call('PATCH', `/v1/listings/${other.listing}`, { json: { take_offers: false } })
    assert.equal((await take(buyer, other.id)).status, 200)
  })

  test('pausing a shop closes its invitations, but while a shop is away, its invitations stay open and cannot be accepted', async () => {
    const dealer = await openSeller(app, 'Dora')
    const open = async () => (await invite(dealer, await liked([buyer], {}, dealer))).body.id as string
    const change = (json: object) => dealer.call('PATCH', `/v1/shops/${dealer.slug}`, { json })
    const [id, other] = [await open(), await liked([buyer], {}, dealer)]
    await change({ away_until: new Date(app.service.ctx.now().getTime() + HOUR * 1000).toISOString() })
    assert.deepEqual(errorOf(await take(buyer, id)), [409, 'away'])
    assert.deepEqual(errorOf(await invite(dealer, other)), [409, 'away'])
    await change({ away_until: null })
    assert.equal((await take(buyer, id)).status, 200)
    const paused = (await invite(dealer, other)).body.id
    await change({ paused: true })
    assert.deepEqual(errorOf(await take(buyer, paused)), [409, 'closed'])
  })

  test('a seller cannot send an invitation to buy a hidden listing, or a listing in a paused or private shop', async () => {
    const dealer = await openSeller(app, 'Dora')
    const listing = await liked([buyer], {}, dealer)
    const change = (json: object) => dealer.call('PATCH', `/v1/shops/${dealer.slug}`, { json })
    const isRefused = async () => assert.match((await invite(dealer, listing)).body.error.message, /not for sale now/)
    await change({ paused: true })
    await isRefused()
    await change({ paused: false, visibility: 'private' })
    await isRefused()
    await change({ visibility: 'public' })
    await operate(`/listings/${listing}/hide`)
    await isRefused()
  })

  test('the update time in an invited person’s view changes only with the person’s own answer or the end of the invitation', async () => {
    const rival = await newBuyer(app, 'Rae')
    const { id } = await invited([buyer, rival])
    await app.advance(60)
    const { body: taken } = await take(buyer, id)
    assert.ok(taken.updated_at > taken.created_at)
    assert.equal((await viewFor(buyer, id)).updated_at, taken.updated_at)
    const open = await viewFor(rival, id)
    assert.equal(open.updated_at, open.created_at, 'the time does not reveal that another person has taken the invitation')
    await app.advance(60)
    const { body: withdrawn } = await seller.call('POST', `/v1/invitations/${id}/withdraw`)
    assert.ok(withdrawn.updated_at > taken.updated_at)
    assert.equal((await viewFor(rival, id)).updated_at, withdrawn.updated_at)
    assert.equal((await viewFor(buyer, id)).updated_at, taken.updated_at)
  })

  test('a seller cannot send an invitation to buy a reserved listing', async () => {
    const rival = await newBuyer(app, 'Rae')
    const listing = await liked()
    assert.equal((await rival.call('POST', '/v1/orders', { json: { listing } })).status, 201)
    assert.match((await invite(seller, listing)).body.error.message, /reserved/)
  })

  test('a block closes all invitations between the two people, and no other invitations', async () => {
    const [blocking, rival] = [await newBuyer(app, 'Bea'), await newBuyer(app, 'Rae')]
    const { id } = await invited([blocking, rival])
    await blocking.call('PUT', `/v1/market/stores/${seller.slug}/block`)
    assert.equal(await statusFor(blocking, id), 'closed')
    assert.deepEqual(errorOf(await take(blocking, id)), [409, 'unavailable'])
    await blocking.call('DELETE', `/v1/market/stores/${seller.slug}/block`)
    assert.deepEqual(errorOf(await take(blocking, id)), [409, 'closed'])
    assert.equal((await take(rival, id)).status, 200)
  })

  test('sending an invitation with a key requires the scope and an approval, and cannot exceed the key’s spending limit', async () => {
    const { id } = await invited()
    const listing = await liked()
    const as = (key: string, path: string, json: object = {}) => app.call('POST', `/v1${path}`, { key: keys[key]!, json })
    assert.deepEqual(errorOf(await as('reads', `/invitations/${id}/take`)), [403, 'scope'])
    assert.deepEqual(errorOf(await as('lists', `/listings/${listing}/invitations`, { amount: 80 })), [403, 'scope'])
    assert.deepEqual(errorOf(await as('capped', `/invitations/${id}/take`)), [403, 'over_limit'])
    const requested = await as('asks', `/invitations/${id}/take`)
    assert.deepEqual([requested.status, requested.body.action, requested.body.amount], [202, 'buying.pay', 85])
    assert.match(requested.body.summary, /^Order for \$85/)
    assert.equal(await statusFor(buyer, id), 'open')
    const done = await app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { cookie: buyer.cookie })
    assert.deepEqual([done.body.status, done.body.result?.body.status], ['done', 'taken'], JSON.stringify(done.body))
    const proposal = await as('invites', `/listings/${listing}/invitations`, { amount: 80, note: 'Hi' })
    assert.deepEqual([proposal.status, proposal.body.action, proposal.body.amount], [202, 'offers.invite', 80])
    assert.match(proposal.body.summary, /^Offer \$80 \(price \$100\) for .Wool coat. to 1 person who likes it, with the note .Hi.\.$/)
    const sent = await app.call('POST', `/v1/approvals/${proposal.body.id}/approve`, { cookie: seller.cookie })
    assert.deepEqual([sent.body.status, sent.body.result?.body.sent], ['done', 1], JSON.stringify(sent.body))
  })

  test('invited people are notified by email, unless they have turned this notification off', async () => {
    const quiet = await newBuyer(app, 'Quinn')
    await app.call('PATCH', '/v1/notices', { cookie: quiet.cookie, json: { invitation: false } })
    const { id } = await invited([buyer, quiet], { title: 'Brass lamp' })
    await app.advance(60)
    const mails = await app.service.ctx.db.selectFrom('mails').select(['account_id', 'subject', 'body']).where('kind', '=', 'invitation').execute() // prettier-ignore
    const about = mails.filter(({ subject }) => subject.includes('Brass lamp'))
    assert.deepEqual(about.map(({ account_id }) => account_id), [buyer.id]) // prettier-ignore
    assert.match(about[0]!.body, /for \$80 instead of \$100/)
    assert.equal(await statusFor(quiet, id), 'open')
  })

  test('suspending an account closes the open invitations that it sent or received, and no other invitations', async () => {
    const [person, dealer] = [await newBuyer(app, 'Pia'), await openSeller(app, 'Dora')]
    const idOf = async (people: readonly Buyer[], of = seller) => (await invite(of, await liked(people, {}, of))).body.id as string
    const expired = [await idOf([person]), await idOf([buyer], dealer)]
    await app.advance(2 * DAY)
    const ended = [await idOf([person]), await idOf([buyer], dealer)]
    await seller.call('POST', `/v1/invitations/${ended[0]}/withdraw`)
    await dealer.call('POST', `/v1/invitations/${ended[1]}/withdraw`)
    const declined = await idOf([person])
    await person.call('POST', `/v1/invitations/${declined}/decline`)
    const open = [await idOf([person, buyer]), await idOf([buyer], dealer)]
    await operate(`/accounts/${person.id}/suspend`)
    const statuses = (who: Buyer, ids: readonly string[]) => Promise.all(ids.map((id) => statusFor(who, id)))
    const received = await statuses(person, [expired[0]!, ended[0]!, declined, open[0]!])
    assert.deepEqual(received, ['expired', 'withdrawn', 'declined', 'closed'])
    assert.deepEqual(await statuses(buyer, open), ['open', 'open'])
    await operate(`/accounts/${dealer.id}/suspend`)
    assert.deepEqual(await statuses(buyer, [expired[1]!, ended[1]!, ...open]), ['expired', 'withdrawn', 'open', 'closed'])
  })

  test('closing an account deletes the invitations that it sent, and its own entry in the invitations that it received', async () => {
    const [leaver, rival, dealer] = [await newBuyer(app, 'Lea'), await newBuyer(app, 'Rae'), await openSeller(app, 'Dora')]
    const id = (await invite(dealer, await liked([leaver, rival], {}, dealer))).body.id
    const close = (who: { cookie: string }) =>
      app.call('DELETE', '/v1/accounts/me', { cookie: who.cookie, json: { password: 'a long enough password' } })
    const closed = await close(leaver)
    assert.ok(closed.status < 300, JSON.stringify(closed.body))
    const rows = () => app.service.ctx.db.selectFrom('invitation_recipients').select('account_id').where('invitation_id', '=', id).execute()
    assert.deepEqual(await rows(), [{ account_id: rival.id }])
    assert.ok((await close(dealer)).status < 300)
    assert.equal((await take(rival, id)).status, 404)
    assert.deepEqual(await rows(), [])
  })

  test('an account can send at most 50 invitations within 24 hours', async () => {
    const dealer = await openSeller(app, 'Dora')
    const listings: string[] = []
    for (let at = 0; at <= 50; at++) {
      const listing = await onSale(dealer, { lowest_price: 50 })
      await like(buyer, listing)
      listings.push(listing)
    }
    await app.advance(HOUR)
    for (const listing of listings.slice(0, 50)) assert.equal((await invite(dealer, listing)).status, 201)
    const over = await invite(dealer, listings[50]!)
    assert.deepEqual([over.status, over.body.error.type], [429, 'rate_limit'])
    const seconds = Number(over.headers['retry-after'])
    assert.ok(seconds <= DAY && seconds > DAY - 600, `${seconds}`)
    await app.advance(seconds - 600)
    const later = await invite(dealer, listings[50]!)
    assert.equal(later.status, 429)
    assert.ok(Number(later.headers['retry-after']) <= 600, later.headers['retry-after'])
    assert.equal((await invite(seller, await liked())).status, 201, 'another account can send invitations')
    assert.equal((await invite(dealer, listings[50]!)).status, 201)
  })
})
