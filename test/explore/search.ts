import { copyOf, type Model } from '#test/model/world.ts'
import { brokenIn, wrongDeadline } from './invariants.ts'
import { movesOf, type Actor, type Move } from './moves.ts'
import { BUYERS, type Buyer, firstState, isFinished, keyOf, partsOf, PRICES, SALE } from './state.ts'
import { statusOf } from './verdicts.ts'

/** Number of times that a kind of move occurred, and the shortest sequence of moves that ends with that kind. */
export type Kind = { count: number; trace: string[] }
export type Violation = { message: string; trace: string[] }
export type SearchResult = {
  states: number
  edges: number
  kinds: Map<string, Kind>
  depth: number
  seconds: number
  /** True if the search has visited every reachable state. */
  ended: boolean
  /** Number of visited states that still contain a listing. */
  markets: number
  violation: Violation | null
  /** Number of states that need an action by the buyer or the owner before all money can be settled. Null until the search has ended. */
  stuck: number | null
  has(key: string): boolean
}

/** Defines a search: the initial states, the moves in each state, and the way a state is split into parts. */
export type Space = {
  starts(): { w: Model; label: string }[]
  partsOf(w: Model): Model[]
  keyOf(w: Model): string
  movesOf(w: Model): Move[]
  brokenIn(w: Model): string | null
  /** Compares a move with the rules that only this search covers. Returns a description of the difference, or null. */
  differs?(before: Model, after: Model, move: Move): string | null
  /** Returns true if a different search covers this part of the state and has shown that each of the part's states can still be settled. */
  isForeign?(part: Model): boolean
  /** Returns true if the search with one listing has already visited the part that has this key. */
  isKnown?(key: string): boolean
}

export type Options = {
  deepest?: number
  mostSeconds?: number
  buyers?: readonly Buyer[]
  space?: Space
  onState?(w: Model): void
  onLevel?(found: SearchResult): void
}

const oneListing = (buyers: readonly Buyer[]): Space => ({
  starts: () =>
    [500, 0].flatMap((shipping) =>
      partsOf(firstState(PRICES[0], shipping)).map((w) => ({ w, label: shipping === 0 ? 'a draft for pickup' : 'a draft' })),
    ),
  partsOf,
  keyOf,
  movesOf: (w) => movesOf(w, buyers),
  brokenIn,
})

/** Actors who can end a sale even if neither the buyer nor the owner acts. */
const IMPARTIAL: ReadonlySet<Actor> = new Set(['clock', 'worker', 'bank', 'operator'])

/**
 * Searches all states that can be reached from the initial states, breadth-first. Stops at the first violation and returns the shortest
 * trace that leads to it.
 */
export function search({
  deepest = Infinity,
  mostSeconds = Infinity,
  buyers = BUYERS,
  space = oneListing(buyers),
  onState,
  onLevel,
}: Options = {}): SearchResult {
  const began = performance.now()
  const visited = new Visited()
  const kinds = new Map<string, Kind>()
  const found: SearchResult = {
    states: 0,
    edges: 0,
    kinds,
    depth: 0,
    seconds: 0,
    ended: false,
    markets: 0,
    violation: null,
    stuck: null,
    has: (key) => visited.indexOf(key) !== undefined,
  }
  let level: Entry[] = []
  for (const { w, label } of space.starts()) {
    const key = space.keyOf(w)
    if (visited.indexOf(key) === undefined) level.push({ w, index: visited.add(key, -1, label) })
  }
  const finish = (): SearchResult => {
    found.states = visited.size
    found.seconds = (performance.now() - began) / 1000
    return found
  }
  while (level.length > 0) {
    const next: Entry[] = []
    for (const { w, index } of level) {
      if (w.listings.length > 0) found.markets++
      onState?.(w)
      const wrong = visit(w, index, { visited, kinds, next, found, space })
      if (wrong) {
        found.violation = { message: wrong.message, trace: [...visited.trace(index), ...(wrong.move ? [wrong.move] : [])] }
        return finish()
      }
      if (performance.now() - began > mostSeconds * 1000) return finish()
    }
    if (next.length === 0) break
    level = next
    found.depth++
    onLevel?.(finish())
    if (found.depth >= deepest) return finish()
  }
  found.ended = true
  const stuck = visited.stuck()
  found.stuck = stuck.length
  if (stuck.length > 0) found.violation = { message: 'no way to an end without the buyer and the owner', trace: visited.trace(stuck[0]!) }
  return finish()
}

type Entry = { w: Model; index: number }
type Work = { visited: Visited; kinds: Map<string, Kind>; next: Entry[]; found: SearchResult; space: Space }

function visit(w: Model, index: number, { visited, kinds, next, found, space }: Work): { message: string; move?: string } | null {
  const broken = space.brokenIn(w)
  if (broken !== null) return { message: broken }
  if (isAtRest(w)) visited.rest(index)
  // a refused move changes nothing, so the next move can use the same copy of the state
  let unused: Model | null = null
  for (const move of space.movesOf(w)) {
    const after: Model = unused ?? copyOf(w)
    const status = move.apply(after)
    const wrong = disagreement(w, after, move, status)
    const label = `${move.by}: ${move.name} (${move.about})`
    if (wrong !== null) return { message: wrong, move: label }
    unused = status !== null && status >= 400 ? after : null
    if (unused) continue
    found.edges++
    const late = wrongDeadline(w, after) ?? space.differs?.(w, after, move) ?? null
    if (late !== null) return { message: late, move: label }
    const kind = kindOf(w, after, move)
    const seen = kinds.get(kind)
    if (seen) seen.count++
    else kinds.set(kind, { count: 1, trace: [...visited.trace(index), label] })
    const targets: number[] = []
    for (const part of space.partsOf(after)) {
      if (space.isForeign?.(part)) {
        const key = keyOf(part)
        if (!space.isKnown?.(key)) return { message: `the search of one listing has not visited ${key}`, move: label }
        continue
      }
      const key = space.keyOf(part)
      const known = visited.indexOf(key)
      if (known !== undefined) {
        targets.push(known)
        continue
      }
      const added = visited.add(key, index, label)
      targets.push(added)
      next.push({ w: part, index: added })
    }
    if (IMPARTIAL.has(move.by)) visited.edge(index, targets)
  }
  return null
}

/** Compares the model's result of a move with the result of the service's own rules. Returns a description of the difference, or null. */
function disagreement(before: Model, after: Model, { subject, verdict, alone }: Move, status: number | null): string | null {
  if (subject === undefined || verdict === undefined) return null
  const refused = status !== null && status >= 400
  if (refused) return alone && verdict !== null ? `the service allows this move to ${verdict}, and the model refuses it (${status})` : null
  if (verdict === null)
    return status === 200 && statusOf(before, subject) === statusOf(after, subject)
      ? null
      : 'the service refuses this move, and the model allows it'
  const is = statusOf(after, subject)
  // the status may stay the same after a move that also depends on other records, such as a payment for an item that is no longer for sale
  return is === verdict || (!alone && is === statusOf(before, subject))
    ? null
    : `the ${subject.of} becomes ${verdict} by the service's rules, and ${is} by the model's`
}

const kindOf = (before: Model, after: Model, { name }: Move): string => `${name}: ${changesOf(before, after).join(', ')}`

/** Returns the status changes between two states in the format `order paid→shipped`. */
export function changesOf(before: Model, after: Model): string[] {
  const changes: string[] = []
  const was = new Map(statuses(before).map(([, id, status]) => [id, status]))
  for (const [kind, id, status] of statuses(after)) if (was.get(id) !== status) changes.push(`${kind} ${was.get(id) ?? ''}→${status}`)
  return changes.toSorted()
}

const statuses = (w: Model): [kind: string, id: string, status: string][] => [
  ...w.listings.map((l): [string, string, string] => ['listing', l.id, l.gone ? 'gone' : l.status]),
  ...w.offers.map((o): [string, string, string] => ['offer', o.id, o.status]),
  ...w.holds.map((h): [string, string, string] => ['hold', h.id, h.status]),
  ...w.payments.map((p): [string, string, string] => ['payment', p.id, p.status]),
  ...w.orders.map((o): [string, string, string] => ['order', o.id, `${o.status}${o.returned === null ? '' : ` ${o.returned}`}`]),
  ...w.disputes.map((d): [string, string, string] => ['dispute', d.id, d.stage]),
]

/** Returns true if nothing in a state is pending: no money is due, no deadline is running, and no offer awaits a response. */
function isAtRest(w: Model): boolean {
  return (
    w.offers.length === 0 &&
    w.orders.every((o) => o.id === SALE || (isFinished(o) && w.listings.length === 0)) &&
    w.holds.every((h) => w.listings.length === 0 && h.status !== 'asked' && h.status !== 'active') &&
    w.payments.every((p) => p.status === 'failed' || p.status === 'succeeded') &&
    w.disputes.every((d) => d.stage === 'won' || d.stage === 'lost') &&
    Object.keys(w.held).length === 0 &&
    Object.entries(w.payouts).every(([id, cents]) => w.sent[id] === cents)
  )
}

/** The visited states. For each state, stores the move that first reached it. */
class Visited {
  readonly #indexes = new Map<string, number>()
  readonly #parents: number[] = []
  readonly #labels: number[] = []
  readonly #names: string[] = []
  readonly #nameIndexes = new Map<string, number>()
  readonly #atRest = new Set<number>()
  /**
   * The moves of the actors in IMPARTIAL, as a flat list. Each move is stored as the index of the state, the number of resulting parts, and
   * the indexes of these parts.
   */
  #edges = new Int32Array(1 << 20)
  #edgesEnd = 0

  get size(): number {
    return this.#parents.length
  }

  indexOf(key: string): number | undefined {
    return this.#indexes.get(key)
  }

  add(key: string, parent: number, label: string): number {
    const index = this.#parents.length
    this.#indexes.set(key, index)
    this.#parents.push(parent)
    let name = this.#nameIndexes.get(label)
    if (name === undefined) {
      name = this.#names.push(label) - 1
      this.#nameIndexes.set(label, name)
    }
    this.#labels.push(name)
    return index
  }

  rest(index: number): void {
    this.#atRest.add(index)
  }

  edge(from: number, to: readonly number[]): void {
    if (this.#edgesEnd + to.length + 2 > this.#edges.length) {
      const larger = new Int32Array(this.#edges.length * 2)
      larger.set(this.#edges)
      this.#edges = larger
    }
    this.#edges[this.#edgesEnd++] = from
    this.#edges[this.#edgesEnd++] = to.length
    for (const one of to) this.#edges[this.#edgesEnd++] = one
  }

  trace(index: number): string[] {
    const steps: string[] = []
    for (let at = index; at !== -1; at = this.#parents[at]!) steps.unshift(this.#names[this.#labels[at]!]!)
    return steps
  }

  /** Returns the states that the actors in IMPARTIAL alone cannot settle completely. */
  stuck(): number[] {
    const ends = new Uint8Array(this.size)
    for (const index of this.#atRest) ends[index] = 1
    for (let changed = true; changed;) {
      changed = false
      for (let at = 0; at < this.#edgesEnd;) {
        const [from, count] = [this.#edges[at]!, this.#edges[at + 1]!]
        if (!ends[from] && this.#edges.subarray(at + 2, at + 2 + count).every((one) => ends[one] === 1)) {
          ends[from] = 1
          changed = true
        }
        at += 2 + count
      }
    }
    return [...ends.keys()].filter((index) => !ends[index])
  }
}
