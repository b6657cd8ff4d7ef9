import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SCOPES, type Scope } from '#core/scopes.ts'
import type { Person } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { readPresentedThread } from './index.ts'

const life = lifetime()

type Buyer = Awaited<ReturnType<TestApp['signUp']>>

describe('conversations between a buyer and a seller', () => {
  let app: TestApp
  let ana: Seller
  let ben: Buyer
  let coat: { id: string; name: string }

  before(async () => {
    app = await startApp(life)
    ana = await openSeller(app)
    ben = await app.signUp('Ben Baker')
    coat = await ana.list({ title: 'Wool coat', price: 60, publish: true })
  })

  const live = (title = 'Lamp') => ana.list({ title, price: 5, publish: true })
  const start = (json: object, key = ben.key) => app.call('POST', '/v1/threads', { key, json })
  const write = (id: string, text: unknown, key: string) => app.call('POST', `/v1/threads/${id}/messages`, { key, json: { text } })
  const read = async (id: string, key: string) => (await app.call('GET', `/v1/threads/${id}`, { key })).body
  const markRead = (id: string, key: string) => app.call('POST', `/v1/threads/${id}/read`, { key })
  const threads = async (key: string, query = '') => (await app.call('GET', `/v1/threads${query}`, { key })).body
  const eventsOf = async (key: string, type: string) => (await app.call('GET', `/v1/events?type=${type}&limit=100`, { key })).body.data

  test('a question creates a thread with all fields from the specification and notifies the seller', async () => {
    const { status, body } = await start({ listing: coat.id, text: ' Is it wool? ' })
    assert.equal(status, 201)
    const { id, created_at } = body.last_message
    const about = {
      listing: { id: coat.id, title: 'Wool coat' },
      shop: { slug: ana.slug, name: 'Shop of Ana' },
      buyer: { name: 'Ben Baker' },
    }
    const message = {
      object: 'message',
      id,
      thread: body.id,
      from: 'buyer',
      text: 'Is it wool?',
      photos: [],
      ...about,
      needs_owner: false,
      created_at,
    }
    const record = { object: 'thread', id: body.id, ...about, unread: 0, needs_owner: false, last_message: message, updated_at: created_at }
    assert.deepEqual(body, record)
    assert.deepEqual(await read(body.id, ana.key), { ...record, unread: 1, messages: [message], has_more: false })
    const question = (await eventsOf(ana.key, 'question.asked'))[0]
    assert.deepEqual(question.data.object, message)
  })

  test('a buyer has one thread per listing, and a separate thread for the shop', async () => {
    const lamp = await live()
    const first = (await start({ listing: lamp.id, text: 'one' })).body
    const second = (await start({ listing: lamp.id, text: 'two' })).body
    const shop = (await start({ shop: ana.slug.toUpperCase(), text: 'hello' })).body
    const again = (await start({ shop: ana.slug, text: 'again' })).body
    assert.deepEqual([second.id === first.id, again.id === shop.id, shop.id === first.id], [true, true, false])
    assert.equal(shop.listing, null)
    assert.deepEqual(
      (await read(first.id, ben.key)).messages.map((one: { text: string }) => one.text),
      ['one', 'two'],
    )
    const other = await app.signUp('Cleo')
    assert.notEqual((await start({ listing: lamp.id, text: 'mine' }, other.key)).body.id, first.id)
  })

  test('ten concurrent first messages create only one thread, which contains all of them', async () => {
    const lamp = await live()
    const texts = Array.from({ length: 10 }, (_, index) => `message ${index}`)
    const replies = await Promise.all(texts.map((text) => start({ listing: lamp.id, text })))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
    const thread = await read(replies[0]!.body.id, ana.key)
    assert.equal(thread.unread, 10)
    assert.equal(thread.messages.length, 10)
    assert.deepEqual(thread.messages.map((one: { text: string }) => one.text).toSorted(), texts)
    assert.equal(new Set(thread.messages.map((one: { created_at: string }) => one.created_at)).size, 10)
  })

  test('unread messages are counted for each person, and writing a message marks the thread as read for its author', async () => {
    const { id } = (await start({ listing: (await live()).id, text: 'one' })).body
    await write(id, 'two', ben.key)
    const unread = async () => [(await read(id, ana.key)).unread, (await read(id, ben.key)).unread]
    assert.deepEqual(await unread(), [2, 0])
    const marked = await markRead(id, ana.key)
    assert.deepEqual([marked.status, marked.body.unread, await unread()], [200, 0, [0, 0]])
    await write(id, 'three', ben.key)
    await app.advance(60)
    const answer = (await write(id, 'an answer', ana.key)).body
    const { owner_wrote_at, created_at } = await app.service.ctx.db
      .selectFrom('threads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([answer.from, answer.created_at], ['owner', owner_wrote_at?.toISOString()])
    assert.ok(owner_wrote_at!.getTime() - created_at.getTime() >= 60_000)
    assert.deepEqual(await unread(), [0, 1])
    await write(id, 'four', ben.key)
    assert.deepEqual(await unread(), [1, 0])
    assert.equal((await markRead(id, ana.key)).status, 200)
    assert.equal((await markRead(id, ana.key)).body.unread, 0)
  })

  test('each person sees their last message that the other person has read', async () => {
    const { id, last_message: question } = (await start({ listing: (await live()).id, text: 'one' })).body
    const page = { limit: 10, offset: 0 }
    const seenBy = async (accountId: string) =>
      (await readPresentedThread(app.service.ctx, { kind: 'session', accountId, scopes: SCOPES } as unknown as Person, id, page))
        .readMessage
    const seen = async () => [await seenBy(ben.id), await seenBy(ana.id)]
    assert.deepEqual(await seen(), [null, null])
    await markRead(id, ana.key)
    assert.deepEqual(await seen(), [question.id, null])
    const { id: answer } = (await write(id, 'an answer', ana.key)).body
    assert.deepEqual(await seen(), [question.id, null])
    await markRead(id, ben.key)
    assert.deepEqual(await seen(), [question.id, answer])
  })

  test('the seller is notified of every question, and the buyer of every answer', async () => {
    const { id } = (await start({ listing: (await live()).id, text: 'first' })).body
    await write(id, 'second', ben.key)
    await write(id, 'answer', ana.key)
    const of = async (key: string, type: string) =>
      (await eventsOf(key, type)).map((event: { data: { object: { thread: string; text: string } } }) => event.data.object)
    const question = (await of(ana.key, 'question.asked')).filter((one: { thread: string }) => one.thread === id)
    assert.deepEqual(question.map((one: { text: string }) => one.text).toSorted(), ['first', 'second'])
    const notified = await app.service.ctx.db
      .selectFrom('events')
      .select(['account_id', 'is_public'])
      .where('type', '=', 'message.answered')
      .where('data', 'like', `%${id}%`)
      .execute()
    assert.deepEqual(notified, [{ account_id: ben.id, is_public: false }])
  })

  test('threads are sorted by their last message, and can be filtered by role and by unanswered messages', async () => {
    const both = await openSeller(app, 'Both')
    const lamp = await both.list({ title: 'Lamp', price: 5, publish: true })
    const question = (await start({ listing: lamp.id, text: 'for both' })).body.id
    await app.advance(1)
    const second = (await start({ listing: coat.id, text: 'of both' }, both.key)).body.id
    const ids = async (query: string) => (await threads(both.key, query)).data.map((one: { id: string }) => one.id)
    assert.deepEqual(await ids(''), [second, question])
    assert.deepEqual([await ids('?role=seller'), await ids('?role=buyer')], [[question], [second]])
    assert.deepEqual([await ids('?waiting=true'), await ids('?waiting=false')], [[question], [second, question]])
    const page = await threads(both.key, '?limit=1&offset=0')
    assert.deepEqual([page.total, page.has_more, page.data.length], [2, true, 1])
    await markRead(question, both.key)
    await write(second, 'yes', ana.key)
    assert.deepEqual([await ids('?waiting=true'), await ids('?role=seller')], [[second], [question]])
    for (const bad of ['?role=agent', '?waiting=maybe', '?limit=0', '?limit=101', '?offset=-1'])
      assert.equal((await app.call('GET', `/v1/threads${bad}`, { key: both.key })).status, 400, bad)
  })

  test('a long thread can be read page by page, from the newest message to the oldest', async () => {
    const { id } = (await start({ listing: (await live()).id, text: '1' })).body
    for (const text of ['2', '3', '4']) await write(id, text, ben.key)
    const page = async (query: string) => {
      const { body } = await app.call('GET', `/v1/threads/${id}${query}`, { key: ana.key })
      return [body.messages.map((one: { text: string }) => one.text).join(''), body.has_more]
    }
    assert.deepEqual(await page('?limit=2'), ['34', true])
    assert.deepEqual(await page('?limit=2&offset=2'), ['12', false])
    assert.deepEqual(await page(''), ['1234', false])
    assert.equal((await app.call('GET', `/v1/threads/${id}?limit=201`, { key: ana.key })).body.error.param, 'limit')
  })

  test('a message of 1 to 2,000 characters is stored unchanged, and a message with control characters returns 400', async () => {
    const { id } = (await start({ listing: coat.id, text: 'start' })).body
    for (const bad of ['', '   ', 'x'.repeat(2001), '👍'.repeat(2001), 'a\u0000b', 'a\u001bb', '\ud800', 7, null, undefined]) {
      for (const reply of [await write(id, bad, ben.key), await start({ listing: coat.id, text: bad })])
        assert.deepEqual([reply.status, reply.body.error.param], [400, 'text'], JSON.stringify(bad))
    }
    const payload = '<script>alert(1)</script>"\'--></textarea>{{7*7}}\n=cmd()'
    for (const good of ['x', '👍'.repeat(2000), payload]) {
      const reply = await write(id, good, ben.key)
      assert.deepEqual([reply.status, reply.body.text, reply.headers['content-type']], [201, good, 'application/json'])
    }
    assert.equal((await read(id, ana.key)).last_message.text, payload)
    const form = await app.call('POST', `/v1/threads/${id}/messages`, { key: ben.key, form: 'text=by+form' })
    assert.equal(form.body.text, 'by form')
  })

  test('a new thread must be about either a listing or a shop', async () => {
    for (const [json, param] of [
      [{ text: 'x' }, 'listing'],
      [{ text: 'x', listing: coat.id, shop: ana.slug }, 'shop'],
      [{ text: 'x', listing: 5 }, 'listing'],
    ] as const)
      assert.deepEqual([(await start(json)).status, (await start(json)).body.error.param], [400, param])
  })

  test('starting a thread about a hidden listing or shop returns the same 404 as starting one about a listing or shop that does not exist', async () => {
    const draft = await ana.list({ title: 'Draft', price: 5 })
    const nothing = await start({ listing: 'lst_nothing', text: 'x' })
    assert.deepEqual([nothing.status, nothing.body.error.param], [404, 'listing'])
    assert.deepEqual((await start({ listing: draft.id, text: 'x' })).body, nothing.body)
    assert.deepEqual((await start({ listing: "lst_' or 1", text: 'x' })).body, nothing.body)
    const nowhere = await start({ shop: 'no-such-shop', text: 'x' })
    assert.deepEqual([nowhere.status, nowhere.body.error.param], [404, 'shop'])
    assert.deepEqual((await start({ shop: 'a\u0000b', text: 'x' })).body, nowhere.body)
    const shut = await openSeller(app, 'Shut')
    await shut.call('PATCH', `/v1/shops/${shut.slug}`, { json: { visibility: 'private' } })
    assert.deepEqual((await start({ shop: shut.slug, text: 'x' })).body, nowhere.body)
  })

  test('writing to or reading a thread changes only that thread, and every thread contains only its own messages', async () => {
    const [cleo, dora] = [await app.signUp('Cleo'), await openSeller(app, 'Dora')]
    const lamp = await live()
    const others = [
      (await start({ listing: lamp.id, text: 'lamp' })).body.id,
      (await start({ listing: lamp.id, text: 'cleo' }, cleo.key)).body.id,
      (await start({ shop: dora.slug, text: 'dora' })).body.id,
    ]
    const { id } = (await start({ shop: ana.slug, text: 'shop' }, cleo.key)).body
    const last = (await start({ listing: coat.id, text: 'coat' }, cleo.key)).body.id
    const { ctx } = app.service
    const rows = () => ctx.db.selectFrom('threads').selectAll().where('id', '<>', id).orderBy('id').execute()
    const before = await rows()
    await write(id, 'two', cleo.key)
    assert.equal((await markRead(id, ana.key)).body.last_message.text, 'two')
    await write(id, 'three', ana.key)
    assert.deepEqual(await rows(), before)
    const texts = async (thread: string, key: string) =>
      (await read(thread, key)).messages.map(({ from, text }: { from: string; text: string }) => `${from}: ${text}`)
    assert.deepEqual(await texts(id, cleo.key), ['buyer: shop', 'buyer: two', 'owner: three'])
    for (const [index, key] of [ben.key, cleo.key, ben.key].entries())
      assert.deepEqual(await texts(others[index], key), [`buyer: ${['lamp', 'cleo', 'dora'][index]}`])
    const listed = (await threads(cleo.key)).data.map((one: { id: string; last_message: { text: string } }) => [
      one.id,
      one.last_message.text,
    ])
    assert.deepEqual(listed, [
      [id, 'three'],
      [last, 'coat'],
      [others[1], 'cleo'],
    ])
    const { updated_at } = await read(last, cleo.key)
    const since = async (at: string) => (await threads(cleo.key, `?updated_after=${at}`)).data.map((one: { id: string }) => one.id)
    assert.deepEqual([await since(updated_at), await since(new Date(Date.parse(updated_at) - 1).toISOString())], [[id], [id, last]])
  })

  test('a buyer with an order can write about its listing and to its shop while they are hidden, but other people cannot', async () => {
    const [cleo, dora, eve] = [await app.signUp('Cleo'), await openSeller(app, 'Dora'), await openSeller(app, 'Eve')]
    const [bought, free] = [
      await dora.list({ title: 'Bought', price: 5, publish: true }),
      await dora.list({ title: 'Free', price: 5, publish: true }),
    ]
    const order = await app.call('POST', '/v1/orders', { key: cleo.key, json: { listing: bought.id, address: HOME } })
    assert.equal(order.status, 201, JSON.stringify(order.body))
    for (const { slug, call } of [dora, eve]) await call('PATCH', `/v1/shops/${slug}`, { json: { visibility: 'private' } })
    const statuses = async (key: string) => {
      const subjects = [{ listing: free.id }, { shop: eve.slug }, { listing: bought.id }, { shop: dora.slug }]
      const replies = []
      for (const subject of subjects) replies.push((await start({ ...subject, text: 'x' }, key)).status)
      return replies
    }
    assert.deepEqual(
      [await statuses(ben.key), await statuses(cleo.key)],
      [
        [404, 404, 404, 404],
        [404, 404, 201, 201],
      ],
    )
  })

  test('a block ends a conversation, except about the buyer’s own unfinished order until its time to pay ends', async () => {
    const [cleo, dora] = [await app.signUp('Cleo'), await openSeller(app, 'Dora')]
    const [bought, free] = [
      await dora.list({ title: 'Bought', price: 5, publish: true }),
      await dora.list({ title: 'Free', price: 5, publish: true }),
    ]
    const thread = async (listing: { id: string }, key: string) => (await start({ listing: listing.id, text: 'x' }, key)).body.id
    const [own, other, bens] = [await thread(bought, cleo.key), await thread(free, cleo.key), await thread(bought, ben.key)]
    const order = await app.call('POST', '/v1/orders', { key: cleo.key, json: { listing: bought.id, address: HOME } })
    assert.equal(order.status, 201, JSON.stringify(order.body))
    const { db } = app.service.ctx
    for (const blocked of [cleo, ben])
      await db.insertInto('blocks').values({ account_id: dora.id, blocked_id: blocked.id, created_at: new Date() }).execute()
    const written = async () => [
      (await write(own, 'y', cleo.key)).status,
      (await write(own, 'z', dora.key)).status,
      (await write(other, 'y', cleo.key)).status,
      (await write(bens, 'y', ben.key)).body.error?.code,
    ]
    assert.deepEqual(await written(), [201, 201, 409, 'unavailable'])
    await db
      .updateTable('orders')
      .set({ pay_by: new Date(app.service.ctx.now().getTime() - 1_000) })
      .where('id', '=', order.body.id)
      .execute()
    assert.deepEqual(await written(), [409, 409, 409, 'unavailable'])
    await app.advance(0)
    assert.deepEqual(await written(), [409, 409, 409, 'unavailable'], 'an expired order is finished')
  })

  test('a message to a shop goes to the live or test shop that matches the sender’s account, even if both have the same slug', async () => {
    const { seller } = await openTestTenant(app, ben)
    const shop = { name: 'Twin', slug: 'twin' }
    assert.equal((await app.call('POST', '/v1/shops', { key: seller.key, json: shop })).status, 201)
    const dora = await openSeller(app, 'Dora')
    assert.equal((await dora.call('POST', '/v1/shops', { json: shop })).status, 201)
    const { id } = (await start({ shop: 'twin', text: 'Hello' })).body
    assert.equal((await read(id, dora.key)).last_message.text, 'Hello')
  })

  test('a message about the sender’s own listing, or to the sender’s own shop, returns 409', async () => {
    assert.equal((await start({ listing: coat.id, text: 'x' }, ana.key)).status, 409)
    assert.equal((await start({ shop: ana.slug, text: 'x' }, ana.key)).status, 409)
  })

  test('only a buyer who has already messaged the seller can write about a paused, unpublished or deleted listing', async () => {
    const dora = await openSeller(app, 'Dora')
    const lamp = await dora.list({ title: 'Lamp', price: 5, publish: true })
    const { id } = (await start({ listing: lamp.id, text: 'one' })).body
    const cleo = await app.signUp('Cleo')
    await dora.call('PATCH', `/v1/shops/${dora.slug}`, { json: { paused: true } })
    assert.deepEqual(
      [(await start({ listing: lamp.id, text: 'two' })).body.id, (await start({ listing: lamp.id, text: 'two' }, cleo.key)).status],
      [id, 404],
    )
    await dora.call('PATCH', `/v1/shops/${dora.slug}`, { json: { paused: false } })
    await dora.call('POST', `/v1/listings/${lamp.id}/unpublish`)
    await dora.call('PATCH', `/v1/listings/${lamp.id}`, { json: { title: 'Secret' } })
    assert.deepEqual(
      [(await start({ listing: lamp.id, text: 'three' })).status, (await start({ listing: lamp.id, text: 'x' }, cleo.key)).status],
      [201, 404],
    )
    assert.equal((await read(id, ben.key)).listing.title, 'Lamp')
    await dora.call('DELETE', `/v1/listings/${lamp.id}`)
    assert.equal((await write(id, 'is it gone?', ben.key)).status, 201)
    assert.deepEqual((await read(id, dora.key)).listing, { id: lamp.id, title: 'Lamp' })
  })

  test('reading or writing a thread from a different account returns 404', async () => {
    const { id } = (await start({ listing: coat.id, text: 'ours' })).body
    const cleo = await app.signUp('Cleo')
    for (const [method, rest, json] of [
      ['GET', '', undefined],
      ['POST', '/messages', { text: 'x' }],
      ['POST', '/read', undefined],
    ] as const) {
      const theirs = await app.call(method, `/v1/threads/${id}${rest}`, { key: cleo.key, json })
      const nobodys = await app.call(method, `/v1/threads/thr_nothing${rest}`, { key: cleo.key, json })
      assert.deepEqual([theirs.status, theirs.body], [404, nobodys.body])
      assert.equal((await app.call(method, `/v1/threads/${id}${rest}`, { json })).status, 401)
    }
    assert.equal((await threads(cleo.key)).total, 0)
  })

  test('a message is later than the previous message, even if another process has a faster clock', async () => {
    const { body } = await start({ listing: (await live()).id, text: 'First' })
    const ahead = new Date(app.service.ctx.now().getTime() + 3_600_000)
    await app.service.ctx.db.updateTable('threads').set({ updated_at: ahead }).where('id', '=', body.id).execute()
    assert.equal(Date.parse((await write(body.id, 'Second', ben.key)).body.created_at), ahead.getTime() + 1)
  })

  test('neither the buyer nor the seller can write to a closed account', async () => {
    const close = (id: string) =>
      app.service.ctx.db.updateTable('accounts').set({ email: null, password_hash: null, closed_at: app.service.ctx.now() }).where('id', '=', id).execute() // prettier-ignore
    const between = async () => {
      const [seller, buyer] = [await openSeller(app, 'Kim'), await app.signUp('Lea')]
      const listing = await seller.list({ title: 'Lamp', price: 5, publish: true })
      return { seller, buyer, thread: (await start({ listing: listing.id, text: 'Hello' }, buyer.key)).body.id as string }
    }
    const [one, two] = [await between(), await between()]
    await close(one.seller.id)
    assert.equal((await write(one.thread, 'Are you there?', one.buyer.key)).status, 409)
    await close(two.buyer.id)
    assert.equal((await write(two.thread, 'Are you there?', two.seller.key)).status, 409)
  })

  test('every page of a thread shows its last message', async () => {
    const { body } = await start({ listing: (await live()).id, text: 'First' })
    for (const text of ['Second', 'Third']) await write(body.id, text, ben.key)
    const page = async (query: string) => {
      const { last_message, messages } = (await app.call('GET', `/v1/threads/${body.id}${query}`, { key: ben.key })).body
      return [last_message.text, ...messages.map(({ text }: { text: string }) => text)]
    }
    assert.deepEqual(await page('?limit=1'), ['Third', 'Third'])
    assert.deepEqual(await page('?limit=1&offset=1'), ['Third', 'Second'])
  })

  test('reading a thread, or marking it as read, requires the scope that matches the caller’s role', async () => {
    const { id } = (await start({ listing: coat.id, text: 'scopes' })).body
    const selling = await ana.keyWith({ scopes: ['messages'] })
    const wrong = await ana.keyWith({ scopes: ['buying', 'offers'] })
    const none = await ana.keyWith({ scopes: ['offers'] })
    for (const [key, status] of [
      [selling, 200],
      [wrong, 403],
      [none, 403],
    ] as const) {
      assert.equal((await app.call('GET', `/v1/threads/${id}`, { key })).status, status)
      assert.equal((await markRead(id, key)).status, status)
      assert.equal((await app.call('GET', '/v1/threads?role=seller', { key })).status, status)
      assert.equal((await write(id, 'x', key)).status, status === 200 ? 201 : 403)
    }
    // a key without the scope for either role learns nothing about a record
    assert.equal((await app.call('GET', '/v1/threads/thr_nothing', { key: none })).status, 403)
    assert.equal((await app.call('GET', '/v1/threads', { key: none })).status, 403)
    assert.equal((await threads(wrong)).total, 0)
    const refused = await app.call('GET', `/v1/threads/${id}`, { key: wrong })
    assert.equal(refused.body.error.code, 'scope')
  })

  test('an agent’s message waits for approval, whether the agent acts for a buyer or a seller', async () => {
    const { id } = (await start({ listing: coat.id, text: 'agents' })).body
    const agent = async (scopes: readonly Scope[]) => ana.keyWith({ kind: 'agent', scopes, ask_first: ['messages.send'] })
    const held = await write(id, 'Held back', await agent(['messages']))
    assert.deepEqual([held.status, held.body.action, held.body.summary], [202, 'messages.send', 'Write to “Ben Baker”: “Held back”'])
    assert.equal((await read(id, ben.key)).unread, 0)
    await app.call('POST', `/v1/approvals/${held.body.id}/approve`, { cookie: ana.cookie })
    assert.deepEqual([(await read(id, ben.key)).unread, (await read(id, ben.key)).last_message.text], [1, 'Held back'])
    const dora = await openSeller(app, 'Dora')
    const lamp = await dora.list({ title: 'Lamp', price: 5, publish: true })
    const buys = await agent(['buying'])
    for (const [about, what] of [
      [{ shop: dora.slug }, '“Shop of Dora”'],
      [{ listing: lamp.id }, '“Shop of Dora” about “Lamp”'],
    ] as const) {
      const first = await start({ ...about, text: 'x' }, buys)
      assert.deepEqual([first.status, first.body.summary], [202, `Write to ${what}: “x”`])
      const empty = await start({ ...about, text: '' }, buys)
      assert.deepEqual([empty.status, empty.body.error?.param], [400, 'text'])
    }
    // a request that the key may never make is rejected immediately, and not stored for approval
    assert.equal((await write(id, 'x', await agent(['listings']))).status, 403)
  })

  test('a message to a closed account returns 409, and the account’s earlier messages no longer show its name', async () => {
    const eve = await app.signUp('Eve Green')
    const { id } = (await start({ listing: coat.id, text: 'before I go' }, eve.key)).body
    await app.call('DELETE', '/v1/accounts/me', { cookie: eve.cookie, json: { password: eve.password } })
    assert.equal((await write(id, 'hello?', ana.key)).status, 409)
    assert.equal((await start({ listing: coat.id, text: 'still here' })).status, 201, 'other accounts are not affected')
    const left = await app.call('GET', `/v1/threads/${id}`, { key: ana.key })
    assert.deepEqual([left.body.buyer.name, left.body.last_message.text], ['Closed account', 'before I go'])
    assert.equal(/Eve|@example/.test(left.bytes.toString()), false)
  })
})
