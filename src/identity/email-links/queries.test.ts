import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as queries from './queries.ts'
import { CANCELLED } from './rules.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const inTx = <T>(work: (db: Tx['db']) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))

const addLink = (name: string, account_id: string, purpose: 'reset' | 'sign_in', expires_at = at(60)) =>
  db
    .insertInto('mailed_links')
    .values({ token_hash: Buffer.from(name), account_id, purpose, email: ana.email, mail_id: `mai_of_${name}`, created_at: now, expires_at })
    .execute() // prettier-ignore
type MailFields = { link_for?: 'reset' | 'sign_in' | null; created_at?: Date; status?: 'waiting' | 'sent' }
const addMail = (id: string, account_id: string, { link_for = 'reset', created_at = now, status = 'waiting' }: MailFields = {}) =>
  db
    .insertInto('mails')
    .values({ id, account_id, kind: 'fake', recipient: ana.email, subject: 'Hi', body: 'Hi', status, sent_at: status === 'sent' ? now : null, next_try_at: now, created_at, link_for })
    .execute() // prettier-ignore

async function clear(): Promise<void> {
  for (const table of ['mailed_links', 'mails'] as const) await db.deleteFrom(table).execute()
}

test('each person is found, locked and changed by id or by address, in any case', async () => {
  for (const { id, email } of [ana, ben]) {
    assert.equal((await queries.findPerson(db, id))?.id, id)
    assert.equal((await inTx((tx) => queries.lockPerson(tx, id)))?.id, id)
    assert.equal((await inTx((tx) => queries.lockPersonByEmail(tx, email.toUpperCase())))?.id, id)
  }
  const taken = (email: string, id: string) => queries.isEmailTaken(db, email, id)
  assert.deepEqual([await taken(ben.email.toUpperCase(), ana.id), await taken(ana.email, ana.id)], [true, false])
  assert.equal(await taken('nobody@example.test', ana.id), false)
  await queries.updatePerson(db, ben.id, { new_email: 'new@example.test', updated_at: now })
  const rows = await db.selectFrom('accounts').select('id').where('new_email', 'is not', null).execute()
  assert.deepEqual(rows, [{ id: ben.id }])
})

test('the requests of one account for one purpose are counted, oldest first', async () => {
  await clear()
  for (const [id, seconds] of [['mai_a', 3], ['mai_b', 2], ['mai_c', 1], ['mai_d', 4]] as const) await addMail(id, ana.id, { created_at: at(seconds) }) // prettier-ignore
  await addMail('mai_e', ana.id, { link_for: 'sign_in', created_at: at(5) })
  await addMail('mai_f', ben.id, { created_at: at(6) })
  assert.deepEqual(await queries.countRequestedSince(db, ana.id, 'reset', at(1)), [at(2), at(3), at(4)])
})

test('an account has a link if one for this purpose is valid or waits in an email', async () => {
  await clear()
  const has = async () => [await queries.hasLink(db, ana.id, 'reset', now), await queries.hasLink(db, ben.id, 'sign_in', now)]
  await addLink('a', ana.id, 'sign_in')
  await addLink('b', ben.id, 'reset')
  await addLink('c', ana.id, 'reset', now)
  await addMail('mai_a', ana.id, { link_for: 'sign_in' })
  await addMail('mai_b', ben.id)
  await addMail('mai_c', ana.id, { status: 'sent' })
  assert.deepEqual(await has(), [false, false])
  await addLink('d', ana.id, 'reset', at(1))
  await addMail('mai_d', ben.id, { link_for: 'sign_in' })
  assert.deepEqual(await has(), [true, true])
})

test('the links of an account for some purposes are deleted, and their unsent emails cancelled', async () => {
  await clear()
  await addLink('a', ana.id, 'reset')
  await addLink('b', ana.id, 'sign_in')
  await addLink('c', ben.id, 'reset')
  await addMail('mai_a', ana.id)
  await addMail('mai_b', ana.id, { link_for: 'sign_in' })
  await addMail('mai_c', ben.id)
  await addMail('mai_d', ana.id, { status: 'sent' })
  await addMail('mai_e', ana.id, { link_for: null })
  await inTx((tx) => queries.forgetLinks(tx, ana.id, ['reset']))
  const links = await db.selectFrom('mailed_links').select('token_hash').orderBy('token_hash').execute()
  assert.deepEqual(links.map((row) => row.token_hash.toString()), ['b', 'c']) // prettier-ignore
  const mails = await db.selectFrom('mails').select(['id', 'status', 'last_error']).orderBy('id').execute()
  assert.deepEqual(
    mails.map(({ id, status, last_error }) => [id, status, last_error]),
    [
      ['mai_a', 'failed', CANCELLED],
      ['mai_b', 'waiting', null],
      ['mai_c', 'waiting', null],
      ['mai_d', 'sent', null],
      ['mai_e', 'waiting', null],
    ],
  )
})
