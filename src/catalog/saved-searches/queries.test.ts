import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import * as searches from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const now = ctx.now()
const at = (ms: number) => new Date(now.getTime() + ms)

test('each of several searches with the same last alert is marked, and a time of the last alert never moves back', async () => {
  const { id: account } = await app.signUp()
  const save = async (q: string, alerted_at: Date) => {
    const id = ctx.newId('srh')
    await db.insertInto('saved_searches').values({ id, account_id: account, name: q, q, alert: 'daily', alerted_at, created_at: at(-9) }).execute() // prettier-ignore
    return { id, since: alerted_at }
  }
  const [lamp, vase, pot] = [await save('lamp', at(-5)), await save('vase', at(-5)), await save('pot', at(5))]
  assert.deepEqual(await searches.markAlerted(db, account, [lamp, vase, pot], now), new Set([lamp.id, vase.id, pot.id]))
  const times = await db.selectFrom('saved_searches').select('alerted_at').where('account_id', '=', account).orderBy('id').execute()
  assert.deepEqual(times.map(({ alerted_at }) => alerted_at), [now, now, at(5)]) // prettier-ignore
})

test('of the given people, those are found who have blocked the account or whom it has blocked', async () => {
  const people = [
    await app.signUp('Ana'),
    await app.signUp('Ben'),
    await app.signUp('Eve'),
    await app.signUp('Fay'),
    await app.signUp('Gil'),
  ]
  const [ana, ben, eve, fay, gil] = people.map(({ id }) => id) as [string, string, string, string, string]
  const block = (account_id: string, blocked_id: string) =>
    db.insertInto('blocks').values({ account_id, blocked_id, created_at: now }).execute()
  await Promise.all([block(ana, ben), block(ana, gil), block(eve, ana), block(gil, ana), block(ben, fay), block(fay, eve)])
  assert.deepEqual(await searches.blockedAmong(db, ana, [ben, eve, fay]), new Set([ben, eve]))
  assert.deepEqual(await searches.blockedAmong(db, ana, [fay]), new Set())
})

test('the number of an account’s saved searches does not include other accounts’ searches', async () => {
  const [ana, ben] = [(await app.signUp()).id, (await app.signUp()).id]
  for (const [account_id, q] of [[ana, 'lamp'], [ana, 'vase'], [ben, 'lamp']] as const) // prettier-ignore
    await db.insertInto('saved_searches').values({ id: ctx.newId('srh'), account_id, name: q, q, alert: 'none', created_at: now }).execute() // prettier-ignore
  assert.deepEqual([await searches.countSearches(db, ana), await searches.countSearches(db, ben)], [2, 1])
})
