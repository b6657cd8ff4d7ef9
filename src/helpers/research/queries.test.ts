import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Step } from '#helpers/research/rules/research.ts'
import { makeListing } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as research from './queries.ts'
import type { ResearchResult } from './schema.ts'

const { ctx, db, ana, shop, now, at, ids, listingId } = await moneyRows({ after })

const QUEUED: Step[] = [
  { name: 'identify', status: 'queued', note: null },
  { name: 'price', status: 'queued', note: null },
]
const BEGUN: Step[] = [
  { name: 'identify', status: 'done', note: 'Found' },
  { name: 'price', status: 'running', note: null },
]
/** Starts a run, by default of a new listing. */
const run = async (more: { listing?: string; steps?: Step[]; at?: Date } = {}) => {
  const row = { id: ctx.newId('run'), listing_id: more.listing ?? (await listingId()), account_id: ana.id, prompt: null, steps: BEGUN, at: now } // prettier-ignore
  const { id, listing_id } = (await research.insertRun(db, { ...row, ...more }))!
  return { id, listing: listing_id }
}
const end = (id: string) => db.updateTable('research_runs').set({ status: 'done' }).where('id', '=', id).execute()
const states = async (...runs: { id: string }[]) => {
  const rows = await db.selectFrom('research_runs').select(['status', 'steps']).where('id', 'in', ids(runs)).orderBy('id').execute()
  return rows.map((row) => [row.status, ...(row.steps as Step[]).map(({ status, note }) => note ?? status)].join())
}

test('a listing has at most one active run, and a run without progress ends together with its unfinished steps', async () => {
  const [dead, other, ended] = [await run(), await run(), await run()]
  await end(ended.id)
  assert.equal(await research.insertRun(db, { id: 'run_2', listing_id: dead.listing, account_id: ana.id, prompt: null, steps: BEGUN, at: now }), undefined) // prettier-ignore
  await research.endDeadRun(db, dead.listing, at(-1))
  await research.endDeadRun(db, ended.listing, now)
  assert.deepEqual(await states(dead, other, ended), ['running,Found,running', 'running,Found,running', 'done,Found,running'])
  await research.endDeadRun(db, dead.listing, now)
  assert.deepEqual(await states(dead, other, ended), ['failed,Found,not finished', 'running,Found,running', 'done,Found,running'])
  const again = await run({ listing: dead.listing, at: at(1) })
  assert.equal((await research.lastRun(db, dead.listing))?.id, again.id)
  assert.equal((await research.lastRun(db, other.listing))?.id, other.id)
})

test('only the oldest ended runs of the listing are deleted', async () => {
  const listing = await listingId()
  const runs: { id: string }[] = []
  for (let number = 0; number < 4; number++) {
    runs.push(await run({ listing, at: at(number) }))
    await end(runs.at(-1)!.id)
  }
  const other = await run()
  await end(other.id)
  await research.deleteOlderRuns(db, listing, 3)
  const left = async () => ids(await db.selectFrom('research_runs').select('id').where('id', 'in', ids([...runs, other])).orderBy('id').execute()) // prettier-ignore
  assert.deepEqual(await left(), ids([...runs.slice(1), other]))
  const active = await run({ listing, at: at(-9) })
  await research.deleteOlderRuns(db, listing, 1)
  assert.deepEqual(await left(), ids([runs[3]!, other]))
  assert.deepEqual(await states(active), ['running,Found,running'], 'a run in progress stays')
})

test('a worker takes queued and dead runs, oldest first, and writes only to a run that it still holds', async () => {
  await db.deleteFrom('research_runs').execute()
  await end((await run({ at: at(-90) })).id)
  assert.equal(await research.anyRunning(db), false)
  const [active, dead, queued] = [await run({ at: at(-1) }), await run({ at: at(-60) }), await run({ steps: QUEUED, at: at(-30) })]
  const ended = await run({ steps: QUEUED, at: at(-90) })
  await end(ended.id)
  assert.equal(await research.anyRunning(db), true)
  const take = async (most: number) => ids(await research.takeRuns(db, { now, deadSince: at(-60), most, steps: BEGUN })).toSorted()
  assert.deepEqual([await take(1), await take(9), await take(9)], [[dead.id], [queued.id], []])
  const write = (id: string, seconds: number, status: 'running' | 'done' = 'running') =>
    research.writeRun(db, id, at(seconds), { steps: QUEUED, status, touched_at: at(5) })
  assert.deepEqual([await write(dead.id, 1), await write(dead.id, 0), await write(ended.id, -90)], [false, true, false])
  const all = [active, dead, queued, ended]
  const begun = 'running,Found,running'
  assert.deepEqual(await states(...all), [begun, 'running,queued,queued', begun, 'done,queued,queued'])
  const result = { summary: 'A lamp' } as ResearchResult
  await research.writeRun(db, queued.id, now, { steps: BEGUN, result, comparables: [], touched_at: at(6) })
  await research.writeRun(db, queued.id, at(6), { steps: BEGUN, touched_at: at(7) })
  const { touched_at, ...stored } = await db.selectFrom('research_runs').select(['result', 'comparables', 'touched_at']).where('id', '=', queued.id).executeTakeFirstOrThrow() // prettier-ignore
  assert.deepEqual([stored, touched_at], [{ result, comparables: [] }, at(7)])
})

test('runs in progress can be returned to the queue, and runs that have ended keep their steps', async () => {
  const [active, ended] = [await run(), await run()]
  await end(ended.id)
  await research.giveBackAll(db)
  const rows = await db
    .selectFrom('research_runs')
    .select('steps')
    .where('id', 'in', ids([active, ended]))
    .orderBy('id')
    .execute()
  assert.deepEqual(rows.map((row) => (row.steps as Step[])[0]!.status), ['queued', 'done']) // prettier-ignore
})

test('research reads the given listing', async () => {
  await makeListing(ctx, shop, { title: 'Vase' })
  const { id } = await makeListing(ctx, shop, { title: 'Lamp' })
  assert.equal((await research.findSubject(db, id))?.title, 'Lamp')
  assert.equal(await research.findSubject(db, 'lst_none'), undefined)
})
