import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import type { EventSubject, Payments, ProviderUpdate, VerifiedEvent } from '#platform/payments/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { openSaleAt } from '#test/sales.ts'
import { receiveProviderEvent, takeProviderEvent } from './index.ts'
import { reconcileCases } from './reconcile.ts'

const HOUR_MS = 3600_000

describe('events of the payment provider', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })
  const db = () => app.service.ctx.db
  const now = () => app.service.ctx.now()

  /** Returns a context whose payment provider has these functions. */
  const withProvider = (functions: Partial<Payments>): Context => {
    const { ctx } = app.service
    return { ...ctx, payments: { ...ctx.payments!, ...functions } }
  }

  let made = 0
  const noteOf = (change: Partial<VerifiedEvent> = {}): VerifiedEvent => {
    const id = `evt_${++made}`
    const about = { kind: 'payout', ref: `po_${made}`, account: 'acct_x' } as const
    return { id, type: 'payout.failed', madeAt: now(), about, doubt: null, claims: { payment: null, ref: '' }, ...change }
  }
  const eventOf = (id: string) => db().selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirst()
  const casesOf = async (column: 'payment_id' | 'account_id', id: string) =>
    (await db().selectFrom('money_cases').selectAll().where(column, '=', id).orderBy('kind').orderBy('ref').execute()).map(
      ({ kind, ref, reason }) => [kind, ref, reason],
    )
  const take = (note: VerifiedEvent, news: ProviderUpdate | null, ctx = app.service.ctx) =>
    inTransaction(ctx, (tx) => takeProviderEvent(tx, { note, news }))

  async function paid() {
    const sale = await openSaleAt(app, 'paid')
    const payment = await db().selectFrom('payments').selectAll().where('order_id', '=', sale.order.id).executeTakeFirstOrThrow()
    return { sale, id: sale.order.id, payment }
  }
  type Payment = Awaited<ReturnType<typeof paid>>['payment']
  const chargebackOn = (payment: Payment): ProviderUpdate => ({
    ...{ kind: 'chargeback', ref: `dp_${payment.id}`, payment: payment.id, chargeRef: payment.provider_ref, currency: 'usd' },
    ...{ amountCents: 4800, takenCents: 4800, stage: 'open', entries: 1, reason: 'fraudulent', dueBy: null },
  })
  const statusOf = async (id: string) =>
    (await db().selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  test('only an event that is new and names an object needs the current state from the provider', async () => {
    const state: ProviderUpdate = { kind: 'payout_failed', ref: 'po_1', account: 'acct_x', amountCents: 1, currency: 'usd', reason: null }
    const [raw, at, fetched] = [Buffer.from('raw'), now(), [] as EventSubject[]]
    const receive = (note: VerifiedEvent) => {
      const readEvent = (...given: unknown[]) => {
        assert.deepEqual(given, [raw, 'signature', at])
        return note
      }
      const fetchNews = async (about: EventSubject) => {
        fetched.push(about)
        return state
      }
      return receiveProviderEvent({ ...withProvider({ readEvent, fetchNews, name: 'stripe' }), now: () => at }, raw, 'signature')
    }
    const [note, nothing] = [noteOf(), noteOf({ about: null })]
    assert.deepEqual(await receive(note), { note, news: state })
    assert.deepEqual(await receive(nothing), { note: nothing, news: null })
    await take(note, null)
    assert.deepEqual(await receive(note), { note, news: state }, 'the id of an event of another provider')
    assert.deepEqual(fetched, [note.about, note.about])
    await db().updateTable('provider_events').set({ provider: 'stripe' }).where('id', '=', note.id).execute()
    assert.deepEqual(await receive(note), { note, news: null })
    assert.equal(fetched.length, 2)
  })

  test('an invalid event is a bad request, an unavailable provider is a reason to resend, and other errors are unchanged', async () => {
    const fails = (error: Error) => {
      const readEvent = () => {
        throw error
      }
      return receiveProviderEvent(withProvider({ readEvent }), Buffer.from('raw'), undefined)
    }
    const invalid = { name: 'ApiError', type: 'invalid_request', message: 'bad' }
    for (const reason of ['bad_signature', 'bad_event'] as const) await assert.rejects(fails(new PaymentsError(reason, 'bad')), invalid)
    await assert.rejects(fails(new PaymentsError('unavailable', 'down')), { name: 'ApiError', type: 'unavailable', message: 'down' })
    await assert.rejects(fails(new TypeError('a defect')), { name: 'TypeError', message: 'a defect' })
  })

  test('an event is applied and recorded once', async () => {
    const { id, payment } = await paid()
    const note = noteOf({ type: 'charge.dispute.created', about: { kind: 'dispute', ref: 'dp_1', account: null } })
    assert.equal(await take(note, chargebackOn(payment)), true)
    assert.equal(await statusOf(id), 'problem')
    const { received_at, ...event } = (await eventOf(note.id))!
    const type = 'charge.dispute.created'
    assert.deepEqual(event, { provider: 'test', id: note.id, type, ref: 'dp_1', outcome: 'used', note: null })
    assert.ok(Math.abs(now().getTime() - received_at.getTime()) < HOUR_MS)
    const other = await paid()
    assert.equal(await take(note, chargebackOn(other.payment)), false)
    assert.equal(await statusOf(other.id), 'paid')
  })

  test('an event without a state is recorded with the reason, and alerts an operator if it names a payment of the service', async () => {
    const { payment } = await paid()
    const NONE = 'the provider knows none of the objects in the event'
    const about = { kind: 'intent', ref: 'pi_1', account: null } as const
    const unhandled = noteOf({ about: null })
    const byId = noteOf({ about: null, doubt: 'the event is in live mode', claims: { payment: payment.id, ref: 'pi_by_id' } })
    const byRef = noteOf({ about, claims: { payment: null, ref: payment.provider_ref! } })
    const foreign = noteOf({ about, claims: { payment: 'pay_00000000000000000000000000', ref: 'pi_nobody' } })
    for (const note of [unhandled, byId, byRef, foreign]) assert.equal(await take(note, null), true)
    const outcomes = []
    for (const { id } of [unhandled, byId, byRef, foreign]) {
      const { ref, outcome, note } = (await eventOf(id))!
      outcomes.push([ref, outcome, note])
    }
    assert.deepEqual(outcomes, [
      [null, 'seen', null],
      [null, 'mismatch', 'the event is in live mode'],
      ['pi_1', 'mismatch', NONE],
      ['pi_1', 'foreign', NONE],
    ])
    assert.deepEqual(await casesOf('payment_id', payment.id), [
      ['mismatch', 'pi_by_id', 'the event is in live mode'],
      ['mismatch', payment.provider_ref, NONE],
    ])
  })

  test('the provider must resend an event that is too early for 48 hours, after which an operator sees it', async () => {
    const { payment } = await paid()
    await db().updateTable('payments').set({ status: 'pending' }).where('id', '=', payment.id).execute()
    const at = now()
    const ctx = { ...app.service.ctx, now: () => at }
    const note = (ageMs: number) => noteOf({ about: { kind: 'dispute', ref: 'dp_2', account: null }, madeAt: new Date(at.getTime() - ageMs) }) // prettier-ignore
    const recent = note(48 * HOUR_MS - 1)
    await assert.rejects(take(recent, chargebackOn(payment), ctx), { name: 'ApiError', type: 'unavailable' })
    assert.equal(await eventOf(recent.id), undefined)
    const old = note(48 * HOUR_MS)
    assert.equal(await take(old, chargebackOn(payment), ctx), true)
    assert.equal((await eventOf(old.id))!.outcome, 'mismatch')
    assert.deepEqual(await casesOf('payment_id', payment.id), [['mismatch', `dp_${payment.id}`, 'the payment is not recorded yet']])
  })

  test('a charge, an account and a rejected payout change the records that they name', async () => {
    const { sale, payment } = await paid()
    const proof = { payment: payment.id, amountCents: 1, currency: 'usd' }
    const charged = { ref: 'pi_wrong', status: 'succeeded', failure: null, clientSecret: null, proof } as const
    const [account, seller] = [`acct_${payment.id}`, sale.seller.id]
    const times = { created_at: now(), updated_at: now() }
    await db().insertInto('payout_accounts').values({ provider: 'test', account_id: seller, provider_ref: account, ready: true, ...times }).execute() // prettier-ignore
    const money = { amountCents: 700, currency: 'usd' }
    const updates: ProviderUpdate[] = [
      { kind: 'charge', payment: payment.id, ref: 'pi_wrong', charged },
      { kind: 'payout_failed', ref: 'po_9', account, ...money, reason: 'account_closed' },
      { kind: 'account', account: { ref: account, ready: false, gone: false, url: null } },
    ]
    for (const update of updates) {
      const note = noteOf()
      await take(note, update)
      assert.equal((await eventOf(note.id))!.outcome, 'used', update.kind)
    }
    const reason = `the reference is pi_wrong, but the payment has ${payment.provider_ref}`
    assert.deepEqual(await casesOf('payment_id', payment.id), [['mismatch', 'pi_wrong', reason]])
    assert.deepEqual(await casesOf('account_id', seller), [
      ['account_stopped', account, 'the account cannot receive payouts at the moment'],
      ['payout_failed', 'po_9', 'account_closed'],
    ])
  })

  test('a failed refund and a reversed transfer change the transfers that they name', async () => {
    const [cancelled, completed] = [await paid(), await openSaleAt(app, 'completed')]
    await cancelled.sale.as('seller', 'cancel')
    await app.advance(60)
    const transferOf = (id: string) => db().selectFrom('money_moves').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
    const [back, out] = [await transferOf(cancelled.id), await transferOf(completed.order.id)]
    const about = ({ id, provider_ref: ref, amount_cents: amountCents }: typeof back) => ({
      ref: ref!,
      move: id,
      amountCents,
      currency: 'usd',
    })
    const updates: [ProviderUpdate, string][] = [
      [{ kind: 'refund', ...about(back), failed: true, reason: null }, 'refund_failed'],
      [{ kind: 'transfer', ...about(out), reversedCents: 100 }, 'transfer_reversed'],
    ]
    for (const [update, kind] of updates) {
      const note = noteOf()
      await take(note, update)
      assert.equal((await eventOf(note.id))!.outcome, 'used')
      const made = await db()
        .selectFrom('money_cases')
        .select('id')
        .where('kind', '=', kind as 'refund_failed')
        .execute()
      assert.equal(made.length, 1, kind)
    }
  })

  type Case = {
    kind: 'chargeback' | 'account_stopped' | 'mismatch'
    ref: string
    ageMs?: number
    closed?: boolean
    provider?: 'test' | 'stripe'
  }
  async function insertCases(accountId: string, cases: readonly Case[]): Promise<void> {
    await db().deleteFrom('money_cases').execute()
    const rows = cases.map(({ kind, ref, ageMs = 6 * HOUR_MS, closed = false, provider = 'test' }) => {
      const at = new Date(now().getTime() - ageMs)
      const key = { id: app.service.ctx.newId('mcs'), provider, kind, ref, stage: kind === 'chargeback' ? 'open' as const : null } // prettier-ignore
      return { ...key, account_id: accountId, amount_cents: 100, created_at: at, updated_at: at, closed_at: closed ? at : null }
    })
    await db().insertInto('money_cases').values(rows).execute()
  }
  /** Returns the references of the payment exceptions that were polled just now. */
  const polled = async () =>
    (await db().selectFrom('money_cases').select(['ref', 'updated_at']).orderBy('ref').execute()).filter(
      ({ updated_at: at }) => now().getTime() - at.getTime() < 60_000,
    ).map(({ ref }) => ref) // prettier-ignore

  test('open chargebacks and stopped accounts are polled six hours after the last report, and others are not', async () => {
    const { sale } = await paid()
    await insertCases(sale.seller.id, [
      { kind: 'chargeback', ref: 'dp_a/ord_1' },
      { kind: 'account_stopped', ref: 'acct_b', ageMs: 7 * HOUR_MS },
      { kind: 'chargeback', ref: 'dp_recent', ageMs: 6 * HOUR_MS - 60_000 },
      { kind: 'chargeback', ref: 'dp_closed', closed: true },
      { kind: 'mismatch', ref: 'pi_c' },
      { kind: 'chargeback', ref: 'dp_other_provider', provider: 'stripe' },
    ])
    const requested: EventSubject[] = []
    const fetchNews = async (about: EventSubject) => {
      requested.push(about)
      return null
    }
    assert.equal(await reconcileCases(withProvider({ fetchNews }), UNSTOPPED), 'done')
    assert.deepEqual(requested, [
      { kind: 'account', ref: 'acct_b', account: 'acct_b' },
      { kind: 'dispute', ref: 'dp_a', account: null },
    ])
    assert.deepEqual(await polled(), ['acct_b', 'dp_a/ord_1'])
    assert.equal(await reconcileCases({ ...app.service.ctx, payments: null }, UNSTOPPED), 'done')
  })

  test('polling applies the state, and continues after an error, which it retries six hours later', async () => {
    const [failing, fine, early] = [await paid(), await paid(), await paid()]
    const exceptions = [failing, fine, early].map(({ id }, index) => ({ kind: 'account_stopped', ref: `x_${id}`, ageMs: (9 - index) * HOUR_MS }) as const) // prettier-ignore
    await insertCases(fine.sale.seller.id, exceptions)
    await db().updateTable('payments').set({ status: 'pending' }).where('id', '=', early.payment.id).execute()
    const fetchNews = async ({ ref }: EventSubject) => {
      if (ref === `x_${failing.id}`) throw new PaymentsError('refused', 'no')
      return chargebackOn(ref === `x_${early.id}` ? early.payment : fine.payment)
    }
    const warnings: unknown[] = []
    const { log } = app.service.ctx
    const ctx = {
      ...withProvider({ fetchNews }),
      log: Object.assign(Object.create(log), { warn: (about: unknown) => warnings.push(about) }),
    }
    assert.equal(await reconcileCases(ctx, UNSTOPPED), 'done')
    assert.equal(await statusOf(fine.id), 'problem')
    assert.deepEqual(await casesOf('payment_id', early.payment.id), [], 'an event that is too early is not a mismatch')
    assert.equal((await polled()).length, 4)
    assert.equal(warnings.length, 2)
  })

  test('polling asks for 20 payment exceptions at a time, least recently polled first', async () => {
    const { sale } = await paid()
    const refOf = (index: number) => `dp_${String(index).padStart(2, '0')}`
    await insertCases(sale.seller.id, Array.from({ length: 21 }, (_, index) => ({ kind: 'chargeback', ref: refOf(index), ageMs: 7 * HOUR_MS + index * 60_000 }) as const)) // prettier-ignore
    const fetchNews = async () => null
    assert.equal(await reconcileCases(withProvider({ fetchNews }), UNSTOPPED), 'more')
    assert.deepEqual(
      await polled(),
      Array.from({ length: 20 }, (_, index) => refOf(index + 1)),
    )
    assert.equal(await reconcileCases(withProvider({ fetchNews }), UNSTOPPED), 'done')
    assert.equal((await polled()).length, 21)
  })
})
