import assert from 'node:assert/strict'
import type { StripeObject } from '#test/fakes/stripe.ts'
import type { Outcome } from './lane.ts'
import * as rules from './law.ts'
import type { Sequence } from './sequence.ts'
import { snapshot } from './snapshot.ts'
import { byId, type Dispute, type Payment } from './world.ts'

/** An action that a bank takes after a payment, chosen by fast-check. */
export type BankCommand =
  /**
   * A buyer's bank opens, continues or decides a dispute. `at` selects the payment or the dispute. `asks` opens an inquiry and takes no
   * money.
   */
  | { kind: 'bank'; at: number; does: 'asks' | 'takes' | 'goes on' | 'won' | 'lost' }
  /**
   * A refund fails. The operator resolves the resulting payment exception immediately. With `later`, this happens at the end of the
   * sequence.
   */
  | { kind: 'refund fails'; at: number; how: 'again' | 'by_hand' | 'later' }
  /** A seller's bank rejects a payout. */
  | { kind: 'payout fails'; cents: number }

/**
 * Runs the bank actions of a sequence on the model and the service. The service sends all due money before each action, so that the state
 * of every transfer is known.
 */
export class Bank {
  readonly #at: Sequence
  constructor(sequence: Sequence) {
    this.#at = sequence
  }

  async run(command: BankCommand): Promise<void> {
    // advances the clock only if a payment or dispute can be acted on, because unpaid orders would expire in the meantime
    if (command.kind !== 'payout fails' && this.#ableToDispute().length === 0 && !this.#at.model.disputes.some(isOpen)) return
    await this.letMoneyLeave()
    if (command.kind === 'bank') await this.#act(command.at, command.does)
    else if (command.kind === 'refund fails') await this.#failRefund(command.at, command.how)
    else await this.#failPayout(command.cents)
  }

  /**
   * Ends all open disputes and resolves all failed refunds. Disputes are decided alternately for the buyer and the seller. Failed refunds
   * are sent again.
   */
  async end(): Promise<void> {
    await this.letMoneyLeave()
    for (const [index, dispute] of this.#at.model.disputes.filter(isOpen).entries()) {
      if (dispute.stage === 'inquiry') await this.#goOn(dispute)
      await this.#tell(dispute.id, index % 2 === 0 ? 'lost' : 'won')
    }
    await this.#endHeld('again')
  }

  /** Advances the clock until interrupted transfers may be retried. Then sends all due money. */
  async letMoneyLeave(): Promise<void> {
    await this.#at.passTime(11)
    await this.#at.work(null)
    rules.sendMoney(this.#at.model)
  }

  async #act(at: number, does: (BankCommand & { kind: 'bank' })['does']): Promise<void> {
    const { model } = this.#at
    const open = model.disputes.filter(isOpen)
    const begins = does === 'asks' || does === 'takes'
    if (open.length === 0 || (begins && this.#ableToDispute().length > 0)) return this.#begin(at, does === 'asks')
    const dispute = open[at % open.length]!
    if (dispute.stage === 'inquiry') return does === 'won' ? this.#tell(dispute.id, 'won') : this.#goOn(dispute)
    await this.#tell(dispute.id, does === 'won' || does === 'asks' ? 'won' : 'lost')
  }

  async #begin(at: number, inquiry: boolean): Promise<void> {
    const { model, lane } = this.#at
    const able = this.#ableToDispute()
    const payment = able.at(-1 - (at % Math.max(able.length, 1)))
    if (!payment) return
    const id = await this.#hear(() => lane.stripe.dispute(this.#at.intentOf(payment)!['id'], { inquiry }))
    const dispute: Dispute = {
      ...{ id, payment: payment.id, amount: payment.amount, stage: 'new', order: null, hold: null },
      ...{ refundedBefore: 0, taken: 0 },
    }
    model.disputes.push(dispute)
    await this.#heard(dispute, inquiry ? 'inquiry' : 'open')
  }

  /** Returns the successful payments without a dispute, a failed refund or a manual refund. */
  #ableToDispute(): Payment[] {
    const { payments, held, byHand } = this.#at.model
    // skips disputes over purchases, because these disputes are divided among several orders; separate tests cover them
    return payments.filter((p) => p.status === 'succeeded' && p.purchase === null && this.#isCalm(p) && !held[p.id] && !byHand[p.id])
  }

  /** Turns an inquiry into a chargeback: the bank takes the money. */
  async #goOn(dispute: Dispute): Promise<void> {
    const { stripe } = this.#at.lane
    await this.#hear(() => {
      Object.assign(stripe.object(dispute.id), { status: 'needs_response' })
      stripe.object(stripe.object(dispute.id)['payment_intent'])['disputed'] = true
      stripe.withdraw(dispute.id)
    })
    await this.#heard(dispute, 'open')
  }

  async #tell(id: string, stage: 'won' | 'lost'): Promise<void> {
    const { stripe } = this.#at.lane
    await this.#hear(() => stripe.decideDispute(id, stage))
    await this.#heard(byId(this.#at.model.disputes, id)!, stage)
  }

  async #heard(dispute: Dispute, stage: Dispute['stage']): Promise<void> {
    const known = byId(this.#at.model.disputes, dispute.id)!
    rules.applyStage(this.#at.model, known, stage)
    this.#at.note('bank', stage)
    await this.#agree()
  }

  async #failRefund(at: number, how: 'again' | 'by_hand' | 'later'): Promise<void> {
    const { model, lane } = this.#at
    const able = lane.stripe.all('re').filter((one) => one['status'] === 'succeeded' && this.#isCalm(this.#paymentOf(one)))
    const refund = able.at(-1 - (at % Math.max(able.length, 1)))
    if (!refund) return
    await this.#hear(() => lane.stripe.failRefund(refund['id']))
    const { id } = this.#paymentOf(refund)!
    model.held[id] = (model.held[id] ?? 0) + refund['amount']
    this.#at.note('refund fails', how)
    await this.#agree()
    if (how !== 'later') await this.#endHeld(how)
  }

  /** Closes the payment exceptions for all failed refunds, as the operator would. */
  async #endHeld(how: 'again' | 'by_hand'): Promise<void> {
    const { model, lane } = this.#at
    const { rows } = await lane.database.pools.requests.query<{ id: string; payment_id: string; amount_cents: number }>(
      `select id, payment_id, amount_cents from money_cases where kind = 'refund_failed' and closed_at is null order by id`,
    )
    for (const { id, payment_id: payment, amount_cents: cents } of rows) {
      this.#fine(await lane.operate('closeMoneyCase', { id }, { how, reason: 'As the model says.' }))
      model.held[payment] = (model.held[payment] ?? 0) - cents
      if (how === 'by_hand') model.byHand[payment] = (model.byHand[payment] ?? 0) + cents
    }
    assert.deepEqual(Object.values(model.held).filter(Boolean), [], 'every pending refund has a case')
    await this.#agree()
  }

  /** Makes a payout fail. The failure only notifies the seller and the operator. */
  async #failPayout(cents: number): Promise<void> {
    const { lane } = this.#at
    const [account] = lane.stripe.all('acct')
    await this.#hear(() => lane.stripe.failPayout(account!['id'], cents))
    const { rows } = await lane.database.pools.requests.query(
      `select 1 from money_cases where kind = 'payout_failed' and closed_at is null and amount_cents = $1`,
      [cents],
    )
    assert.ok(rows.length > 0, 'the failed payout has an open case')
    this.#at.note('payout fails', 'heard')
    await this.#agree()
  }

  /** Runs `work`, which acts at the payment provider. Then delivers the resulting events twice: first in reverse order, then in order. */
  async #hear<T>(work: () => T): Promise<T> {
    const { lane, model } = this.#at
    const from = lane.stripe.events.length
    const made = work()
    const events = lane.stripe.events.slice(from)
    for (const event of events.toReversed()) {
      this.#fine(await lane.deliver(event, 'good'))
      model.usedEvents.push(event['id'])
    }
    for (const event of events) assert.equal((await lane.deliver(event, 'good')).status, 208)
    return made
  }

  /** Runs the worker, which sends all due money. Then checks that the records and the ledger match the model. */
  async #agree(): Promise<void> {
    this.#fine(await this.#at.lane.work())
    // a bank's decision can make an overdue return ready to settle
    rules.settle(this.#at.model)
    rules.sendMoney(this.#at.model)
    const actual = await snapshot(this.#at.lane, this.#at.model)
    this.#at.compare(actual)
    const filled = (of: Record<string, number>) => Object.fromEntries(Object.entries(of).filter(([, cents]) => cents !== 0))
    assert.deepEqual(filled(actual.ledger), filled(rules.ledgerOf(this.#at.model)), 'the ledger differs from the model')
  }

  #fine({ status, body, error }: Outcome): void {
    assert.equal(status, 200, `${JSON.stringify(body)} ${String(error)}`)
  }

  #paymentOf(refund: StripeObject): Payment | undefined {
    return this.#at.model.payments.find((p) => this.#at.intentOf(p)?.['id'] === refund['payment_intent'])
  }

  #isCalm(payment: Payment | undefined): boolean {
    return payment !== undefined && !this.#at.model.disputes.some((d) => d.payment === payment.id)
  }
}

const isOpen = ({ stage }: Dispute): boolean => stage === 'inquiry' || stage === 'open'
