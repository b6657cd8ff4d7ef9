import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { audit } from '#test/audit.ts'
import type { StripeObject } from '#test/fakes/stripe.ts'
import { Bank, type BankCommand } from './bank.ts'
import { cutAt, headStart, takeTurns, type Gate } from './gate.ts'
import { serialOrder, type Actual } from './interleave.ts'
import { shuffledEvents, type Lane, type Outcome } from './lane.ts'
import * as rules from './law.ts'
import { madeBy, readLists, snapshot, type Snapshot } from './snapshot.ts'
import { callOf, type Atom, type Call, type Choice } from './verbs.ts'
import { byId, copyOf, differences, newModel, seen, type Payment, type Model } from './world.ts'

/** A command in a sequence, chosen by fast-check. */
export type Command =
  | { kind: 'one'; choice: Choice }
  /** Interrupts the service at query number `at` in the chosen action. */
  | { kind: 'cut'; choice: Choice; at: number }
  /**
   * Runs two or three calls concurrently. With `alternates`, a scheduler decides after each query which of the calls continues. With
   * `work`, the worker runs too.
   */
  | { kind: 'together'; choices: Choice[]; alternates: boolean; work: boolean }
  | { kind: 'time'; minutes: number }
  | { kind: 'work'; cutAt: number | null }
  /** The buyer submits the provider's card form. The service may learn the result late or not at all. */
  | { kind: 'form'; at: number; good: boolean }
  | { kind: 'webhook'; at: number; times: number; how: 'good' | 'forged' | 'old' }
  | { kind: 'webhooks'; seed: number }
  | { kind: 'read' }
  | { kind: 'restart' }
  | BankCommand

/** For each action, the number of occurrences of each outcome. */
export type Tally = Map<string, Map<string, number>>

const MINUTE = 60_000
const START = Date.UTC(2030, 0, 7, 12)
const PAYMENTS: readonly string[] = ['pay', 'payHold', 'payPurchase']
const TO_A_RETURN = ['buy', 'pay', 'ship', 'report', 'offerReturn', 'agreeToReturn', 'sendReturn'] as const

/** Runs a sequence on the model and the service in parallel, and compares the two. */
export class Sequence {
  readonly lane: Lane
  readonly tally: Tally
  readonly scheduler: fc.Scheduler
  model: Model
  readonly done: string[] = []
  readonly bank = new Bank(this)

  constructor(lane: Lane, scheduler: fc.Scheduler, tally: Tally) {
    this.lane = lane
    this.scheduler = scheduler
    this.tally = tally
    this.model = newModel(START)
  }

  /**
   * Starts the sequence with three items for sale: two that are shipped and one for pickup. The first item goes through the first `head`
   * steps of a sale with a return, because random sequences rarely reach those steps.
   */
  async begin(weekday: number, head: number): Promise<void> {
    await this.lane.clear()
    this.advanceTo(START + weekday * 24 * 60 * MINUTE)
    await this.one({ verb: 'create', who: 'right', at: 0, n: 1 })
    for (const verb of TO_A_RETURN.slice(0, head)) await this.one({ verb, who: 'right', at: 0, n: 0 })
    for (const n of [4, 7]) await this.one({ verb: 'create', who: 'right', at: 0, n })
  }

  async run(command: Command): Promise<void> {
    this.advanceTo(this.model.now + 1)
    if (command.kind === 'one') return this.one(command.choice)
    if (command.kind === 'cut') return this.cut(command.choice, command.at)
    if (command.kind === 'together') return this.runTogether(command.choices, command.alternates, command.work)
    if (command.kind === 'time') return this.passTime(command.minutes)
    if (command.kind === 'work') return this.work(command.cutAt)
    if (command.kind === 'form') return this.fillForm(command.at, command.good)
    if (command.kind === 'webhook') return this.webhook(command)
    if (command.kind === 'webhooks') return this.allWebhooks(command.seed)
    if (command.kind === 'read') return this.read()
    if (command.kind !== 'restart') return this.bank.run(command)
    this.note('restart', 'done')
    await this.lane.restart()
  }

  /** Ends the sequence. Delivers all pending events in an order that `seed` determines, and lets all deadlines pass. */
  async end(seed: number): Promise<void> {
    await this.allWebhooks(seed)
    await this.bank.end()
    for (const days of [0.1, 2, 9, 31, 1]) {
      this.advanceTo(this.model.now + days * 24 * 60 * MINUTE)
      await this.work(null)
    }
    await this.bank.letMoneyLeave()
    await this.read()
    await this.countMoney()
    const faults = await audit(this.lane.database.connection)
    assert.deepEqual(faults, [], 'bin/audit.sql found rows')
    assert.deepEqual(await this.lane.differentSums(), [], 'sums of the seller differ')
  }

  private async one(choice: Choice): Promise<void> {
    const call = callOf(this.model, choice, this.lane.slug)
    if (!call) return
    if (call.trouble && this.callsProvider(call)) this.lane.stripe.meet(call.trouble)
    const outcome = await this.lane.call(call)
    this.lane.stripe.meet()
    this.note(call.verb, resultOf(outcome))
    await this.agree([call], [outcome])
    this.agreeOnRecord(outcome)
  }

  private async cut(choice: Choice, at: number): Promise<void> {
    const call = callOf(this.model, { ...choice, n: calmNumber(choice) }, this.lane.slug)
    if (!call) return
    const outcome = await this.lane.call(call, cutAt(at))
    this.note(`${call.verb}, cut off`, outcome.cut ? 'cut' : outcome.status)
    if (!outcome.cut) return this.agree([call], [outcome])
    await this.agreeOnNothingOrTry(call)
  }

  /**
   * Checks that an interrupted action changed nothing. There is one exception: a payment may have recorded its attempt, because the attempt
   * is recorded before the request goes to the provider.
   */
  private async agreeOnNothingOrTry(call: Call): Promise<void> {
    const actual = await snapshot(this.lane, this.model)
    if (PAYMENTS.includes(call.verb)) {
      this.model.fresh = actual.payments
      const made = {}
      if (this.model.fresh.length > 0) call.atoms[0]!(this.model, made)
      for (const p of this.model.payments) p.truth = this.truthOf(p)
      for (const p of this.model.payments)
        if (p.truth === 'failed' && actual.statuses.get(p.id) === 'failed') rules.learn(this.model, p, 'failed')
    }
    this.compare(actual)
  }

  private async runTogether(choices: readonly Choice[], alternates: boolean, withWork: boolean): Promise<void> {
    const calls = choices
      .map((choice) => callOf(this.model, { ...choice, n: calmNumber(choice) }, this.lane.slug))
      .filter((call) => call !== null)
    if (calls.length === 0) return
    const gate = (index: number): Gate =>
      alternates ? takeTurns(() => this.scheduler.schedule(Promise.resolve(), `${index}`)) : headStart(index)
    const started = calls.map((call, index) => this.lane.call(call, gate(index)))
    const working = withWork ? this.lane.work(gate(calls.length)) : null
    const all = Promise.all([...started, ...(working ? [working] : [])])
    const outcomes = await (alternates ? this.scheduler.waitFor(all) : all)
    calls.forEach((call, index) => this.note(`${call.verb}, together`, resultOf(outcomes[index]!)))
    const worker = { verb: 'work', who: 'owner', endpoint: '', params: {}, body: {}, atoms: [] } as const
    await this.agree([...calls, ...(working ? [{ ...worker, atoms: this.workerAtoms() }] : [])], outcomes)
  }

  passTime(minutes: number): Promise<void> {
    const then = this.model.now + minutes * MINUTE
    this.note('time', minutes)
    this.advanceTo(then)
    return this.read()
  }

  async work(at: number | null): Promise<void> {
    // an interrupted worker run skips the order that it was settling, and the next run settles that order last
    const skipped: string[] = []
    if (at !== null) {
      const outcome = await this.lane.work(cutAt(at))
      this.note('work, cut off', outcome.cut ? 'cut' : outcome.status)
      skipped.push(...this.model.orders.filter((o) => rules.dueAt(this.model, o) < Infinity).map(({ id }) => id))
    }
    const outcome = await this.lane.work()
    assert.deepEqual([outcome.status, outcome.error], [200, undefined], 'the worker failed')
    const run = (last?: string): Call[] => [
      { verb: 'work', who: 'owner', endpoint: '', params: {}, body: {}, atoms: this.workerAtoms(last) },
    ]
    await this.agree(
      run(),
      [outcome],
      skipped.map((id) => () => run(id)),
    )
  }

  /**
   * Returns a worker run as a list of steps on the model. The first step applies the payment statuses that the worker gets from the
   * provider. Each further step applies the due changes to one order; the order `last` comes at the end.
   */
  private workerAtoms(last?: string): Atom[] {
    const { orders } = this.model
    const due = orders
      .toSorted((a, b) => Number(a.id === last) - Number(b.id === last) || rules.dueAt(this.model, a) - rules.dueAt(this.model, b) || 0)
      .map(({ id }) => id)
    return [
      (w) => {
        for (const p of w.payments) {
          const status = this.latest?.statuses.get(p.id)
          if (p.status === status || (status !== p.truth && !(status === 'failed' && p.truth === null))) continue
          if (status === 'pending' || status === 'failed' || status === 'succeeded') rules.learn(w, p, status)
        }
        return due.length === 0 ? 200 : null
      },
      ...due.map((id, index): Atom => (w) => {
        rules.settle(w, id)
        return index === due.length - 1 ? 200 : null
      }),
    ]
  }

  private latest: Snapshot | null = null

  private async fillForm(at: number, good: boolean): Promise<void> {
    const open = this.model.payments.filter((p) => p.method === 'card' && p.truth !== null && p.truth !== 'succeeded')
    const payment = open.at(at % Math.max(open.length, 1))
    if (!payment) return
    this.note('form', good ? 'good' : 'declined')
    const intent = this.intentOf(payment)!
    if (good) this.lane.stripe.payIntent(intent['id'])
    else this.lane.stripe.failIntent(intent['id'])
    payment.truth = good ? 'succeeded' : 'failed'
  }

  private async webhook({ at, times, how }: { at: number; times: number; how: 'good' | 'forged' | 'old' }): Promise<void> {
    const { events } = this.lane.stripe
    const event = events.at(-1 - (at % Math.max(events.length, 1)))
    if (event) for (let i = 0; i < times; i++) await this.take(event, how)
  }

  private async allWebhooks(seed: number): Promise<void> {
    for (const event of shuffledEvents(this.lane, seed)) await this.take(event, 'good')
  }

  private async take(event: StripeObject, how: 'good' | 'forged' | 'old'): Promise<void> {
    const outcome = await this.lane.deliver(event, how)
    this.note(`webhook ${how}`, outcome.status)
    // the service queries the provider and trusts the response, whatever the event contains and however late the event arrives
    const payment = byId(this.model.payments, event['data'].object.metadata?.payment ?? null)
    const facts = { id: event['id'], payment: payment?.id ?? null, status: payment ? this.truthOf(payment) : null }
    const atom: Atom = how === 'good' ? (w) => rules.takeEvent(w, facts) : () => 400
    await this.agree([{ verb: 'webhook', who: 'owner', endpoint: '', params: {}, body: {}, atoms: [atom] }], [outcome])
  }

  /** Checks through the API that each user and each guest can read exactly their own records in the model. */
  private async read(): Promise<void> {
    const { offers, invitations, orders, holds, purchases } = this.model
    const dealt = [...offers, ...orders, ...holds, ...purchases].flatMap(({ id, buyer, status }) => [
      [`owner ${id}`, status],
      [`${buyer} ${id}`, status],
    ])
    const invited = invitations.flatMap((i) =>
      (['owner', 'ann', 'bob'] as const).map((who) => [`${who} ${i.id}`, rules.statusFor(this.model, i, who)]),
    )
    const should = [...dealt, ...invited.filter(([, status]) => status !== 'none')]
    const late = (lists: Record<string, string>) =>
      Object.fromEntries(Object.entries(lists).map(([name, status]) => [name, status === 'lapsed' ? 'accepted' : status]))
    assert.deepEqual(late(await readLists(this.lane)), late(Object.fromEntries(should)), 'responses differ from the stored records')
  }

  /** Checks at the end of the sequence that every cent is accounted for, both in the service and at the provider. */
  private async countMoney(): Promise<void> {
    const { stripe } = this.lane
    for (const p of this.model.payments) {
      const intent = this.intentOf(p)
      assert.equal(intent?.['status'] === 'succeeded' ? p.status : 'succeeded', 'succeeded', `${p.id}: money arrived without an event`)
      const back = p.refunded - (this.model.byHand[p.id] ?? 0)
      assert.equal(intent?.['amount_refunded'] ?? 0, back, `${p.id}: refunded amount at the provider`)
    }
    const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
    assert.equal(
      sum(stripe.all('tr').map((one) => one['amount'] - one['amount_reversed'])),
      sum(Object.values(this.model.payouts)),
      'sent to the seller',
    )
    const { rows } = await this.lane.database.pools.requests.query(`select id from money_moves where status = 'due'`)
    assert.deepEqual(rows, [], 'money that is still due at the end')
  }

  /** Checks that outcomes and records match a sequential order of `calls`. If none matches, checks each of the `alternatives`. */
  private async agree(
    calls: readonly Call[],
    outcomes: readonly Outcome[],
    alternatives: readonly (() => readonly Call[])[] = [],
  ): Promise<void> {
    const now = await snapshot(this.lane, this.model)
    this.latest = now
    const actual: Actual = {
      outcomes,
      made: calls.map((call, i) => madeBy(call.endpoint, outcomes[i]!.status, outcomes[i]!.body)),
      seen: now.seen,
    }
    const model = { ...this.model, fresh: now.payments }
    const first = serialOrder(model, calls, actual)
    let found = first
    for (const alternative of alternatives) if (!('model' in found)) found = serialOrder(model, alternative(), actual)
    if (!('model' in found)) {
      const answers = calls.map(
        (call, i) =>
          `${call.who} ${call.verb} ${JSON.stringify(call.params)} ${JSON.stringify(call.body)}: ${outcomes[i]!.status} ${outcomes[i]!.status >= 400 || outcomes[i]!.status === 0 ? JSON.stringify(outcomes[i]!.body) : ''}`,
      )
      const { error } = outcomes.find((one) => one.error !== undefined) ?? {}
      throw new Error(
        `no serial order explains this:\n  ${answers.join('\n  ')}\nclosest order:\n  ${('closest' in first ? first.closest : []).join('\n  ')}`,
        {
          cause: error,
        },
      )
    }
    this.model = { ...found.model, fresh: [] }
  }

  compare(actual: Snapshot): void {
    const wrong = differences(seen(this.model), actual.seen)
    assert.deepEqual(wrong, [], 'the records differ from the model')
    this.model.fresh = []
  }

  /** Checks that the status in a response equals the current status of the record. */
  private agreeOnRecord({ status, body }: Outcome): void {
    if (status >= 300 || typeof body['id'] !== 'string') return
    const record = [...this.model.offers, ...this.model.orders, ...this.model.holds, ...this.model.purchases].find(
      ({ id }) => id === body['id'],
    )
    if (record) assert.equal(body['status'], record.status, `the answer says ${String(body['status'])}`)
  }

  private advanceTo(now: number): void {
    this.lane.now = now
    rules.passTime(this.model, now)
  }

  /**
   * Returns true if the call will send a request to the provider. Tests prepare a failure only for such a call, because an unused failure
   * would affect a later call.
   */
  private callsProvider({ atoms }: Call): boolean {
    const trial = { ...copyOf(this.model), fresh: [] }
    return atoms.length > 1 && atoms[0]!(trial, {}) === null
  }

  intentOf(payment: Payment): StripeObject | undefined {
    return this.lane.stripe.all('pi').find((one) => one['metadata'].payment === payment.id)
  }

  private truthOf(payment: Payment): Payment['truth'] {
    const intent = this.intentOf(payment)
    if (!intent) return null
    return intent['status'] === 'succeeded' ? 'succeeded' : intent['last_payment_error'] ? 'failed' : 'pending'
  }

  note(verb: string, result: string | number): void {
    const results = this.tally.get(verb) ?? new Map<string, number>()
    results.set(String(result), (results.get(String(result)) ?? 0) + 1)
    this.tally.set(verb, results)
    this.done.push(`${verb} ${result}`)
  }
}

/** Returns the result to count in the tally. Refusals because of a block are counted separately from other conflicts. */
const resultOf = ({ status, body }: Outcome): string | number => (body['code'] === 'unavailable' ? `${status} blocked` : status)

/** Returns a payment input that triggers no provider failure. With concurrent calls, a failure could affect any of their payments. */
const calmNumber = ({ verb, n }: Choice): number => (typeof verb === 'number' || PAYMENTS.includes(verb) ? n % 4 : n)
