import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]
const now = ctx.now()
const HOME = { name: 'Home', line1: '1 Elm St', line2: null, city: 'Salem', state: 'OR', postal_code: '97301', country: 'US' }
const add = (id: string, account_id: string, is_default: boolean) =>
  queries.insertAddress(db, { id, account_id, ...HOME, is_default, created_at: now, updated_at: now })
const saved = async () => (await db.selectFrom('addresses').select(['id', 'is_default']).orderBy('id').execute()).map((row) => [row.id, row.is_default]) // prettier-ignore

test('only the default address of an account changes when another becomes the default, and an address is deleted alone', async () => {
  for (const [id, account, isDefault] of [['adr_a', ana, true], ['adr_b', ana, false], ['adr_c', ana, false], ['adr_d', ben, true]] as const) await add(id, account, isDefault) // prettier-ignore
  await queries.clearDefault(db, ana, 'adr_a')
  assert.deepEqual(await saved(), [['adr_a', true], ['adr_b', false], ['adr_c', false], ['adr_d', true]]) // prettier-ignore
  await queries.clearDefault(db, ana, 'adr_b')
  assert.deepEqual(await saved(), [['adr_a', false], ['adr_b', false], ['adr_c', false], ['adr_d', true]]) // prettier-ignore
  assert.equal(await queries.deleteAddress(db, ben, 'adr_a'), false)
  assert.equal(await queries.deleteAddress(db, ana, 'adr_a'), true)
  assert.deepEqual(await saved(), [['adr_b', false], ['adr_c', false], ['adr_d', true]]) // prettier-ignore
  await queries.deleteAddressesOf(db, ana)
  assert.deepEqual(await saved(), [['adr_d', true]])
})
