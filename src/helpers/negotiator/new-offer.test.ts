import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { onNewOffer } from './index.ts'

const { ctx, db } = await moneyRows({ after })

test('each new offer schedules one run of the negotiator, and no other event does', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  for (const [type, id] of [
    ['offer.received', 'off_1'],
    ['offer.received', 'off_1'],
    ['offer.accepted', 'off_2'],
  ])
    // prettier-ignore
    await inTransaction(ctx, (tx) => onNewOffer(tx, { type, object: { id } } as unknown as RecordedEvent))
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(db)
  assert.deepEqual(rows, [{ payload: { offerId: 'off_1' } }])
})
