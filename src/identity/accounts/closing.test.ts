import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { beforeClosing, closeAccount } from './close.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const close = (accountId: string, context: Context = ctx) => inTransaction(context, (tx) => closeAccount(tx, { accountId } as Person))
const lastEvent = async (accountId: string) => {
  const { type, data } = await db.selectFrom('events').select(['type', 'data']).where('account_id', '=', accountId).orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
  return [type, (JSON.parse(data) as { object: object }).object]
}

test('closing an account ends its exports, tells the other modules and enqueues the removal of its name, now and in ten minutes', async () => {
  const ana = await app.signUp('Ana')
  const ben = await app.signUp('Ben')
  const shop = await makeShop(ctx, ana.id, { name: 'Attic', slug: 'attic' })
  const listing = await makeListing(ctx, shop, { status: 'sold' })
  await db.updateTable('listings').set({ ever_sold: true }).where('id', '=', listing.id).execute()
  await makeOrder(ctx, shop, listing, { buyerId: ben.id, status: 'completed', shipBy: ctx.now(), title: 'Lamp' })
  const row = { id: ctx.newId('exp'), account_id: ana.id, status: 'running', created_at: ctx.now(), expires_at: new Date(ctx.now().getTime() + 86_400_000) } as const // prettier-ignore
  await db.insertInto('exports').values(row).execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const picture = JSON.stringify([{ width: 320, key: 'shops/attic.webp' }])
  await db.updateTable('shops').set({ picture }).where('id', '=', shop.id).execute()
  const called: string[] = []
  const orphaned: string[] = []
  const spied: Context['hooks'] = {
    ...ctx.hooks,
    closingObstacle: async () => null,
    accountClosed: async (_, id) => void called.push(id),
    filesOrphaned: async (_, keys) => void orphaned.push(keys.join()),
  }
  await close(ana.id, { ...ctx, hooks: spied })
  assert.deepEqual([called, orphaned], [[ana.id], ['shops/attic.webp', 'shops/attic.webp', '']])
  const { slug, name } = await db.selectFrom('shops').select(['slug', 'name']).where('id', '=', shop.id).executeTakeFirstOrThrow()
  assert.match(slug, /^closed-[0-9a-z]{20}$/)
  assert.notEqual(name, 'Attic')
  const { expires_at: expiresAt } = await db.selectFrom('exports').select('expires_at').where('id', '=', row.id).executeTakeFirstOrThrow()
  assert.ok(expiresAt <= ctx.now())
  const { rows: jobs } = await sql<{ payload: object; key: string | null; minutes: number }>`
    select j.payload, j.key, round(extract(epoch from j.run_at - j.created_at) / 60)::integer as minutes
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'forget_traces' order by j.run_at`.execute(db)
  const payload = { accountId: ana.id, name: 'Ana', shops: [{ slug: 'attic', name: 'Attic', slugNow: slug }], mailIds: [] as string[] }
  payload.mailIds = (jobs[0]!.payload as { mailIds: string[] }).mailIds
  assert.deepEqual(jobs, [{ payload, key: null, minutes: 0 }, { payload, key: `traces ${ana.id}`, minutes: 10 }]) // prettier-ignore
  assert.deepEqual(await lastEvent(ana.id), ['account.closed', { object: 'account', id: ana.id }])
})

test('an operator who closes the account is no longer an operator', async () => {
  const { id } = await app.signUp('Ana')
  await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', id).execute()
  await close(id)
  const { is_operator: isOperator } = await db.selectFrom('accounts').select('is_operator').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(isOperator, false)
})

test('before an account is closed, the user proves their identity, and the request log is written', async () => {
  const { id } = await app.signUp('Ana')
  let flushes = 0
  const spied: Context = { ...ctx, requestLog: { ...ctx.requestLog, flush: async () => void flushes++ } }
  const before = (provedAt: Date | null, password?: string) =>
    beforeClosing(spied, { kind: 'session', accountId: id, provedAt } as Person, password)
  await assert.rejects(before(null), { type: 'permission', code: 'proof' })
  await assert.rejects(before(ctx.now(), 'wrong'), { type: 'authentication', param: 'password' })
  assert.equal(flushes, 0)
  await before(ctx.now())
  assert.equal(flushes, 1)
})

test('an account with an obstacle stays open, and the error names the obstacle', async () => {
  const ana = await app.signUp('Ana')
  for (const [obstacle, words] of [
    ['order', /orders are unfinished/],
    ['hold', /deposit is still held/],
    ['payout', /payout account/],
  ] as const) {
    // prettier-ignore
    const hooks = { ...ctx.hooks, closingObstacle: async () => obstacle }
    await assert.rejects(close(ana.id, { ...ctx, hooks }), { type: 'conflict', message: words })
  }
  const { email } = await db.selectFrom('accounts').select('email').where('id', '=', ana.id).executeTakeFirstOrThrow()
  assert.equal(email, ana.email)
})
