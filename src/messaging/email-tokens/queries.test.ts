import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as tokens from './queries.ts'

const { ctx, db, ana, ben, now, at } = await moneyRows({ after })

const link = async (more: Partial<tokens.LinkRow> = {}) => {
  const mail_id = ctx.newId('mal')
  const row = { account_id: ana.id, purpose: 'reset' as const, email: ana.email, created_at: at(-60), expires_at: at(60) }
  const stored = { token_hash: Buffer.from(mail_id), mail_id, ...row, ...more }
  await tokens.saveLink(db, stored)
  return stored
}
const remaining = async () =>
  (await db.selectFrom('mailed_links').select('mail_id').orderBy('mail_id').execute()).map(({ mail_id }) => mail_id)

test('a link is valid for its purpose and until it expires, and is used only once', async () => {
  const [one, other] = [await link(), await link({ account_id: ben.id, email: ben.email })]
  for (const read of [tokens.findLink, tokens.takeLink]) {
    const id = async (purpose: 'reset' | 'verify', time: Date, { token_hash } = one) => (await read(db, token_hash, purpose, time))?.mail_id
    assert.deepEqual([await id('verify', now), await id('reset', at(60))], [undefined, undefined])
    assert.deepEqual([await id('reset', at(59)), await id('reset', at(59), { ...one, token_hash: Buffer.from('none') })], [one.mail_id, undefined]) // prettier-ignore
  }
  assert.equal(await tokens.findLink(db, one.token_hash, 'reset', now), undefined)
  assert.deepEqual(await tokens.findLink(db, other.token_hash, 'reset', now), other)
})

test('if an email is sent again, its new link replaces the old link', async () => {
  const [one, other] = [await link(), await link()]
  const again = { ...one, token_hash: Buffer.from('again'), created_at: now, expires_at: at(90) }
  await tokens.saveLink(db, again)
  const found = ({ token_hash }: tokens.LinkRow) => tokens.findLink(db, token_hash, 'reset', now)
  assert.deepEqual([await found(one), await found(again), await found(other)], [undefined, again, other])
})

test('a guest’s link is found after it expired, and deleted later than other expired links', async () => {
  await db.deleteFrom('mailed_links').execute()
  const guest = await link({ purpose: 'guest', expires_at: now })
  const old = await link({ purpose: 'guest', expires_at: now, created_at: at(-120) })
  const unexpired = await link({ purpose: 'guest', created_at: at(-120) })
  const [expired, reset] = [await link({ expires_at: now }), await link({ expires_at: at(1), created_at: at(-120) })]
  const found = async ({ token_hash }: tokens.LinkRow) => (await tokens.findGuestLink(db, token_hash))?.mail_id
  assert.deepEqual([await found(guest), await found(old), await found(expired)], [guest.mail_id, old.mail_id, undefined])
  await tokens.deleteExpiredLinks(db, now, at(-120))
  assert.deepEqual(
    await remaining(),
    [guest, unexpired, reset].map(({ mail_id }) => mail_id),
  )
  assert.deepEqual([await found(old), await found(guest), expired.purpose], [undefined, guest.mail_id, 'reset'])
})

test('an email is waiting until it was sent', async () => {
  const mail = async (more: { status?: 'sent'; sent_at?: Date } = {}) => {
    const id = ctx.newId('mal')
    const text = { recipient: ana.email, subject: 'Paid', body: 'Text' }
    await db.insertInto('mails').values({ id, account_id: ana.id, kind: 'order.paid', ...text, next_try_at: at(9), created_at: at(9), ...more }).execute() // prettier-ignore
    return id
  }
  const [waits, sent] = [await mail(), await mail({ status: 'sent', sent_at: at(9) })]
  assert.deepEqual([await tokens.isWaiting(db, waits), await tokens.isWaiting(db, sent), await tokens.isWaiting(db, 'mal_none')], [true, false, false]) // prettier-ignore
})
