import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { earned, givenBack, paidOut, received } from './rules.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { post, type LedgerLine } from './index.ts'

async function startHold(t: TestContext): Promise<{ ctx: Context; hold: { holdId: string } }> {
  const app = await startApp(t)
  const ana = await openSeller(app)
  const ben = await app.signUp('Ben')
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
  const listing = await ana.list({ title: 'Lamp', price: 100, publish: true })
  const { body } = await app.call('POST', '/v1/holds', { key: ben.key, json: { listing: listing.id } })
  return { ctx: app.service.ctx, hold: { holdId: body.id } }
}

const posted = (ctx: Context, lines: readonly LedgerLine[]) => inTransaction(ctx, (tx) => post(tx, lines))
const entries = async (ctx: Context) => (await sql<{ n: number }>`select count(*) as n from ledger_entries`.execute(ctx.db)).rows[0]!.n

test('the ledger stores a balanced posting without its zero lines, and rejects an unbalanced posting', async (t) => {
  const { ctx, hold } = await startHold(t)
  await posted(ctx, received(hold, 1_000))
  await posted(ctx, earned(hold, 400, 0))
  assert.equal(await entries(ctx), 4)
  await assert.rejects(posted(ctx, [{ account: 'buyer', amountCents: -5, ...hold }]), /does not sum to zero/)
  await posted(ctx, [])
  assert.equal(await entries(ctx), 4)
})

test('the database rejects an unbalanced posting, and any posting that makes a balance of held or owed money negative', async (t) => {
  const { ctx, hold } = await startHold(t)
  const now = ctx.now()
  await assert.rejects(
    sql`insert into ledger_entries (posting, account, hold_id, amount_cents, created_at) values ('pst_x', 'buyer', ${hold.holdId}, -5, ${now})`.execute(
      ctx.db,
    ),
    /does not sum to zero/,
  )
  await posted(ctx, received(hold, 1_000))
  await assert.rejects(posted(ctx, givenBack(hold, 1_001)), /less than nothing/)
  await assert.rejects(posted(ctx, earned(hold, 1_001, 0)), /less than nothing/)
  await assert.rejects(posted(ctx, paidOut(hold, 1)), /less than nothing/)
  assert.equal(await entries(ctx), 2)
})

test('postings in the ledger can be neither updated nor deleted', async (t) => {
  const { ctx, hold } = await startHold(t)
  await posted(ctx, received(hold, 1_000))
  await assert.rejects(sql`update ledger_entries set amount_cents = amount_cents * 2`.execute(ctx.db), /only ever added to/)
  await assert.rejects(sql`delete from ledger_entries`.execute(ctx.db), /only ever added to/)
  assert.equal(await entries(ctx), 2)
})
