import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Client } from 'pg'
import { startApp, type TestApp } from '#test/app.ts'
import { audit, faultsIn } from '#test/audit.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { likeEarlier } from '#test/likers.ts'
import { HOME, openSaleAt } from '#test/sales.ts'
import { subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

/**
 * Each entry has a pattern that matches the number and wording of an invariant in bin/audit.sql, and SQL statements that violate the
 * invariant.
 */
const BREAKS: readonly [promise: RegExp, ...sql: string[]][] = [
  [
    /^I1: .* sold again/,
    `alter table orders disable trigger user`,
    `update orders set listing_id = (select listing_id from orders where status = 'shipped'), paid_at = now() + interval '1 day'
     where status = 'completed'`,
    `update orders set created_at = now() - interval '1 day' where status = 'completed'`,
  ],
  [/^I4: /, `update orders set shop_id = 'shp_gone' where status = 'completed'`],
  [
    /^I6: an offer is closed with a reason/,
    `alter table offers drop constraint offers_check5`,
    `update offers set closed_reason = null where status = 'closed'`,
  ],
  [
    /^I6: an order made from an offer/,
    `alter table offers disable trigger user`,
    `update offers set status = 'lapsed' where status = 'accepted'`,
  ],
  [/^I6: an invitation that did not end/, `update shops set paused = true`],
  [/^I1: a person who took an invitation/, `update invitations set amount_cents = 1`],
  [/^I6: a used hold/, `update holds set status = 'active', order_id = null where status = 'used'`],
  [/^I9: /, `update events set data = replace(data, '{', '{"lowest_price":7,') where id = (select min(id) from events)`],
  [/^I9: /, `update messages set text = 'whsec_' || repeat('a', 32) where sender <> 'buyer'`],
  [
    /^I11: every cent paid for a hold/,
    `alter table holds disable trigger user`,
    `update holds set status = 'returned' where status = 'active'`,
  ],
  [/^I36: a record is hidden/, `update shops set suspended_at = now()`],
  [
    /^I36: the audit log/,
    `insert into measures (id, kind, subject_id, subject_name, account_id, reason, taken_at)
     select 'mea_x', 'review', 'rev_x', 'A review', id, 'No row in the log', now() from accounts limit 1`,
  ],
  [/^I12: the ledger records/, `update payments set amount_cents = amount_cents + 1 where status = 'succeeded'`],
  [/^I14: a dispatched public event/, `delete from webhook_deliveries`],
  [/^I14: a successful delivery/, `update webhook_deliveries set status = 'delivered', tries = 0, next_try_at = null`],
  [/^I15: /, `update webhook_deliveries set account_id = (select min(id) from accounts where id <> account_id)`],
  [/^I22: an approval belongs/, `update approvals set account_id = (select min(id) from accounts where id <> account_id)`],
  [/^I45: /, `update account_use set listings = listings + 1`],
  [/^I29: /, `update threads set seller_unread = 99`],
  [
    /^I31: /,
    `insert into research_runs (id, listing_id, account_id, status, steps, started_at, touched_at)
     select 'res_1', id, owner_id, 'failed', '[{"name": "resale", "status": "running", "note": null}]', now(), now() from listings limit 1`,
  ],
]

describe('the SQL audit in bin/audit.sql', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    await everything(app)
  })

  test('the audit reports no faults after every kind of activity', async () => {
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })

  for (const [rule, ...broken] of BREAKS) {
    test(`the audit reports a violation of ${rule.source.replaceAll('\\', '')}: ${broken.at(-1)!.slice(0, 60)}`, async () => {
      const client = new Client({ connectionString: app.databaseUrl })
      await client.connect()
      try {
        await client.query('begin')
        for (const sql of broken) await client.query(sql)
        const found = (await faultsIn(client)).map((fault) => fault.invariant)
        assert.ok(
          found.some((one) => rule.test(one)),
          `found only ${JSON.stringify(found)}`,
        )
      } finally {
        await client.query('rollback')
        await client.end()
      }
    })
  }
})

async function everything(app: TestApp): Promise<void> {
  for (const stage of ['shipped', 'completed', 'problem'] as const) await openSaleAt(app, stage)
  const { seller, buyer } = await openBargain(app)
  const other = await newBuyer(app, 'Ola')
  await subscribe(app, seller.key, 'http://127.0.0.1:9/hook')
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
  const [bargain, retained, used] = [await onSale(seller), await onSale(seller), await onSale(seller)]
  const invitations: string[] = []
  for (const liked of [await onSale(seller), await onSale(seller)]) {
    await likeEarlier(app, buyer, liked)
    invitations.push((await seller.call('POST', `/v1/listings/${liked}/invitations`, { json: { amount: 90 } })).body.id)
  }
  assert.equal((await buyer.call('POST', `/v1/invitations/${invitations[0]}/take`, { json: {} })).status, 200)
  const agreed = await buyer.offer(bargain, 80)
  await other.offer(bargain, 70)
  const accepted = await seller.call('POST', `/v1/offers/${agreed.id}/accept`, { json: {} })
  await buyer.call('POST', `/v1/orders/${accepted.body.order}/pay`, { json: { method: 'test_ok', address: HOME } })
  for (const listing of [retained, used]) {
    const { body } = await buyer.call('POST', '/v1/holds', { json: { listing } })
    assert.equal((await buyer.call('POST', `/v1/holds/${body.id}/pay`, { json: { method: 'test_ok' } })).status, 200)
  }
  assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing: used, address: HOME, hold: true } })).status, 201)
  const thread = await buyer.call('POST', '/v1/threads', { json: { listing: retained, text: 'Is it warm?' } })
  await seller.call('POST', `/v1/threads/${thread.body.id}/messages`, { json: { text: 'Very.' } })
  const approvalKey = await seller.keyWith({ scopes: ['read', 'listings'], ask_first: ['listings.delete'] })
  assert.equal((await app.call('DELETE', `/v1/listings/${retained}`, { key: approvalKey })).status, 202)
  await app.advance(1)
}
