import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { CANCELLED } from '#identity/email-links/rules.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop, type ShopRow } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { readBacklog, readDatabase, readMarketNumbers } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const tenant = await openTestTenant(app, ana)
for (const table of ['webhook_deliveries', 'mails'] as const) await db.deleteFrom(table).execute()
const { id, slug } = (await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug: 'test-shop' } })).body
const testShop: ShopRow = { id, slug, ownerId: tenant.seller.id }
const shop = await makeShop(ctx, ana.id)
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const range = { since: at(0), lateBefore: at(0) }

test('failed emails and deliveries count since a time, cancelled emails never, and waiting ones always', async () => {
  let made = 0
  const mail = (status: 'waiting' | 'sent' | 'failed', seconds: number, last_error: string | null = null) =>
    db
      .insertInto('mails')
      .values({ id: `mai_${++made}`, account_id: ana.id, kind: 'fake', recipient: ana.email, subject: 'Hi', body: 'Hi', status, last_error, sent_at: status === 'sent' ? now : null, next_try_at: now, created_at: at(seconds) })
      .execute() // prettier-ignore
  for (const [status, seconds, error] of [['waiting', -1], ['waiting', 1], ['sent', 1], ['failed', 0], ['failed', 1, 'Refused'], ['failed', 1, CANCELLED], ['failed', -1, 'Refused']] as const) await mail(status, seconds, error) // prettier-ignore
  const delivery = (status: 'waiting' | 'delivered' | 'failed', seconds: number) =>
    db
      .insertInto('webhook_deliveries')
      .values({ id: `del_${++made}`, account_id: ana.id, event_id: `evt_${made}`, event_type: 'fake', body: '{}', status, next_try_at: status === 'waiting' ? now : null, created_at: at(seconds) })
      .execute() // prettier-ignore
  for (const [status, seconds] of [['waiting', -1], ['waiting', 0], ['waiting', 1], ['delivered', 1], ['failed', 0], ['failed', -1]] as const) await delivery(status, seconds) // prettier-ignore
  const webhook = (account_id: string, enabled: boolean, switched_off_at: Date | null) =>
    db
      .insertInto('webhooks')
      .values({
        account_id,
        url: 'https://a.example',
        events: ['x'],
        enabled,
        secret: 's',
        switched_off_at,
        created_at: now,
        updated_at: now,
      }) // prettier-ignore
      .execute()
  await webhook(ana.id, false, now)
  await webhook(ben.id, true, now)
  await webhook(tenant.seller.id, false, null)
  const { mails_waiting, mails_failed, deliveries_waiting, deliveries_failed, webhooks_off } = await readBacklog(db, range)
  assert.deepEqual([mails_waiting, mails_failed, deliveries_waiting, deliveries_failed, webhooks_off], [2, 2, 3, 1, 1])
  const numbers = await readMarketNumbers(db, range)
  assert.deepEqual([numbers.mails, numbers.deliveries], [{ waiting: 2, failed: 2 }, { waiting: 3, failed: 1 }]) // prettier-ignore
})

test('unfinished orders and offers, their money and late transfers count in the live market only', async () => {
  const order = async (of: ShopRow, buyerId: string, status: 'paid' | 'completed' | 'awaiting_payment' | 'expired') =>
    makeOrder(ctx, of, await makeListing(ctx, of, { status: 'draft' }), { buyerId, status })
  const paid = [await order(shop, ben.id, 'paid'), await order(shop, ben.id, 'paid')]
  await order(shop, ben.id, 'awaiting_payment')
  await order(shop, ben.id, 'expired')
  const completed = await order(shop, ben.id, 'completed')
  const testOrder = await order(testShop, tenant.buyer.id, 'paid')
  const offer = async (of: ShopRow, buyerId: string, status: 'open' | 'countered' | 'declined') =>
    makeOffer(ctx, of, await makeListing(ctx, of), { buyerId, status })
  for (const status of ['open', 'open', 'countered', 'declined'] as const) await offer(shop, ben.id, status)
  await offer(testShop, tenant.buyer.id, 'open')
  const hold = async (hold_id: string, of: ShopRow, buyer_id: string, status: 'active' | 'kept') => {
    const listing = await makeListing(ctx, of)
    await db
      .insertInto('holds')
      .values({ id: hold_id, listing_id: listing.id, listing_title: 'Lamp', shop_id: of.id, seller_id: of.ownerId, buyer_id, deposit_cents: 1, status, until: now, created_at: now, updated_at: now })
      .execute() // prettier-ignore
    return hold_id
  }
  const active = await hold('hld_1', shop, ben.id, 'active')
  const retained = await hold('hld_2', shop, ben.id, 'kept')
  const testHold = await hold('hld_3', testShop, tenant.buyer.id, 'active')
  const cents = [[{ order_id: paid[0]! }, 1], [{ order_id: completed }, 20], [{ order_id: testOrder }, 400], [{ hold_id: active }, 8_000], [{ hold_id: retained }, 160_000], [{ hold_id: testHold }, 3_200_000]] as const // prettier-ignore
  for (const [about, amount_cents] of cents) {
    const entry = { posting: JSON.stringify(about), ...about, created_at: now }
    await db
      .insertInto('ledger_entries')
      .values([
        { ...entry, account: 'escrow', amount_cents },
        { ...entry, account: 'buyer', amount_cents: -amount_cents },
      ])
      .execute()
  }
  const move = (kind: 'payout' | 'reversal', status: 'due' | 'dropped', seconds: number, order_id = paid[0]!, account_id = ana.id, of_move: string | null = null) => {
    const row = { id: ctx.newId('mov'), kind, order_id, account_id, of_move, amount_cents: 1, status, next_try_at: now, created_at: at(seconds) }
    return db.insertInto('money_moves').values(row).returning('id').executeTakeFirstOrThrow()
  } // prettier-ignore
  const { id: first } = await move('payout', 'due', -1)
  await move('payout', 'due', 0, paid[1])
  await move('payout', 'dropped', -1, completed)
  await move('reversal', 'due', -1, paid[0], ana.id, first)
  await move('payout', 'due', -1, testOrder, tenant.seller.id)
  const { money_due, money_late } = await readBacklog(db, range)
  assert.deepEqual([money_due, money_late], [3, 2])
  const { orders, offers, held_cents, payouts_late } = await readMarketNumbers(db, range)
  assert.deepEqual([orders, offers], [{ awaiting_payment: 1, paid: 2 }, { open: 2, countered: 1 }]) // prettier-ignore
  assert.deepEqual([held_cents, payouts_late], [8_001, 1])
})

test('a job without attempts left has failed, and the oldest job that waits is due, free and not failed', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const add = async (minutes: number, set: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: string; run_at: Date }>`
      select id, run_at from graphile_worker.add_job('fake', run_at => now() + make_interval(mins => ${minutes}::int), max_attempts => 3)`.execute(
      db,
    )
    await sql`update graphile_worker._private_jobs set ${set} where id = ${rows[0]!.id}`.execute(db)
    return rows[0]!.run_at
  }
  await add(10, sql`attempts = 1`)
  const seen = async () => [(await readBacklog(db, range)).jobs_failed, (await readDatabase(db)).oldest_job_at]
  assert.deepEqual(await seen(), [0, null])
  await add(-30, sql`attempts = 3`)
  await add(-20, sql`locked_at = now()`)
  const due = await add(-10, sql`attempts = 2`)
  await add(-5, sql`attempts = 0`)
  assert.deepEqual(await seen(), [1, due])
  assert.ok((await readDatabase(db)).bytes > 0)
})
