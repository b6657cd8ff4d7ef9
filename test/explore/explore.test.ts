import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFECTS } from './defects.ts'
import { search } from './search.ts'
import { unknownPart } from './whole.ts'

test('with one buyer, every state of a sale satisfies the invariants, and the sale can still be settled from every state', (t) => {
  const { violation, ended, states, kinds, seconds, has } = search({ buyers: ['ann'] })
  assert.equal(violation, null)
  assert.ok(ended, 'the search visits every state')
  const whole = unknownPart(has, 6)
  assert.equal(whole.trace, null, 'each whole state consists of visited parts')
  t.diagnostic(`${states} states, ${kinds.size} kinds of moves, ${seconds.toFixed(0)} s; ${whole.states} whole states`)
})

test('the state search finds each defect that is inserted into a rule', () => {
  const missed = Object.entries(DEFECTS).flatMap(([title, put]) => {
    const restore = put()
    const { violation } = search({ buyers: ['ann'] })
    restore()
    return violation === null ? [title] : []
  })
  assert.deepEqual(missed, [])
})
