import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { openSeller, sellerOf } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { plantRows } from '#test/plant-rows.ts'
import { HOME } from '#test/sales.ts'
import { openTestTenant, type TestTenant } from '#test/sandbox.ts'
import { TEST_DATA_ROWS } from './rows.ts'
import { REAL, type Tenant } from '#core/tenant.ts'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { advanceTestClock, emptyIdleTenants, IDLE_DAYS, isOfMarket, openTestAccount, showTestData, testAccounts } from './index.ts'
import { idleTenants } from './queries.ts'

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

  test('the two test accounts of an account are created once, and belong to no live market', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { ctx } = app.service
    const open = (role: 'seller' | 'buyer', { id } = ana) => inTransaction(ctx, (tx) => openTestAccount(tx, id, role))
    assert.deepEqual(await testAccounts(ctx, ana.id as Tenant), [])
    const [seller, buyer, theirs] = [await open('seller'), await open('buyer'), await open('seller', ben)]
    assert.equal(new Set([seller, buyer, theirs]).size, 3)
    assert.deepEqual([await open('seller'), await open('buyer')], [seller, buyer])
    assert.deepEqual(await testAccounts(ctx, ana.id as Tenant), [
      { id: seller, role: 'seller', name: 'Test seller', aheadSeconds: 0 },
      { id: buyer, role: 'buyer', name: 'Test buyer', aheadSeconds: 0 },
    ])
    assert.deepEqual([await isOfMarket(ctx, ana.id), await isOfMarket(ctx, seller), await isOfMarket(ctx, 'usr_0')], [true, false, false])
  })

  test('the clock and the data of one tenant move and are reset without affecting another tenant', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [hers, his] = [await openTestTenant(app, ana), await openTestTenant(app, ben)]
    const { ctx } = app.service
    for (const { seller } of [hers, his])
      assert.equal((await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Lamps', slug: 'lamps' } })).status, 201)
    const shopOf = ({ seller }: TestTenant) =>
      ctx.db.selectFrom('shops').select('created_at').where('owner_id', '=', seller.id).executeTakeFirst()
    const ahead = async ({ id }: { id: string }) => (await testAccounts(ctx, id as Tenant)).map(({ aheadSeconds }) => aheadSeconds)
    const [first, other] = [(await shopOf(hers))!.created_at.getTime(), await shopOf(his)]
    const owners = [ana.id, hers.seller.id, hers.buyer.id, his.seller.id]
    const old = new Date(ctx.now().getTime() - DAY * 1_000)
    const fileOf = (account_id: string) => ({ key: `${account_id}.webp`, account_id, created_at: old })
    await ctx.db
      .insertInto('stored_files')
      .values([...owners.map(fileOf), { ...fileOf(hers.seller.id), key: 'old.webp', orphaned_at: old }])
      .execute()
    const orphans = async () =>
      (
        await ctx.db
          .selectFrom('stored_files')
          .select(['key', 'orphaned_at'])
          .where('account_id', 'in', owners)
          .where('orphaned_at', 'is not', null)
          .orderBy('key')
          .execute()
      ).map(({ key, orphaned_at }) => [key, orphaned_at!.getTime() === old.getTime()])
    const advance = (seconds: number, id = ana.id) => inTransaction(ctx, (tx) => advanceTestClock(tx, id as Tenant, seconds))
    await advance(60)
    await advance(0.5 + 29)
    await advance(60, 'usr_none')
    assert.deepEqual([await ahead(ana), await ahead(ben)], [[90, 90], [0, 0]]) // prettier-ignore
    assert.deepEqual([(await shopOf(hers))!.created_at.getTime(), await shopOf(his)], [first - 89_500, other])
    const reset = await app.call('POST', '/v1/sandbox/reset', { key: hers.seller.key })
    assert.equal(reset.status, 200)
    assert.deepEqual([await ahead(ana), await shopOf(hers), await shopOf(his)], [[0, 0], undefined, other])
    const emptied = [hers.seller.id, hers.buyer.id].toSorted().map((id) => [`${id}.webp`, false])
    assert.deepEqual(await orphans(), [['old.webp', true], ...emptied], 'an orphaned file keeps the time when it became one')
  })

  test('resetting test data does not change an order of other accounts that was paid with a deposit', async () => {
    const [cleo, dora] = [await openSeller(app, 'Cleo'), await app.signUp('Dora')]
    const { seller } = await openTestTenant(app, cleo)
    assert.equal((await cleo.call('PATCH', `/v1/shops/${cleo.slug}`, { json: { ask_hold: true } })).status, 200)
    const { id: listing } = await cleo.list({ title: 'Lamp', price: 80, shipping: 10, publish: true })
    const buy = async (path: string, json: object) => {
      const { status, body } = await app.call('POST', `/v1${path}`, { key: dora.key, json })
      assert.ok(status < 300, JSON.stringify(body))
      return body
    }
    const hold = await buy('/holds', { listing })
    await buy(`/holds/${hold.id}/pay`, { method: 'test_ok' })
    const { id } = await buy('/orders', { listing, address: HOME, hold: true })
    const order = async () => (await app.call('GET', `/v1/orders/${id}`, { key: dora.key })).body
    const before = await order()
    assert.ok(before.deposit > 0)
    assert.equal((await app.call('POST', '/v1/sandbox/reset', { key: seller.key })).status, 200)
    assert.deepEqual(await order(), before)
  })

  test('only the session that is switched shows test data', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { ctx } = app.service
    const actor = { kind: 'session', accountId: ana.id, tenant: REAL, sessionToken: ana.cookie.split('=')[1]! } as Person
    const roles = async () =>
      (await ctx.db.selectFrom('sessions').select(['account_id', 'test_role']).where('account_id', 'in', [ana.id, ben.id]).execute())
        .toSorted((a) => (a.account_id === ana.id ? -1 : 1))
        .map(({ test_role }) => test_role)
    await inTransaction(ctx, (tx) => showTestData(tx, actor, 'buyer'))
    assert.deepEqual([await roles(), (await testAccounts(ctx, ana.id as Tenant)).length], [['buyer', null], 2])
    await inTransaction(ctx, (tx) => showTestData(tx, actor, null))
    assert.deepEqual([await roles(), (await testAccounts(ctx, ben.id as Tenant)).length], [[null, null], 0])
  })

  test('test data is unused if it was not reset, its keys were not used, and no session shows it since the deadline', async () => {
    const ana = await app.signUp('Ana')
    const tenant = await openTestTenant(app, ana)
    const { db, now } = app.service.ctx
    const time = now()
    const before_ = (ms: number) => new Date(time.getTime() - IDLE_DAYS * DAY * 1_000 - ms)
    const isIdle = async (limit = 99) => (await idleTenants(db, before_(0), limit)).includes(ana.id as Tenant)
    const accounts = [tenant.seller.id, tenant.buyer.id]
    const setKeys = (set: { created_at?: Date; last_used_at?: Date | null }) => db.updateTable('keys').set(set).where('account_id', 'in', accounts).execute() // prettier-ignore
    const setAccounts = (updated_at: Date) => db.updateTable('accounts').set({ updated_at }).where('id', 'in', accounts).execute()
    await setKeys({ created_at: before_(1), last_used_at: null })
    await setAccounts(before_(1))
    assert.equal(await isIdle(), false, 'there is no data')
    await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Lamps', slug: 'lamps' } })
    await setKeys({ last_used_at: null })
    await setAccounts(before_(1))
    assert.deepEqual([await isIdle(), await isIdle(0)], [true, false])
    await setAccounts(before_(0))
    assert.equal(await isIdle(), false, 'the data was reset at the deadline')
    await setAccounts(before_(1))
    await db
      .updateTable('keys')
      .set({ last_used_at: before_(0) })
      .where('account_id', '=', tenant.buyer.id)
      .execute()
    assert.equal(await isIdle(), false, 'a key was used at the deadline')
    await setKeys({ last_used_at: before_(1) })
    await db.updateTable('sessions').set({ test_role: 'buyer' }).where('account_id', '=', ana.id).execute()
    assert.equal(await isIdle(), false, 'a session shows it')
    await db.updateTable('sessions').set({ test_role: null }).where('account_id', '=', ana.id).execute()
    assert.equal(await isIdle(), true)
  })
})
