import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Parcel } from '#core/parcel.ts'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type RateRow = Omit<Selectable<Tables['label_rates']>, 'provider'> & { provider: 'test' | 'easypost' }
export type LabelRow = Omit<Selectable<Tables['labels']>, 'provider' | 'status'> & {
  provider: 'test' | 'easypost'
  status: 'buying' | 'bought' | 'voided' | 'failed'
}

export async function insertRates(db: Db, rows: readonly Insertable<Tables['label_rates']>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('label_rates').values(rows).execute()
}

export const findRate = (db: Db, orderId: string, id: string): Promise<RateRow | undefined> =>
  db.selectFrom('label_rates').selectAll().where('id', '=', id).where('order_id', '=', orderId).$castTo<RateRow>().executeTakeFirst()

/** Returns the parcel size and weight that are stored with an order's listing. */
export async function parcelOf(db: Db, orderId: string): Promise<Parcel | null> {
  const { rows } = await sql<{ parcel: Parcel | null }>`
    select l.parcel from orders o left join listings l on l.id = o.listing_id where o.id = ${orderId}`.execute(db)
  return rows[0]!.parcel
}

/** Returns an order's label, which is either bought or being bought. */
export const activeLabel = (db: Db, orderId: string): Promise<LabelRow | undefined> =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', 'in', ['buying', 'bought'])
    .$castTo<LabelRow>()
    .executeTakeFirst()

export const insertLabel = (db: Db, row: Insertable<Tables['labels']>): Promise<LabelRow> =>
  db.insertInto('labels').values(row).returningAll().$castTo<LabelRow>().executeTakeFirstOrThrow()

/** Locks a label. The caller must lock its order first. */
export const lockLabel = (db: Tx, id: string): Promise<LabelRow> =>
  db.selectFrom('labels').selectAll().where('id', '=', id).forUpdate().$castTo<LabelRow>().executeTakeFirstOrThrow()

export const updateLabel = (db: Db, id: string, change: Partial<Omit<LabelRow, 'id' | 'order_id'>>): Promise<LabelRow> =>
  db.updateTable('labels').set(change).where('id', '=', id).returningAll().$castTo<LabelRow>().executeTakeFirstOrThrow()

/** Returns true if a label for this shipment was voided. A shipment has only one label. */
export const wasVoided = async (db: Db, { provider, shipment_ref: ref }: RateRow): Promise<boolean> =>
  (await db
    .selectFrom('labels')
    .select('id')
    .where('provider', '=', provider)
    .where('shipment_ref', '=', ref)
    .where('status', '=', 'voided')
    .executeTakeFirst()) !== undefined

/** Returns the label for a shipment. If `shipmentRef` is null, returns the latest label with the tracking number. */
export const labelOfShipment = (
  db: Db,
  provider: LabelRow['provider'],
  { shipmentRef, trackingNumber }: { shipmentRef: string | null; trackingNumber: string | null },
): Promise<LabelRow | undefined> =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('provider', '=', provider)
    .where((eb) => (shipmentRef === null ? eb('tracking_number', '=', trackingNumber) : eb('shipment_ref', '=', shipmentRef)))
    .orderBy('created_at', 'desc')
    .limit(1)
    .$castTo<LabelRow>()
    .executeTakeFirst()

/** Inserts a carrier's event about a label. Returns false if it was already inserted. */
export const insertCarrierEvent = (db: Db, row: Insertable<Tables['carrier_events']>): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('carrier_events')
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  )

/**
 * Returns labels that were requested without a response from the provider. Omits labels for which the provider was called after `before`.
 */
export const unanswered = (db: Db, before: Date, limit: number): Promise<LabelRow[]> =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('status', '=', 'buying')
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .limit(limit)
    .$castTo<LabelRow>()
    .execute()

/**
 * Returns the unused labels of ended orders: the order was never shipped, or it was completed before the purchase of the label was
 * confirmed. Omits labels that were requested to be voided after `before`.
 */
export async function labelsToVoid(db: Db, before: Date, limit: number): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select l.* from labels l join orders o on o.id = l.order_id
    where l.status = 'bought' and o.label_cents > 0 and l.void_refused_at is null and (l.asked_at <= l.bought_at or l.asked_at <= ${before})
      and (o.status = 'cancelled' or o.status = 'refunded' and o.shipped_at is null or o.status = 'completed' and o.label_paid_cents + o.label_recovered_cents = 0)
    order by l.asked_at limit ${limit}`.execute(db)
  return rows
}

/**
 * Records that the caller is about to call the provider for a label. Returns the label, or undefined if a concurrent caller did this first.
 */
export const claimRetry = (db: Db, { id, asks }: LabelRow, now: Date): Promise<LabelRow | undefined> =>
  db
    .updateTable('labels')
    .set({ asks: asks + 1, asked_at: now })
    .where('id', '=', id)
    .where('asks', '=', asks)
    .returningAll()
    .$castTo<LabelRow>()
    .executeTakeFirst()
