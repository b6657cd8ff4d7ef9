import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as browsers from './browsers/queries.ts'
import * as sessions from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const bytes = (text: string) => Buffer.from(text)
const session = (id: string, { id: account_id }: { id: string }, fields: Partial<sessions.SessionRow> = {}): sessions.SessionRow => ({
  id,
  token_hash: bytes(id),
  account_id,
  created_at: now,
  expires_at: at(60),
  agent: null,
  proved_at: null,
  second_at: null,
  test_role: null,
  ...fields,
})
const remaining = async () => (await db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id)
const known = async (id: string) =>
  (await db.selectFrom('known_browsers').select('token_hash').where('account_id', '=', id).orderBy('token_hash').execute()).map((row) => row.token_hash.toString()) // prettier-ignore
async function fill(...rows: sessions.SessionRow[]): Promise<void> {
  await db.deleteFrom('sessions').execute()
  for (const row of rows) await sessions.insertGuestSession(db, row)
}

test('a proof of identity changes one session, and only before it ends', async () => {
  await fill(session('ses_a', ana), session('ses_b', ana), session('ses_c', ana, { expires_at: at(5) }))
  assert.equal(await sessions.setProved(db, bytes('ses_c'), at(5)), undefined)
  assert.equal((await sessions.setProved(db, bytes('ses_a'), at(5)))?.id, 'ses_a')
  assert.deepEqual(await sessions.setSecond(db, bytes('ses_b'), at(6)), at(60))
  assert.equal(await sessions.setSecond(db, bytes('none'), at(6)), undefined)
  const rows = await db.selectFrom('sessions').select(['id', 'proved_at', 'second_at']).orderBy('id').execute()
  assert.deepEqual(rows, [
    { id: 'ses_a', proved_at: at(5), second_at: null },
    { id: 'ses_b', proved_at: null, second_at: at(6) },
    { id: 'ses_c', proved_at: null, second_at: null },
  ])
})

test('the second step is forgotten in all sessions of one account', async () => {
  await fill(...['ses_a', 'ses_b'].map((id) => session(id, ana, { second_at: now })), session('ses_c', ben, { second_at: now }))
  await sessions.clearSecond(db, ana.id)
  const rows = await db.selectFrom('sessions').select('id').where('second_at', 'is not', null).execute()
  assert.deepEqual(rows, [{ id: 'ses_c' }])
})

test('the sessions of an account that have not ended are listed, newest first, at most 100', async () => {
  const many = Array.from({ length: 99 }, (_, index) => session(`ses_${100 + index}`, ana, { created_at: at(-10) }))
  await fill(
    ...many,
    session('ses_b', ana, { created_at: at(-20) }),
    session('ses_a', ana, { created_at: at(0) }),
    session('ses_c', ana, { expires_at: at(5) }),
    session('ses_d', ben),
  )
  const newest = many.map(({ id }) => id).toReversed()
  assert.deepEqual((await sessions.sessionsOf(db, ana.id, at(5))).map(({ id }) => id), ['ses_a', ...newest]) // prettier-ignore
})

test('deleting an account’s sessions deletes no session of another account, and not the named session', async () => {
  const all = [session('ses_a', ana), session('ses_b', ana), session('ses_c', ana, { expires_at: at(5) }), session('ses_d', ben)]
  await fill(...all)
  assert.equal(await sessions.deleteSessionById(db, ben.id, 'ses_a'), false)
  assert.equal(await sessions.deleteSessionById(db, ana.id, 'ses_a'), true)
  assert.deepEqual(await remaining(), ['ses_b', 'ses_c', 'ses_d'])
  await fill(...all)
  assert.equal(await sessions.deleteSessionsBut(db, ana.id, bytes('ses_b')), 2)
  assert.deepEqual(await remaining(), ['ses_b', 'ses_d'])
  await fill(...all)
  assert.equal(await sessions.deleteSessionsBut(db, ana.id, null), 3)
  assert.deepEqual(await remaining(), ['ses_d'])
  await fill(...all)
  await sessions.deleteSession(db, bytes('ses_a'))
  assert.deepEqual(await remaining(), ['ses_b', 'ses_c', 'ses_d'])
  await sessions.deleteExpiredSessions(db, at(5))
  assert.deepEqual(await remaining(), ['ses_b', 'ses_d'])
})

test('a time zone belongs to one account, and a guess does not replace it', async () => {
  await sessions.setZone(db, ana.id, 'Europe/Berlin', { whereUnknown: true })
  await sessions.setZone(db, ana.id, 'Asia/Tokyo', { whereUnknown: true })
  assert.deepEqual([await sessions.zoneOf(db, ana.id), await sessions.zoneOf(db, ben.id)], ['Europe/Berlin', null])
  await sessions.setZone(db, ana.id, 'Asia/Tokyo')
  await sessions.setZone(db, ben.id, 'America/Lima')
  assert.deepEqual([await sessions.zoneOf(db, ana.id), await sessions.zoneOf(db, ben.id)], ['Asia/Tokyo', 'America/Lima'])
  assert.equal(await sessions.zoneOf(db, 'usr_none'), null)
})

test('only the oldest browsers of an account are deleted, and no browser of another account', async () => {
  await db.deleteFrom('known_browsers').execute()
  await fill()
  const open = (id: string, who: { id: string }, browser: string, seconds: number, most = 2) =>
    inTransaction(ctx, (tx) => browsers.insertSession(tx.db, session(id, who, { created_at: at(seconds) }), bytes(browser), most))
  for (const [index, browser] of ['one', 'y'].entries()) await open(`ses_${index}`, ben, browser, index)
  for (const [index, browser] of ['x', 'y', 'x', 'x'].entries()) await open(`ses_1${index}`, ana, browser, 10 + index)
  assert.deepEqual(await known(ana.id), ['x', 'y'])
  await open('ses_14', ana, 'z', 14)
  assert.deepEqual([await known(ana.id), await known(ben.id)], [['x', 'z'], ['one', 'y']]) // prettier-ignore
  assert.equal((await remaining()).length, 7)
  // the browsers `one`, `two` and `x` are seen at the same time
  await open('ses_20', ana, 'two', 13, 9)
  await open('ses_21', ana, 'one', 13, 9)
  await open('ses_22', ana, 'new', 14, 4)
  assert.deepEqual(await known(ana.id), ['new', 'one', 'two', 'z'])
  assert.equal((await browsers.findKnown(db, ana.id, [bytes('gone'), bytes('two')]))?.toString(), 'two')
  assert.equal(await browsers.findKnown(db, ana.id, [bytes('gone'), bytes('x')]), undefined)
  assert.equal(await browsers.findKnown(db, ben.id, [bytes('z')]), undefined)
  await browsers.deleteUnseen(db, at(14))
  assert.deepEqual([await known(ana.id), await known(ben.id)], [['new', 'z'], []])
  await open('ses_30', ben, 'one', 20)
  await browsers.deleteBrowsers(db, ana.id)
  assert.deepEqual([await known(ana.id), await known(ben.id)], [[], ['one']])
})

test('at sign-in, an account meets its own browsers, and a guest with its verified address', async () => {
  const meet = (id: string, browser: string) => inTransaction(ctx, (tx) => browsers.meet(tx.db, id, bytes(browser)))
  const knows = async (id: string, browser: string) => {
    const { name, known: isKnown, knows_any } = await meet(id, browser)
    return [name, isKnown, knows_any]
  }
  await db.deleteFrom('known_browsers').execute()
  await db
    .insertInto('known_browsers')
    .values({ account_id: ben.id, token_hash: bytes('one'), created_at: now, seen_at: now })
    .execute()
  assert.deepEqual([await knows(ana.id, 'one'), await knows(ben.id, 'one')], [['Ana', false, false], ['Ben', true, true]]) // prettier-ignore
  assert.deepEqual(await knows(ben.id, 'two'), ['Ben', false, true])
  const guests = async () => [(await meet(ana.id, 'one')).has_guests, (await meet(ben.id, 'one')).has_guests]
  const guest = { name: 'Guest', guest_email: ana.email.toUpperCase(), created_at: now, updated_at: now }
  await db.updateTable('accounts').set({ email_verified_at: now }).execute()
  assert.deepEqual(await guests(), [false, false])
  await db.insertInto('accounts').values({ id: ctx.newId('usr'), ...guest }).execute() // prettier-ignore
  assert.deepEqual(await guests(), [true, false])
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', ana.id).execute()
  assert.deepEqual(await guests(), [false, false])
  await db.updateTable('accounts').set({ suspended_at: null, email_verified_at: null }).where('id', '=', ana.id).execute()
  assert.deepEqual(await guests(), [false, false])
})

test('a browser is known to the account that used it, and guests are found by the verified email address', async () => {
  await db.deleteFrom('known_browsers').execute()
  await fill()
  const meet = async (who: { id: string }, browser: string) => {
    const { known: isKnown, knows_any, has_guests } = await inTransaction(ctx, (tx) => browsers.meet(tx.db, who.id, bytes(browser)))
    return [isKnown, knows_any, has_guests]
  }
  assert.deepEqual(await meet(ana, 'one'), [false, false, false])
  await inTransaction(ctx, (tx) => browsers.insertSession(tx.db, session('ses_1', ana), bytes('one'), 2))
  await inTransaction(ctx, (tx) => browsers.insertSession(tx.db, session('ses_2', ben), bytes('two'), 2))
  assert.deepEqual(await meet(ana, 'one'), [true, true, false])
  assert.deepEqual(await meet(ana, 'two'), [false, true, false], 'another account uses this browser')
  const guest = (id: string, guest_email: string) =>
    db.insertInto('accounts').values({ id, name: 'Guest', guest_email, created_at: now, updated_at: now }).execute()
  await guest('usr_guest1', 'somebody@else.test')
  assert.deepEqual(await meet(ana, 'one'), [true, true, false])
  const { email } = await db.selectFrom('accounts').select('email').where('id', '=', ana.id).executeTakeFirstOrThrow()
  await guest('usr_guest2', email!.toUpperCase())
  await db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', ana.id).execute()
  assert.deepEqual(await meet(ana, 'one'), [true, true, false], 'the address is not verified')
  await db.updateTable('accounts').set({ email_verified_at: now }).where('id', '=', ana.id).execute()
  assert.deepEqual(await meet(ana, 'one'), [true, true, true])
})
