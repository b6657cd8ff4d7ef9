import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { maintainPartitions } from './monthly-counts.ts'
import { slack } from '#test/machine.ts'

const DAY_MS = 86_400_000
/**
 * Start time of the test's clock, far in the future. The partition `daily_counts_before`, which the migrations create, ends two months
 * after the real date of the test.
 */
const BEGAN = Date.parse('2041-03-10T12:00:00Z')

describe('monthly counts', () => {
  let database: TestDatabase
  let at: number
  let ctx: Context
  beforeEach(async () => {
    database = await testDatabase()
    at = BEGAN
    ctx = { db: database.db, reads: database.db, now: () => new Date(at) } as unknown as Context
    await run(`insert into accounts (id, name, email, created_at, updated_at) values ('usr_1', 'Ana', 'ana@example.test', now(), now());
      begin;
      insert into shop_slugs (slug, shop_id, owner_id) select 'shop-' || n, 'shp_' || n, 'usr_1' from generate_series(1, 2) n;
      insert into shops (id, owner_id, slug, name, visibility, paused, created_at, updated_at)
        select 'shp_' || n, 'usr_1', 'shop-' || n, 'Shop', 'public', false, now(), now() from generate_series(1, 2) n;
      commit`)
  })
  afterEach(() => database.drop())

  const run = (text: string) => database.pools.jobs.query(text)
  const rows = async <T>(text: string): Promise<T[]> => (await run(text)).rows as T[]
  const later = (days: number) => void (at += days * DAY_MS)
  async function tidy(): Promise<void> {
    for (let tries = 0; !(await maintainPartitions(ctx, new Date(at - 100 * DAY_MS))); tries++)
      assert.ok(tries < 100, 'the maintenance did not finish in time')
  }
  const parts = async () =>
    (await rows<{ name: string }>(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'daily_counts'::regclass`))
      .map(({ name }) => name.replace('daily_counts_', ''))
      .toSorted()
  const view = (subject: string) =>
    sql`insert into daily_counts (subject, kind, day, count) values (${subject}, 'view', ${dayOf(at)}::date, 1)
        on conflict (subject, kind, day) do update set count = daily_counts.count + excluded.count`.execute(database.db)
  const found = (of: string) =>
    rows(`select tableoid::regclass::text as part, subject, day::text, count from daily_counts where ${of} order by 1, 2, 3`)
  const viewsOf = async (subject: string) =>
    (await rows<{ n: number }>(`select coalesce(sum(count), 0)::int as n from daily_counts where subject = '${subject}'`))[0]!.n

  it('monthly partitions are created ahead of time, and only once even with concurrent callers', async () => {
    assert.deepEqual(await parts(), ['before', 'other'])
    await Promise.all([tidy(), tidy(), tidy()])
    await tidy()
    assert.deepEqual(await parts(), ['2041_03', '2041_04', '2041_05', 'before', 'other'])
    await view('shp_1')
    later(30)
    await view('shp_1')
    assert.deepEqual(await found('true'), [
      { part: 'daily_counts_2041_03', subject: 'shp_1', day: '2041-03-10', count: 1 },
      { part: 'daily_counts_2041_04', subject: 'shp_1', day: '2041-04-09', count: 1 },
    ])
  })

  it('an expired month is summed into one total per subject, and its partition is dropped', async () => {
    await tidy()
    for (const subject of ['shp_1', 'shp_1', 'shp_2', 'shp_gone']) await view(subject)
    later(5)
    await view('shp_1')
    // 100 days ago is now 30 March, so the March counts have not been removed yet
    later(115)
    await tidy()
    assert.equal((await found(`day > '0001-01-01'`)).length, 4)
    later(2)
    await tidy()
    assert.deepEqual(await found('true'), [
      { part: 'daily_counts_before', subject: 'shp_1', day: '0001-01-01', count: 3 },
      { part: 'daily_counts_before', subject: 'shp_2', day: '0001-01-01', count: 1 },
    ])
    assert.deepEqual(await parts(), ['2041_04', '2041_05', '2041_07', '2041_08', '2041_09', 'before', 'other'])
  })

  it('counts are stored, found and later summed even if their month has no partition', async () => {
    await view('shp_1')
    await tidy()
    assert.deepEqual(await parts(), ['2041_04', '2041_05', 'before', 'other'])
    await view('shp_1')
    assert.deepEqual(await found('true'), [{ part: 'daily_counts_other', subject: 'shp_1', day: '2041-03-10', count: 2 }])
    later(101)
    await tidy()
    assert.deepEqual(await found('true'), [{ part: 'daily_counts_before', subject: 'shp_1', day: '0001-01-01', count: 2 }])
    assert.ok((await parts()).includes('2041_06'))
  })

  it('counts stay correct if the clock jumps by years', async () => {
    await tidy()
    await view('shp_1')
    later(900)
    await view('shp_1')
    await tidy()
    await view('shp_1')
    later(900)
    await tidy()
    assert.deepEqual(await found('true'), [{ part: 'daily_counts_before', subject: 'shp_1', day: '0001-01-01', count: 3 }])
    assert.ok((await parts()).length <= 8)
  })

  it('no count is lost if it is written while partitions are created, summed or dropped', async () => {
    await tidy()
    let written = 0
    let done = false
    const write = async () => {
      for (let i = 0; !done && i < 2_000; i++, written++) await view('shp_1')
    }
    const writers = [write(), write(), write()]
    for (let month = 0; month < 8; month++) {
      await Promise.all([tidy(), tidy()])
      later(31)
    }
    done = true
    await Promise.all(writers)
    assert.ok(written > 20, `${written}`)
    assert.equal(await viewsOf('shp_1'), written)
    later(200)
    await tidy()
    assert.equal(await viewsOf('shp_1'), written)
  })

  it('partition maintenance gives up quickly if a table is locked, and succeeds later', async () => {
    const reader = await database.pools.jobs.connect()
    try {
      await reader.query('begin; select from daily_counts')
      const began = performance.now()
      assert.equal(await maintainPartitions(ctx, new Date(at)), false)
      assert.ok(performance.now() - began < slack(4_000))
    } finally {
      await reader.query('rollback')
      reader.release()
    }
    await tidy()
    assert.ok((await parts()).includes('2041_03'))
  })

  it('a query for one subject and month scans only the partition for that month', async () => {
    await tidy()
    const plan = async (statement: string) =>
      (await rows<Record<string, string>>(`explain (costs off) ${statement}`)).map((row) => Object.values(row)[0]).join('\n')
    const read = await plan(`select sum(count) from daily_counts where subject = 'shp_1' and day between '2041-03-02' and '2041-03-30'`)
    assert.deepEqual([...new Set(read.match(/daily_counts_(?:\d+_\d+|before|other)/g))], ['daily_counts_2041_03'])
  })

  it('the cleanup query of an earlier release does not delete any counts', async () => {
    await run(`insert into daily_counts (subject, kind, day, count) values ('shp_1', 'view', '2020-01-01', 5)`)
    await maintainPartitions(ctx, new Date('2000-01-01'))
    await view('shp_2')
    const before = await found('true')
    assert.equal(before.length, 2)
    const { rowCount } = await run(`
    with old as (
      delete from daily_counts where ctid = any(array(
        select ctid from daily_counts where day > '0001-01-01'::date and day < '2030-01-01'::date limit 10 for update skip locked))
      returning subject, kind, count)
    select count(*) from old having count(*) > 0`)
    assert.deepEqual([rowCount, await found('true')], [0, before])
    assert.equal((await run(`delete from daily_counts where subject = 'shp_2'`)).rowCount, 1)
  })
})

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
