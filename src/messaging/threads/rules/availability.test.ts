import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAvailabilityQuestion } from './availability.ts'

test('a question that is only about availability is recognized', () => {
  for (const text of [
    'Is this still available?',
    'Hi, is this available?',
    'hello there! Is it still for sale??',
    'Still available?',
    'Available?',
    'Is the lamp still available please',
    'Has it been sold already?',
    'Do you still have it? Thanks',
  ])
    assert.equal(isAvailabilityQuestion(text), true, text)
})

test('a buyer’s question about something else is not treated as a question about availability', () => {
  for (const text of [
    'Is this available in blue?',
    'Is this still available and does it work?',
    'Is it available for pickup tomorrow?',
    'Is it warm?',
    'Available until when? I could come on Friday.',
    'Is this still available? I am in Portland',
    '',
    'Thanks',
  ])
    assert.equal(isAvailabilityQuestion(text), false, text)
})
