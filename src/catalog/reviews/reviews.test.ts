import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop, type ShopRow } from '#test/rows.ts'
import { lifetime } from '#test/lifetime.ts'
import { hideReview, lockAnyReview, readReviewOf } from './index.ts'

const DAY_S = 86_400

describe('reviews by buyers', () => {
  let app: TestApp
  let ana: Awaited<ReturnType<TestApp['signUp']>>
  let ben: Awaited<ReturnType<TestApp['signUp']>>
  let shop: ShopRow
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    ana = await app.signUp('Ana')
    ben = await app.signUp('Ben Baker')
    shop = await makeShop(app.service.ctx, ana.id, { name: 'Coats' })
  })

  const ordered = async (fields: Partial<Parameters<typeof makeOrder>[3]> = {}, of = shop) => {
    const listing = await makeListing(app.service.ctx, of, { status: 'sold' })
    return { listing, order: await makeOrder(app.service.ctx, of, listing, { buyerId: ben.id, ...fields }) }
  }
  const review = (order: string, json: object = { rating: 5, body: 'Warm.' }, key = ben.key) =>
    app.call('POST', `/v1/orders/${order}/review`, { key, json })
  const reply = (id: string, body: unknown = 'Thank you!', key = ana.key) =>
    app.call('POST', `/v1/reviews/${id}/reply`, { key, json: { body } })
  const page = async (query = '', of = shop) => (await app.call('GET', `/v1/stores/${of.slug}/reviews${query}`)).body
  const events = async (type: string) =>
    app.service.ctx.db
      .selectFrom('events')
      .select(['account_id', 'is_public', 'data'])
      .where('type', '=', type)
      .orderBy('created_at', 'desc')
      .execute()

  test('an order can have only one review, which has the documented format and creates an event for the seller', async () => {
    const { order, listing } = await ordered()
    const { status, body } = await review(order)
    assert.equal(status, 201)
    assert.deepEqual(body, {
      object: 'review',
      id: body.id,
      rating: 5,
      body: 'Warm.',
      from: 'Ben',
      created_at: body.created_at,
      reply: null,
      listing: { id: listing.id, title: 'Wool coat', url: `http://${shop.slug}.resale.localhost:${app.port}/${listing.link}` },
      shop: { slug: shop.slug, name: 'Coats' },
    })
    const event = (await events('review.created'))[0]!
    assert.deepEqual([event.account_id, event.is_public, JSON.parse(event.data)], [ana.id, true, { object: body }])
    assert.equal((await review(order)).status, 409)
    assert.deepEqual((await page()).data, [body])
  })

  test('ten concurrent reviews of the same order create only one review', async () => {
    const { order } = await ordered()
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => review(order)))).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 9 }, () => 409)],
    )
  })

  test('only a completed or refunded order can be reviewed, and only within 30 days', async () => {
    for (const status of ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem', 'cancelled', 'expired'] as const)
      assert.equal((await review((await ordered({ status })).order)).status, 409, status)
    assert.equal((await review((await ordered({ status: 'refunded' })).order)).status, 201)
    const [late, inTime] = [(await ordered()).order, (await ordered()).order]
    await app.advance(30 * DAY_S - 60)
    assert.equal((await review(inTime)).status, 201)
    await app.advance(61)
    assert.equal((await review(late)).status, 409)
  })

  test('only the buyer of an order can write a review of it', async () => {
    const { order } = await ordered()
    const cleo = await app.signUp('Cleo')
    const theirs = await review(order, undefined, cleo.key)
    assert.equal(theirs.status, 404)
    assert.deepEqual((await review('ord_nothing', undefined, cleo.key)).body, theirs.body)
    assert.equal((await review(order, undefined, ana.key)).status, 409)
    assert.equal((await app.call('POST', `/v1/orders/${order}/review`, { json: { rating: 5 } })).status, 401)
    assert.equal(
      (await page()).data.some((one: { listing: { id: string } }) => one.listing.id === order),
      false,
    )
  })

  test('a review needs 1 to 5 stars, and may have up to 2000 characters of text, which are stored unchanged', async () => {
    const { order } = await ordered()
    for (const rating of [0, 6, 4.5, '5', null, undefined])
      assert.deepEqual([(await review(order, { rating, body: 'x' })).body.error?.param], ['rating'], String(rating))
    for (const body of ['x'.repeat(2001), 'a\u0000', 5]) assert.equal((await review(order, { rating: 1, body })).body.error.param, 'body')
    const body = `</script><img src=x onerror=alert(1)>${'👍'.repeat(1900)}`
    const written = await review(order, { rating: 1, body })
    assert.deepEqual([written.status, written.body.body], [201, body])
    const stars = await review((await ordered()).order, { rating: 3 })
    assert.deepEqual([stars.status, stars.body.body], [201, ''])
  })

  test('only the seller can reply to a review, and only once', async () => {
    const { body } = await review((await ordered()).order)
    assert.equal((await reply(body.id, 'x', ben.key)).status, 404)
    assert.deepEqual((await reply(body.id, 'x', ben.key)).body, (await reply('rev_nothing', 'x', ben.key)).body)
    for (const bad of ['', 'x'.repeat(2001), '\u0007', null]) assert.equal((await reply(body.id, bad)).body.error.param, 'body')
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => reply(body.id, text)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    )
    const created = answers.find(({ status }) => status === 201)!.body
    assert.equal((await reply(body.id, 'another')).status, 409)
    const shown = (await page()).data.find(({ id }: { id: string }) => id === body.id)
    assert.deepEqual([shown, shown.reply.body], [created, created.reply.body])
    const event = (await events('review.replied'))[0]!
    assert.deepEqual([event.account_id, event.is_public], [ben.id, false])
    assert.equal((await app.call('POST', `/v1/reviews/${body.id}/reply`, { json: { body: 'x' } })).status, 401)
  })

  test('reviews are listed newest first, in pages, with a filter by stars, and the average covers all reviews', async () => {
    const store = await makeShop(app.service.ctx, ana.id)
    assert.deepEqual((await page('', store)).rating, { average: 0, count: 0 })
    for (const rating of [5, 4, 4, 1, 5]) {
      assert.equal((await review((await ordered({}, store)).order, { rating, body: `${rating} stars` })).status, 201)
      if (rating === 4) continue
      await app.advance(1)
    }
    const all = await page('?limit=50', store)
    assert.deepEqual([all.rating, all.has_more, all.next_cursor], [{ average: 3.8, count: 5 }, false, null])
    assert.deepEqual(
      all.data.map((one: { rating: number }) => one.rating),
      [5, 1, 4, 4, 5],
    )
    const walked: string[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 9; pages++) {
      const next: { data: { id: string }[]; next_cursor: string | null } = await page(`?limit=2${cursor && `&cursor=${cursor}`}`, store)
      walked.push(...next.data.map(({ id }) => id))
      cursor = next.next_cursor
    }
    assert.deepEqual(
      walked,
      all.data.map(({ id }: { id: string }) => id),
    )
    assert.deepEqual((await page('?rating=4', store)).data.length, 2)
    assert.deepEqual((await page('?rating=4', store)).rating.count, 5)
  })

  test('hiding a review removes it from public view, and unhiding the review makes it visible again', async () => {
    const store = await makeShop(app.service.ctx, ana.id)
    const { body } = await review((await ordered({}, store)).order, { rating: 1, body: 'Rude words' })
    const [boss, other] = [await app.signUp('Boss'), await app.signUp('Cleo')]
    const hide = (cookie: string, reason: unknown = 'Names a person') =>
      app.call('POST', `/v1/reviews/${body.id}/hide`, { cookie, json: { reason } })
    assert.equal((await hide(boss.cookie)).status, 404)
    assert.equal((await hide(other.cookie)).status, 404)
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    assert.equal((await hide(boss.cookie, '')).body.error.param, 'reason')
    assert.equal((await hide(boss.cookie)).status, 200)
    assert.deepEqual([(await page('', store)).data, (await page('', store)).rating], [[], { average: 0, count: 0 }])
    assert.equal((await reply(body.id)).status, 409)
    assert.equal((await app.call('POST', `/v1/reviews/${body.id}/unhide`, { cookie: other.cookie })).status, 404)
    assert.equal((await app.call('POST', `/v1/reviews/${body.id}/unhide`, { cookie: boss.cookie })).status, 200)
    assert.equal((await page('', store)).rating.count, 1)
  })

  test('reviews by a closed account remain, but without the name of the account', async () => {
    const eve = await app.signUp('Eve Green')
    const store = await makeShop(app.service.ctx, ana.id)
    const { order } = await ordered({ buyerId: eve.id }, store)
    await review(order, { rating: 2, body: 'Hm.' }, eve.key)
    await app.call('DELETE', '/v1/accounts/me', { cookie: eve.cookie, json: { password: eve.password } })
    assert.deepEqual(
      (await page('', store)).data.map((one: { from: string; body: string }) => [one.from, one.body]),
      [['Closed account', 'Hm.']],
    )
  })

  test('writing, answering or hiding a review affects only its own order, store and author', async () => {
    const [store, other] = [await makeShop(app.service.ctx, ana.id), await makeShop(app.service.ctx, ana.id)]
    const cleo = await app.signUp('Cleo')
    const orders = [
      (await ordered({}, store)).order,
      (await ordered({ buyerId: cleo.id }, store)).order,
      (await ordered({}, other)).order,
    ] as const
    const first = (await review(orders[0], { rating: 1, body: 'One' })).body
    const second = (await review(orders[1], { rating: 4, body: 'Two' }, cleo.key)).body
    await review(orders[2], { rating: 5, body: 'Three' })
    assert.deepEqual([second.rating, second.body, second.from], [4, 'Two', 'Cleo'])
    assert.deepEqual([(await page('', store)).rating, (await page('', other)).rating], [{ average: 2.5, count: 2 }, { average: 5, count: 1 }]) // prettier-ignore
    const texts = async (of: ShopRow) => {
      const { data } = await page('', of)
      return data.map((one: { body: string; reply: { body: string } | null }) => [one.body, one.reply?.body ?? null])
    }
    assert.deepEqual((await reply(second.id, 'Thanks')).body.reply.body, 'Thanks')
    assert.deepEqual(
      [await texts(store), await texts(other)],
      [
        [
          ['Two', 'Thanks'],
          ['One', null],
        ],
        [['Three', null]],
      ],
    )
    assert.equal((await reply(first.id, 'Sorry')).status, 201, 'each review can have a reply')
    const { ctx } = app.service
    await inTransaction(ctx, (tx) => hideReview(tx, first.id, 'Names a person'))
    assert.deepEqual([await texts(store), await texts(other)], [[['Two', 'Thanks']], [['Three', null]]])
    const hidden = await inTransaction(ctx, (tx) => lockAnyReview(tx, first.id))
    assert.deepEqual([hidden?.buyerId, hidden?.hiddenReason, hidden?.row.body], [ben.id, 'Names a person', 'One'])
    assert.equal((await inTransaction(ctx, (tx) => lockAnyReview(tx, second.id)))?.hiddenReason, null)
    const reviewOf = async (person: { id: string }, order: string) =>
      (await readReviewOf(ctx, { accountId: person.id } as Person, order))?.body ?? null
    assert.deepEqual(
      [await reviewOf(ben, orders[0]), await reviewOf(ben, orders[1]), await reviewOf(cleo, orders[1])],
      ['One', null, 'Two'],
    )
  })

  test('the 30 days for writing a review start when the order itself reaches its last state', async () => {
    const { ctx } = app.service
    const [late, inTime] = [(await ordered()).order, (await ordered()).order]
    await app.advance(31 * DAY_S)
    const step = (order_id: string, status: string) =>
      ctx.db.insertInto('order_steps').values({ order_id, at: ctx.now(), status, by: 'service' }).execute()
    await step(late, 'problem')
    await step(inTime, 'completed')
    assert.deepEqual([(await review(late)).status, (await review(inTime)).status], [409, 201])
  })

  test('a review that waits for approval is described only to its buyer, and a reply that waits for approval only to the seller', async () => {
    const [dora, eve] = [await app.signUp('Dora'), await app.signUp('Eve')]
    const store = await makeShop(app.service.ctx, dora.id)
    const agentOf = async (person: typeof ana, scope: string): Promise<string> => {
      const json = { name: 'Agent', kind: 'agent', scopes: [scope], ask_first: ['messages.send'] }
      return (await app.call('POST', '/v1/keys', { cookie: person.cookie, json })).body.secret
    }
    const [order, other] = [(await ordered({ buyerId: eve.id }, store)).order, (await ordered({ buyerId: eve.id }, store)).order]
    const good = { rating: 4, body: 'Good coat' }
    const described = await review(order, good, await agentOf(eve, 'buying'))
    assert.deepEqual([described.status, described.body.summary], [202, 'Review your order with 4 of 5 stars: “Good coat”'])
    assert.equal((await review(order, good, await agentOf(dora, 'buying'))).status, 404)
    const [written, silent] = [(await review(order, good, eve.key)).body, (await review(other, { rating: 2 }, eve.key)).body]
    const selling = await agentOf(dora, 'messages')
    const summary = async (id: string) => (await reply(id, 'Thanks', selling)).body.summary
    assert.deepEqual(
      [await summary(written.id), await summary(silent.id)],
      ['Reply to the review “Good coat”: “Thanks”', 'Reply to a review without text: “Thanks”'],
    )
    assert.equal((await reply(written.id, 'x', await agentOf(eve, 'messages'))).status, 404)
  })
})
