import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from './lanes.ts'

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

test('an account has four concurrent deliveries, or two while its receiver takes more than two seconds', () => {
  const lanes = createLanes()
  assert.equal(lanes.room('ana'), 4)
  const ends = times(3, () => lanes.start('ana', 'a.example'))
  assert.deepEqual([lanes.room('ana'), lanes.room('ben'), lanes.free()], [1, 4, 497])
  ends[0]!(2_001)
  assert.equal(lanes.room('ana'), 0, 'two deliveries to a slow receiver are still running')
  ends[1]!(2_001)
  assert.deepEqual([lanes.room('ana'), lanes.free()], [1, 499])
  ends[2]!(2_000)
  assert.deepEqual([lanes.room('ana'), lanes.free()], [4, 500], 'the last response was fast')
})

test('the accounts whose webhooks are on one host share 100 concurrent deliveries', () => {
  const lanes = createLanes()
  const ends = times(98, (index) => lanes.start(`account ${Math.floor(index / 4)}`, 'shared.example'))
  lanes.start('ana', 'shared.example')
  lanes.start('ben', 'b.example')
  assert.deepEqual([lanes.room('ana'), lanes.room('ben')], [1, 3])
  lanes.start('ana', 'shared.example')
  assert.deepEqual([lanes.room('ana'), lanes.free()], [0, 399])
  ends[0]!(10)
  assert.equal(lanes.room('ana'), 1)
  for (const end of ends.slice(1)) end(10)
  assert.deepEqual([lanes.room('ana'), lanes.free()], [2, 497])
})

test('the host of an account is the host of its last delivery', () => {
  const lanes = createLanes()
  times(100, (index) => lanes.start(`account ${index}`, 'old.example'))
  const end = lanes.start('ana', 'old.example')
  assert.equal(lanes.room('ana'), 0)
  lanes.start('ana', 'new.example')
  assert.equal(lanes.room('ana'), 2)
  end(10)
  assert.equal(lanes.room('ana'), 3)
})

test('with more than ten thousand idle accounts, the next start forgets their slow receivers, but not deliveries that are running', () => {
  const lanes = createLanes()
  lanes.start('running', 'a.example')(3_000)
  lanes.start('running', 'a.example')
  for (let index = 0; index < 10_000; index++) lanes.start(`idle ${index}`, 'b.example')(3_000)
  assert.deepEqual([lanes.room('idle 0'), lanes.room('running')], [2, 1])
  lanes.start('next', 'b.example')
  assert.deepEqual([lanes.room('idle 0'), lanes.room('running')], [4, 1])
})
