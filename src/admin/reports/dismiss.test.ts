import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Operator } from '#platform/context/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { dismissReport } from './index.ts'

const { ctx, db, ana, ben, eve, shop, at, listingId } = await moneyRows({ after })
const operator = { kind: 'session', accountId: eve.id, name: 'Eve', isOperator: true } as Operator

test('the note about a dismissed report names the listing, or the reported account if the report is not about a listing', async () => {
  const listing_id = await listingId()
  for (const [about, name] of [
    [{ listing_id }, { listing: listing_id }],
    [{ shop_id: shop.id, accused_id: ana.id }, { account: ana.id }],
  ] as const) {
    // prettier-ignore
    const id = ctx.newId('rep')
    await db.insertInto('reports').values({ id, account_id: ben.id, reason: 'other', created_at: at(0), ...about }).execute() // prettier-ignore
    const dismiss = () => inTransaction(ctx, (tx) => dismissReport(tx, operator, id, 'Nothing found.'))
    assert.equal((await dismiss()).status, 'closed')
    const note = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([note.reason, note.before, note.after], ['Nothing found.', { status: 'open' }, { status: 'closed', outcome: 'dismissed', ...name }]) // prettier-ignore
    const { data } = await db.selectFrom('events').select('data').where('type', '=', 'report.closed').orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
    assert.deepEqual([(JSON.parse(data) as { object: { id: string } }).object.id], [id])
    await assert.rejects(dismiss(), { type: 'conflict' })
  }
})
