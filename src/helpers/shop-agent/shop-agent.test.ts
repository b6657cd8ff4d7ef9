import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { PASSED_ON } from '#helpers/shop-agent/rules/routing.ts'
import { inTransaction } from '#platform/context/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { multipart, startApp, type TestApp } from '#test/app.ts'
import { newBuyer, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { startModel, type FakeModel, type Prompted } from '#test/fakes/model.ts'
import { lifetime } from '#test/lifetime.ts'
import { answerBuyer, answersFirst, onQuestion } from './index.ts'

type PromptFact = { id: string; label: string; value: string }
const factsIn = ({ user }: Prompted): PromptFact[] => JSON.parse(user.split('\n')[1]!)
/** Returns a fake model that replies with `text` and cites the facts with the given labels. */
const choosing =
  (text: string, ...labels: string[]) =>
  (prompt: Prompted) => ({
    object: {
      kind: 'answer',
      text,
      fact_ids: factsIn(prompt).flatMap(({ id, label }) => (labels.includes(label) ? [id] : [])),
      needs_owner: false,
    },
  })

let app: TestApp
let model: FakeModel
let ana: Seller
let ben: Buyer
const life = lifetime()
before(async () => {
  model = await startModel(life)
  app = await startApp(life, model.env)
  ana = await openSeller(app)
  ben = await newBuyer(app)
})
beforeEach(() => {
  model.prompts.length = 0
  model.answer = choosing("It's a 10 US.", 'Size')
})

const COAT = {
  title: 'Wool coat',
  price: 80,
  shipping: 12,
  lowest_price: 73.19,
  fields: [{ label: 'Size', value: '10 US' }],
  publish: true,
}
const listed = async (more: object = {}): Promise<string> => (await ana.list({ ...COAT, ...more })).id
async function wrote(listing: string, text: string, who = ben) {
  const { status, body } = await who.call('POST', '/v1/threads', { json: { listing, text } })
  assert.equal(status, 201, JSON.stringify(body))
  return { threadId: body.id as string, messageId: body.last_message.id as string }
}
const read = async (threadId: string) => (await ben.call('GET', `/v1/threads/${threadId}`)).body
const fromAgent = async (threadId: string): Promise<string[]> =>
  (await read(threadId)).messages.filter(({ from }: { from: string }) => from === 'agent').map(({ text }: { text: string }) => text)
async function repliesTo(listing: string, text: string): Promise<string[]> {
  const { threadId } = await wrote(listing, text)
  await app.advance(0)
  return fromAgent(threadId)
}
const runOf = (messageId: string) =>
  app.service.ctx.db.selectFrom('helper_runs').selectAll().where('subject', '=', messageId).executeTakeFirstOrThrow()

describe('answers from the shop agent', () => {
  test('the agent answers from the listing’s facts, stores each run, and never reveals the minimum price', async () => {
    const question = await wrote(await listed(), 'Which size is it?')
    await app.advance(0)
    assert.deepEqual(await fromAgent(question.threadId), ["It's a 10 US."])
    assert.equal((await read(question.threadId)).needs_owner, false)
    const run = await runOf(question.messageId)
    assert.deepEqual([run.helper, run.decision, run.model, run.input_tokens], ['shop_agent', 'answered', 'fake', 11])
    assert.ok(!JSON.stringify([run, model.prompts]).includes('73.19'))
  })

  test('at most two answers are written at the same time', async () => {
    const queues = await inTransaction(app.service.ctx, async (tx) => {
      for (let n = 0; n < 40; n++) await onQuestion(tx, { type: 'question.asked', object: { id: `msg_queue${n}`, thread: 'thr_none' } } as unknown as RecordedEvent) // prettier-ignore
      const { rows } = await sql<{ name: string }>`select distinct queue_name as name from graphile_worker.jobs where key like 'answer msg_queue%' order by 1`.execute(tx.db) // prettier-ignore
      await sql`delete from graphile_worker._private_jobs where key like 'answer msg_queue%'`.execute(tx.db)
      return rows.map(({ name }) => name)
    })
    assert.deepEqual(queues, ['shop agent 0', 'shop agent 1'])
  })

  test('if the model’s reply fails the check, the agent lists the facts instead', async () => {
    model.answer = choosing('Yes! A perfect 10 US, yours for $60.', 'Size')
    assert.deepEqual(await repliesTo(await listed(), 'Which size is it?'), ['Size: 10 US.'])
  })

  test('if the facts change each time while the model answers, the agent forwards the question to the owner', async () => {
    const listing = await listed()
    let size = 10
    model.answer = async (prompt) => {
      const answer = choosing(`It's a ${size} US.`, 'Size')(prompt)
      size++
      await ana.call('PATCH', `/v1/listings/${listing}`, { json: { fields: [{ label: 'Size', value: `${size} US` }] } })
      return answer
    }
    assert.deepEqual(await repliesTo(listing, 'Which size is it?'), [PASSED_ON])
    assert.equal(model.prompts.length, 2)
  })

  test('the agent answers questions about the price by rule, without calling the model', async () => {
    assert.deepEqual(await repliesTo(await listed(), 'Would you take 65?'), [
      'The price is $80. You can make an offer with the offer button.',
    ])
    assert.deepEqual(await repliesTo(await listed({ take_offers: false }), 'Would you take 65?'), ['The price is $80.'])
    assert.equal(model.prompts.length, 0)
  })

  test('if the agent cannot answer a question, it forwards the question to the owner and flags the thread', async () => {
    const passes: [string, FakeModel['answer']][] = [
      ['Can you hold it until Friday?', choosing('Of course.', 'Size')],
      ['Does it smell?', () => ({ object: { kind: 'pass', text: '', fact_ids: [], needs_owner: true } })],
      ['Which size is it?', () => ({ status: 400, body: '{"error":{"message":"no"}}' })],
    ]
    for (const [text, answer] of passes) {
      model.answer = answer
      const { threadId } = await wrote(await listed(), text)
      await app.advance(0)
      assert.deepEqual([await fromAgent(threadId), (await read(threadId)).needs_owner], [[PASSED_ON], true], text)
    }
  })

  test('the agent neither answers messages with photos nor reads the photos', async () => {
    const listing = await listed()
    const raw = multipart([
      { name: 'listing', value: listing },
      { name: 'text', value: 'Which size is it?' },
      { name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: await jpegWithMetadata(32, 32) },
    ])
    const { status, body } = await ben.call('POST', '/v1/threads', { raw })
    assert.equal(status, 201)
    const question = { threadId: body.id, messageId: body.last_message.id }
    assert.equal(await answersFirst(app.service.ctx, question), false, 'so the owner is notified immediately')
    await app.advance(0)
    assert.deepEqual([await fromAgent(body.id), model.prompts], [[], []])
    await ana.call('POST', `/v1/threads/${body.id}/messages`, { json: { text: 'Size 10.' } })
    await app.advance(16 * 60)
    await wrote(listing, 'Which size is it again?')
    await app.advance(0)
    assert.equal((await fromAgent(body.id)).length, 1)
    assert.ok(model.prompts.length > 0 && !/photo|webp|msg_/i.test(JSON.stringify(model.prompts.map(({ user }) => user))))
  })

  test('in a thread about the shop, the agent answers with the live listings, including their prices and URLs', async () => {
    const own = await openSeller(app, 'Uma')
    await own.list({ title: 'Lamp', price: 20, publish: true })
    await own.list({ title: 'Secret draft', price: 5 })
    model.answer = choosing('See below.', 'Lamp', 'Secret draft')
    const { body } = await ben.call('POST', '/v1/threads', { json: { shop: own.slug, text: 'What is there?' } })
    await app.advance(0)
    const [text] = await fromAgent(body.id)
    assert.match(text!, /^Lamp: \$20\. http:\/\/\S+$/)
    assert.ok(!JSON.stringify(model.prompts).includes('Secret draft'))
  })

  test('the agent uses facts about the product model, but uses the owner’s earlier answers only if they contain no amount or name', async () => {
    const listing = await listed()
    const { ctx } = app.service
    const result = { facts: [{ label: 'Material', value: 'Wool', about_model: true }], band: [73.19, 90], suggested_price: 81 }
    await ctx.db
      .insertInto('research_runs')
      .values({
        id: ctx.newId('run'),
        listing_id: listing,
        account_id: ana.id,
        status: 'done',
        steps: '[]',
        result: JSON.stringify(result),
        started_at: ctx.now(),
        touched_at: ctx.now(),
      })
      .execute()
    const zoe = await newBuyer(app, 'Zoe')
    const other = await wrote(listing, 'Does the collar fold?', zoe)
    for (const text of ['The collar folds flat.', 'It is yours for 73.19 then.', 'The coat suits zoe well.'])
      await ana.call('POST', `/v1/threads/${other.threadId}/messages`, { json: { text } })
    model.prompts.length = 0
    await repliesTo(listing, 'Tell me about it')
    const shown = factsIn(model.prompts.at(-1)!)
    assert.deepEqual(
      shown.filter(({ label }) => /^(?:Model|The seller)/.test(label)).map(({ label, value }) => [label, value]),
      [
        ['Model: Material', 'Wool'],
        ['The seller said before', 'The collar folds flat.'],
      ],
    )
    assert.ok(!/73\.19|zoe/i.test(model.prompts.at(-1)!.raw))
  })

  test('the agent answers all unanswered messages in one reply, even if the last message only says thanks', async () => {
    const listing = await listed()
    const setting = (answer_questions: boolean) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions } })
    await setting(false)
    const first = await wrote(listing, 'Which size is it?')
    await wrote(listing, 'And would you take 60?')
    const last = await wrote(listing, 'Thanks!')
    await app.advance(0)
    await setting(true)
    await answerBuyer(app.service.ctx, first)
    assert.deepEqual(await fromAgent(first.threadId), [], 'only the run of the newest message answers')
    await Promise.all([1, 2, 3].map(() => answerBuyer(app.service.ctx, last)))
    assert.deepEqual(await fromAgent(first.threadId), ["The price is $80. You can make an offer with the offer button. It's a 10 US."])
  })

  test('the agent reads only the buyer’s messages since the last answer in the same thread, oldest first', async () => {
    const setting = (answer_questions: boolean) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions } })
    const [coat, other] = [await listed(), await listed()]
    const ask = async (listing: string, seconds = 0) => {
      const question = await wrote(listing, 'Which size is it?')
      await app.advance(seconds)
      return question
    }
    const readFor = async ({ messageId }: { messageId: string }) => ((await runOf(messageId)).snapshot as { messages: string[] }).messages
    const first = await ask(coat)
    const second = await ask(coat)
    await setting(false)
    const waiting = await ask(other, 1)
    await ask(coat, 1)
    await ana.call('POST', `/v1/threads/${first.threadId}/messages`, { json: { text: 'One moment.' } })
    await setting(true)
    await app.advance(16 * 60)
    const [third, last] = [await ask(coat), await ask(other)]
    for (const [question, messages] of [
      [first, [first]],
      [second, [second]],
      [third, [third]],
      [last, [waiting, last]],
    ] as const)
      assert.deepEqual(
        await readFor(question),
        messages.map(({ messageId }) => messageId),
      )
  })

  describe('situations where the shop agent does not reply', () => {
    const isQuiet = async (change: () => Promise<unknown>, restore: () => Promise<unknown>, text = 'Which size is it?') => {
      await change()
      assert.deepEqual(await repliesTo(await listed(), text), [])
      await restore()
    }
    const setting = (answer_questions: boolean) => () => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions } })
    const brake = (on: boolean) => () => app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: on } })
    test('the agent does not answer if its shop has switched it off', () => isQuiet(setting(false), setting(true)))
    test('the agent does not answer while helpers are paused', () => isQuiet(brake(true), brake(false)))
    const nothing = () => Promise.resolve()
    test('the agent does not answer a message that only says thanks', () => isQuiet(nothing, nothing, 'Thanks, bye!'))

    const WHILE_IT_THINKS: readonly [what: string, change: (threadId: string) => Promise<unknown>, restore: () => Promise<unknown>][] = [
      ['helpers are paused', brake(true), brake(false)],
      ['the setting is switched off', setting(false), setting(true)],
      ['the owner writes', (id) => ana.call('POST', `/v1/threads/${id}/messages`, { json: { text: 'I am here.' } }), nothing],
    ]
    for (const [what, change, restore] of WHILE_IT_THINKS)
      test(`the agent sends no answer if ${what} during the model call`, async () => {
        const listing = await listed()
        let threadId = ''
        model.answer = async (prompt) => {
          threadId = (
            await app.service.ctx.db.selectFrom('threads').select('id').where('listing_id', '=', listing).executeTakeFirstOrThrow()
          ).id
          await change(threadId)
          return choosing("It's a 10 US.", 'Size')(prompt)
        }
        assert.deepEqual(await repliesTo(listing, 'Which size is it?'), [])
        assert.notEqual(threadId, '', 'the model was called')
        await restore()
      })
  })

  test('if the listing changes during a model call, the agent calls the model again', async () => {
    const listing = await listed()
    let calls = 0
    model.answer = async (prompt) => {
      if (++calls === 1) await ana.call('PATCH', `/v1/listings/${listing}`, { json: { fields: [{ label: 'Size', value: '12 US' }] } })
      return choosing(calls === 1 ? "It's a 10 US." : "It's a 12 US.", 'Size')(prompt)
    }
    assert.deepEqual(await repliesTo(listing, 'Which size is it?'), ["It's a 12 US."])
    assert.equal(calls, 2)
  })

  test('only a buyer’s message starts a run of the agent, and only if there is a model', async () => {
    const { ctx } = app.service
    const runsOf = (type: RecordedEvent['type'], by = ctx) =>
      inTransaction(by, async (tx) => {
        const object = { id: `msg_${type}`, thread: 'thr_0' }
        await onQuestion(tx, { id: 'evt_0', accountId: ana.id, type, object, createdAt: tx.now(), livemode: true })
        return (await sql`select from graphile_worker.jobs where key = ${`answer ${object.id}`}`.execute(tx.db)).rows.length
      })
    assert.equal(await runsOf('question.asked', { ...ctx, providers: {} }), 0)
    assert.deepEqual([await runsOf('question.asked'), await runsOf('message.answered'), await runsOf('thread.needs_owner')], [1, 0, 0])
  })

  test('a request that posts a message never waits for the model', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    model.answer = async (prompt) => {
      await held
      return choosing("It's a 10 US.", 'Size')(prompt)
    }
    const listing = await listed()
    const first = await wrote(listing, 'Which size is it?')
    await model.until(1)
    // from here on, the model never responds, but messages must still be delivered
    const second = await wrote(await listed(), 'Which size is it?')
    assert.deepEqual([await fromAgent(first.threadId), await fromAgent(second.threadId)], [[], []])
    release()
    await app.advance(0)
    assert.deepEqual([await fromAgent(first.threadId), await fromAgent(second.threadId)], [["It's a 10 US."], ["It's a 10 US."]])
  })

  test('the agent delays the email to the owner only as long as the agent can still answer', async () => {
    const { ctx } = app.service
    const question = await wrote(await listed(), 'Which size is it?')
    assert.equal(await answersFirst(ctx, question), true)
    assert.equal(await answersFirst({ ...ctx, providers: {} }, question), false)
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions: false } })
    assert.equal(await answersFirst(ctx, question), false)
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions: true } })
    await app.advance(0)
    const spoken = await wrote(await listed(), 'Which size is it?')
    await ana.call('POST', `/v1/threads/${spoken.threadId}/messages`, { json: { text: 'I am here.' } })
    assert.equal(await answersFirst(ctx, spoken), false, 'the owner is in the conversation')
  })
})

test('without a key for a model provider, the agent does not answer and does not delay the email to the owner', async (t) => {
  const bare = await startApp(t)
  const sol = await openSeller(bare, 'Sol')
  const eve = await newBuyer(bare, 'Eve')
  const { id: listing } = await sol.list(COAT)
  const { body } = await eve.call('POST', '/v1/threads', { json: { listing, text: 'Would you take 60?' } })
  await bare.advance(0)
  assert.equal((await eve.call('GET', `/v1/threads/${body.id}`)).body.messages.length, 1)
  assert.equal(await answersFirst(bare.service.ctx, { threadId: body.id, messageId: body.last_message.id }), false)
})
