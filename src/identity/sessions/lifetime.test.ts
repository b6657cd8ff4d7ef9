import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp } from '#test/app.ts'
import { forgetBrowsers } from './browsers.ts'
import { markSecond, openGuestSession, startSession } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const now = app.service.ctx.now()
const ctx = { ...app.service.ctx, now: () => now }
const rowOf = (token: string) => ctx.db.selectFrom('sessions').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirstOrThrow()

test('a session lasts 30 days, starts with a proof of identity, and stores the first 200 characters of the browser’s name', async () => {
  const { id } = await app.signUp('Ana')
  const { token, accountId, expiresAt, device } = await startSession(ctx, id, { agent: 'x'.repeat(201), device: null })
  const expires = new Date(now.getTime() + 30 * 86_400_000)
  assert.deepEqual([accountId, expiresAt, device?.length], [id, expires, token.length])
  const { id: sessionId, ...row } = await rowOf(token)
  assert.match(sessionId, /^ses_/)
  assert.deepEqual(row, {
    token_hash: sha256(token),
    account_id: id,
    agent: 'x'.repeat(200),
    created_at: now,
    expires_at: expires,
    proved_at: now,
    second_at: null,
    test_role: null,
  })
})

test('a session that starts with a second step records its time, and a later second step returns when the session ends', async () => {
  const { id } = await app.signUp('Bo')
  const opened = await startSession(ctx, id, { agent: null, device: null }, { second: true })
  const row = await rowOf(opened.token)
  assert.deepEqual([row.agent, row.second_at], [null, now])
  const later = new Date(now.getTime() + 1_000)
  assert.deepEqual(await inTransaction({ ...ctx, now: () => later }, (tx) => markSecond(tx, opened.token)), opened.expiresAt)
  assert.deepEqual((await rowOf(opened.token)).second_at, later)
})

test('a guest’s session stores no name of a browser that sends none', async () => {
  const { id } = await app.signUp('Guest')
  const opened = await inTransaction(ctx, (tx) => openGuestSession(tx, id, { agent: null }))
  const { agent, account_id, created_at } = await rowOf(opened.token)
  assert.deepEqual([opened.accountId, agent, account_id, created_at], [id, null, id, now])
})

test('a sign-in from a new browser is reported from the moment when the account is an hour old', async () => {
  const { id } = await app.signUp('Cy')
  const HOUR_MS = 3_600_000
  const reportsAfter = async (ms: number) => {
    await inTransaction(ctx, (tx) => forgetBrowsers(tx, id))
    await ctx.db.updateTable('accounts').set({ created_at: new Date(now.getTime() - ms) }).where('id', '=', id).execute() // prettier-ignore
    await startSession(ctx, id, { agent: null, device: null })
    return (await ctx.db.selectFrom('mails').select('id').where('account_id', '=', id).where('kind', '=', 'new_browser').execute()).length
  }
  assert.deepEqual([await reportsAfter(HOUR_MS - 1), await reportsAfter(HOUR_MS)], [0, 1])
})
