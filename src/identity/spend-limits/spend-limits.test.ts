import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import { plantTagged } from '#test/plant-rows.ts'
import { commit, requireCanCommit, requireMayApprove, requireUnderLimit } from './index.ts'
import { committedCents, lockKey, writeCommitment } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const now = ctx.now()
const at = (ms: number) => new Date(now.getTime() + ms)
const DAY_MS = 86_400_000
const SINCE = at(-DAY_MS)
const KEY = 'key_b-one'

const person = (limits: Partial<Person> = {}) =>
  ({ kind: 'key', credential: KEY, maxOfferCents: null, maxDayCents: null, ...limits }) as Person
const isOver = { type: 'permission', code: 'over_limit', param: 'amount' }
const counted = (except = '', key = KEY) => committedCents(db, key, { except, since: SINCE, now })
const add = (subject_id: string, cents: number, time = now, key_id = KEY) => writeCommitment(db, { key_id, subject_id, cents, at: time })

before(async () => {
  const [seller, buyer] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const tables = ['shops', 'shop_slugs', 'listings', 'stored_files', 'keys', 'offers', 'holds', 'purchases', 'orders']
  await plantTagged(app.databaseUrl, tables, 'one', { usr_ana: seller.id, usr_bo: buyer.id })
})

describe('the limit per action', () => {
  test('allows exactly the maximum, and a key without a maximum may commit any amount', () => {
    requireUnderLimit(person({ maxOfferCents: 1_000 }), 1_000)
    assert.throws(() => requireUnderLimit(person({ maxOfferCents: 1_000 }), 1_001), isOver)
    requireUnderLimit(person(), 1_000_000)
    assert.throws(() => requireUnderLimit(person({ maxOfferCents: 0 }), 1), isOver)
  })

  test('also limits what a key may approve; a key with a daily limit may approve only requests without an amount', () => {
    requireMayApprove(person({ maxOfferCents: 1_000, maxDayCents: 1 }), null)
    requireMayApprove(person({ maxOfferCents: 1_000 }), 1_000)
    assert.throws(() => requireMayApprove(person({ maxOfferCents: 1_000 }), 1_001), isOver)
    assert.throws(() => requireMayApprove(person({ maxDayCents: 9_999 }), 1), { ...isOver, message: /daily limit/ })
  })
})

describe('the limit per day', () => {
  test('counts what the key has committed in the last 24 hours, and each subject once', async () => {
    const limited = person({ maxDayCents: 1_000 })
    const tryTo = (subject: string, cents: number, time = now) =>
      inTransaction({ ...ctx, now: () => time }, (tx) => commit(tx, limited, subject, cents))
    await tryTo('first', 600)
    await assert.rejects(tryTo('second', 401), {
      ...isOver,
      message: /at most \$10 in 24 hours .*: \$4 is left, and this request commits \$4\.01/,
    })
    await requireCanCommit(ctx, limited, 400)
    await assert.rejects(requireCanCommit(ctx, limited, 401), isOver)
    await assert.rejects(requireCanCommit(ctx, person({ maxOfferCents: 100 }), 101), isOver)
    await requireCanCommit(ctx, limited, 1_000, 'first')
    await tryTo('first', 700)
    await tryTo('second', 300)
    assert.equal(await counted(), 1_000)
    await add('first', 1_700)
    await assert.rejects(requireCanCommit(ctx, limited, 1), { message: /: \$0 is left/ })
    await add('first', 700)
    await assert.rejects(tryTo('third', 1, at(DAY_MS - 1)), isOver)
    await tryTo('third', 1, at(DAY_MS))
    await inTransaction(ctx, (tx) => commit(tx, person({ credential: 'key_a-one' }), 'free', 5_000))
    assert.equal(await counted('', 'key_a-one'), 0, 'only a key with a daily limit records what it commits')
    await db.deleteFrom('commitments').execute()
    await add('other key', 100, now, 'key_a-one')
    await add('old', 100, SINCE)
    await add('new', 50, at(1 - DAY_MS))
    assert.deepEqual([await counted(), await counted('new'), await counted('', 'key_a-one')], [50, 0, 100])
  })

  const past = sql`${at(-1)}`
  const future = sql`${at(1)}`
  const CASES = [
    ['offers', 'off_open-one', sql`status = 'open', expires_at = ${future}`, true],
    ['offers', 'off_open-one', sql`status = 'open', expires_at = ${now}`, false],
    ['offers', 'off_counter-one', sql`expires_at = ${future}, counter_expires_at = ${future}`, true],
    ['offers', 'off_counter-one', sql`expires_at = ${past}, counter_expires_at = ${past}`, false],
    ['offers', 'off_open-one', sql`status = 'withdrawn'`, false],
    ['holds', 'hld_a-one', sql`status = 'asked', until = ${future}`, true],
    ['holds', 'hld_a-one', sql`status = 'asked', until = ${past}`, false],
    ['purchases', 'pur_a-one', sql`status = 'awaiting_payment', pay_by = ${future}`, true],
    ['purchases', 'pur_a-one', sql`status = 'awaiting_payment', pay_by = ${past}`, false],
    ['purchases', 'pur_a-one', sql`status = 'cancelled'`, false],
    ['orders', 'ord_c-one', sql`status = 'problem'`, true],
    ['orders', 'ord_c-one', sql`status = 'refunded'`, false],
  ] as const

  for (const [index, [table, id, set, counts]] of CASES.entries()) {
    test(`${counts ? 'counts' : 'no longer counts'} an amount while its record is in state ${index + 1} of the table, in ${table}`, async () => {
      await db.deleteFrom('commitments').execute()
      await sql`update ${sql.table(table)} set ${set} where id = ${id}`.execute(db)
      await add(id, 40)
      assert.equal(await counted(), counts ? 40 : 0)
    })
  }

  test('counts a deal once: an order that the key has committed replaces its offer', async () => {
    await db.deleteFrom('commitments').execute()
    await sql`update offers set expires_at = ${past} where id = 'off_taken-one'`.execute(db)
    await add('off_taken-one', 30)
    assert.equal(await counted(), 30, 'the accepted offer counts while its order does')
    assert.equal(await counted('ord_a-one'), 0, 'the order is about to be committed instead')
    await add('ord_a-one', 35)
    assert.equal(await counted(), 35)
    await sql`update commitments set at = ${SINCE} where subject_id = 'ord_a-one'`.execute(db)
    assert.equal(await counted(), 30, 'an old commitment replaces nothing')
    await add('ord_a-one', 35, now, 'key_a-one')
    await db.deleteFrom('commitments').where('key_id', '=', KEY).where('subject_id', '=', 'ord_a-one').execute()
    assert.equal(await counted(), 30, "another key's commitment replaces nothing")
  })

  test('an accepted offer and a paid purchase count only while an order of theirs does', async () => {
    const [{ id: sellerId }, { id: buyerId }] = [await app.signUp('Ana'), await app.signUp('Bo')]
    const shop = await makeShop(ctx, sellerId)
    type Status = NonNullable<Parameters<typeof makeOrder>[3]['status']>
    const order = async (status: Status) => makeOrder(ctx, shop, await makeListing(ctx, shop, { status: 'draft' }), { buyerId, status })
    await order('paid')
    const countedAlone = async (subject: string) => {
      await db.deleteFrom('commitments').execute()
      await add(subject, 40)
      return counted()
    }
    const ofOffer = async (status: Status, payBy = at(1)) => {
      const [offer, id] = [await makeOffer(ctx, shop, await makeListing(ctx, shop), { buyerId }), await order(status)]
      await db.updateTable('orders').set({ offer_id: offer, pay_by: payBy }).where('id', '=', id).execute()
      await db.updateTable('offers').set({ status: 'accepted', order_id: id }).where('id', '=', offer).execute()
      return countedAlone(offer)
    }
    assert.deepEqual([await ofOffer('cancelled'), await ofOffer('paid')], [0, 40])
    assert.deepEqual([await ofOffer('awaiting_payment', now), await ofOffer('awaiting_payment')], [0, 40])

    const ofPurchase = async (status: Status) => {
      const row = { id: ctx.newId('pur'), shop_id: shop.id, seller_id: sellerId, buyer_id: buyerId, shop_slug: shop.slug, shop_name: 'Shop', status: 'paid' as const, percent: 0, discount_cents: 0, shipping_cents: 0, total_cents: 40, pay_by: now, paid_at: now, created_at: now, updated_at: now } // prettier-ignore
      await db.insertInto('purchases').values(row).execute()
      const part = { purchase_id: row.id, discount_cents: 0, share_cents: 0 }
      await db.updateTable('orders').set(part).where('id', '=', await order(status)).execute() // prettier-ignore
      return countedAlone(row.id)
    }
    assert.deepEqual([await ofPurchase('cancelled'), await ofPurchase('paid')], [0, 40])
  })

  test('locking a key waits for no other key', async () => {
    const other = new Client({ connectionString: app.databaseUrl })
    await other.connect()
    try {
      await other.query("begin; select from keys where id = 'key_a-one' for update")
      await inTransaction(ctx, async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx.db)
        await lockKey(tx.db, KEY)
      })
    } finally {
      await other.end()
    }
  })
})
