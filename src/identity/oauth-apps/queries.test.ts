import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as own from './own/queries.ts'
import * as apps from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const bytes = (text: string) => Buffer.from(text)
const inTx = <T>(work: (db: Tx['db']) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))

const addClient = (id: string, account_id: string | null, seconds = 0) =>
  apps.insertClient(db, { id, name: id, redirect_uris: [`https://${id}.example`], created_at: at(seconds), last_used_at: now, account_id })
type KeyFields = { revoked_at?: Date; expires_at?: Date; last_used_at?: Date }
async function addKey(id: string, account_id: string, clientId: string | null, fields: KeyFields = {}): Promise<void> {
  const row = { id, account_id, kind: 'agent' as const, name: id, secret_hash: bytes(id), last4: 'last', scopes: [], created_at: now, ...fields } // prettier-ignore
  await db.insertInto('keys').values(row).execute()
  if (clientId !== null)
    await apps.insertApp(db, { key_id: id, client_id: clientId, refresh_selector: `selector ${id}`, refresh_hash: bytes(id), refreshed_at: now }) // prettier-ignore
}
const session = (await db.selectFrom('sessions').select('id').where('account_id', '=', ana).executeTakeFirstOrThrow()).id
const addCode = (text: string, client_id: string, key_id: string | null = null) =>
  apps.insertCode(db, { code_hash: bytes(text), session_id: session, account_id: ana, client_id, client_name: client_id, redirect_uri: 'https://x.example', challenge: 'c'.repeat(43), scopes: [], ask_first: [], max_offer_cents: null, max_day_cents: null, key_id, created_at: now }) // prettier-ignore
const codes = async () => (await db.selectFrom('oauth_codes').select(['code_hash', 'key_id']).orderBy('code_hash').execute()).map((row) => [row.code_hash.toString(), row.key_id]) // prettier-ignore

async function clear(): Promise<void> {
  for (const table of ['oauth_codes', 'oauth_clients', 'apps', 'keys'] as const) await db.deleteFrom(table).execute()
}

test('each client, code and refresh token is found, changed and deleted on its own', async () => {
  await clear()
  for (const id of ['app_a', 'app_b']) await addClient(id, null)
  for (const id of ['app_a', 'app_b', 'app_a']) {
    assert.equal((await apps.findClient(db, id))?.id, id)
    assert.deepEqual(await inTx((tx) => apps.shareClient(tx, id)), { redirect_uris: [`https://${id}.example`] })
  }
  await apps.touchClient(db, 'app_a', at(5))
  const used = await db.selectFrom('oauth_clients').select('last_used_at').orderBy('id').execute()
  assert.deepEqual(used.map((row) => row.last_used_at), [at(5), now]) // prettier-ignore
  for (const id of ['key_a', 'key_b']) await addKey(id, ana, 'app_a')
  for (const text of ['one', 'two']) await addCode(text, 'app_a')
  for (const text of ['one', 'two']) {
    assert.equal((await apps.findCode(db, bytes(text)))?.code_hash.toString(), text)
    assert.equal((await inTx((tx) => apps.lockCode(tx, bytes(text))))?.code_hash.toString(), text)
  }
  await apps.useCode(db, bytes('one'), 'key_a')
  assert.deepEqual(await codes(), [['one', 'key_a'], ['two', null]]) // prettier-ignore
  await apps.deleteCode(db, bytes('one'))
  assert.deepEqual(await codes(), [['two', null]])
  for (const id of ['key_a', 'key_b']) {
    assert.equal((await inTx((tx) => apps.lockApp(tx, `selector ${id}`)))?.key_id, id)
    assert.deepEqual(await apps.findAppKey(db, bytes(id)), { id, account_id: ana })
  }
  await addKey('key_c', ana, null)
  assert.equal(await apps.findAppKey(db, bytes('key_c')), undefined)
  await apps.rotateRefresh(db, 'key_a', bytes('new'), at(6))
  const refreshed = await db.selectFrom('apps').select(['refresh_hash', 'refreshed_at']).orderBy('key_id').execute()
  assert.deepEqual(refreshed.map((row) => [row.refresh_hash.toString(), row.refreshed_at]), [['new', at(6)], ['key_b', now]]) // prettier-ignore
})

test('an owner sees own apps, oldest first, with the people who have a working key, and its working keys', async () => {
  await clear()
  for (const [id, account, seconds] of [['app_c', ana, 0], ['app_b', ana, 1], ['app_a', ana, 1], ['app_d', ben, 0]] as const) await addClient(id, account, seconds) // prettier-ignore
  await addKey('key_b', ana, 'app_c')
  await addKey('key_a', ana, 'app_c', { expires_at: at(3600) })
  await addKey('key_c', ben, 'app_b', { revoked_at: now })
  await addKey('key_d', ben, 'app_b', { expires_at: at(-3600) })
  await addKey('key_e', ben, 'app_a')
  await addKey('key_f', ana, 'app_a')
  const seen = async (id: string) => (await own.listApps(db, id)).map((row) => [row.id, row.people])
  assert.deepEqual([await seen(ana), await seen(ben)], [[['app_c', 1], ['app_a', 2], ['app_b', 0]], [['app_d', 0]]]) // prettier-ignore
  for (const id of ['app_a', 'app_c']) assert.equal((await own.findApp(db, ana, id))?.id, id)
  assert.equal(await own.findApp(db, ben, 'app_a'), undefined)
  assert.deepEqual([await inTx((tx) => own.lockAndCount(tx, ana)), await inTx((tx) => own.lockAndCount(tx, ben))], [3, 1])
  assert.deepEqual([await own.workingKeysOf(db, 'app_c'), await own.workingKeysOf(db, 'app_b')], [['key_a', 'key_b'], ['key_d']]) // prettier-ignore
})

test('counting the apps of an account waits for no other account', async () => {
  const other = new Client({ connectionString: app.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select from accounts where id = $1 for update', [ben])
    await inTx(async (tx) => {
      await sql`set local lock_timeout = '2s'`.execute(tx)
      await own.lockAndCount(tx, ana)
    })
  } finally {
    await other.end()
  }
})

test('an app is locked, changed and deleted by its owner only, and loses its unused codes only', async () => {
  await clear()
  for (const id of ['app_a', 'app_b']) await addClient(id, ana)
  for (const id of ['app_a', 'app_b']) assert.deepEqual(await inTx((tx) => own.lockApp(tx, ana, id)), { redirect_uris: [`https://${id}.example`] }) // prettier-ignore
  assert.equal(await inTx((tx) => own.lockApp(tx, ben, 'app_a')), undefined)
  assert.equal(await own.changeApp(db, ben, 'app_a', { name: 'Stolen' }), undefined)
  assert.deepEqual(await own.changeApp(db, ana, 'app_a', { name: 'New' }), { id: 'app_a' })
  const names = async () => (await db.selectFrom('oauth_clients').select('name').orderBy('id').execute()).map(({ name }) => name)
  assert.deepEqual(await names(), ['New', 'app_b'])
  await addKey('key_a', ana, 'app_a')
  for (const [text, client, key] of [['a', 'app_a', null], ['b', 'app_a', 'key_a'], ['c', 'app_b', null]] as const) await addCode(text, client, key) // prettier-ignore
  await inTx((tx) => own.deleteUnusedCodes(tx, 'app_a'))
  assert.deepEqual(await codes(), [['b', 'key_a'], ['c', null]]) // prettier-ignore
  assert.equal(await own.deleteApp(db, ben, 'app_a'), false)
  assert.equal(await own.deleteApp(db, ana, 'app_a'), true)
  assert.deepEqual(await names(), ['app_b'])
})

test('the last requests of an app are the last requests of its most recently used keys, newest first', async () => {
  await clear()
  await addClient('app_a', ana)
  await addKey('key_a', ben, 'app_a', { last_used_at: at(30) })
  await addKey('key_b', ben, 'app_a', { last_used_at: at(20) })
  await addKey('key_c', ben, 'app_a', { last_used_at: at(10) })
  await addKey('key_d', ben, 'app_a')
  await addKey('key_e', ben, 'app_b', { last_used_at: at(40) })
  await db.deleteFrom('request_log').execute()
  const requests = [['req_1', 'key_a', 30], ['req_2', 'key_a', 30], ['req_3', 'key_a', 151], ['req_4', 'key_b', 20], ['req_5', 'key_b', 15], ['req_6', 'key_c', 10], ['req_7', 'key_e', 40], ['req_8', 'key_d', 5]] as const // prettier-ignore
  for (const [id, key_id, seconds] of requests)
    await db.insertInto('request_log').values({ id, account_id: ben, key_id, operation: 'fake', method: 'GET', path: '/', status: 200, ms: 1, created_at: at(seconds) }).execute() // prettier-ignore
  // another account's request with the same key id, which only a broken log contains
  await db.insertInto('request_log').values({ id: 'req_9', account_id: ana, key_id: 'key_a', operation: 'fake', method: 'GET', path: '/', status: 200, ms: 1, created_at: at(30) }).execute() // prettier-ignore
  const last = async (keys: number, rows: number) => (await own.lastRequests(db, 'app_a', { keys, rows })).map(({ id }) => id)
  assert.deepEqual(await last(2, 9), ['req_2', 'req_1', 'req_4', 'req_5'])
  assert.deepEqual(await last(9, 9), ['req_2', 'req_1', 'req_4', 'req_5', 'req_6'])
  assert.deepEqual(await last(2, 1), ['req_2'])
  await db
    .updateTable('request_log')
    .set({ created_at: at(149) })
    .where('id', '=', 'req_3')
    .execute()
  assert.deepEqual(await last(1, 2), ['req_3', 'req_2'])
})

test('an app sees the webhooks that it has set for the account of the key, last changed first', async () => {
  await clear()
  await addClient('app_a', ana)
  const webhook = async (account_id: string, key_id: string, seconds: number) => {
    await db.deleteFrom('webhooks').where('account_id', '=', account_id).execute()
    await db.insertInto('webhooks').values({ account_id, url: `https://${key_id}.example`, events: ['x'], enabled: true, secret: 's', created_at: now, updated_at: at(seconds), key_id }).execute() // prettier-ignore
  }
  for (const [id, account, client] of [['key_a', ana, 'app_a'], ['key_b', ben, 'app_a'], ['key_c', ben, 'app_b']] as const) await addKey(id, account, client) // prettier-ignore
  const seen = async (limit = 9) => (await own.webhooksSetBy(db, 'app_a', limit)).map(({ url }) => url)
  await webhook(ana, 'key_a', 1)
  await webhook(ben, 'key_b', 2)
  assert.deepEqual([await seen(), await seen(1)], [['https://key_b.example', 'https://key_a.example'], ['https://key_b.example']]) // prettier-ignore
  await webhook(ben, 'key_c', 3)
  assert.deepEqual(await seen(), ['https://key_a.example'])
  await webhook(ben, 'key_a', 3)
  assert.deepEqual(await seen(), ['https://key_a.example'])
})
