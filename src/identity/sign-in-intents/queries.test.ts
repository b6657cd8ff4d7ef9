import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const token = (name: string) => Buffer.alloc(32, name)
const add = (name: string, seconds: number, fields: Record<string, string> | null = null) =>
  queries.insertIntent(db, { token_hash: token(name), path: `/${name}`, back: null, fields, created_at: now, expires_at: at(seconds) })
const remaining = async () => (await db.selectFrom('sign_in_intents').select('path').orderBy('path').execute()).map(({ path }) => path)

test('an intent is read by its own token until it expires, and taken only once and only for its own page', async () => {
  await add('a', 10, { listing: 'lst_a' })
  await add('b', 20)
  const found = async (name: string, when = now) => {
    const intent = await queries.findIntent(db, token(name), when)
    return intent && [intent.path, intent.fields]
  }
  assert.deepEqual([await found('a'), await found('b'), await found('c')], [['/a', { listing: 'lst_a' }], ['/b', null], undefined]) // prettier-ignore
  assert.equal(await found('a', at(10)), undefined)
  const bare = await db.selectFrom('sign_in_intents').select('path').where('fields', 'is', null).execute()
  assert.deepEqual(bare, [{ path: '/b' }])
  const take = async (name: string, path: string, when = now) => (await queries.takeIntent(db, { tokenHash: token(name), path, now: when }))?.path // prettier-ignore
  await add('d', 10)
  await db.updateTable('sign_in_intents').set({ path: '/a' }).where('path', '=', '/d').execute()
  assert.deepEqual([await take('a', '/b'), await take('a', '/a', at(10)), await take('c', '/a')], [undefined, undefined, undefined])
  assert.deepEqual([await take('a', '/a'), await take('a', '/a')], ['/a', undefined])
  assert.deepEqual(await remaining(), ['/a', '/b'])
  await queries.deleteExpiredIntents(db, at(10))
  assert.deepEqual(await remaining(), ['/b'])
})
