import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tenant } from '#core/tenant.ts'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const [anas, bens] = [await openTestTenant(app, ana), await openTestTenant(app, ben)]
const [anaTenant, benTenant] = [ana.id as Tenant, ben.id as Tenant]
const ids = [anas.seller.id, anas.buyer.id]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const inTx = <T>(work: (db: Tx['db']) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))

test('a tenant has its own test accounts, the seller first, and test accounts are not accounts of the market', async () => {
  const isOfMarket = await Promise.all([ana.id, anas.seller.id, 'usr_none'].map((id) => queries.isOfMarket(db, id)))
  assert.deepEqual(isOfMarket, [true, false, false])
  assert.deepEqual((await queries.accountsOf(db, anaTenant)).map(({ id, role }) => [id, role]), [[anas.seller.id, 'seller'], [anas.buyer.id, 'buyer']]) // prettier-ignore
  await queries.insertAccounts(db, anaTenant, [{ id: 'usr_again', role: 'seller', name: 'Again' }], now)
  assert.deepEqual(await inTx((tx) => queries.lockAccounts(tx, anaTenant)), ids.toSorted())
})

test('a clock that moves, and a reset, apply to the accounts of one tenant', async () => {
  const ahead = async () => Promise.all([anaTenant, benTenant].map(async (tenant) => (await queries.accountsOf(db, tenant)).map((one) => one.aheadSeconds))) // prettier-ignore
  for (const seconds of [5, 2.4, 2.6]) await inTx((tx) => queries.addAhead(tx, ids, seconds))
  assert.deepEqual(await ahead(), [[10, 10], [0, 0]]) // prettier-ignore
  await inTx((tx) => queries.addAhead(tx, [bens.seller.id], 1))
  await queries.resetAccounts(db, ids, at(9))
  assert.deepEqual(await ahead(), [[0, 0], [1, 0]]) // prettier-ignore
  const reset = await db.selectFrom('accounts').select('id').where('updated_at', '=', at(9)).orderBy('id').execute()
  assert.deepEqual(reset.map(({ id }) => id), ids.toSorted()) // prettier-ignore
})

test('a session alone shows test data', async () => {
  const hash = (cookie: string) => sha256(cookie.slice('session='.length))
  await inTx((tx) => queries.setTestRole(tx, hash(ana.cookie), 'seller'))
  const shown = await db.selectFrom('sessions').select('account_id').where('test_role', 'is not', null).execute()
  assert.deepEqual(shown, [{ account_id: ana.id }])
  await inTx((tx) => queries.setTestRole(tx, hash(ana.cookie), null))
})

test('moving the clock changes only the times of one tenant, and deleting leaves rows that stay', async () => {
  const accounts = [anas.seller.id, anas.buyer.id, bens.seller.id]
  for (const account_id of accounts) {
    const address = { name: 'Home', line1: '1 Elm St', city: 'Salem', postal_code: '1', country: 'US', is_default: false }
    await db.insertInto('addresses').values({ id: `adr_${account_id}`, account_id, ...address, created_at: now, updated_at: now }).execute() // prettier-ignore
    await db.insertInto('saved_replies').values({ id: `rpl_${account_id}`, account_id, title: 'Hi', body: 'Hi', created_at: now, updated_at: now }).execute() // prettier-ignore
    await db
      .insertInto('stored_files')
      .values({ key: `${account_id}.webp`, account_id, created_at: now })
      .execute()
  }
  await db.insertInto('stored_files').values({ key: 'old.webp', account_id: anas.seller.id, created_at: now, orphaned_at: at(-9) }).execute() // prettier-ignore
  const of = 'account_id = any($accounts)'
  const tables: queries.Tables = {
    addresses: { of, ages: ['created_at', 'updated_at'] },
    saved_replies: { of, ages: [] },
    keys: { of, ages: ['created_at'], stays: true },
  }
  const keys = async () => db.selectFrom('keys').select(['id', 'created_at']).where('id', 'in', [anas.seller.keyId, bens.seller.keyId]).orderBy('id').execute() // prettier-ignore
  const before = await keys()
  await inTx((tx) => queries.ageRows(tx, tables, ids, 60))
  const moved = (await keys()).map(({ id, created_at }, index) => [id, created_at.getTime() - before[index]!.created_at.getTime()] as const)
  assert.deepEqual(new Map(moved), new Map([[anas.seller.keyId, -60_000], [bens.seller.keyId, 0]])) // prettier-ignore
  const addresses = await db.selectFrom('addresses').select(['account_id', 'created_at', 'updated_at']).orderBy('account_id').execute()
  assert.deepEqual(addresses, accounts.toSorted().map((account_id) => (ids.includes(account_id) ? { account_id, created_at: at(-60), updated_at: at(-60) } : { account_id, created_at: now, updated_at: now }))) // prettier-ignore

  await inTx((tx) => queries.deleteRows(tx, tables, ids, at(1)))
  for (const table of ['addresses', 'saved_replies'] as const) assert.deepEqual(await db.selectFrom(table).select('account_id').execute(), [{ account_id: bens.seller.id }]) // prettier-ignore
  assert.equal((await keys()).length, 2)
  const files = await db.selectFrom('stored_files').select(['key', 'orphaned_at']).execute()
  assert.deepEqual(new Map(files.map(({ key, orphaned_at }) => [key, orphaned_at])), new Map([...accounts.map((id) => [`${id}.webp`, id === bens.seller.id ? null : at(1)] as const), ['old.webp', at(-9)]])) // prettier-ignore
})

test('deleting data separates a used hold from its order in one tenant only', async () => {
  const orders = await Promise.all(
    [anas, bens].map(async ({ seller, buyer }, index) => {
      const shop = await makeShop(ctx, seller.id)
      const listing = await makeListing(ctx, shop)
      const ends = { seller_id: seller.id, buyer_id: buyer.id, listing_id: listing.id, listing_title: 'Lamp', shop_id: shop.id }
      const order = { shop_slug: shop.slug, shop_name: 'Shop', listing_link: 'lamp', item_cents: 1, shipping_cents: 0, fee_cents: 0, pickup: false, pay_by: now } // prettier-ignore
      const times = { created_at: now, updated_at: now }
      await db
        .insertInto('holds')
        .values({ id: `hld_${index}`, ...ends, deposit_cents: 1, until: now, ...times })
        .execute()
      await db
        .insertInto('orders')
        .values({ id: `ord_${index}`, ...ends, ...order, hold_id: `hld_${index}`, ...times })
        .execute()
      return `ord_${index}`
    }),
  )
  await inTx((tx) => queries.deleteRows(tx, {}, ids, now))
  const rows = await db.selectFrom('orders').select('hold_id').where('id', 'in', orders).orderBy('id').execute()
  assert.deepEqual(rows, [{ hold_id: null }, { hold_id: 'hld_1' }])
})

test('a tenant is idle if it has a shop, is not shown, and used no key and deleted no data since the given time', async () => {
  const idle = async (limit = 9) => (await queries.idleTenants(db, at(0), limit)).toSorted()
  const touch = (accounts: readonly string[], updated_at: Date) => db.updateTable('accounts').set({ updated_at }).where('id', 'in', accounts).execute() // prettier-ignore
  const use = (id: string, last_used_at: Date | null) => db.updateTable('keys').set({ last_used_at, created_at: at(-1) }).where('id', '=', id).execute() // prettier-ignore
  const [cy, dan] = [await app.signUp('Cy'), await app.signUp('Dan')]
  const [cys, dans] = [await openTestTenant(app, cy), await openTestTenant(app, dan)]
  await makeShop(ctx, cys.seller.id)
  // accounts of test buyers never count, even with a shop
  await makeShop(ctx, anas.buyer.id)
  const all = [anas, bens, cys, dans]
  for (const { seller, buyer } of all) {
    await touch([seller.id, buyer.id], at(-1))
    await use(seller.keyId, at(-1))
    await use(buyer.keyId, null)
  }
  assert.deepEqual(await idle(), [ana.id, ben.id, cy.id].toSorted(), 'one tenant has no shop')
  assert.equal((await idle(2)).length, 2)
  await touch([cys.seller.id], at(0))
  assert.deepEqual(await idle(), [ana.id, ben.id].toSorted())
  await touch([cys.seller.id], at(-1))
  await use(cys.buyer.keyId, at(0))
  assert.deepEqual(await idle(), [ana.id, ben.id].toSorted())
  await db
    .updateTable('keys')
    .set({ last_used_at: null, created_at: at(0) })
    .where('id', '=', cys.buyer.keyId)
    .execute()
  assert.deepEqual(await idle(), [ana.id, ben.id].toSorted())
  await use(cys.buyer.keyId, at(-1))
  await db.updateTable('sessions').set({ test_role: 'buyer' }).where('account_id', '=', cy.id).execute()
  assert.deepEqual(await idle(), [ana.id, ben.id].toSorted())
})

test('shutting test accounts deletes their keys and closes them, and leaves other tenants', async () => {
  await inTx((tx) => queries.shutAccounts(tx, ids, at(1)))
  const keys = await db
    .selectFrom('keys')
    .select('account_id')
    .where('account_id', 'in', [...ids, bens.seller.id, bens.buyer.id])
    .execute()
  assert.deepEqual(keys.map((row) => row.account_id).toSorted(), [bens.seller.id, bens.buyer.id].toSorted()) // prettier-ignore
  const closed = await db.selectFrom('accounts').select(['id', 'updated_at']).where('closed_at', '=', at(1)).orderBy('id').execute()
  assert.deepEqual(closed, ids.toSorted().map((id) => ({ id, updated_at: at(1) }))) // prettier-ignore
})
