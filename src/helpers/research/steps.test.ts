import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { makeListing } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import type { RunRow } from './queries.ts'
import type { ResearchResult } from './schema.ts'
import { deadSince, openRun, startResearch } from './start.ts'
import { followSteps, RunLost } from './steps.ts'

const { ctx: service, db, ana, ben, shop, now } = await moneyRows({ after })
const warnings: string[] = []
const at = (seconds: number, comparables = false): Context => ({
  ...service,
  now: () => new Date(now.getTime() + seconds * 1_000),
  providers: comparables ? { comparables: {} as NonNullable<Context['providers']['comparables']> } : {},
  log: { ...service.log, warn: (fields: { step: string }) => void warnings.push(fields.step) },
})
const open = async (listingId: string, ctx = at(0), prompt: string | null = null) =>
  inTransaction(ctx, (tx) => openRun(tx, { listingId, accountId: ana.id, prompt }))
const newListing = async () => (await makeListing(service, shop)).id
const rowOf = async ({ id }: { id: string }) => {
  const { status, steps, result } = await db.selectFrom('research_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const text = (steps as RunRow['steps']).map(({ status: state, note, ...rest }) => [state, note, 'skipped' in rest ? 'skipped' : null].filter(Boolean).join(': ')) // prettier-ignore
  return [status, text, result]
}
const QUEUED = ['queued', 'queued', 'queued', 'queued']

test('a listing has one active run, which ends three minutes after its last step, and an empty prompt is no prompt', async () => {
  const listing = await newListing()
  const { run, isNew } = await open(listing, at(0), '')
  assert.deepEqual([isNew, run.prompt, run.account_id], [true, null, ana.id])
  assert.deepEqual(await open(listing, at(179)), { run, isNew: false })
  const next = await open(listing, at(180), 'A coat')
  assert.deepEqual([next.isNew, next.run.prompt, (await rowOf(run))[0]], [true, 'A coat', 'failed'])
  assert.equal(now.getTime() - deadSince(now).getTime(), 180_000)
})

test('the step for comparables exists only with a provider, and a listing stores its last ten runs', async () => {
  const listing = await newListing()
  for (let number = 0; number < 11; number++) {
    const { run } = await open(listing, at(number, number === 0))
    assert.equal(run.steps.length, number === 0 ? 5 : 4)
    await db.updateTable('research_runs').set({ status: 'done' }).where('id', '=', run.id).execute()
  }
  const stored = await db.selectFrom('research_runs').select('started_at').where('listing_id', '=', listing).orderBy('started_at').execute()
  assert.deepEqual(stored.map(({ started_at }) => started_at.getTime() - now.getTime()), Array.from({ length: 10 }, (_, n) => (n + 1) * 1_000)) // prettier-ignore
})

test('only the owner of a listing that is not sold can start research', async () => {
  const start = (accountId: string, listing: string) =>
    inTransaction(at(0), (tx) => startResearch(tx, { kind: 'key', accountId } as Person, listing, null))
  const [live, sold] = [await newListing(), (await makeListing(service, shop, { status: 'sold' })).id]
  await assert.rejects(start(ben.id, live), { type: 'not_found' })
  await assert.rejects(start(ana.id, sold), { type: 'conflict' })
  assert.equal((await start(ana.id, live)).isNew, true)
})

test('a run writes each of its steps with its note, and continues after a failed step', async () => {
  const { run } = await open(await newListing())
  const steps = followSteps(at(1), run, new AbortController().signal)
  await steps.set('identify', 'done', 'Wool coat')
  assert.deepEqual(await rowOf(run), ['running', ['done: Wool coat', 'queued', 'queued', 'queued'], null])
  await steps.skip('catalog', 'noCatalog')
  let during: unknown
  const value = await steps.attempt('resale', 0, async () => {
    during = (await rowOf(run))[1]
    return { value: 7, note: 'One page' }
  })
  assert.deepEqual([value, during], [7, ['done: Wool coat', 'done: No catalog key: skipped', 'running', 'queued']])
  const failing = (problem: Error) => steps.attempt('resale', 0, () => Promise.reject(problem))
  assert.equal(await failing(new ProviderError('catalog', 'timeout', 'The catalog did not answer.')), 0)
  assert.deepEqual((await rowOf(run))[1], ['done: Wool coat', 'done: No catalog key: skipped', 'failed: The catalog did not answer.', 'queued']) // prettier-ignore
  assert.equal(await failing(new Error('a secret detail')), 0)
  assert.deepEqual((await rowOf(run))[1], ['done: Wool coat', 'done: No catalog key: skipped', 'failed: failed', 'queued'])
  assert.deepEqual(warnings, ['resale', 'resale'])
  const result = { summary: 'A coat' } as ResearchResult
  await inTransaction(at(2), (tx) => steps.finish(tx, 'price', { result, comparables: [] }))
  assert.deepEqual(await rowOf(run), ['done', ['done: Wool coat', 'done: No catalog key: skipped', 'failed: failed', 'done'], result])
})

test('a run that fails or is given back changes its unfinished steps', async () => {
  const [failed, returned] = [(await open(await newListing())).run, (await open(await newListing())).run]
  const signal = new AbortController().signal
  const [first, second] = [followSteps(at(1), failed, signal), followSteps(at(1, true), returned, signal)]
  await first.set('identify', 'done', 'Wool coat')
  await first.fail()
  assert.deepEqual(await rowOf(failed), ['failed', ['done: Wool coat', 'failed: not finished', 'failed: not finished', 'failed: not finished'], null]) // prettier-ignore
  await second.set('identify', 'done', 'Wool coat')
  await second.giveBack()
  assert.deepEqual(await rowOf(returned), ['running', ['queued', ...QUEUED], null])
})

test('a run writes nothing after another worker has taken it over, and a step that fails while the process stops ends the run', async () => {
  const { run } = await open(await newListing())
  const closing = new AbortController()
  const steps = followSteps(at(1), run, closing.signal)
  await steps.set('identify', 'running')
  await steps.set('identify', 'done')
  const other = new ProviderError('catalog', 'timeout', 'late')
  closing.abort()
  await assert.rejects(steps.attempt('price', 0, () => Promise.reject(other)), other) // prettier-ignore
  await db
    .updateTable('research_runs')
    .set({ touched_at: at(9).now() })
    .where('id', '=', run.id)
    .execute()
  await assert.rejects(steps.set('price', 'done'), RunLost)
  await assert.rejects(steps.fail(), RunLost)
  assert.deepEqual((await rowOf(run))[0], 'running')
  const lost = followSteps(at(10), { ...run, touched_at: at(9).now() }, new AbortController().signal)
  await assert.rejects(lost.attempt('price', 0, () => Promise.reject(new RunLost())), RunLost) // prettier-ignore
})

test('a transaction that rolls back does not move the time with which the next write compares', async () => {
  const { run } = await open(await newListing())
  const steps = followSteps(at(1), run, new AbortController().signal)
  const result = { summary: 'A coat' } as ResearchResult
  const finish = (fails: boolean) =>
    inTransaction(at(2), async (tx) => {
      await steps.finish(tx, 'price', { result, comparables: [] })
      if (fails) throw new Error('rolled back')
    })
  await assert.rejects(finish(true), /rolled back/)
  await finish(false)
  assert.equal((await rowOf(run))[0], 'done')
})
