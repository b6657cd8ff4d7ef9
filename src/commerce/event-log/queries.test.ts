import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { until } from '#test/until.ts'
import * as events from './queries.ts'

const { ctx, db, ana, ben, now, at, ids } = await moneyRows({ after })

const event = async (more: Partial<Insertable<Tables['events']>> = {}) => {
  const id = ctx.newId('evt')
  const row = { id, account_id: ana.id, type: 'offer.received', is_public: true, data: '{}', created_at: now, ...more }
  await db.insertInto('events').values(row).execute()
  return id
}

test('a list of events contains the account’s own recent public events of one type, in both directions', async () => {
  const old = await event({ created_at: at(-9) })
  const [first, other, last] = [await event(), await event({ type: 'order.paid' }), await event({ created_at: at(1) })]
  const [internal, theirs] = [await event({ is_public: false }), await event({ account_id: ben.id })]
  const mine = { accountId: ana.id, since: at(-9), type: undefined, limit: 9 }
  const newest = async (more: object = {}) => {
    const { rows, total } = await events.listEvents(db, { ...mine, offset: 0, ...more })
    return [total, ...ids(rows)]
  }
  assert.deepEqual([await newest(), await newest({ limit: 1, offset: 1 })], [[3, last, other, first], [3, other]]) // prettier-ignore
  assert.deepEqual([await newest({ type: 'offer.received' }), await newest({ accountId: ben.id })], [[2, last, first], [1, theirs]]) // prettier-ignore
  const oldest = async (cursor: string | null, more: object = {}) => {
    const row = cursor === null ? null : (await events.findEvent(db, { accountId: ana.id, id: cursor }))!
    const { rows, total } = await events.listEventsAfter(db, { ...mine, after: row, ...more })
    return [total, ...ids(rows)]
  }
  // other transactions on the database server can delay the events; this is the last one
  await until('all events are visible', async () => (await oldest(null, { accountId: ben.id }))[0] === 1)
  assert.deepEqual([await oldest(null), await oldest(null, { limit: 2 })], [[3, first, other, last], [3, first, other]]) // prettier-ignore
  assert.deepEqual([await oldest(first), await oldest(last), await oldest(old)], [[2, other, last], [0], [3, first, other, last]]) // prettier-ignore
  assert.deepEqual([await oldest(first, { type: 'order.paid' }), await oldest(null, { accountId: ben.id })], [[1, other], [1, theirs]]) // prettier-ignore
  const find = async (accountId: string, id: string) => (await events.findEvent(db, { accountId, id }))?.id
  assert.deepEqual([await find(ana.id, last), await find(ana.id, first)], [last, first])
  assert.deepEqual([await find(ana.id, internal), await find(ana.id, theirs), await find(ben.id, first)], [undefined, undefined, undefined])
})
