import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { ProviderError, type ProviderReason } from '#platform/providers/error.ts'
import { startApp } from '#test/app.ts'
import { startModel } from '#test/fakes/model.ts'
import { inTransaction } from '#platform/context/index.ts'
import { generateObject, generateText, type ModelCaller } from './call-model.ts'
import { requireNotPaused } from './pause.ts'
import { storeRun } from './runs.ts'
import { slack } from '#test/machine.ts'

const Facts = z.object({ name: z.string(), brand: z.string().nullable() })
const request = { instructions: 'Name it.', parts: [{ kind: 'text', text: 'a brown bag' }] } as const

const model = await startModel({ after })
const app = await startApp({ after }, { ...model.env, MODEL_DAILY_CALLS: '3' })

describe('calling a model', () => {
  let asker: ModelCaller & { cookie: string }

  beforeEach(async () => {
    const { id, cookie } = await app.signUp()
    asker = { accountId: id, helper: 'words', timeoutMs: 5_000, cookie }
    model.behave('dull')
    model.prompts.length = 0
  })

  test('a model call returns an object that matches the schema, the model’s name, and the number of tokens used', async () => {
    model.answer = () => ({ object: { name: 'Bag', brand: null } })
    const { value, used, model: name } = await generateObject(app.service.ctx, asker, { ...request, schema: Facts })
    assert.deepEqual([value, used, name], [{ name: 'Bag', brand: null }, { inputTokens: 11, outputTokens: 7 }, 'fake'])
    assert.deepEqual([model.prompts[0]!.system, model.prompts[0]!.user], ['Name it.', 'a brown bag'])
  })

  test('a model call sends images as binary data', async () => {
    const image = { kind: 'image', bytes: new Uint8Array([1, 2, 3]), type: 'image/png' } as const
    await generateText(app.service.ctx, asker, { ...request, parts: [image] })
    assert.equal(model.prompts[0]!.images, 1)
    assert.match(model.prompts[0]!.raw, /data:image\/png;base64,AQID/)
  })

  test('model calls beyond the daily budget are rejected, and failed calls count toward the budget', async () => {
    model.behave('no_json')
    for (let call = 0; call < 3; call++) await refuses('bad_answer', generateObject(app.service.ctx, asker, { ...request, schema: Facts }))
    await refuses('refused', generateText(app.service.ctx, asker, request))
    assert.equal(model.prompts.length, 3)
    await app.advance(86_400)
    assert.equal((await generateText(app.service.ctx, asker, request)).text.startsWith('Sure'), true)
  })

  test('together, concurrent model calls never exceed the daily budget', async () => {
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => generateText(app.service.ctx, asker, request)))
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3)
    assert.equal(model.prompts.length, 3)
  })

  test('model calls are rejected while helpers are paused', async () => {
    await app.call('PATCH', '/v1/me', { cookie: asker.cookie, json: { brake: true } })
    await refuses('refused', generateText(app.service.ctx, asker, request))
    await refuses('refused', requireNotPaused(app.service.ctx, asker.accountId))
    assert.equal(model.prompts.length, 0)
  })

  test('a model call times out if the model takes too long to respond', async () => {
    model.behave('hangs')
    const started = performance.now()
    await refuses('timeout', generateText(app.service.ctx, { ...asker, timeoutMs: 200 }, request))
    assert.ok(performance.now() - started < slack(10_000))
  })

  test('a model call inside a database transaction is rejected', async () => {
    await assert.rejects(
      inTransaction(app.service.ctx, (tx) => generateText(tx, asker, request)),
      /inside a transaction/,
    )
    assert.equal(model.prompts.length, 0)
  })

  test('each run of a helper is stored with a snapshot of its input and its outcome', async () => {
    const { ctx } = app.service
    const id = await storeRun(ctx, {
      ...asker,
      subject: 'lst_1',
      decision: 'written',
      snapshot: { title: 'Bag' },
      startedAt: ctx.now(),
      model: 'fake',
    })
    const row = await ctx.db.selectFrom('helper_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual(
      [row.helper, row.subject, row.decision, row.snapshot, row.input_tokens],
      ['words', 'lst_1', 'written', { title: 'Bag' }, 0],
    )
  })

  test('/metrics includes the helpers’ runs, model calls, failures and tokens', async () => {
    const { body } = await app.call('GET', '/metrics')
    for (const name of [
      'model_calls_total',
      'model_failures_total',
      'model_tokens_total',
      'helper_runs_total',
      'model_call_duration_seconds_count',
    ])
      assert.match(body, new RegExp(`^${name}\\{[^}]*helper="words"`, 'm'))
  })
})

const refuses = (reason: ProviderReason, work: Promise<unknown>): Promise<void> =>
  assert.rejects(work, (error: unknown) => error instanceof ProviderError && error.reason === reason)
