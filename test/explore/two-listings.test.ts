import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { copyOf, type Model } from '#test/model/world.ts'
import { BUNDLE_DEFECTS } from './bundle-defects.ts'
import { movesOf, type Move } from './moves.ts'
import { search } from './search.ts'
import { BUYERS, LISTING } from './state.ts'
import { join, LISTINGS, ofListing, searchOne, twoListings, wrongQuote, type Base } from './two-listings.ts'

const PAIRS = 100
/** Number of states per listing that the long tests combine. `npm run explore -- --two` combines all states. */
const FREE = 5

describe('a purchase of two listings in one shop', () => {
  let base: Base
  before(() => {
    const all = searchOne(600)
    base = { ...all, free: evenly(all.free, FREE) }
  })

  test('in a purchase of two listings, every state satisfies the invariants, and the purchase can still be settled from every state', (t) => {
    assert.equal(base.one.violation, null)
    assert.equal(wrongQuote(), null)
    const { violation, ended, states, edges, stuck } = search({ space: twoListings(base) })
    assert.equal(violation, null)
    assert.ok(ended, 'the search visits every state')
    assert.equal(stuck, 0)
    t.diagnostic(`${states} states, ${edges} moves`)
  })

  test('the state search finds each defect that is inserted into the purchase rules', () => {
    const few = { ...base, free: base.free.slice(0, 1) }
    const missed = Object.entries(BUNDLE_DEFECTS).flatMap(([title, put]) => {
      const restore = put()
      const found = wrongQuote() !== null || search({ space: twoListings(few) }).violation !== null
      restore()
      return found ? [] : [title]
    })
    assert.deepEqual(missed, [])
  })

  test('unless a purchase covers both listings, a move on one listing changes neither the other listing nor the moves that are possible there', (t) => {
    const states = sample()
    let moves = 0
    for (let n = 0; n < PAIRS; n++) {
      const [a, b] = [pick(states, n), pick(states, n * 7 + 3)]
      moves += checkIndependence(join(a, b))
    }
    t.diagnostic(`${PAIRS} pairs of ${states.length} states, ${moves} moves`)
  })

  test('after both items of a purchase are paid, a move on one order can change the other order', () => {
    const coupled = new Set<string>()
    search({
      space: twoListings({ ...base, free: base.free.slice(0, 1) }),
      onState(w) {
        for (const name of influencesOf(w)) coupled.add(name)
      },
    })
    assert.ok(coupled.has('cancel the sale') && coupled.has('confirm'), [...coupled].join())
  })
})

const pick = <T>(all: readonly T[], n: number): T => all[n % all.length]!
const evenly = <T>(all: readonly T[], count: number): T[] => all.filter((_, index) => index % Math.ceil(all.length / count) === 0)

/**
 * Returns a sample of the states of a listing, taken from the full search with one buyer and from the seven-move search with two buyers.
 */
function sample(): Model[] {
  const all: Model[] = []
  let seen = 0
  const onState = (w: Model): void => void (seen++ % 101 === 0 && all.push(copyOf(w)))
  search({ buyers: ['ann'], onState })
  search({ buyers: BUYERS, deepest: 7, onState })
  // shuffles the states in a fixed order, so that pairs combine early states with late states
  return all
    .map((w, index) => ({ w, at: (index * 7919) % 10_007 }))
    .toSorted((x, y) => x.at - y.at)
    .map(({ w }) => w)
}

const partsOf = (w: Model): [Model, Model] => [ofListing(w, LISTINGS[0]), ofListing(w, LISTINGS[1])]
const decisions = (moves: readonly Move[]): string[] =>
  moves
    .filter(({ name }) => name !== 'send money')
    .map(({ name, about, verdict }) => `${name} ${about} ${verdict}`)
    .toSorted()
const statusOf = (w: Model, { apply }: Move): number | null => apply(copyOf(w))

/** Checks that moves on the first listing do not affect the second. Returns the number of checked moves. */
function checkIndependence(w: Model): number {
  const [a, b] = partsOf(w)
  const [ofA, ofB] = [movesOf(a), movesOf(b)]
  assert.deepEqual(decisions(movesOf(w)), decisions([...ofA, ...ofB]), 'the moves of both are those of each')
  const statuses = ofB.map((move) => statusOf(w, move))
  for (const move of ofA) {
    const [alone, both] = [copyOf(a), copyOf(w)]
    const label = `${move.name} (${move.about})`
    assert.equal(move.apply(both), move.apply(alone), label)
    const [afterA, afterB] = partsOf(both)
    assert.deepEqual(afterA, ofListing(alone, LISTING), `${label} does the same alone`)
    assert.deepEqual(afterB, b, `${label} leaves the other listing as it is`)
    assert.deepEqual(decisions(movesOf(both)), decisions([...movesOf(afterA), ...ofB]), `after ${label}`)
    assert.deepEqual(
      ofB.map((other) => statusOf(both, other)),
      statuses,
      `${label} changes no response about the other listing`,
    )
  }
  return ofA.length
}

/** Returns the names of the moves that act on one order of a paid purchase and also change the other order. */
function influencesOf(w: Model): string[] {
  const [first, second] = w.orders
  if (w.listings.length > 0 || !first || !second) return []
  return movesOf(w)
    .filter(({ about }) => about === first.id)
    .filter(({ apply }) => {
      const after = copyOf(w)
      apply(after)
      return JSON.stringify(after.orders[1]) !== JSON.stringify(second)
    })
    .map(({ name }) => name)
}
