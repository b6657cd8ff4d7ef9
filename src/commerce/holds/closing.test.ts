import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { closeAccount } from '#identity/accounts/close.ts'
import { reconcilePayment } from '#commerce/sale/index.ts'
import { audit } from '#test/audit.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

type Buyer = Awaited<ReturnType<TestApp['signUp']>>
const PASSWORD = 'a long enough password'

describe('holds when the buyer or the seller closes an account', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })

  const call = (who: { key: string }, method: string, path: string, json?: object): Promise<Reply> =>
    app.call(method, `/v1${path}`, { key: who.key, ...(json && { json }) })
  const good = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const close = ({ cookie }: { cookie: string }) => app.call('DELETE', '/v1/accounts/me', { cookie, json: { password: PASSWORD } })

  /** Creates a buyer's hold on a listing that was sold and relisted. When the seller closes the account, such a listing is not deleted. */
  async function requestedHold(): Promise<{ ana: Seller; ben: Buyer; listing: string; hold: string }> {
    const [ana, ben] = [await openSeller(app), await app.signUp('Ben')]
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
    const listing = (await ana.list({ title: 'Wool coat', price: 100, publish: true })).id
    for (const verb of ['mark-sold', 'relist']) await good(call(ana, 'POST', `/listings/${listing}/${verb}`))
    return { ana, ben, listing, hold: (await good(call(ben, 'POST', '/holds', { listing }))).id }
  }

  async function completePayment(hold: string, buyerId: string): Promise<void> {
    const { ctx } = app.service
    const { id } = await ctx.db.selectFrom('payments').select('id').where('hold_id', '=', hold).executeTakeFirstOrThrow()
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 6_000) }
    assert.equal((await reconcilePayment(later, buyerId, id))?.status, 'succeeded')
  }

  async function wentBack(hold: string, buyerId: string): Promise<void> {
    const { db } = app.service.ctx
    const { status } = await db.selectFrom('holds').select('status').where('id', '=', hold).executeTakeFirstOrThrow()
    assert.notEqual(status, 'active')
    const transfers = await db
      .selectFrom('money_moves')
      .select(['kind', 'account_id', 'amount_cents'])
      .where('hold_id', '=', hold)
      .execute()
    assert.deepEqual(transfers, [{ kind: 'refund', account_id: buyerId, amount_cents: 1_000 }])
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  }

  for (const party of ['seller', 'buyer'] as const)
    test(`if a pending deposit payment succeeds after the ${party} has closed the account, the deposit is refunded`, async () => {
      const { ana, ben, hold } = await requestedHold()
      await good(call(ben, 'POST', `/holds/${hold}/pay`, { method: 'test_slow' }))
      await good(close(party === 'seller' ? ana : ben))
      await completePayment(hold, ben.id)
      await wentBack(hold, ben.id)
    })

  for (const party of ['seller', 'buyer'] as const)
    test(`a deposit payment is refunded if it succeeds while the ${party}’s account is being closed`, async () => {
      const { ana, ben, hold } = await requestedHold()
      await good(call(ben, 'POST', `/holds/${hold}/pay`, { method: 'test_slow' }))
      const [closed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const closing = inTransaction(app.service.ctx, async (tx) => {
        await closeAccount(tx, { accountId: (party === 'seller' ? ana : ben).id } as Person)
        closed.resolve()
        await end.promise
      })
      await closed.promise
      const coming = completePayment(hold, ben.id)
      // leaves enough time for the payment to reach the lock that is held while the account is being closed
      await new Promise((resolve) => setTimeout(resolve, 500))
      end.resolve()
      await Promise.all([closing, coming])
      await wentBack(hold, ben.id)
    })

  test('closing an account returns 409 until the deposit for an unpaid order that has expired is returned', async () => {
    const { ana, ben, listing, hold } = await requestedHold()
    await good(call(ben, 'POST', `/holds/${hold}/pay`, { method: 'test_ok' }))
    const order = (await good(call(ben, 'POST', '/orders', { listing, address: HOME, hold: true }))).id
    await sql`update orders set pay_by = ${app.service.ctx.now()} where id = ${order}`.execute(app.service.ctx.db)
    for (const who of [ana, ben]) {
      const { status, body } = await close(who)
      assert.deepEqual([status, body.error?.type], [409, 'conflict'])
      assert.match(body.error.message, /deposit is still held/)
    }
    await app.advance(1)
    await good(call(ana, 'POST', `/holds/${hold}/return`))
    for (const who of [ana, ben]) await good(close(who))
    await wentBack(hold, ben.id)
  })

  test('closing an account returns 409 until the deposit of an expired hold has been credited to the seller', async () => {
    const { ana, ben, hold } = await requestedHold()
    await good(call(ben, 'POST', `/holds/${hold}/pay`, { method: 'test_ok' }))
    await sql`update holds set until = ${app.service.ctx.now()} where id = ${hold}`.execute(app.service.ctx.db)
    assert.match((await close(ana)).body.error?.message ?? '', /deposit is still held/)
    await app.advance(1)
    await good(close(ana))
  })
})
