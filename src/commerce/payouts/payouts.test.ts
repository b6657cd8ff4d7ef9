import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { earned, received, type MoneySubject } from '#commerce/ledger/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import type { Payments } from '#platform/payments/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { claimPayout, isInTransit, lockPayout } from './claim.ts'
import { settleHeld } from './hold.ts'
import { settlePayout } from './mark-sent.ts'
import { payOutDue } from './send.ts'

/** Tests how transfers are claimed, sent, retried and settled, with a provider that the test controls. */

const { ctx, db, ana, ben, shop, order: newOrder, hold: newHold, payment, move: insert, balances, whileLocked } = await moneyRows({ after })
const MINUTE_MS = 60_000

type Request = readonly [call: string, request: Record<string, unknown>]
const requests: Request[] = []
/** Error of the next requests. Null sends the requested amount. */
let failure: ((amountCents: number) => Error | null | Promise<Error | null>) | null = null
const call = (name: string) => async (request: { id: string; amountCents: number }) => {
  requests.push([name, request])
  const error = await failure?.(request.amountCents)
  if (error) throw error
  return { ref: 'tr_1', amountCents: request.amountCents }
}
const provider = { ...ctx.payments!, refund: call('refund'), transfer: call('transfer'), reverse: call('reverse') } as Payments
const logged: unknown[] = []
const log = { ...ctx.log, error: (facts: unknown) => logged.push(facts), warn: () => {} }
const sending = { ...ctx, payments: provider, log } as unknown as Context

const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(sending, work)
/** Posts a payment of $66, of which $60 are the seller's if `isEarned`. */
const book = (subject: MoneySubject, isEarned: boolean) =>
  inTx((tx) => post(tx, [...received(subject, 6600), ...(isEarned ? earned(subject, 6600, 600) : [])]))
/** Returns a completed order, whose seller is owed $60. */
const order = async () => {
  const orderId = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben.id, title: 'Lamp' })
  await book({ orderId }, true)
  return orderId
}
/** Returns a paid order, whose payment is in escrow. */
const unearned = async () => {
  const orderId = await newOrder()
  await book({ orderId }, false)
  return orderId
}
const hold = async () => {
  const holdId = await newHold({ status: 'kept' })
  await book({ holdId }, true)
  return holdId
}
const move = (more: Parameters<typeof insert>[0]) => insert({ next_try_at: ctx.now(), created_at: ctx.now(), ...more })
const read = (id: string) => db.selectFrom('money_moves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => {
  const { status, amount_cents: cents, provider_ref: ref } = await read(id)
  return [status, cents, ref]
}
const claim = (id: string, now = ctx.now()) =>
  inTx((tx) => claimPayout(tx, id, { provider: 'test', needsAccount: false, isTest: false, now }))
const casesOf = (subject: { order?: string; hold?: string }) =>
  db
    .selectFrom('money_cases')
    .select(['kind', 'ref', 'order_id', 'hold_id', 'payment_id', 'move_id', 'account_id', 'amount_cents', 'reason', 'closed_at'])
    .where('order_id', subject.order ? '=' : 'is', subject.order ?? null)
    .where('hold_id', subject.hold ? '=' : 'is', subject.hold ?? null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const eventsOf = async (accountId: string, type: string): Promise<unknown[]> => {
  const rows = await db.selectFrom('events').select('data').where('account_id', '=', accountId).where('type', '=', type).execute()
  return rows.map(({ data }) => JSON.parse(data).object.id)
}
/** Claims a transfer and settles it as the provider's response would. */
const settle = async (id: string, amountCents: number) => {
  await claim(id)
  await inTx((tx) => settlePayout(tx, id, { ref: `ref_of_${id}`, amountCents }))
}
/** Sends everything that is due. */
const send = async () => {
  requests.length = 0
  const result = await payOutDue(sending, UNSTOPPED)
  return { result, calls: [...requests] }
}
const fails = (error: Error) => {
  failure = () => error
}
const succeeds = () => {
  failure = null
}

describe('a transfer in progress', () => {
  test('a claimed transfer is left alone for ten minutes, and then claimed again with the time of the first claim', async () => {
    const id = await move({ order_id: await order() })
    const start = ctx.now()
    const later = (ms: number) => new Date(start.getTime() + ms)
    assert.equal((await claim(id, start))?.id, id)
    const { sending_since: since, next_try_at: next } = await read(id)
    assert.deepEqual([since, next], [start, later(10 * MINUTE_MS)])
    assert.equal(await claim(id, later(10 * MINUTE_MS - 1)), null)
    assert.equal((await claim(id, later(10 * MINUTE_MS)))?.id, id)
    const again = await read(id)
    assert.deepEqual([again.sending_since, again.next_try_at], [start, later(20 * MINUTE_MS)])
    await settle(id, 6000)
  })

  test('a transfer is found with its order, and a transfer of a deposit without one', async () => {
    const [orderId, holdId] = [await order(), await hold()]
    const [ofOrder, ofHold] = [await move({ order_id: orderId }), await move({ hold_id: holdId })]
    const locked = (id: string) => inTx((tx) => lockPayout(tx, id))
    const [one, other] = [await locked(ofOrder), await locked(ofHold)]
    assert.deepEqual([one!.transfer.id, one!.order!.id], [ofOrder, orderId])
    assert.deepEqual([other!.transfer.id, other!.order], [ofHold, null])
    assert.equal(await locked('mov_none'), null)
    assert.equal(await claim('mov_none'), null)
  })

  test('a transfer is locked together with its order or deposit, and with its payment', async () => {
    const [orderId, holdId] = [await order(), await hold()]
    const paymentId = await payment({ hold_id: holdId })
    const [ofOrder, ofHold] = [await move({ order_id: orderId }), await move({ hold_id: holdId, payment_id: paymentId, kind: 'refund', account_id: ben.id })] // prettier-ignore
    const locked = async () => {
      const isLocked = async (table: 'orders' | 'holds' | 'payments' | 'money_moves', id: string) =>
        (await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().skipLocked().execute()).length === 0
      return [await isLocked('orders', orderId), await isLocked('holds', holdId), await isLocked('payments', paymentId), await isLocked('money_moves', ofOrder), await isLocked('money_moves', ofHold)] // prettier-ignore
    }
    const lock = (id: string) => whileLocked((tx) => lockPayout({ ...ctx, db: tx, reads: tx }, id), locked)
    assert.deepEqual(await lock(ofOrder), [true, false, false, true, false])
    assert.deepEqual(await lock(ofHold), [false, true, true, false, true])
    await db.deleteFrom('money_moves').where('id', 'in', [ofOrder, ofHold]).execute()
  })

  test('money is in transit only between the claim and the response', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId })
    const inTransit = () => inTx((tx) => isInTransit(tx, { orderId, paymentId: 'pay_none' }))
    assert.equal(await inTransit(), false)
    await claim(id)
    assert.equal(await inTransit(), true)
    await settle(id, 6000)
    assert.equal(await inTransit(), false)
  })
})

describe('sending due transfers', () => {
  test('a payout, a refund and a reversal are sent with their own id, amount and reference', async () => {
    succeeds()
    await send()
    const orderId = await order()
    const paid = await payment({ order_id: orderId })
    const payout = await move({ order_id: orderId })
    assert.deepEqual((await send()).calls, [['transfer', { id: payout, account: null, amountCents: 6000, subject: orderId, sourceRef: `ref_${paid}` }]]) // prettier-ignore
    await book({ orderId }, false)
    const refund = await move({ kind: 'refund', order_id: orderId, payment_id: paid, account_id: ben.id, amount_cents: 300 })
    assert.deepEqual((await send()).calls, [['refund', { id: refund, ref: `ref_${paid}`, amountCents: 300 }]])
    const reversal = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 200 })
    assert.deepEqual((await send()).calls, [['reverse', { id: reversal, ref: 'tr_1', amountCents: 200 }]])
    assert.deepEqual(await stateOf(payout), ['sent', 6000, 'tr_1'])
    const ofHold = await hold()
    const deposit = await move({ hold_id: ofHold })
    const { result, calls } = await send()
    assert.deepEqual(
      [result, calls],
      ['done', [['transfer', { id: deposit, account: null, amountCents: 6000, subject: ofHold, sourceRef: null }]]],
    )
    assert.deepEqual((await send()).calls, [], 'nothing is due')
  })

  test('a failed transfer is retried after a minute, and then after twice as long each time, up to six hours', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId })
    fails(new PaymentsError('unavailable', 'Try again.'))
    for (const [tries, minutes] of [
      [0, 1],
      [1, 2],
      [4, 16],
      [8, 256],
      [9, 360],
      [30, 360],
    ] as const) {
      await db.updateTable('money_moves').set({ tries, next_try_at: ctx.now() }).where('id', '=', id).execute()
      const before = ctx.now().getTime()
      await send()
      const after = await read(id)
      const waitMs = after.next_try_at.getTime() - before
      assert.ok(waitMs >= minutes * MINUTE_MS && waitMs < minutes * MINUTE_MS + 30_000, `${tries}: ${waitMs}`)
      assert.deepEqual([after.status, after.tries, after.last_error], ['due', tries + 1, 'PaymentsError: Try again.'])
      assert.ok(after.sending_since, 'the money may have been sent')
    }
    assert.deepEqual(await casesOf({ order: orderId }), [], 'only a rejection opens a payment exception')
    succeeds()
    await db.updateTable('money_moves').set({ next_try_at: ctx.now() }).where('id', '=', id).execute()
    await send()
    assert.deepEqual(await stateOf(id), ['sent', 6000, 'tr_1'])
  })

  test('a transfer that certainly was not sent can change before the next attempt', async () => {
    const id = await move({ order_id: await order() })
    for (const [error, isFree] of [
      [new PaymentsError('refused', 'No.'), true],
      [new PaymentsError('no_funds', 'Later.'), true],
      [new PaymentsError('unknown', 'Lost.'), false],
      [new Error('refused'), false],
    ] as const) {
      fails(error)
      await db.updateTable('money_moves').set({ tries: 0, next_try_at: ctx.now() }).where('id', '=', id).execute()
      await send()
      assert.equal((await read(id)).sending_since === null, isFree, String(error))
    }
    succeeds()
    await db.updateTable('money_moves').set({ next_try_at: ctx.now() }).where('id', '=', id).execute()
    await send()
  })

  test('the third rejection of a transfer opens a payment exception with its details, and later rejections open no other', async () => {
    const [orderId, holdId] = [await unearned(), await hold()]
    const paid = await payment({ order_id: orderId })
    const refund = await move({ kind: 'refund', order_id: orderId, payment_id: paid, account_id: ben.id, amount_cents: 300 })
    const payout = await move({ hold_id: holdId, amount_cents: 900 })
    const free = await move({ order_id: await order() })
    const retry = async (error: Error) => {
      fails(error)
      await db.updateTable('money_moves').set({ next_try_at: ctx.now() }).where('id', 'in', [refund, payout, free]).where('status', '=', 'due').execute() // prettier-ignore
      await send()
    }
    for (let n = 0; n < 4; n++) await retry(new PaymentsError('no_funds', 'Later.'))
    assert.deepEqual([await casesOf({ order: orderId }), await casesOf({ hold: holdId })], [[], []], 'a low balance is not a rejection')
    await db.updateTable('money_moves').set({ tries: 0 }).where('id', 'in', [refund, payout]).execute()
    for (let n = 0; n < 2; n++) await retry(new PaymentsError('refused', 'The account is closed.'))
    assert.deepEqual([await casesOf({ order: orderId }), await casesOf({ hold: holdId })], [[], []])
    await retry(new PaymentsError('refused', 'The account is closed.'))
    const [opened] = await casesOf({ order: orderId })
    await retry(new PaymentsError('refused', 'The account is closed.'))
    const common = { reason: 'The account is closed.', closed_at: null }
    assert.deepEqual(await casesOf({ order: orderId }), [
      { kind: 'refund_failed', ref: refund, order_id: orderId, hold_id: null, payment_id: paid, move_id: refund, account_id: null, amount_cents: 300, ...common }, // prettier-ignore
    ])
    assert.equal(opened!.ref, refund, 'the third rejection')
    assert.deepEqual(await casesOf({ hold: holdId }), [
      { kind: 'transfer_failed', ref: payout, order_id: null, hold_id: holdId, payment_id: null, move_id: payout, account_id: ana.id, amount_cents: 900, ...common }, // prettier-ignore
    ])
    const events = await db.selectFrom('events').select(['account_id', 'data']).where('type', '=', 'money.case').execute()
    const notified = events.map(({ account_id, data }) => [account_id, JSON.parse(data).object] as const)
    assert.deepEqual(
      notified.map(([account, { kind, side }]) => [account, kind, side]),
      [[ben.id, 'refund_failed', 'buyer']],
      'a failed payout affects only the seller, who sees it in the payout account',
    )
    succeeds()
    await db.updateTable('money_moves').set({ next_try_at: ctx.now() }).where('id', 'in', [refund, payout, free]).execute()
    await send()
    const [closed] = await casesOf({ order: orderId })
    assert.notEqual(closed!.closed_at, null, 'sending the refund closes its exception')
  })

  test('a rejection that arrives after the transfer was settled opens no payment exception', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId, tries: 2 })
    failure = async () => {
      await inTx((tx) => settlePayout(tx, id, { ref: 'by event', amountCents: 6000 }))
      return new PaymentsError('refused', 'No.')
    }
    await send()
    succeeds()
    assert.deepEqual([await stateOf(id), (await read(id)).tries, await casesOf({ order: orderId })], [['sent', 6000, 'by event'], 2, []])
  })

  test('a run does not touch a transfer that a different worker has claimed in the meantime', async () => {
    const [first, second] = [await move({ order_id: await order() }), await move({ order_id: await order() })]
    failure = async () => {
      failure = null
      for (const id of [first, second]) await claim(id)
      return null
    }
    const { calls } = await send()
    const states = await Promise.all([first, second].map(async (id) => [(await read(id)).status, (await read(id)).tries]))
    assert.deepEqual([states, calls.length], [[['sent', 0], ['due', 0]], 1]) // prettier-ignore
    await settle(second, 6000)
  })

  test('a run continues after a failure, and runs of the same process do not overlap', async () => {
    succeeds()
    const ids = [
      await move({ order_id: await order() }),
      await move({ order_id: await order(), amount_cents: 1 }),
      await move({ order_id: await order() }),
    ]
    failure = (amountCents) => (amountCents === 1 ? new PaymentsError('unavailable', 'Try again.') : null)
    requests.length = 0
    await Promise.all([payOutDue(sending, UNSTOPPED), payOutDue(sending, UNSTOPPED)])
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).status))
    assert.deepEqual([statuses, requests.length], [['sent', 'due', 'sent'], 3])
    succeeds()
    await db.updateTable('money_moves').set({ next_try_at: ctx.now() }).where('id', '=', ids[1]!).execute()
    await send()
  })
})

test('if more is due than one run sends, at the provider or in test mode, the next run follows at once', async () => {
  succeeds()
  assert.equal((await send()).result, 'done')
  const ids: string[] = []
  for (let n = 0; n < 51; n++) ids.push(await move({ order_id: await order() }))
  const sandbox = { sandbox_of: ben.id, created_at: ctx.now(), updated_at: ctx.now() }
  const [seller, buyer] = [ctx.newId('usr'), ctx.newId('usr')]
  await db.insertInto('accounts').values([{ id: seller, name: 'Test', sandbox_role: 'seller', ...sandbox }, { id: buyer, name: 'Test', sandbox_role: 'buyer', ...sandbox }]).execute() // prettier-ignore
  const { result, calls } = await send()
  assert.deepEqual([result, calls.length], ['more', 50])
  assert.deepEqual([(await send()).result, requests.length], ['done', 1])
  const inTests = await makeShop(ctx, seller)
  for (let n = 0; n < 51; n++) {
    const orderId = await makeOrder(ctx, inTests, await makeListing(ctx, inTests), { buyerId: buyer })
    await book({ orderId }, true)
    await move({ account_id: seller, order_id: orderId })
  }
  const runs = [(await send()).result, (await send()).result]
  assert.deepEqual([runs, requests.length], [['more', 'done'], 0])
})

/** Entries of a completed sale that was paid. */
const EARNED = { buyer: -6600, fees: 600 }

test('a run waits for the previous run of its process', async () => {
  const id = await move({ order_id: await order() })
  const runs: Promise<string>[] = []
  failure = async () => {
    failure = null
    runs.push(payOutDue(sending, UNSTOPPED).then(async () => (await read(id)).status))
    // without waiting, the second run would end during these queries
    for (let n = 0; n < 30; n++) await read(id)
    return null
  }
  await send()
  assert.deepEqual(await Promise.all(runs), ['sent'])
})

describe('settling a transfer', () => {
  test('a sent payout takes the money from the seller’s balance, and the seller gets one event', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId })
    await settle(id, 6000)
    assert.deepEqual([await stateOf(id), await balances({ orderId: orderId })], [['sent', 6000, `ref_of_${id}`], { bank: 6000, ...EARNED }])
    const events = async () => (await eventsOf(ana.id, 'payout.sent')).filter((one) => one === orderId).length
    assert.equal(await events(), 1)
    assert.equal((await db.selectFrom('orders').select('payout').where('id', '=', orderId).executeTakeFirstOrThrow()).payout, 'sent')
    await inTx((tx) => settlePayout(tx, id, { ref: 'again', amountCents: 6000 }))
    assert.deepEqual([await stateOf(id), await balances({ orderId: orderId }), await events()], [['sent', 6000, `ref_of_${id}`], { bank: 6000, ...EARNED }, 1]) // prettier-ignore
    assert.deepEqual(await casesOf({ order: orderId }), [])
  })

  test('a sent refund takes the money from escrow and changes neither the payout status nor the events', async () => {
    const orderId = await unearned()
    const paid = await payment({ order_id: orderId })
    const id = await move({ kind: 'refund', order_id: orderId, payment_id: paid, account_id: ben.id, amount_cents: 300 })
    const payoutOf = async () => (await db.selectFrom('orders').select('payout').where('id', '=', orderId).executeTakeFirstOrThrow()).payout
    const before = await payoutOf()
    await settle(id, 300)
    assert.deepEqual(await balances({ orderId: orderId }), { buyer: -6300, escrow: 6300 })
    assert.deepEqual([await payoutOf(), (await eventsOf(ana.id, 'payout.sent')).includes(orderId)], [before, false])
  })

  test('a sent payout of a deposit is booked on the hold', async () => {
    const holdId = await hold()
    await settle(await move({ hold_id: holdId, amount_cents: 900 }), 900)
    assert.deepEqual(await balances({ holdId: holdId }), { bank: 900, seller: 5100, ...EARNED })
  })

  test('a sent reversal repays the debt, updates the payout status and records no event', async () => {
    const orderId = await order()
    const payout = await move({ order_id: orderId })
    await settle(payout, 6000)
    const reversal = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 6000 })
    await settle(reversal, 6000)
    assert.deepEqual(await balances({ orderId: orderId }), { debt: 6000, ...EARNED })
    assert.equal((await eventsOf(ana.id, 'payout.sent')).filter((one) => one === orderId).length, 1)
    const { payout: status } = await db.selectFrom('orders').select('payout').where('id', '=', orderId).executeTakeFirstOrThrow()
    assert.notEqual(status, 'sent')
  })

  test('a payout that is too low leaves the rest held, with one exception about the amount and one about the rest', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId })
    logged.length = 0
    await settle(id, 5000)
    assert.deepEqual(logged, [{ transfer: id, ref: `ref_of_${id}`, amountCents: 5000 }])
    assert.deepEqual(
      [await stateOf(id), await balances({ orderId: orderId })],
      [['sent', 5000, `ref_of_${id}`], { bank: 5000, seller: 1000, ...EARNED }],
    )
    const [rest, none] = await db.selectFrom('money_moves').selectAll().where('of_move', '=', id).execute()
    assert.deepEqual([rest!.kind, rest!.status, rest!.amount_cents, rest!.account_id, rest!.order_id, none], ['payout', 'held', 1000, ana.id, orderId, undefined]) // prettier-ignore
    const reason = 'The provider sent $50 instead of $60.'
    const about = { order_id: orderId, hold_id: null, payment_id: null, account_id: ana.id, amount_cents: 1000, reason, closed_at: null }
    const byKind = (await casesOf({ order: orderId })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    assert.deepEqual(byKind, [
      { kind: 'mismatch', ref: `ref_of_${id}`, move_id: id, ...about },
      { kind: 'transfer_failed', ref: rest!.id, move_id: rest!.id, ...about },
    ])
  })

  test('a payout that is too high becomes a debt, with one exception and no other transfer', async () => {
    const orderId = await order()
    const id = await move({ order_id: orderId })
    await settle(id, 7000)
    assert.deepEqual(await balances({ orderId: orderId }), { bank: 7000, debt: -1000, ...EARNED })
    const cases = await casesOf({ order: orderId })
    assert.deepEqual(cases.map(({ kind, amount_cents: cents, account_id: account }) => [kind, cents, account]), [['mismatch', 1000, ana.id]]) // prettier-ignore
    assert.deepEqual(await db.selectFrom('money_moves').select('id').where('of_move', '=', id).execute(), [])
  })

  test('a refund that is too high counts as refunded, and a refund that is too low leaves the rest held', async () => {
    const refunded = async (id: string) => (await db.selectFrom('payments').select('refunded_cents').where('id', '=', id).executeTakeFirstOrThrow()).refunded_cents // prettier-ignore
    const [one, other] = [await unearned(), await unearned()]
    const [high, low] = [await payment({ order_id: one, refunded_cents: 300 }), await payment({ order_id: other, refunded_cents: 300 })]
    const refund = (order_id: string, payment_id: string) =>
      move({ kind: 'refund', order_id, payment_id, account_id: ben.id, amount_cents: 300 })
    await settle(await refund(one, high), 301)
    assert.deepEqual([await balances({ orderId: one }), await refunded(high)], [{ buyer: -6299, debt: -1, escrow: 6300 }, 301])
    assert.deepEqual((await casesOf({ order: one })).map(({ kind, account_id: account, payment_id: paid }) => [kind, account, paid]), [['mismatch', null, high]]) // prettier-ignore
    await settle(await refund(other, low), 299)
    assert.deepEqual([await balances({ orderId: other }), await refunded(low)], [{ buyer: -6301, escrow: 6301 }, 300])
    const cases = await casesOf({ order: other })
    const shown = cases.map(({ kind, amount_cents: cents, account_id: account }) => [kind, cents, account].join(' '))
    assert.deepEqual(shown.toSorted(), ['mismatch 1 ', 'refund_failed 1 '])
  })

  test('a reversal with a different amount opens one exception, and the rest is not sent', async () => {
    for (const [cents, books] of [
      [4000, { bank: 2000, debt: 4000, ...EARNED }],
      [5500, { bank: 500, debt: 5000, seller: 500, ...EARNED }],
    ] as const) {
      const orderId = await order()
      const payout = await move({ order_id: orderId })
      await settle(payout, 6000)
      const reversal = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 5000 })
      await settle(reversal, cents)
      assert.deepEqual(await balances({ orderId: orderId }), books)
      assert.deepEqual((await casesOf({ order: orderId })).map(({ kind, amount_cents: of }) => [kind, of]), [['mismatch', Math.abs(5000 - cents)]]) // prettier-ignore
      assert.equal((await db.selectFrom('money_moves').select('id').where('order_id', '=', orderId).execute()).length, 2)
    }
  })
})

test('a sent reversal covers its chargeback by the recovered amount, but at most by the amount that was due', async () => {
  for (const [sent, covered] of [
    [4000, 4000],
    [5500, 5000],
  ] as const) {
    const orderId = await order()
    const payout = await move({ order_id: orderId })
    await settle(payout, 6000)
    const reversal = await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 5000 })
    const id = ctx.newId('mcs')
    const dates = { created_at: ctx.now(), updated_at: ctx.now() }
    const about = { order_id: orderId, account_id: ana.id, move_id: reversal, amount_cents: 5000, stage: 'open' as const }
    await db.insertInto('money_cases').values({ id, provider: 'test', kind: 'chargeback', ref: `dp_${id}`, ...about, ...dates }).execute() // prettier-ignore
    await settle(reversal, sent)
    const found = await db.selectFrom('money_cases').select('covered_cents').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(found.covered_cents, covered)
  }
})

describe('an operator’s decision about a held transfer', () => {
  test('a held transfer is sent again at once, without its earlier attempts', async () => {
    const id = await move({ order_id: await order(), status: 'held', tries: 7, next_try_at: new Date(ctx.now().getTime() + 9 * MINUTE_MS) })
    const before = ctx.now()
    await inTx((tx) => settleHeld(tx, id, 'again'))
    const { status, tries, next_try_at: next } = await read(id)
    assert.deepEqual([status, tries, next >= before && next <= ctx.now()], ['due', 0, true])
    await settle(id, 6000)
  })

  test('a held or due transfer that was paid by hand counts as sent, and a settled one does not change', async () => {
    for (const status of ['held', 'due'] as const) {
      const orderId = await order()
      const id = await move({ order_id: orderId, status })
      await inTx((tx) => settleHeld(tx, id, 'by_hand'))
      assert.deepEqual([await stateOf(id), await balances({ orderId: orderId })], [['sent', 6000, `by hand ${id}`], { bank: 6000, ...EARNED }]) // prettier-ignore
      await inTx((tx) => settleHeld(tx, id, 'again'))
      await inTx((tx) => settleHeld(tx, id, 'by_hand'))
      assert.deepEqual([await stateOf(id), await balances({ orderId: orderId })], [['sent', 6000, `by hand ${id}`], { bank: 6000, ...EARNED }]) // prettier-ignore
    }
    await inTx((tx) => settleHeld(tx, 'mov_none', 'again'))
  })

  test('a transfer in progress cannot be decided, and the error states when the service asks again', async () => {
    const id = await move({ order_id: await order() })
    await claim(id)
    const { next_try_at: next } = await read(id)
    for (const how of ['again', 'by_hand'] as const)
      await assert.rejects(inTx((tx) => settleHeld(tx, id, how)), { type: 'conflict', message: new RegExp(`asks again at ${next.toISOString().slice(11, 16)} UTC`) }) // prettier-ignore
    await settle(id, 6000)
  })
})
