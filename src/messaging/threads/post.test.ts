import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { replyAsAgent, postToBuyer, type AgentReply } from './post.ts'

describe('messages from the service to a buyer', () => {
  let app: TestApp
  let ana: Seller
  let ben: Awaited<ReturnType<TestApp['signUp']>>
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    ana = await openSeller(app)
    ben = await app.signUp('Ben')
  })

  const write = async (thread: string, text: string, key: string): Promise<string> =>
    (await app.call('POST', `/v1/threads/${thread}/messages`, { key, json: { text } })).body.id
  const read = async (thread: string, key: string) => (await app.call('GET', `/v1/threads/${thread}`, { key })).body
  const reply = (answer: Partial<AgentReply> & Pick<AgentReply, 'threadId' | 'inReplyTo'>) =>
    inTransaction(app.service.ctx, (tx) => replyAsAgent(tx, { text: 'Size: M.', needsOwner: false, ...answer }))
  const setting = (change: object) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: change })

  async function postQuestion(text = 'Which size?') {
    const { id: listing } = await ana.list({ title: 'Coat', price: 60, publish: true })
    const { body } = await app.call('POST', '/v1/threads', { key: ben.key, json: { listing, text } })
    return { listing: listing as string, threadId: body.id as string, inReplyTo: body.last_message.id as string }
  }

  test('service messages that are sent concurrently create only one thread and appear in order', async () => {
    const { ctx } = app.service
    const subject = {
      listingId: ctx.newId('lst'),
      listingTitle: 'Wool coat',
      shopId: ctx.newId('shp'),
      shopSlug: 'coats',
      shopName: 'Coats',
      sellerId: ana.id,
      buyerId: ben.id,
    }
    const notify = (text: string) => inTransaction(ctx, (tx) => postToBuyer(tx, subject, { from: 'service', text }))
    await Promise.all(['one', 'two', 'three', 'four'].map(notify))
    const rows = await ctx.db.selectFrom('threads').select('id').where('listing_id', '=', subject.listingId).execute()
    assert.equal(rows.length, 1)
    const thread = await read(rows[0]!.id, ben.key)
    assert.deepEqual(
      [thread.unread, thread.messages.length, thread.listing, thread.shop.name],
      [4, 4, { id: subject.listingId, title: 'Wool coat' }, 'Coats'],
    )
    const times = (thread.messages as { created_at: string }[]).map((one) => one.created_at)
    assert.deepEqual(
      times.map((at, index) => index === 0 || at > times[index - 1]!),
      [true, true, true, true],
    )
    assert.equal(thread.updated_at, times.at(-1))
    assert.equal((await read(rows[0]!.id, ana.key)).unread, 0)
  })

  test('the agent answers a question only once, and the thread stays unread for the owner', async () => {
    const question = await postQuestion()
    const outcomes = await Promise.all([1, 2, 3].map(() => reply(question)))
    assert.deepEqual(outcomes.map((one) => (one.kind === 'quiet' ? one.because : one.kind)).toSorted(), ['answered', 'answered', 'sent'])
    const thread = await read(question.threadId, ben.key)
    assert.deepEqual(
      [thread.messages.length, thread.last_message.from, thread.last_message.text, thread.unread, thread.needs_owner],
      [2, 'agent', 'Size: M.', 1, false],
    )
    assert.equal((await read(question.threadId, ana.key)).unread, 1)
  })

  test('a thread that needs the owner stays flagged until the owner answers', async () => {
    await postQuestion('An earlier question')
    const question = await postQuestion('Can you hold it?')
    await reply({ ...question, needsOwner: true })
    const flagged = await read(question.threadId, ana.key)
    assert.deepEqual([flagged.needs_owner, flagged.last_message.needs_owner], [true, true])
    const event = await app.service.ctx.db
      .selectFrom('events')
      .select(['account_id', 'data'])
      .where('type', '=', 'thread.needs_owner')
      .executeTakeFirstOrThrow()
    assert.equal(event.account_id, ana.id)
    assert.deepEqual(
      (JSON.parse(event.data) as { object: unknown }).object,
      flagged.messages[0],
      'the flag points to the question, not to the note',
    )
    await app.call('POST', `/v1/threads/${question.threadId}/read`, { key: ana.key })
    const waiting = async () => (await app.call('GET', '/v1/threads?role=seller&waiting=true', { key: ana.key })).body.data
    assert.ok((await waiting()).some(({ id }: { id: string }) => id === question.threadId))
    await write(question.threadId, 'And one more thing', ben.key)
    assert.equal((await read(question.threadId, ben.key)).needs_owner, true)
    await write(question.threadId, 'Until Friday.', ana.key)
    assert.equal((await read(question.threadId, ana.key)).needs_owner, false)
    assert.ok(!(await waiting()).some(({ id }: { id: string }) => id === question.threadId))
  })

  test('the agent does not reply within 15 minutes of a message from the owner', async () => {
    const { threadId } = await postQuestion()
    await write(threadId, 'Hello!', ana.key)
    const inReplyTo = await write(threadId, 'Which colour?', ben.key)
    await app.advance(14 * 60)
    assert.deepEqual(await reply({ threadId, inReplyTo }), { kind: 'quiet', because: 'owner_present' })
    await app.advance(61)
    assert.equal((await reply({ threadId, inReplyTo })).kind, 'sent')
  })

  test('the agent does not answer a question if the buyer has sent a newer message', async () => {
    const first = await postQuestion()
    const newer = await write(first.threadId, 'And which colour?', ben.key)
    assert.deepEqual(await reply(first), { kind: 'quiet', because: 'newer_message' })
    assert.equal((await reply({ ...first, inReplyTo: newer })).kind, 'sent')
  })

  test('only messages, settings and answers that belong to a thread determine whether the agent answers in this thread', async () => {
    const other = await openSeller(app, 'Dora')
    await other.call('PATCH', `/v1/shops/${other.slug}`, { json: { answer_questions: false } })
    await app.call('PATCH', '/v1/me', { cookie: other.cookie, json: { brake: true } })
    const question = await postQuestion()
    const newer = await postQuestion('And this one?')
    await write(newer.threadId, 'I am here.', ana.key)
    const thanks = await write(question.threadId, 'Thanks!', ben.key)
    assert.equal((await reply({ ...question, inReplyTo: thanks })).kind, 'sent', 'the question is still without an answer')
    const third = await postQuestion('And that one?')
    assert.equal((await reply(third)).kind, 'sent')
    const last = await read(question.threadId, ben.key)
    assert.deepEqual([last.messages.length, last.last_message.from, last.unread], [3, 'agent', 1])
  })

  test('the agent reads only the messages that the buyer has sent since the last answer', async () => {
    const { threadId, inReplyTo } = await postQuestion()
    await write(threadId, 'One moment.', ana.key)
    await app.advance(16 * 60)
    assert.equal((await reply({ threadId, inReplyTo })).kind, 'sent', 'a later answer does not hide the question')
    const thanks = await write(threadId, 'Thanks!', ben.key)
    assert.deepEqual(await reply({ threadId, inReplyTo: thanks }), { kind: 'quiet', because: 'thanks' })
    const answered = await postQuestion()
    await write(answered.threadId, 'By tomorrow.', ana.key)
    await app.advance(16 * 60)
    const after = await write(answered.threadId, 'Thanks!', ben.key)
    assert.deepEqual(
      await reply({ ...answered, inReplyTo: after }),
      { kind: 'quiet', because: 'thanks' },
      'the owner’s message is an answer',
    )
  })

  test('the agent does not reply for a deleted shop or a closed account', async () => {
    const [dora, eve] = [await openSeller(app, 'Dora'), await openSeller(app, 'Eve')]
    const ask = async ({ slug }: Seller) => {
      const { body } = await app.call('POST', '/v1/threads', { key: ben.key, json: { shop: slug, text: 'Which size?' } })
      return { threadId: body.id as string, inReplyTo: body.last_message.id as string }
    }
    const questions = [await ask(dora), await ask(eve)]
    assert.equal((await dora.call('DELETE', `/v1/shops/${dora.slug}`)).status, 200)
    const sold = await eve.list({ title: 'Sold', price: 5, publish: true })
    await eve.call('POST', `/v1/listings/${sold.id}/mark-sold`)
    const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: eve.cookie, json: { password: 'a long enough password' } })
    assert.equal(closed.status, 200, 'the shop of the sold item remains')
    for (const question of questions) assert.deepEqual(await reply(question), { kind: 'quiet', because: 'off' })
  })

  test('a helper’s message about an offer does not count as an answer to the buyer’s message', async () => {
    const { threadId, listing } = await postQuestion('Which size?')
    const offer = await app.call('POST', '/v1/offers', { key: ben.key, json: { listing, amount: 40 } })
    await app.advance(0)
    assert.equal((await read(threadId, ben.key)).last_message.from, 'agent', JSON.stringify(offer.body))
    const inReplyTo = await write(threadId, 'Thanks!', ben.key)
    assert.equal((await reply({ threadId, inReplyTo })).kind, 'sent')
  })

  test('the agent does not reply if the shop has switched it off, helpers are paused, or the message only says thanks', async () => {
    const question = await postQuestion()
    await setting({ answer_questions: false })
    assert.deepEqual(await reply(question), { kind: 'quiet', because: 'off' })
    await setting({ answer_questions: true })
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
    assert.deepEqual(await reply(question), { kind: 'quiet', because: 'brake' })
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: false } })
    assert.deepEqual(await reply(await postQuestion('Thanks, bye 👋')), { kind: 'quiet', because: 'thanks' })
  })

  test('the agent replies only to a buyer’s message, and only in the thread of that message', async () => {
    const [one, other] = [await postQuestion(), await postQuestion()]
    const owners = await write(one.threadId, 'Hi', ana.key)
    for (const wrong of [
      { ...one, inReplyTo: other.inReplyTo },
      { ...one, inReplyTo: owners },
      { ...one, threadId: 'thr_nothing' },
    ])
      assert.deepEqual(await reply(wrong), { kind: 'gone' })
  })
})
