import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { hideListing, lockAnyListing } from '#catalog/listings/hide.ts'
import { reconcilePayment } from '#commerce/sale/index.ts'
import { audit } from '#test/audit.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

type Buyer = Awaited<ReturnType<TestApp['signUp']>>

describe('a hold whose order is unpaid at its deadline, before the periodic job runs', () => {
  const life = lifetime()
  let app: TestApp
  let ana: Seller
  let ben: Buyer
  let cleo: Buyer
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    ana = await openSeller(app)
    ;[ben, cleo] = [await app.signUp('Ben'), await app.signUp('Cleo')]
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
  })

  const call = (who: Buyer, method: string, path: string, json?: object): Promise<Reply> =>
    app.call(method, `/v1${path}`, { key: who.key, ...(json && { json }) })
  const good = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const requestHold = (who: Buyer, listing: string) => call(who, 'POST', '/holds', { listing })
  const pay = (who: Buyer, hold: string, method = 'test_ok') => call(who, 'POST', `/holds/${hold}/pay`, { method })
  const statusOf = async (who: Buyer, hold: string): Promise<string> => (await good(call(who, 'GET', `/holds/${hold}`))).status
  const list = async () => (await ana.list({ title: 'Wool coat', price: 100, publish: true })).id as string

  /** Creates an order that uses Ben's hold and whose payment is due now. Returns the ids of the hold and the order. */
  async function overdue(listing: string): Promise<{ hold: string; order: string }> {
    const hold = (await good(requestHold(ben, listing))).id
    await good(pay(ben, hold))
    const order = (await good(call(ben, 'POST', '/orders', { listing, address: HOME, hold: true }))).id
    await sql`update orders set pay_by = ${app.service.ctx.now()} where id = ${order}`.execute(app.service.ctx.db)
    return { hold, order }
  }

  /** Checks that Ben's hold is active again, that Ben can buy the item, and that other buyers cannot order it. */
  async function isBens(listing: string, { hold, order }: { hold: string; order: string }): Promise<void> {
    await app.advance(1)
    assert.deepEqual([await statusOf(ben, hold), (await good(call(ben, 'GET', `/orders/${order}`))).status], ['active', 'expired'])
    assert.equal((await call(cleo, 'POST', '/orders', { listing, address: HOME })).status, 409)
    const again = (await good(call(ben, 'POST', '/orders', { listing, address: HOME }))).id
    assert.equal((await good(call(ben, 'POST', `/orders/${again}/pay`, { method: 'test_ok' }))).status, 'paid')
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  }

  test('an expired hold becomes active again when the same buyer requests a hold on the item', async () => {
    const listing = await list()
    const old = await overdue(listing)
    const requested = await requestHold(ben, listing)
    assert.deepEqual([requested.status, requested.body.id, requested.body.status], [200, old.hold, 'active'])
    await isBens(listing, old)
  })

  test('while the order that uses a hold is overdue, a different buyer’s hold request returns 409', async () => {
    const listing = await list()
    const old = await overdue(listing)
    assert.equal((await requestHold(cleo, listing)).status, 409)
    await isBens(listing, old)
  })

  test('paying for a different buyer’s earlier hold request returns 409', async () => {
    const listing = await list()
    const cleos = (await good(requestHold(cleo, listing))).id
    const old = await overdue(listing)
    assert.equal((await pay(cleo, cleos)).status, 409)
    await isBens(listing, old)
  })

  test('a pending deposit payment by a different buyer is refunded if it succeeds after the hold has become active again', async () => {
    const listing = await list()
    const cleos = (await good(requestHold(cleo, listing))).id
    await good(pay(cleo, cleos, 'test_slow'))
    const old = await overdue(listing)
    const { ctx } = app.service
    const payment = await ctx.db.selectFrom('payments').select('id').where('hold_id', '=', cleos).executeTakeFirstOrThrow()
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 6_000) }
    assert.equal((await reconcilePayment(later, cleo.id, payment.id))?.status, 'succeeded')
    assert.equal(await statusOf(cleo, cleos), 'asked')
    const back = await ctx.db
      .selectFrom('money_moves')
      .select(['kind', 'account_id', 'amount_cents'])
      .where('hold_id', '=', cleos)
      .execute()
    assert.deepEqual(back, [{ kind: 'refund', account_id: cleo.id, amount_cents: 1_000 }])
    await isBens(listing, old)
  })

  test('if the operator has hidden the listing, the deposit is refunded in full', async () => {
    const listing = await list()
    const { hold } = await overdue(listing)
    await inTransaction(app.service.ctx, async (tx) => hideListing(tx, (await lockAnyListing(tx, listing))!.row))
    await app.advance(1)
    assert.equal(await statusOf(ben, hold), 'returned')
    const { db } = app.service.ctx
    const transfers = await db
      .selectFrom('money_moves')
      .select(['kind', 'account_id', 'amount_cents'])
      .where('hold_id', '=', hold)
      .execute()
    assert.deepEqual(transfers, [{ kind: 'refund', account_id: ben.id, amount_cents: 1_000 }])
  })
})
