import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { newBuyer, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { startModel, type FakeModel, type Prompted } from '#test/fakes/model.ts'
import { lifetime } from '#test/lifetime.ts'
import { answerBuyer, answersFirst, onQuestion } from './index.ts'

const life = lifetime()
let app: TestApp
let model: FakeModel
let ana: Seller
let ben: Buyer
before(async () => {
  model = await startModel(life)
  app = await startApp(life, model.env, undefined, 'web')
  ana = await openSeller(app)
  ben = await newBuyer(app)
})

/** Returns an answer of the model that cites the first fact with the label `Size`. */
const sized = (text: string) => (prompt: Prompted) => {
  const facts = JSON.parse(prompt.user.split('\n')[1]!) as { id: string; label: string }[]
  const fact_ids = facts.flatMap(({ id, label }) => (label === 'Size' ? [id] : []))
  return { object: { kind: 'answer', text, fact_ids, needs_owner: false } }
}
beforeEach(() => (model.answer = sized("It's a 10 US.")))

async function write(text: string, to?: string) {
  const listing =
    to ?? ((await ana.list({ title: 'Coat', price: 80, fields: [{ label: 'Size', value: '10 US' }], publish: true })).id as string)
  const { body } = await ben.call('POST', '/v1/threads', { json: { listing, text } })
  return { listing, question: { threadId: body.id as string, messageId: body.last_message.id as string } }
}
/** Lets the agent answer a message. Returns the stored run without its times. */
async function runFor(text: string, ctx: Context = app.service.ctx) {
  const { question } = await write(text)
  await answerBuyer(ctx, question)
  const row = await ctx.db.selectFrom('helper_runs').selectAll().where('subject', '=', question.messageId).executeTakeFirstOrThrow()
  const { id: _, started_at: startedAt, ended_at: endedAt, account_id, snapshot, ...run } = row
  assert.ok(startedAt.getTime() <= endedAt.getTime())
  assert.deepEqual([account_id, (snapshot as { messages: string[] }).messages], [ana.id, [question.messageId]])
  return { ...run, subject: run.subject === question.messageId }
}
const shared = { helper: 'shop_agent', subject: true, prompt_version: 'shop-agent/1' }
const withoutModel = { model: null, input_tokens: 0, output_tokens: 0 }
const detail = (more: object) => ({ facts: [], refused: null, failed: null, quiet: null, ...more })

test('a run stores who decided the answer, the cited facts and the used tokens', async () => {
  const run = await runFor('Which size is it?')
  const { facts } = run.detail as { facts: string[] }
  assert.equal(facts.length, 1)
  const { input_tokens: input, output_tokens: output } = run
  assert.ok(input > 0 && output > 0)
  assert.deepEqual(run, { ...shared, model: 'fake', input_tokens: input, output_tokens: output, decision: 'answered', detail: detail({ plan: 'ask', facts }) }) // prettier-ignore
})

test('a run without the model stores that the price, the facts or the owner answers, and why', async () => {
  const price = await runFor('Would you take 65?')
  assert.deepEqual(price, { ...shared, ...withoutModel, decision: 'price', detail: detail({ plan: 'line' }) })
  model.answer = sized('Yours for $60.')
  const { decision, detail: refused } = await runFor('Which size is it?')
  assert.deepEqual([decision, typeof (refused as { refused: unknown }).refused], ['composed', 'string'])
  model.answer = () => ({ status: 400, body: '{"error":{"message":"no"}}' })
  const failed = await runFor('Which size is it?')
  const { failed: reason } = failed.detail as { failed: string }
  assert.equal(typeof reason, 'string')
  assert.deepEqual(failed, { ...shared, ...withoutModel, decision: 'passed_on', detail: detail({ plan: 'ask', failed: reason }) })
})

test('a run stores why the agent stayed silent if the owner writes while the model answers', async () => {
  const { listing, question } = await write('Which size is it?')
  model.answer = async (prompt) => {
    await ana.call('POST', `/v1/threads/${question.threadId}/messages`, { json: { text: 'I am here.' } })
    return sized("It's a 10 US.")(prompt)
  }
  await answerBuyer(app.service.ctx, question)
  const { decision, detail: stored } = await app.service.ctx.db.selectFrom('helper_runs').selectAll().where('subject', '=', question.messageId).executeTakeFirstOrThrow() // prettier-ignore
  assert.deepEqual([decision, (stored as { quiet: string }).quiet], ['quiet', 'owner_present'])
  assert.equal(await answersFirst(app.service.ctx, (await write('And the color?', listing)).question), false)
})

test('the owner is not notified first if the agent has answered, a newer message exists, or the buyer only says thanks', async () => {
  const { ctx } = app.service
  const { listing, question } = await write('Which size is it?')
  const isFirst = (context = ctx) => answersFirst(context, question)
  assert.deepEqual([await isFirst(), await isFirst({ ...ctx, providers: {} })], [true, false])
  const thanks = await write('Thanks!', listing)
  assert.deepEqual([await isFirst(), await answersFirst(ctx, thanks.question)], [true, true])
  const last = await write('And which size is it really?', listing)
  await answerBuyer(ctx, last.question)
  assert.deepEqual([await isFirst(), await answersFirst(ctx, last.question)], [true, true])
  assert.equal(await answersFirst(ctx, (await write('Thanks!')).question), true)
  const other = await write('Which size is it?')
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions: false } })
  assert.equal(await answersFirst(ctx, other.question), false)
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { answer_questions: true } })
})

test('the run of an agent that is paused while the model answers ends without an answer, and is not retried', async () => {
  const { question } = await write('Which size is it?')
  const pause = (brake: boolean) => app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake } })
  model.answer = async (prompt) => {
    await pause(true)
    return sized("It's a 10 US.")(prompt)
  }
  await answerBuyer(app.service.ctx, question)
  await pause(false)
  const { rows } = await sql`select from helper_runs where subject = ${question.messageId}`.execute(app.service.ctx.db)
  assert.equal(rows.length, 0)
})

test('an error that is no refusal of the model provider ends the run, so that the job is retried', async () => {
  const { question } = await write('Which size is it?')
  const { ctx } = app.service
  const failing = (problem: Error): Context => ({
    ...ctx,
    newId: (prefix) => {
      if (prefix === 'run') throw problem
      return ctx.newId(prefix)
    },
  })
  await assert.rejects(answerBuyer(failing(new Error('a bug')), question), /a bug/)
  await assert.rejects(answerBuyer(failing(new ProviderError('model', 'timeout', 'too slow')), question), /too slow/)
  await answerBuyer({ ...ctx, providers: {} }, question)
  const { rows } = await sql`select from helper_runs where subject = ${question.messageId}`.execute(ctx.db)
  assert.equal(rows.length, 0, 'without a model, the agent does nothing')
})

test('a message enqueues one run in one of two queues', async () => {
  const queueOf = (bytes: number[]) =>
    inTransaction({ ...app.service.ctx, randomBytes: () => Uint8Array.from(bytes) }, async (tx) => {
      const object = { id: `msg_${bytes.join('_')}`, thread: 'thr_0' }
      await onQuestion(tx, { id: 'evt_0', accountId: ana.id, type: 'question.asked', object, createdAt: tx.now(), livemode: true } satisfies RecordedEvent) // prettier-ignore
      const { rows } = await sql<{ line: string; task: string }>`
        select queue_name as line, task_identifier as task from graphile_worker.jobs where key = ${`answer ${object.id}`}`.execute(tx.db)
      return rows.map(({ line, task }) => `${task} in ${line}`)
    })
  assert.deepEqual([await queueOf([4, 1]), await queueOf([7, 0])], [['answer_buyer in shop agent 0'], ['answer_buyer in shop agent 1']])
})
