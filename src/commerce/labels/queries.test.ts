import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { makeListing, makeOrder } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as labels from './queries.ts'

const { ctx, db, ben, shop, now, at, ids, inTx, order } = await moneyRows({ after })

test('labels and rates are found by order, shipment and status, and unused labels of ended orders are voided', async () => {
  const label = async (order_id: string, more: Partial<Insertable<Tables['labels']>> = {}) => {
    const id = ctx.newId('lbl')
    const offer = { rate_ref: 'rate_1', carrier: 'UPS', service: 'Ground', amount_cents: 600 }
    const row = {
      id,
      order_id,
      status: 'bought',
      provider: 'test',
      shipment_ref: `shp_${id}`,
      ...offer,
      asks: 1,
      asked_at: now,
      created_at: now,
    }
    return labels.insertLabel(db, { ...row, tracking_number: 'T-1', bought_at: now, ...more } as Insertable<Tables['labels']>)
  }
  const [one, two] = [await order(), await order()]
  const voided = await label(one, { status: 'voided', created_at: at(-2) })
  const [bought, failed] = [await label(one), await label(two, { status: 'failed', provider: 'easypost', created_at: at(9) })]
  assert.deepEqual([(await labels.activeLabel(db, one))?.id, await labels.activeLabel(db, two)], [bought.id, undefined])
  const rate = async (order_id: string, more: object) => {
    const id = ctx.newId('rat')
    const row = { id, order_id, provider: 'test', shipment_ref: 'shp_1', rate_ref: 'r', carrier: 'UPS', service: 'Ground', amount_cents: 1 }
    await labels.insertRates(db, [{ ...row, addresses: '-', created_at: now, ...more } as Insertable<Tables['label_rates']>])
    return (await labels.findRate(db, order_id, id))!
  }
  await labels.insertRates(db, [])
  const known = await rate(one, { shipment_ref: voided.shipment_ref })
  const others = [
    await rate(one, { shipment_ref: bought.shipment_ref }),
    await rate(one, { shipment_ref: voided.shipment_ref, provider: 'easypost' }),
  ]
  assert.deepEqual(await Promise.all([known, ...others].map((row) => labels.wasVoided(db, row))), [true, false, false])
  assert.deepEqual(
    [await labels.findRate(db, two, known.id), (await labels.findRate(db, one, others[0]!.id))?.id],
    [undefined, others[0]!.id],
  )
  const found = async (shipmentRef: string | null, trackingNumber: string | null, provider: 'test' | 'easypost' = 'test') =>
    (await labels.labelOfShipment(db, provider, { shipmentRef, trackingNumber }))?.id
  assert.deepEqual([await found(voided.shipment_ref, 'T-1'), await found(null, 'T-1')], [voided.id, bought.id])
  assert.deepEqual([await found(null, 'T-1', 'easypost'), await found(null, null), await found(voided.shipment_ref, 'T-1', 'easypost')], [failed.id, undefined, undefined]) // prettier-ignore

  const buying = { status: 'buying', tracking_number: null, bought_at: null } as const
  const [late, early] = [
    await label(await order(), { ...buying, asked_at: now }),
    await label(await order(), { ...buying, asked_at: at(-5) }),
  ]
  await label(await order(), { ...buying, asked_at: at(1) })
  assert.deepEqual(ids(await labels.unanswered(db, now, 9)), [early.id, late.id])
  const again = (await labels.claimRetry(db, late, at(7)))!
  assert.deepEqual([again.id, again.asks, again.asked_at], [late.id, 2, at(7)])
  assert.deepEqual([await labels.claimRetry(db, late, at(8)), (await inTx((tx) => labels.lockLabel(tx, early.id))).asks], [undefined, 1])
  assert.equal((await labels.updateLabel(db, late.id, { qr_url: 'https://qr.test' })).id, late.id)
  assert.deepEqual([(await inTx((tx) => labels.lockLabel(tx, late.id))).qr_url, (await inTx((tx) => labels.lockLabel(tx, early.id))).qr_url], ['https://qr.test', null]) // prettier-ignore

  const parcel = { length: 10, width: 8, height: 4, weight: 20 }
  await sql`update listings set parcel = ${JSON.stringify(parcel)} where id = (select listing_id from orders where id = ${one})`.execute(db)
  assert.deepEqual([await labels.parcelOf(db, one), await labels.parcelOf(db, two)], [parcel, null])
  await db.updateTable('orders').set({ listing_id: 'lst_gone' }).where('id', '=', one).execute()
  assert.equal(await labels.parcelOf(db, one), null, 'the listing was deleted')

  const unused = { label_cents: 600 }
  const ended = async (status: 'cancelled' | 'refunded' | 'completed' | 'paid', columns: object = unused, more: object = {}) => {
    const id = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, status })
    await db.updateTable('orders').set(columns).where('id', '=', id).execute()
    return (await label(id, more)).id
  }
  const due = [
    await ended('cancelled', unused, { asked_at: at(-4), bought_at: at(-3) }),
    await ended('refunded', unused, { asked_at: at(-3), bought_at: at(-4) }),
    await ended('completed', unused, { asked_at: at(-1), bought_at: at(-1) }),
    await ended('cancelled', unused, { asked_at: at(3), bought_at: at(3) }),
  ]
  await ended('cancelled', unused, { asked_at: at(3), bought_at: at(2) })
  await ended('cancelled', unused, { void_refused_at: now })
  await ended('cancelled', unused, { status: 'voided' })
  await ended('cancelled', { label_cents: 0 })
  await ended('refunded', { ...unused, shipped_at: now })
  await ended('completed', { ...unused, label_paid_cents: 600 })
  await ended('completed', { ...unused, label_recovered_cents: 600 })
  await ended('paid')
  assert.deepEqual(ids(await labels.labelsToVoid(db, now, 9)), due)
})
