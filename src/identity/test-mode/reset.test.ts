import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { sellerOf } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { plantRows } from '#test/plant-rows.ts'
import { openTestTenant, type TestTenant } from '#test/sandbox.ts'
import { TEST_DATA_ROWS } from './rows.ts'
import { emptyIdleTenants } from './index.ts'

const DAY = 86_400
const TABLES = Object.keys(TEST_DATA_ROWS)
const STAYING = TABLES.filter((table) => TEST_DATA_ROWS[table]!.stays)

describe('resetting test data with rows in every table and state', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })

  async function openFullTenant(owner: { id: string; key: string; email: string; password: string; cookie: string }): Promise<TestTenant> {
    const tenant = await openTestTenant(app, owner)
    const open = async (role: 'seller' | 'buyer') => sellerOf(app, `Test-${role}`, { ...owner, ...tenant[role] })
    await inEveryState(app, [await open('seller'), await open('buyer')])
    return tenant
  }

  /** Inserts a row directly into each of these tables, because no API request writes to them. */
  async function plantEach(tables: readonly string[], { seller, buyer }: TestTenant): Promise<void> {
    const client = new Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await plantRows(client, tables, { usr_ana: seller.id, usr_bo: buyer.id })
    } finally {
      await client.end()
    }
  }

  async function rowsOf({ seller, buyer }: TestTenant): Promise<Record<string, number>> {
    const accounts = `array['${seller.id}', '${buyer.id}']`
    const parts = Object.entries(TEST_DATA_ROWS).map(
      ([table, { of }]) =>
        `select '${table}' as name, (select count(*)::int from ${table} where ${of.replaceAll('$accounts', accounts)}) as n`,
    )
    const { rows } = await sql<{ name: string; n: number }>`${sql.raw(parts.join(' union all '))}`.execute(app.service.ctx.db)
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  }

  const withRows = (counts: Record<string, number>) => Object.keys(counts).filter((table) => counts[table]! > 0)

  test('resetting test mode deletes its data, and closing the account deletes what remains', async () => {
    const ana = await app.signUp()
    const tenant = await openFullTenant(ana)
    await plantEach([...TABLES, 'keys'], tenant)
    assert.deepEqual(withRows(await rowsOf(tenant)), TABLES, 'every table has a row to delete')
    const { status, body } = await app.call('POST', '/v1/sandbox/reset', { key: tenant.seller.key })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(withRows(await rowsOf(tenant)), STAYING)

    const gone = TABLES.filter((table) => !STAYING.includes(table))
    await plantEach(gone, tenant)
    const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })
    assert.equal(closed.status, 200, JSON.stringify(closed.body))
    assert.deepEqual(withRows(await rowsOf(tenant)), [])
  })

  test('a periodic job deletes unused test data, and continues if one deletion fails', async () => {
    const [cleo, dora] = [await app.signUp('Cleo'), await app.signUp('Dora')]
    const [stuck, free] = [await openTestTenant(app, cleo), await openTestTenant(app, dora)]
    for (const { seller } of [stuck, free]) await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Lamps', slug: 'lamps' } })
    const { ctx } = app.service
    await sql`
      create function test_refuses() returns trigger language plpgsql as $$
      begin raise exception 'not this one' using errcode = 'check_violation'; end $$`.execute(ctx.db)
    await sql`
      create trigger test_refuses before delete on shops for each row when (old.owner_id = ${sql.lit(stuck.seller.id)})
      execute function test_refuses()`.execute(ctx.db)
    const shops = async ({ seller }: TestTenant) =>
      (await ctx.db.selectFrom('shops').select('id').where('owner_id', '=', seller.id).execute()).length
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 50 * DAY * 1_000) }
    await emptyIdleTenants(later, new AbortController().signal)
    assert.deepEqual([await shops(stuck), await shops(free)], [1, 0])
    await sql`drop trigger test_refuses on shops`.execute(ctx.db)
    await emptyIdleTenants(later, new AbortController().signal)
    assert.equal(await shops(stuck), 0)
  })
})
