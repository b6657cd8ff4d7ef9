import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import { lockUse } from './queries.ts'

const { db, ana, ben, eve, whileLocked } = await moneyRows({ after })

test('an insert that counts toward a quota blocks the inserts of the same account only', async () => {
  const accounts = [ana.id, ben.id, eve.id]
  const unlocked = async () =>
    new Set((await db.selectFrom('account_use').select('account_id').where('account_id', 'in', accounts).forUpdate().skipLocked().execute()).map((row) => row.account_id)) // prettier-ignore
  assert.deepEqual(await whileLocked((tx) => lockUse(tx, ben.id), unlocked), new Set([ana.id, eve.id]))
})
