import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { lifetime } from '#test/lifetime.ts'
import { ledgerOf, openSaleAt } from '#test/sales.ts'
import { applyChargeback } from './chargebacks.ts'
import { applyPayoutFailed, applyRefund, applyTransfer } from './refund.ts'

/** In every sale, the price is 40 dollars, shipping costs 8 dollars and the fee is 4 dollars. */
describe('reports about refunds, transfers and payouts', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' }, undefined, 'web')
  })
  const db = () => app.service.ctx.db

  const transfersOf = (column: 'order_id' | 'hold_id', id: string) =>
    db().selectFrom('money_moves').selectAll().where(column, '=', id).orderBy('created_at').orderBy('id').execute()
  type Transfer = Awaited<ReturnType<typeof transfersOf>>[number]
  const linesOf = async (column: 'order_id' | 'hold_id', id: string) =>
    (await transfersOf(column, id)).map(({ kind, status, amount_cents: cents }) => `${kind} ${status} ${cents}`)
  const change = (id: string, columns: Partial<Pick<Transfer, 'status' | 'sending_since'>>) =>
    db().updateTable('money_moves').set(columns).where('id', '=', id).execute()
  const casesOf = async (ref: string) =>
    (await db().selectFrom('money_cases').selectAll().where('ref', '=', ref).orderBy('created_at').execute()).map(
      ({ kind, order_id: order, hold_id: hold, payment_id: payment, account_id: account, move_id: move, amount_cents: cents, reason }) => ({
        ...{ kind, order, hold, payment, account, move, cents, reason },
      }),
    )
  /** Returns the subject of a payment exception as `casesOf` does. */
  const about = ({ order_id, hold_id, payment_id }: Transfer) => ({ order: order_id, hold: hold_id, payment: payment_id })
  const WAITS = 'the transfer is not recorded yet'
  const TOO_EARLY = { name: 'ApiError', message: `This event is too early: ${WAITS}. Send it again later.` }

  /** Creates a hold with a paid deposit of 10 dollars, which the seller returns (refund) or earns (payout). Then sends the money. */
  async function held(isEarned: boolean): Promise<Transfer> {
    const { seller, buyer } = await openSaleAt(app, 'awaiting_payment')
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
    const listing = (await seller.list({ title: 'Wool coat', price: 100, publish: true })).id
    const { id } = (await app.call('POST', '/v1/holds', { key: buyer.key, json: { listing } })).body
    await app.call('POST', `/v1/holds/${id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
    if (!isEarned) await seller.call('POST', `/v1/holds/${id}/return`, { json: {} })
    await app.advance(isEarned ? 73 * 3600 : 60)
    const [transfer] = await transfersOf('hold_id', id)
    assert.deepEqual(await linesOf('hold_id', id), [`${isEarned ? 'payout' : 'refund'} sent 1000`])
    return transfer!
  }

  /** Creates an order whose refund or payout is due. */
  async function due(kind: 'refund' | 'payout'): Promise<Transfer> {
    const sale = await openSaleAt(app, kind === 'refund' ? 'paid' : 'completed')
    if (kind === 'refund') await sale.as('seller', 'cancel')
    const [transfer] = await transfersOf('order_id', sale.order.id)
    assert.deepEqual([transfer!.kind, transfer!.status], [kind, 'due'])
    return transfer!
  }

  /** Creates an order whose payment is refunded, or whose payout is sent. */
  async function sent(kind: 'refund' | 'payout'): Promise<Transfer> {
    const { id } = await due(kind)
    await app.advance(60)
    const ref = `${kind === 'refund' ? 're' : 'tr'}_${id}`
    return db()
      .updateTable('money_moves')
      .set({ provider_ref: ref })
      .where('id', '=', id)
      .where('status', '=', 'sent')
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  type RefundReport = Parameters<typeof applyRefund>[1]
  const refund = ({ id, provider_ref: ref, amount_cents: amountCents }: Transfer, not: Partial<RefundReport> = {}, isRetried = false) =>
    inTransaction(app.service.ctx, (tx) =>
      applyRefund(
        tx,
        { kind: 'refund', ref: ref!, move: id, amountCents, currency: 'usd', failed: true, reason: 'lost_card', ...not },
        isRetried,
      ),
    )
  type TransferReport = Parameters<typeof applyTransfer>[1]
  const transfer = (
    { id, provider_ref: ref, amount_cents: amountCents }: Transfer,
    reversedCents: number,
    not: Partial<TransferReport> = {},
    isRetried = false,
  ) =>
    inTransaction(app.service.ctx, (tx) =>
      applyTransfer(tx, { kind: 'transfer', ref: ref!, move: id, amountCents, currency: 'usd', reversedCents, ...not }, isRetried),
    )

  test('a failed refund returns to escrow once, and a new refund waits for an operator', async () => {
    const one = await sent('refund')
    assert.equal(await refund(one, { failed: false }), 'seen')
    assert.deepEqual(await linesOf('order_id', one.order_id!), ['refund sent 4800'])
    assert.equal(await refund(one, {}, true), 'used')
    const [failed, again] = await transfersOf('order_id', one.order_id!)
    assert.equal(failed!.status, 'failed')
    const now = app.service.ctx.now()
    assert.deepEqual(again, {
      ...one,
      ...{ id: again!.id, status: 'held', of_move: one.id, provider_ref: null, sent_at: null, sending_since: null, tries: 0 },
      ...{ created_at: again!.created_at, next_try_at: again!.created_at },
    })
    assert.ok(now.getTime() - again.created_at.getTime() < 60_000)
    assert.deepEqual(await ledgerOf(app, one.order_id!), { buyer: -4800, escrow: 4800 })
    const found = { kind: 'refund_failed', ...about(one), account: null, move: again.id, cents: 4800, reason: 'lost_card' }
    assert.deepEqual(await casesOf(one.provider_ref!), [found])
    assert.equal(await refund(one), 'seen', 'the same report again')
    assert.equal((await transfersOf('order_id', one.order_id!)).length, 2)
  })

  test('a failed refund of a deposit is owed for the hold', async () => {
    const one = await held(false)
    assert.equal(await refund(one), 'used')
    assert.deepEqual(await linesOf('hold_id', one.hold_id!), ['refund failed 1000', 'refund held 1000'])
    const again = (await transfersOf('hold_id', one.hold_id!))[1]!
    const found = { kind: 'refund_failed', ...about(one), account: null, move: again.id, cents: 1000, reason: 'lost_card' }
    assert.deepEqual(await casesOf(one.provider_ref!), [found])
  })

  test('an implausible report about a refund or a payout opens a payment exception and moves no money', async () => {
    const [back, out] = [await sent('refund'), await sent('payout')]
    const ours = (cents: number) => `but ${cents} cents in USD were sent`
    const [seller, buyer] = [out.account_id, null]
    const reports: [Transfer, (ref: string) => Promise<string>, string, string | null][] = [
      [back, (ref) => refund(back, { ref }), `the amount is 4800 cents in USD, ${ours(4800)}`, buyer],
      [out, (ref) => transfer(out, 100, { ref }), `the money was sent with the reference ${out.provider_ref}`, seller],
    ]
    for (const [one, report, reason, account] of reports) {
      assert.equal(await report(`other_${one.id}`), 'mismatch')
      const found = { kind: 'mismatch', ...about(one), account, move: one.id, cents: one.amount_cents, reason }
      assert.deepEqual(await casesOf(`other_${one.id}`), [found])
    }
    const wrong: [Transfer, () => Promise<string>, string][] = [
      [back, () => refund(back, { amountCents: 4799 }), `the amount is 4799 cents in USD, ${ours(4800)}`],
      [back, () => refund(back, { currency: 'eur' }), `the amount is 4800 cents in EUR, ${ours(4800)}`],
      [out, () => transfer(out, 100, { amountCents: 4401 }), `the amount is 4401 cents in USD, ${ours(4400)}`],
      [out, () => transfer(out, 100, { currency: 'eur' }), `the amount is 4400 cents in EUR, ${ours(4400)}`],
      [out, () => transfer(out, 4401), `the amount is 4400 cents in USD, ${ours(4400)}`],
    ]
    for (const [one, report, reason] of wrong) {
      await db().deleteFrom('money_cases').where('ref', '=', one.provider_ref!).execute()
      assert.equal(await report(), 'mismatch')
      assert.deepEqual((await casesOf(one.provider_ref!)).map((found) => [found.kind, found.reason]), [['mismatch', reason]]) // prettier-ignore
    }
    assert.deepEqual(await linesOf('order_id', back.order_id!), ['refund sent 4800'])
    assert.deepEqual(await linesOf('order_id', out.order_id!), ['payout sent 4400'])
  })

  test('a report about no transfer of this service, or about a transfer of another kind, is foreign', async () => {
    const [back, out] = [await sent('refund'), await sent('payout')]
    for (const move of [null, 'mov_00000000000000000000000000', out.id]) assert.equal(await refund(back, { move }), 'foreign')
    for (const move of [null, 'mov_00000000000000000000000000', back.id]) assert.equal(await transfer(out, 100, { move }), 'foreign')
  })

  test('a report about a transfer that is being sent is too early, and an operator sees it if the provider stops resending it', async () => {
    const [reversed, back, out] = [await sent('payout'), await due('refund'), await due('payout')]
    const reversal = await openChargeback(reversed)
    for (const { id } of [back, reversal]) await change(id, { sending_since: app.service.ctx.now() })
    assert.equal(await refund(back, { ref: 're_1', failed: false }, true), 'seen', 'the refund has not failed')
    for (const [ref, report] of [
      ['re_1', (isRetried: boolean) => refund(back, { ref: 're_1' }, isRetried)],
      ['tr_1', (isRetried: boolean) => transfer(out, 100, { ref: 'tr_1' }, isRetried)],
      [reversed.provider_ref!, (isRetried: boolean) => transfer(reversed, 100, {}, isRetried)],
    ] as const) {
      await assert.rejects(async () => report(true), TOO_EARLY)
      assert.deepEqual(await casesOf(ref), [])
      assert.equal(await report(false), 'mismatch')
      assert.deepEqual((await casesOf(ref)).map(({ kind, reason }) => [kind, reason]), [['mismatch', WAITS]]) // prettier-ignore
    }
    for (const { id } of [back, reversal]) await change(id, { sending_since: null })
  })

  test('a refund or a payout that was not sent cannot come back', async () => {
    const [back, out] = [await due('refund'), await due('payout')]
    await openChargeback(out, 4800, 'lost')
    assert.equal(await refund(back, { ref: 're_2' }), 'seen')
    assert.equal(await transfer(out, 100, { ref: 'tr_2' }), 'seen')
    assert.deepEqual(await linesOf('order_id', back.order_id!), ['refund due 4800'])
    assert.deepEqual(await linesOf('order_id', out.order_id!), ['payout dropped 4400'])
  })

  test('each further reversal of a payout by the provider is owed to the seller again, and waits for an operator', async () => {
    const one = await sent('payout')
    const { order_id: order, account_id: account, provider_ref: ref } = one
    assert.equal(await transfer(one, 0), 'seen')
    assert.equal(await transfer(one, 1000), 'used')
    assert.equal(await transfer(one, 1000), 'seen', 'the same total again')
    assert.equal(await transfer(one, 900), 'seen', 'an outdated total')
    assert.deepEqual(await linesOf('order_id', order!), ['payout sent 4400', 'reversal sent 1000', 'payout held 1000'])
    assert.equal(await transfer(one, 4400), 'used', 'the whole payout')
    const [, first, again, second, last] = await transfersOf('order_id', order!)
    const now = app.service.ctx.now().getTime()
    for (const [row, of, cents] of [
      [first!, `${ref}/1000`, 1000],
      [second!, `${ref}/4400`, 3400],
    ] as const) {
      // prettier-ignore
      const { kind, status, of_move, provider_ref, account_id, amount_cents, sent_at } = row
      assert.deepEqual([kind, status, of_move, provider_ref], ['reversal', 'sent', one.id, of])
      assert.deepEqual([account_id, amount_cents, now - sent_at!.getTime() < 60_000], [account, cents, true])
    }
    for (const [row, of, cents] of [
      [again!, `${ref}/1000`, 1000],
      [last!, `${ref}/4400`, 3400],
    ] as const) {
      // prettier-ignore
      assert.deepEqual([row.kind, row.status, row.of_move, row.account_id, row.amount_cents], ['payout', 'held', one.id, account, cents])
      assert.deepEqual(await casesOf(of), [{ kind: 'transfer_reversed', ...about(one), account, move: row.id, cents, reason: null }])
    }
    assert.deepEqual(await ledgerOf(app, order!), { buyer: -4800, fees: 400, seller: 4400 })
    const { payout } = await db().selectFrom('orders').select('payout').where('id', '=', order!).executeTakeFirstOrThrow()
    assert.equal(payout, 'on_hold')
  })

  test('a reversed payout of a deposit is owed for the hold', async () => {
    const one = await held(true)
    assert.equal(await transfer(one, 400), 'used')
    assert.deepEqual(await linesOf('hold_id', one.hold_id!), ['payout sent 1000', 'reversal sent 400', 'payout held 400'])
    const again = (await transfersOf('hold_id', one.hold_id!))[2]!
    const found = { kind: 'transfer_reversed', ...about(one), account: one.account_id, move: again.id, cents: 400, reason: null }
    assert.deepEqual(await casesOf(`${one.provider_ref}/400`), [found])
  })

  /** Reports a chargeback on the order of a payout. Returns the order’s last transfer, which is the reversal of a sent payout. */
  async function openChargeback({ order_id: order }: Transfer, cents = 4800, stage: 'open' | 'lost' = 'open'): Promise<Transfer> {
    const payment = await db().selectFrom('payments').selectAll().where('order_id', '=', order).executeTakeFirstOrThrow()
    const news = { kind: 'chargeback', ref: `dp_${payment.id}`, payment: payment.id, chargeRef: payment.provider_ref } as const
    const money = { amountCents: cents, takenCents: cents, currency: 'usd', stage, entries: 1, reason: 'fraud', dueBy: null } as const
    await inTransaction(app.service.ctx, (tx) => applyChargeback(tx, { ...news, ...money }, false))
    return (await transfersOf('order_id', order!)).at(-1)!
  }

  test('a reversal by the provider first covers what the seller owes for a chargeback', async () => {
    const one = await sent('payout')
    const order = one.order_id!
    await openChargeback(one)
    assert.equal(await transfer(one, 1000), 'used')
    assert.deepEqual(await linesOf('order_id', order), ['payout sent 4400', 'reversal due 3400', 'reversal sent 1000'])
    assert.deepEqual(await ledgerOf(app, order), { bank: 3400, fees: 400, debt: -3800 })
    assert.deepEqual(await casesOf(`${one.provider_ref}/1000`), [])
    assert.equal(await transfer(one, 4400), 'used')
    assert.deepEqual(await ledgerOf(app, order), { fees: 400, debt: -400 })
    assert.deepEqual(await casesOf(`${one.provider_ref}/4400`), [])
  })

  test('the service owes the seller only the part of a reversal that covers no chargeback', async () => {
    const one = await sent('payout')
    const order = one.order_id!
    await openChargeback(one, 2000)
    assert.equal(await transfer(one, 2500), 'used')
    assert.deepEqual(await linesOf('order_id', order), [
      'payout sent 4400',
      'reversal dropped 1800',
      'reversal sent 2500',
      'payout held 700',
    ])
    assert.deepEqual(await ledgerOf(app, order), { buyer: -2800, bank: 1900, debt: -200, fees: 400, seller: 700 })
    assert.deepEqual((await casesOf(`${one.provider_ref}/2500`)).map(({ kind, cents }) => [kind, cents]), [['transfer_reversed', 700]]) // prettier-ignore
  })

  test('a payout that the seller’s bank rejects opens one payment exception for the seller', async () => {
    const { seller } = await openSaleAt(app, 'awaiting_payment')
    const report = (account: string) =>
      inTransaction(app.service.ctx, (tx) =>
        applyPayoutFailed(tx, { kind: 'payout_failed', ref: 'po_1', account, amountCents: 700, currency: 'usd', reason: 'account_closed' }),
      )
    assert.equal(await report('acct_1'), 'foreign')
    const now = app.service.ctx.now()
    await db()
      .insertInto('payout_accounts')
      .values({ provider: 'test', account_id: seller.id, provider_ref: 'acct_1', ready: true, created_at: now, updated_at: now })
      .execute()
    assert.equal(await report('acct_1'), 'used')
    assert.equal(await report('acct_1'), 'seen')
    const nothing = { order: null, hold: null, payment: null, move: null }
    const found = { kind: 'payout_failed', ...nothing, account: seller.id, cents: 700, reason: 'account_closed' }
    assert.deepEqual(await casesOf('po_1'), [found])
  })

  test('the audit finds no errors after all other tests in this file', async () => {
    await app.advance(60)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
