import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { inTransaction } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp } from '#test/app.ts'
import { findSessionId, shareAccount, suspensionReason } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]

test('sharing an account delays exclusive locks of this account, and of no other', async () => {
  const other = new Client({ connectionString: app.databaseUrl })
  await other.connect()
  try {
    await inTransaction(ctx, async (tx) => {
      await shareAccount(tx.db, ana.id)
      const lock = ({ id }: { id: string }) => other.query('select from accounts where id = $1 for update nowait', [id])
      await assert.rejects(lock(ana), { code: '55P03' })
      assert.equal((await lock(ben)).rowCount, 1)
    })
  } finally {
    await other.end()
  }
})

test('a session is found by its own token', async () => {
  for (const { id, cookie } of [ana, ben]) {
    const { id: session } = await db.selectFrom('sessions').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()
    assert.equal(await findSessionId(db, sha256(cookie.slice('session='.length))), session)
  }
  assert.equal(await findSessionId(db, sha256('none')), undefined)
})

test('the reason for a suspension is that of the moderation action in effect against the account', async () => {
  const now = ctx.now()
  const measure = (id: string, { id: account_id }: { id: string }, lifted: object = {}) =>
    db
      .insertInto('measures')
      .values({ id, kind: 'account', subject_id: account_id, subject_name: 'Name', account_id, reason: id, taken_at: now, ...lifted })
      .execute()
  await measure('mea_a', ana, { lifted_at: now, lifted_reason: 'Mistake' })
  await measure('mea_b', ben)
  assert.deepEqual([await suspensionReason(db, ana.id), await suspensionReason(db, ben.id)], [undefined, 'mea_b'])
  await measure('mea_c', ana)
  assert.deepEqual([await suspensionReason(db, ana.id), await suspensionReason(db, ben.id)], ['mea_c', 'mea_b'])
})
