import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as helpers from './queries.ts'

const { app, ctx, db, ana, ben, eve, now } = await moneyRows({ after })
const { seller } = await openTestTenant(app, ana)

test('model calls count per account and day up to the limit, and those of a test account count for its owner', async () => {
  const count = (account: string, day: string, limit = 2) => helpers.countModelCall(db, account, day, limit)
  assert.equal(await count(ana.id, '2026-11-01', 0), false)
  assert.deepEqual([await count(ana.id, '2026-11-01'), await count(seller.id, '2026-11-01')], [true, true])
  assert.deepEqual([await count(ana.id, '2026-11-01'), await count(seller.id, '2026-11-01')], [false, false])
  assert.deepEqual([await count(ana.id, '2026-11-02'), await count(ben.id, '2026-11-01', 1)], [true, true])
  const rows = await db.selectFrom('model_days').select(['account_id', 'calls']).orderBy('day').orderBy('account_id').execute()
  assert.deepEqual(rows.map((row) => [row.account_id, row.calls]), [[ana.id, 2], [ben.id, 1], [ana.id, 1]]) // prettier-ignore
})

test('helpers may act unless the account, or the owner of a test account, has paused them, is suspended or is closed', async () => {
  const may = async () => {
    const all = await Promise.all([ana, seller, ben].map(({ id }) => helpers.helpersMayAct(db, id)))
    const locked = await db.transaction().execute(async (tx) => {
      const results: boolean[] = []
      for (const { id } of [ana, seller, ben]) results.push(await helpers.holdHelpersMayAct(tx, id))
      return results
    })
    assert.deepEqual(locked, all)
    return all
  }
  const set = (id: string, columns: object) => db.updateTable('accounts').set(columns).where('id', '=', id).execute()
  assert.deepEqual(await may(), [true, true, true])
  for (const [on, off] of [[{ brake: true }, { brake: false }], [{ suspended_at: now }, { suspended_at: null }]]) {
    await set(ana.id, on!)
    assert.deepEqual(await may(), [false, false, true])
    await set(ana.id, off!)
    await set(seller.id, on!)
    assert.deepEqual(await may(), [true, false, true])
    await set(seller.id, off!)
  } // prettier-ignore
  const gil = await app.signUp('Gil')
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie: gil.cookie, json: { password: gil.password } })).status, 200)
  assert.equal(await helpers.helpersMayAct(db, gil.id), false)
})

test('the settings count the account’s own shops that use each helper, and a test account has the setting of its owner', async () => {
  const setting = async (columns: object) => {
    const { id } = await makeShop(ctx, eve.id)
    await db.updateTable('shops').set({ answer_questions: false, haggle: false, ...columns }).where('id', '=', id).execute() // prettier-ignore
  }
  await setting({ answer_questions: true })
  await setting({ haggle: true })
  await setting({ answer_questions: true })
  await db.updateTable('accounts').set({ brake: true }).where('id', '=', ana.id).execute()
  assert.deepEqual(await helpers.readHelperSettings(db, eve.id), { brake: false, shops: 3, answering: 2, haggling: 1 })
  assert.deepEqual(await helpers.readHelperSettings(db, ben.id), { brake: false, shops: 0, answering: 0, haggling: 0 })
  assert.equal((await helpers.readHelperSettings(db, seller.id)).brake, true)
})
