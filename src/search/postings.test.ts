import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Postings } from './postings.ts'
import { SortedSlots } from './sorted-slots.ts'

test('posting lists of any length are stored separately and in order, across blocks and pages', () => {
  const postings = new Postings()
  const lengths = [1, 2, 3, 7, 1_024, 5_000, 70_000]
  for (let slot = 0; slot < 70_000; slot++) {
    for (const [term, length] of lengths.entries()) if (slot < length) postings.add(term, slot, 1 + (slot % 255))
  }
  for (const [term, length] of lengths.entries()) {
    const read: number[] = []
    postings.runs(term, (words, from, to) => void read.push(...words.subarray(from, to)))
    assert.equal(postings.count(term), length)
    assert.ok(read.length === length && read.every((entry, slot) => entry >>> 8 === slot && (entry & 255) === 1 + (slot % 255)))
  }
})

test('a posting list iterates over its slots in order in both directions, and skips removed slots', () => {
  const count = 10_000
  const key = (slot: number) => (slot * 7_919) % 10_007
  const dropped = (slot: number) => slot % 7 === 0
  const sorted = new SortedSlots(
    (a, b) => key(a) - key(b),
    (slot) => !dropped(slot),
  )
  for (let slot = 0; slot < count; slot++) sorted.add(slot)
  const expected = Array.from({ length: count }, (_, slot) => slot)
    .filter((slot) => !dropped(slot))
    .sort((a, b) => key(a) - key(b))
  for (const backward of [false, true]) {
    const read: number[] = []
    sorted.walk(backward, (slot) => read.push(slot) > 0)
    assert.deepEqual(read, backward ? expected.toReversed() : expected)
  }
})
