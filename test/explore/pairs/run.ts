import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENDPOINTS } from '#api/index.ts'
import { readTasks } from '#commerce/inbox/index.ts'
import { Breakpoint, type LockPoint } from './breakpoint.ts'
import { explanationOf } from './explain.ts'
import type { Answer, Market, Request } from './market.ts'
import { openShop, Preparation, STAGES, type Records } from './stages.ts'
import { candidatesOf, requestOf, type Verb } from './verbs.ts'

export type PairViolation = { pair: string; stage: string; point: string; answers: readonly string[]; difference: readonly string[] }
export type PairsResult = {
  verbs: number
  pairs: number
  interleavings: number
  /** Number of interleavings where the second call waited for a lock that the first call held. */
  waits: number
  /**
   * Number of correct interleavings with a result that no sequential order of the transactions produces. Counts are grouped by the reason
   * why the result is correct.
   */
  explained: Map<string, number>
  seconds: number
  /** False if the time limit was reached before all pairs had run. */
  ended: boolean
  violations: PairViolation[]
}
export type PairsOptions = {
  /** Divides the pairs into `parts` shares of the same size, and runs only share number `nth`. */
  share?: { nth: number; parts: number }
  /** Runs only the pairs whose name contains this text, such as `acceptOffer by owner × createOrder by bob`. */
  only?: string
  mostSeconds?: number
  onVerb?(name: string, result: PairsResult): void
}

type Outcome = { answers: [string, string]; changes: string[] }
type Prepared = { id: number; records: Records }

/** Name of the lock point for a run without a pause, where the calls run one after the other. */
export const IN_ORDER = 'nothing'

const MOST_WAIT_MS = 5_000
/**
 * Time limit for the second call, in ms. A call that has neither ended nor started to wait for a database lock by then is waiting for
 * something inside the process.
 */
const IN_PROCESS_MS = 1_000

/** Returns share number `nth` of the items. The sizes of the shares differ by at most one. */
export const shareOf = <T>(items: readonly T[], { nth, parts } = { nth: 1, parts: 1 }): readonly T[] =>
  items.slice(Math.floor((items.length * (nth - 1)) / parts), Math.floor((items.length * nth) / parts))

/** Runs all pairs of verbs. For each pair, pauses the first verb at each of its lock points in turn. */
export class Pairs {
  readonly #market: Market
  readonly #verbs: readonly Verb[]
  readonly #stages = new Map<number, Promise<Prepared>>()
  readonly #possible = new Map<string, boolean>()
  /** The violated invariants of each final state that was already checked. The key identifies the state. */
  readonly #checked = new Map<string, readonly string[]>()
  #base = 0

  private constructor(market: Market) {
    this.#market = market
    this.#verbs = [...candidatesOf(ENDPOINTS)]
  }

  static async open(market: Market): Promise<Pairs> {
    await openShop(market)
    const pairs = new Pairs(market)
    pairs.#base = await market.save()
    return pairs
  }

  async verbs(): Promise<Verb[]> {
    const found: Verb[] = []
    for (const verb of this.#verbs) if ((await this.#firstStage(verb)) !== null) found.push(verb)
    return found
  }

  async run({ share, only, mostSeconds = Infinity, onVerb }: PairsOptions = {}): Promise<PairsResult> {
    const began = performance.now()
    const result: PairsResult = {
      verbs: 0,
      pairs: 0,
      interleavings: 0,
      waits: 0,
      explained: new Map(),
      seconds: 0,
      ended: true,
      violations: [],
    }
    const verbs = await this.verbs()
    result.verbs = verbs.length
    const firsts = verbs.filter(({ isOther }) => !isOther)
    const pairs = firsts
      .flatMap((first) => verbs.map((second) => ({ first, second })))
      .filter(({ first, second }) => !only || `${first.name} × ${second.name}`.includes(only))
    for (const [first, seconds] of Map.groupBy(shareOf(pairs, share), (pair) => pair.first)) {
      for (const { second } of seconds) {
        if (performance.now() - began > mostSeconds * 1000) {
          result.ended = false
          break
        }
        await this.#pair(first, second, result)
      }
      result.seconds = (performance.now() - began) / 1000
      onVerb?.(first.name, result)
    }
    return result
  }

  async #pair(a: Verb, b: Verb, result: PairsResult): Promise<void> {
    const stage = await this.#stageOf(a, b)
    const prepared = await this.#prepared(stage)
    const [first, second] = [requestOf(a, prepared.records)!, requestOf(b, prepared.records)]
    // skips a pair if the stage has no record for the second verb
    if (!second) return
    result.pairs++
    const about = { pair: `${a.name} × ${b.name}`, stage: STAGES[stage]!.name }
    const seen = async (outcome: Outcome, point: string): Promise<boolean> => {
      const difference = await this.#faults(prepared.id, outcome)
      if (difference.length > 0) result.violations.push({ ...about, point, answers: outcome.answers, difference })
      return difference.length === 0
    }
    const [points, last] = [new Breakpoint(), new Breakpoint()]
    const references = [await this.#serial(prepared.id, [first, 'a', points], [second, 'b'])]
    references.push(await this.#serial(prepared.id, [second, 'b', last], [first, 'a']))
    for (const [index, reference] of references.entries()) await seen(reference, index === 0 ? IN_ORDER : `${IN_ORDER}, in reverse`)
    // adds the results of runs where the first call runs between two transactions of the second call
    for (const [at, { isBoundary }] of last.points.entries())
      if (isBoundary && isDivided(b)) references.push((await this.#interleave(prepared.id, second, first, at + 1, 'b')).outcome)
    const rest: { outcome: Outcome; point: LockPoint }[] = []
    for (const [at, point] of points.points.entries()) {
      const { outcome, waited } = await this.#interleave(prepared.id, first, second, at + 1, 'a')
      result.interleavings++
      if (waited) result.waits++
      const isSound = await seen(outcome, shortOf(point))
      if (point.isBoundary && isDivided(a)) references.push(outcome)
      else if (isSound) rest.push({ outcome, point })
    }
    for (const { outcome, point } of rest) {
      if (references.some((one) => isDeepStrictEqual(one, outcome))) continue
      const reason = reasonOf(references, outcome) ?? explanationOf(a, b, outcome.answers)
      if (reason === null)
        result.violations.push({ ...about, point: shortOf(point), answers: outcome.answers, difference: closest(references, outcome) })
      else result.explained.set(reason, (result.explained.get(reason) ?? 0) + 1)
    }
  }

  async #serial(
    stage: number,
    [first, tag, points]: [Request, 'a' | 'b', Breakpoint],
    [second, other]: [Request, 'a' | 'b'],
  ): Promise<Outcome> {
    await this.#market.restore(stage)
    const one = await this.#market.call(first, tag, points)
    const two = await this.#market.call(second, other)
    return { answers: tag === 'a' ? [short(one), short(two)] : [short(two), short(one)], changes: await this.#market.changes() }
  }

  /** Pauses `first` at a lock point, runs `second` until it ends or waits for a lock, and then resumes `first`. */
  async #interleave(
    stage: number,
    first: Request,
    second: Request,
    at: number,
    tag: 'a' | 'b',
  ): Promise<{ outcome: Outcome; waited: boolean }> {
    await this.#market.restore(stage)
    const [paused, free] = [new Breakpoint(at), new Breakpoint()]
    const one = this.#market.call(first, tag, paused)
    await Promise.race([paused.reached, one])
    const two = this.#market.call(second, tag === 'a' ? 'b' : 'a', free)
    const waited = await this.#waits(two, free)
    paused.release()
    const limit = new AbortController()
    const late = sleep(MOST_WAIT_MS, { status: 0, body: { code: `no answer within ${MOST_WAIT_MS} ms` } }, { signal: limit.signal })
    late.catch(() => {})
    const [x, y] = await Promise.all([Promise.race([one, late]), Promise.race([two, late])])
    limit.abort()
    // waits for late calls to end, because they could affect the next run
    await Promise.all([one, two])
    const answers: [string, string] = tag === 'a' ? [short(x), short(y)] : [short(y), short(x)]
    return { outcome: { answers, changes: await this.#market.changes() }, waited }
  }

  /** Waits until a call ends or is blocked by a lock. Returns true if the call is blocked. */
  async #waits(call: Promise<unknown>, { running }: Breakpoint): Promise<boolean> {
    const ended = call.then(() => true)
    const startedAt = performance.now()
    while (performance.now() - startedAt < IN_PROCESS_MS) {
      if (await Promise.race([ended, sleep(2, false)])) return false
      if (running.size > 0 && (await this.#market.isBlocked(running))) return true
    }
    return true
  }

  /** Returns the invariants that a state violates. Checks each state only once. */
  async #faults(stage: number, { answers, changes }: Outcome): Promise<readonly string[]> {
    const bad = answers.filter((answer) => /^(0|5\d\d)\b/.test(answer))
    if (bad.length > 0) return bad
    const key = `${stage} ${changes.join('\n')}`
    const known = this.#checked.get(key)
    if (known) return known
    const all = [...(await this.#market.faults()), ...(await this.#sharedTasks())]
    this.#checked.set(key, all)
    return all
  }

  /** Returns a description of each record that creates a task for two parties of a sale at the same time. */
  async #sharedTasks(): Promise<string[]> {
    const ctx = this.#market.context('p', new Breakpoint())
    const users = new Map<string, string>()
    const shared: string[] = []
    for (const who of ['owner', 'ann', 'bob'] as const)
      for (const { record, id, kind } of await readTasks(ctx, this.#market.accounts.get(who)!)) {
        const other = users.get(`${record} ${id}`)
        if (other && !other.startsWith(who)) shared.push(`${other} and ${who} ${kind} have a task for the same ${record}`)
        users.set(`${record} ${id}`, `${who} ${kind}`)
      }
    return shared
  }

  /**
   * Returns the first stage where each of the two verbs would succeed on its own. If there is none, prefers a stage where the first verb
   * succeeds and the second verb has a record.
   */
  async #stageOf(a: Verb, b: Verb): Promise<number> {
    let first: number | null = null
    for (const stage of STAGES.keys()) {
      if (!(await this.#isPossible(a, stage))) continue
      if (await this.#isPossible(b, stage)) return stage
      if (first === null && requestOf(b, (await this.#prepared(stage)).records)) first = stage
    }
    return first ?? (await this.#firstStage(a))!
  }

  async #firstStage(verb: Verb): Promise<number | null> {
    for (const stage of STAGES.keys()) if (await this.#isPossible(verb, stage)) return stage
    return null
  }

  async #isPossible(verb: Verb, stage: number): Promise<boolean> {
    const key = `${stage} ${verb.name}`
    const known = this.#possible.get(key)
    if (known !== undefined) return known
    const { id, records } = await this.#prepared(stage)
    const request = requestOf(verb, records)
    if (request) await this.#market.restore(id)
    const status = request === null ? 404 : (await this.#market.call(request, 'a')).status
    this.#possible.set(key, status < 300)
    return status < 300
  }

  #prepared(stage: number): Promise<Prepared> {
    const prepare = async (): Promise<Prepared> => {
      await this.#market.restore(this.#base)
      const records = await STAGES[stage]!.prepare(new Preparation(this.#market))
      return { id: await this.#market.save(), records }
    }
    const prepared = this.#stages.get(stage) ?? prepare()
    this.#stages.set(stage, prepared)
    return prepared
  }
}

/** Returns true for a verb that is designed to use several transactions. All other verbs make their changes in one transaction. */
const isDivided = ({ endpoint }: Verb): boolean => endpoint.actsInPrepare === true || endpoint.transaction === 'none'

const short = ({ status, body }: Answer): string =>
  `${status}${status >= 400 || status === 0 ? ` ${String(body['code'] ?? body['message']).replaceAll(/_\w{26}\b/g, '')}` : ''}`
/** Returns a general reason that makes a result correct although no sequential order produces it, or null. */
function reasonOf(references: readonly Outcome[], outcome: Outcome): string | null {
  const isOneOf = (simple: (one: Outcome) => unknown) => references.some((one) => isDeepStrictEqual(simple(one), simple(outcome)))
  if (isOneOf(withoutReasons)) return 'a refusal gives another reason'
  return isOneOf((one) => withoutOrphans(withoutReasons(one))) ? 'a job deletes the files of a refused upload' : null
}

/**
 * Returns the outcome with one message for all refusals. The reason for a refusal may depend on records that the other call changed later.
 */
const withoutReasons = ({ answers, changes }: Outcome) => ({ answers: answers.map((one) => one.replace(/^4.*$/, '4xx')), changes })
/** Returns the outcome without files that a refused call stored and marked for deletion. */
const withoutOrphans = <O extends Pick<Outcome, 'changes'>>(outcome: O) => ({
  ...outcome,
  changes: outcome.changes.filter((row) => !/^\+ stored_files .*"orphaned_at": "/.test(row)),
})
const shortOf = ({ text }: LockPoint): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)

/** Returns the differences between an outcome and the most similar reference outcome. */
function closest(references: readonly Outcome[], outcome: Outcome): string[] {
  const all = references.map((one) => [
    ...(isDeepStrictEqual(one.answers, outcome.answers) ? [] : [`the answers would be ${one.answers.join(' and ')}`]),
    ...one.changes.filter((row) => !outcome.changes.includes(row)).map((row) => `missing: ${row}`),
    ...outcome.changes.filter((row) => !one.changes.includes(row)).map((row) => `too much: ${row}`),
  ])
  return all.toSorted((x, y) => x.length - y.length)[0]!
}
