import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { makeShop, renameShop } from '#test/rows.ts'
import * as blocks from './queries.ts'

const { app, ctx, db, ana, ben, eve, now, at, inTx, whileLocked } = await moneyRows({ after })

type Block = Parameters<typeof blocks.insertBlock>[1]
const block = (account_id: string, blocked_id: string, more: Partial<Block> = {}) => {
  const source = { thread_id: null, order_id: null, shop_id: null, shop_slug: null, shop_name: null }
  return inTx((tx) => blocks.insertBlock(tx, { account_id, blocked_id, ...source, created_at: now, ...more }))
}

test('a block applies in both directions, and belongs to the account that made it', async () => {
  assert.deepEqual([await block(ana.id, ben.id), await block(ana.id, ben.id), await block(eve.id, ben.id)], [true, false, true])
  const isBlocked = (one: string, other: string) => inTx((tx) => blocks.isBlocked(tx, one, other))
  assert.deepEqual([await isBlocked(ana.id, ben.id), await isBlocked(ben.id, ana.id), await isBlocked(ana.id, eve.id)], [true, true, false])
  const found = async (one: string, other: string) => (await blocks.findBlock(db, one, other))?.name
  assert.deepEqual([await found(ana.id, ben.id), await found(ben.id, ana.id), await found(ana.id, eve.id)], ['Ben', undefined, undefined])
  await block(ana.id, eve.id, { created_at: at(1) })
  const page = async (limit: number, offset: number) => {
    const { rows, total } = await blocks.pageOfBlocks(db, ana.id, { limit, offset })
    return [total, ...rows.map(({ name }) => name)]
  }
  assert.deepEqual([await page(9, 0), await page(1, 0), await page(9, 1)], [[2, 'Eve', 'Ben'], [2, 'Eve'], [2, 'Ben']]) // prettier-ignore
  const fay = await app.signUp('Fay')
  await block(ana.id, fay.id)
  const lastFirst = ben.id > fay.id ? ['Ben', 'Fay'] : ['Fay', 'Ben']
  assert.deepEqual(await page(9, 0), [3, 'Eve', ...lastFirst], 'the account’s id decides between blocks of the same time')
  assert.deepEqual([await blocks.deleteBlock(db, ben.id, ana.id), await blocks.deleteBlock(db, ana.id, ben.id)], [false, true])
  assert.deepEqual([await found(ana.id, ben.id), await found(eve.id, ben.id), await found(ana.id, eve.id)], [undefined, 'Ben', 'Eve'])
})

test('a blocked shop is found by its current slug, or by its last slug if it was deleted', async () => {
  const shop = await makeShop(ctx, ben.id, { slug: 'bens-first', name: 'First' })
  const [gil, hal] = [await app.signUp('Gil'), await app.signUp('Hal')]
  const at = { shop_id: shop.id, shop_slug: shop.slug, shop_name: 'First' }
  await block(gil.id, ben.id, at)
  await block(hal.id, ana.id, at)
  await block(gil.id, ana.id, { ...at, shop_id: 'shp_none', shop_slug: 'deleted', shop_name: 'Deleted' })
  await renameShop(ctx, shop, 'bens-second')
  const blocked = (account: string, slug: string) => blocks.blockedAtSlug(db, account, slug)
  assert.deepEqual(
    [await blocked(gil.id, 'bens-second'), await blocked(gil.id, 'bens-first'), await blocked(gil.id, 'deleted'), await blocked(hal.id, 'deleted')], // prettier-ignore
    [ben.id, undefined, ana.id, undefined],
  )
  const names = async (other: string) => {
    const { shop_id, shop_slug, shop_name } = (await blocks.findBlock(db, gil.id, other))!
    return [shop_id, shop_slug, shop_name]
  }
  assert.deepEqual([await names(ben.id), await names(ana.id)], [[shop.id, 'bens-second', 'First'], [null, 'deleted', 'Deleted']]) // prettier-ignore
})

test('a block waits for actions between the same two people, in any order, and for no others', async () => {
  const isFree = async () => (await inTx((tx) => tryPairLock(tx))).rows[0]!.free
  const tryPairLock = (tx: Tx) =>
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(pair_lock(${ana.id}, ${ben.id})) as free`.execute(tx)
  for (const lock of [blocks.isBlocked, blocks.lockPair]) {
    const freeDuring = (one: string, other: string) => whileLocked((tx) => lock(tx, one, other), isFree)
    assert.deepEqual([await freeDuring(ana.id, ben.id), await freeDuring(ben.id, ana.id), await freeDuring(ana.id, eve.id)], [false, false, true]) // prettier-ignore
  }
})
