import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as events from './queries.ts'

const { ctx, db, now, at, dates, ids } = await moneyRows({ after })

test('an event is stored once per provider and id, and its outcome is recorded only for this event', async () => {
  const insert = (provider: 'test' | 'stripe', id: string) => events.insertProviderEvent(db, { provider, id, type: 'x', received_at: now })
  assert.deepEqual([await insert('stripe', 'evt_1'), await insert('stripe', 'evt_1')], [true, false])
  assert.deepEqual([await insert('test', 'evt_1'), await insert('stripe', 'evt_2')], [true, true])
  const knows = (provider: 'test' | 'stripe', id: string) => events.knowsProviderEvent(db, provider, id)
  assert.deepEqual([await knows('stripe', 'evt_2'), await knows('test', 'evt_2'), await knows('stripe', 'evt_3')], [true, false, false])
  await events.noteProviderEvent(db, 'stripe', 'evt_1', 'used', 'paid')
  const rows = await db.selectFrom('provider_events').select(['provider', 'id', 'outcome', 'note']).orderBy('id').orderBy('provider').execute() // prettier-ignore
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['stripe', 'evt_1', 'used', 'paid'],
      ['test', 'evt_1', null, null],
      ['stripe', 'evt_2', null, null],
    ],
  )
})

test('the open exceptions that the provider can settle are polled again after the interval, least recently polled first', async () => {
  const exception = async (more: object) => {
    const id = ctx.newId('mcs')
    const row = { id, provider: 'stripe' as const, kind: 'account_stopped' as const, ref: id, amount_cents: 100, ...dates, ...more }
    await db.insertInto('money_cases').values(row).execute()
    return id
  }
  const chargeback = { kind: 'chargeback', stage: 'open' } as const
  const [due, first] = [await exception({}), await exception({ ...chargeback, updated_at: at(-5) })]
  const closed = await exception({ closed_at: now, updated_at: at(-9) })
  await exception({ provider: 'test' })
  await exception({ kind: 'payout_failed' })
  await exception({ updated_at: at(1) })
  const polled = async (limit = 9) => ids(await events.casesToReconcile(db, 'stripe', now, limit))
  assert.deepEqual([await polled(), await polled(1)], [[first, due], [first]])
  await events.touchCase(db, first, at(2))
  await events.touchCase(db, closed, at(2))
  assert.deepEqual(await polled(), [due])
  const rows = await db.selectFrom('money_cases').select('updated_at').where('id', 'in', [first, closed]).orderBy('id').execute()
  assert.deepEqual(rows.map((row) => row.updated_at), [at(2), at(-9)]) // prettier-ignore
})
