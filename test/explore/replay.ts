import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Lane } from '#test/model/lane.ts'
import { workingDaysAfter } from '#test/model/law/clock.ts'
import { offerReturn } from '#test/model/law/returns.ts'
import { Sequence, type Command, type Tally } from '#test/model/sequence.ts'
import { snapshot } from '#test/model/snapshot.ts'
import type { Choice, Verb } from '#test/model/verbs.ts'
import { copyOf, type Model, type Who } from '#test/model/world.ts'
import { decide, PARTS } from './moves.ts'
import { differentEvents, lastEvent } from './replay-events.ts'
import { differentTasks } from './replay-tasks.ts'
import { changesOf, type Kind } from './search.ts'

/*
 * Replays sequences from the search on the service and its database. The driver of the model test compares the records after each step, and
 * the ledger after each bank action. Deadlines have realistic durations in the driver, so a different deadline may pass before the one in
 * the sequence. Such a sequence is still compared, but the replay does not count the kind of move as covered.
 */

export type ReplayResult = {
  sequences: number
  steps: number
  covered: string[]
  /** Kinds of moves that the replay did not cover, with the reasons. */
  missed: Map<string, string>
  failure: { message: string; trace: readonly string[]; step: number } | null
}

/** A step of a replayed sequence. `name`: the actor and the action. `about`: the record or buyer that the action concerns. */
type Step = { name: string; about: string }

class Impossible extends Error {}

/** Replays one sequence for each kind of move. Stops at the first disagreement between service and model. */
export async function replay(lane: Lane, kinds: ReadonlyMap<string, Kind>, mostSeconds: number): Promise<ReplayResult> {
  const began = performance.now()
  const replayed: ReplayResult = { sequences: 0, steps: 0, covered: [], missed: new Map(), failure: null }
  const tally: Tally = new Map()
  for (const [kind, { trace }] of kinds) {
    if (performance.now() - began > mostSeconds * 1000) {
      replayed.missed.set(kind, 'no time left')
      continue
    }
    const run = new Run(lane, tally)
    replayed.sequences++
    try {
      const changes = await run.play(trace)
      if (isSame(kind, changes)) replayed.covered.push(kind)
      else replayed.missed.set(kind, `another deadline passed first: ${changes.join(', ')}`)
    } catch (error) {
      if (error instanceof Impossible) replayed.missed.set(kind, error.message)
      else {
        replayed.failure = { message: String(error), trace, step: run.steps + 1 }
        return replayed
      }
    } finally {
      replayed.steps += run.steps
    }
  }
  return replayed
}

/**
 * Replays one sequence. Returns the step where the service and the model first differ, with a message. Returns null if they agree, or if
 * the driver cannot perform the sequence.
 */
export async function disagreementOf(lane: Lane, trace: readonly string[]): Promise<{ step: number; message: string } | null> {
  const run = new Run(lane, new Map())
  try {
    await run.play(trace)
    return null
  } catch (error) {
    return error instanceof Impossible ? null : { step: run.steps + 1, message: String(error) }
  }
}

/** Compares status changes. Excludes payments, because the search treats some of their statuses as equal. */
function isSame(kind: string, changes: readonly string[]): boolean {
  const expected = kind.slice(kind.indexOf(': ') + 2).split(', ')
  const relevant = (all: readonly string[]) => all.filter((one) => one !== '' && !one.startsWith('payment')).join(', ')
  return relevant(expected) === relevant(changes)
}

const one = (verb: Verb, more: Partial<Choice> = {}): Command => ({ kind: 'one', choice: { verb, who: 'right', at: 0, n: 0, ...more } })

/** The call for each user action, by the name of the action. The name alone determines the request. */
const CALLS: Readonly<Record<string, Command>> = {
  publish: one('publish'),
  relist: one('relist'),
  unpublish: one('unpublish'),
  'mark sold': one('markSold'),
  delete: one('delete'),
  'accept an offer': one('accept'),
  'accept a counteroffer': one('take'),
  'decline an offer': one('decline'),
  'decline a counteroffer': one('refuse'),
  'withdraw an offer': one('withdraw'),
  'counter 350': one('counter'),
  'counter 4000': one('counter'),
  'return a hold': one('returnHold'),
  cancel: one('cancel'),
  'cancel the sale': one('cancelSale'),
  'the sale finishes': one('cancelSale'),
  ship: one('ship'),
  deliver: one('deliver'),
  confirm: one('confirm'),
  'report a problem': one('report'),
  refund: one('refund'),
  'offer a part of 100': one('refund', { n: 4 }),
  agree: one('answer', { n: 1 }),
  refuse: one('answer'),
  'take the part': one('agree', { n: 1 }),
  'refuse the part': one('agree'),
  'offer a return': one('offerReturn'),
  'agree to a return': one('agreeToReturn'),
  'decline a return': one('declineReturn'),
  'send the item back': one('sendReturn'),
  'receive the item': one('receiveReturn'),
  'contest a return': one('contestReturn'),
  'the worker settles': { kind: 'work', cutAt: null },
  'the bank asks': { kind: 'bank', at: 0, does: 'asks' },
  'the bank takes the money': { kind: 'bank', at: 0, does: 'takes' },
  'the dispute is won': { kind: 'bank', at: 0, does: 'won' },
  'the dispute is lost': { kind: 'bank', at: 0, does: 'lost' },
}

/** The operator's decision in each move, by the name of the move. */
const DECISIONS: Readonly<Record<string, 'refund' | 'complete' | 'part' | 'return'>> = {
  'decide for the buyer': 'refund',
  'decide for the seller': 'complete',
  'decide for the part': 'part',
  'order a return': 'return',
}

/** The deadlines that a move lets pass, by the name of the move. */
const DEADLINES: Readonly<Record<string, (w: Model) => (number | null)[]>> = {
  'an offer expires': (w) => w.offers.filter((o) => o.status === 'open' || o.status === 'countered').map((o) => o.until),
  'a hold ends': (w) => w.holds.filter((h) => h.status === 'asked' || h.status === 'active' || h.status === 'used').map((h) => h.until),
  'the payment deadline passes': (w) => w.orders.filter((o) => o.status === 'awaiting_payment').map((o) => o.payBy),
  'shipping becomes late': (w) => w.orders.filter((o) => o.status === 'paid').map((o) => workingDaysAfter(o.paidAt!, 3)),
  'the shipping deadline passes': (w) => w.orders.filter((o) => o.status === 'paid').map((o) => o.shipBy),
  'the answer to a cancellation is late': (w) => w.orders.map((o) => o.cancelBy),
  'the protection ends': (w) => w.orders.filter((o) => o.status === 'shipped' || o.status === 'delivered').map((o) => o.protectUntil),
  'the deadline of a return passes': (w) => w.orders.map((o) => o.returnBy),
}

const MINUTE = 60_000
/** Matches the id of an offer or hold in a trace, such as `off_ann.1`. */
const BUYERS_RECORD = /^(off|hol)_(\w+)\./

/** Returns a copy of the model that contains only the offers and holds of the buyer in a trace. */
function modelOf(w: Model, about: string): Model {
  const [, , buyer] = BUYERS_RECORD.exec(about) ?? []
  const isTheirs = (one: { buyer: Who }) => buyer === undefined || one.buyer === buyer
  return { ...w, offers: w.offers.filter(isTheirs), holds: w.holds.filter(isTheirs) }
}

class Run {
  readonly #sequence: Sequence
  readonly #lane: Lane
  /** Orders whose reported problem the seller has already answered. */
  readonly #answered = new Set<string>()
  steps = 0

  constructor(lane: Lane, tally: Tally) {
    this.#lane = lane
    // the scheduler has no tasks, because nothing runs concurrently in a replay
    this.#sequence = new Sequence(lane, fc.schedulerFor([]), tally)
  }

  /** Replays a sequence. Returns the changes that its last step made. */
  async play(trace: readonly string[]): Promise<string[]> {
    await this.#lane.clear()
    await this.#sequence.run(one('create', { n: trace[0] === 'a draft' ? 3 : 0 }))
    const steps = trace.slice(1).map(stepOf)
    let before = copyOf(this.#sequence.model)
    for (const [index, step] of steps.entries()) {
      await this.#waitWithHold(steps.slice(index))
      // an earlier call may already have had the effect of this step
      if (!this.#hasHappened(step, steps.slice(0, index))) {
        before = copyOf(this.#sequence.model)
        const last = await lastEvent(this.#lane)
        await this.#perform(step, steps.slice(index + 1))
        await this.#compare(step, before, last)
      }
      this.steps++
    }
    return changesOf(before, this.#sequence.model)
  }

  async #compare({ name }: Step, before: Model, last: string): Promise<void> {
    const { model } = this.#sequence
    const order = model.orders.find(({ status }) => status === 'problem')
    if ((name === 'agree' || name === 'refuse') && order) this.#answered.add(order.id)
    const wrong = [
      ...(await differentTasks(this.#lane, model, this.#answered)),
      ...(DEADLINES[name] ? [] : await differentEvents(this.#lane, last, before, model)),
    ]
    assert.deepEqual(wrong, [], `tasks or events differ after "${name}"`)
  }

  /** Advances the clock to shortly before the end of an active hold, if the hold will end during an order that uses it. */
  async #waitWithHold(steps: readonly Step[]): Promise<void> {
    const { holds, now } = this.#sequence.model
    const active = holds.find((h) => h.status === 'active')
    const ends = steps.findIndex(({ name }) => name === 'a hold ends')
    const used = steps.slice(0, Math.max(ends, 0)).some(({ name }) => name === 'buy' || name.startsWith('accept'))
    if (!active || !used || active.until - now < 3 * MINUTE) return
    await this.#sequence.run({ kind: 'time', minutes: Math.floor((active.until - now) / MINUTE) - 1 })
  }

  /**
   * Returns true if the previous step already included the effect of this step. Either the payment call also reported the payment's status,
   * or the failed refund was already resolved.
   */
  #hasHappened({ name }: Step, done: readonly Step[]): boolean {
    const last = done.at(-1)?.name
    if (name === 'refund again' || name === 'refund by hand') return last === 'a refund fails'
    return last !== undefined && /^pay( a deposit)?$/.test(last) && name === `a payment is ${this.#sequence.model.payments.at(-1)?.status}`
  }

  async #perform(step: Step, next: readonly Step[]): Promise<void> {
    const { model } = this.#sequence
    const { name, about } = step
    const decision = DECISIONS[name]
    if (decision) return this.#decide(decision)
    if (name === 'a refund fails') {
      const how = next[0]?.name === 'refund again' ? 'again' : next[0]?.name === 'refund by hand' ? 'by_hand' : 'later'
      return this.#sequence.run({ kind: 'refund fails', at: 0, how })
    }
    const call = CALLS[name]
    if (call) return this.#sequence.run(call.kind === 'one' ? { ...call, choice: { ...call.choice, ...this.#targetOf(about) } } : call)
    if (DEADLINES[name]) return this.#passDeadline(DEADLINES[name](modelOf(model, about)))
    if (name.startsWith('offer ')) {
      const isHigher = model.offers.some((o) => o.buyer === about && (o.status === 'open' || o.status === 'countered'))
      return this.#sequence.run(one('offer', { who: about as Who, n: isHigher ? 1 : 0 }))
    }
    if (name === 'ask for a hold') return this.#sequence.run(one('askHold', { who: about as Who }))
    if (name === 'buy') return this.#sequence.run(one('buy', { who: about as Who }))
    if (name === 'change price') return this.#sequence.run(one('price', { n: model.listings[0]!.price! > 1000 ? 2 : 0 }))
    if (name === 'switch offers') return this.#sequence.run(one('takeOffers', { n: model.listings[0]!.takesOffers ? 0 : 1 }))
    if (name === 'pay' || name === 'pay a deposit')
      return this.#sequence.run(one(name === 'pay' ? 'pay' : 'payHold', { n: methodOf(next), ...this.#targetOf(about) }))
    if (name === 'send money') return this.#sequence.bank.letMoneyLeave()
    if (name.startsWith('a payment is ')) return this.#hear(name.slice('a payment is '.length))
    throw new Impossible(`the driver of the model test has no move for "${name}"`)
  }

  /** Selects the offer or hold that `about` names. In the result, an `at` of 3 or more counts from the newest record. */
  #targetOf(about: string): Partial<Choice> {
    const { offers, holds } = this.#sequence.model
    const [, kind, buyer] = BUYERS_RECORD.exec(about) ?? []
    if (!kind) return {}
    const records = (kind === 'off' ? offers : holds).toReversed()
    const index = records.findIndex((one) => one.buyer === buyer)
    return index < 0 ? {} : { at: index + records.length * Math.ceil(3 / records.length) }
  }

  #passDeadline(all: readonly (number | null)[]): Promise<void> {
    const { now } = this.#sequence.model
    const ahead = all.filter((at) => at !== null).filter((at) => at > now)
    if (ahead.length === 0) throw new Impossible('the deadline has passed already')
    return this.#sequence.run({ kind: 'time', minutes: Math.ceil((Math.min(...ahead) - now) / MINUTE) })
  }

  async #decide(decision: 'refund' | 'complete' | 'part' | 'return'): Promise<void> {
    const { model } = this.#sequence
    const order = model.orders.find((o) => o.status === 'problem')
    if (!order) throw new Impossible('no order has a problem')
    const reason = 'As the model says.'
    const { status, body } =
      decision === 'return'
        ? await this.#lane.operate('offerDisputeReturn', { id: order.id }, { payer: 'seller', reason })
        : await this.#lane.operate(
            'decideDispute',
            { id: order.id },
            { decision, reason, ...(decision === 'part' ? { amount: PARTS[0] / 100 } : {}) },
          )
    const expected = decision === 'return' ? offerReturn(model, 'owner', order.id) : decide(model, order.id, decision)
    assert.equal(status, expected, JSON.stringify(body))
    this.#sequence.compare(await snapshot(this.#lane, model))
  }

  /** Sends a payment status from the fake provider to the service. */
  async #hear(status: string): Promise<void> {
    const payment = this.#sequence.model.payments.at(-1)
    if (!payment) throw new Impossible('there is no payment')
    if (payment.method === 'card' && status !== 'pending' && payment.truth !== 'succeeded')
      await this.#sequence.run({ kind: 'form', at: 0, good: status === 'succeeded' })
    else if (payment.truth !== status) throw new Impossible(`the fake provider cannot make this payment ${status}`)
    await this.#sequence.run({ kind: 'webhooks', seed: 1 })
  }
}

/** Returns the number of the payment method (see test/model/verbs.ts) that produces the payment results in the rest of the sequence. */
function methodOf(next: readonly Step[]): number {
  const [follows] = next
  if (follows?.name === 'a payment is succeeded') return 0
  if (follows?.name === 'a payment is failed') return next.some(({ name }) => name === 'a payment is succeeded') ? 1 : 2
  if (follows?.name === 'a payment is pending') return 1
  // with method 4, the provider charges the payment, but the service learns of this only later
  return next.some(({ name }) => name === 'a payment is succeeded') ? 4 : 1
}

function stepOf(text: string): Step {
  const [, name, about] = /^\w+: (.+) \(([^)]*)\)$/.exec(text)!
  return { name: name!, about: about! }
}
