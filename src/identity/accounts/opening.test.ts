import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { changeAccount, hashNewPassword, openAccount, openSession } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

test('opening and changing an account are recorded, and a suspended account can pause its helpers but not change its name', async () => {
  const { account, key } = await inTransaction(ctx, (tx) => openAccount(tx, { name: 'Bo', email: 'bo@example.test', passwordHash: 'x' }))
  const opened = await db.selectFrom('events').select('data').where('account_id', '=', account.id).where('type', '=', 'account.opened').executeTakeFirstOrThrow() // prettier-ignore
  assert.deepEqual(JSON.parse(opened.data), { object: { object: 'account', id: account.id, name: 'Bo' } })
  assert.deepEqual([key.row.name, key.row.kind], ['First key', 'api'])
  const rowOf = () => db.selectFrom('accounts').select(['name', 'brake']).where('id', '=', account.id).executeTakeFirstOrThrow()
  const change = (by: object, isSuspended?: true) =>
    inTransaction(ctx, (tx) => changeAccount(tx, { accountId: account.id, ...(isSuspended && { isSuspended }) } as Person, by))
  await change({ name: 'Bob' })
  assert.deepEqual(await rowOf(), { name: 'Bob', brake: false })
  await change({ brake: true })
  assert.deepEqual(await rowOf(), { name: 'Bob', brake: true })
  const changed = await db.selectFrom('events').select('data').where('account_id', '=', account.id).where('type', '=', 'account.changed').orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
  assert.deepEqual(JSON.parse(changed.data), { object: { object: 'account', id: account.id, brake: true } })
  await assert.rejects(change({ name: 'Rob' }, true), { type: 'permission', code: 'suspended' })
  await change({ brake: false }, true)
  assert.deepEqual(await rowOf(), { name: 'Bob', brake: false })
})

test('a sign-in counts as an attempt of the address or of the known browser, and is given back if it succeeds', async () => {
  const ana = await app.signUp('Ana')
  const calls: unknown[] = []
  const rateLimits: Context['rateLimits'] = {
    ...ctx.rateLimits,
    take: async (_, action, name) => void calls.push(['take', action, name]),
    giveBack: async (_, action, name) => void calls.push(['give back', action, name]),
  }
  const signIn = async (password: string, device: string | null, limits = rateLimits) => {
    calls.length = 0
    return openSession({ ...ctx, rateLimits: limits }, { email: ana.email, password }, { agent: null, device })
  }
  const wrong = { type: 'authentication', message: /do not match an account/ }
  await assert.rejects(signIn('wrong', null), wrong)
  assert.deepEqual(calls, [['take', 'password', ana.email]])
  const entered = await signIn(ana.password, null)
  assert.ok(entered.kind === 'session')
  const { device } = entered.opened
  assert.deepEqual(calls, [['take', 'password', ana.email], ['give back', 'password', ana.email]]) // prettier-ignore
  await signIn(ana.password, device)
  assert.deepEqual(calls, [['take', 'known browser', ana.id], ['give back', 'known browser', ana.id]]) // prettier-ignore
  const replaced = { ...rateLimits, giveBack: async () => void (await db.updateTable('accounts').set({ password_hash: 'other' }).where('id', '=', ana.id).execute()) } // prettier-ignore
  await assert.rejects(signIn(ana.password, device, replaced), wrong, 'the password is replaced while it is checked')
})

test('a sign-up counts as an attempt of its address, and is rejected while sign-ups are closed', async () => {
  const names: string[] = []
  const rateLimits: Context['rateLimits'] = { ...ctx.rateLimits, take: async (_, action, name) => void names.push(`${action} ${name}`) }
  const input = { email: 'cy@example.test', name: 'Cy', password: 'a long enough password' }
  assert.match(await hashNewPassword({ ...ctx, rateLimits }, input), /argon2/)
  const closed = { ...ctx, rateLimits, config: { ...ctx.config, signups: 'closed' as const } }
  await assert.rejects(hashNewPassword(closed, input), { type: 'permission' })
  assert.deepEqual(names, ['sign-up cy@example.test'])
})
