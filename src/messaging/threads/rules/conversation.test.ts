import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quietBecause, type ConversationFacts, type Quiet } from './conversation.ts'

const FIFTEEN_MINUTES_MS = 900_000

const QUESTION: ConversationFacts = {
  answersQuestions: true,
  brake: false,
  ownerWroteAgoMs: null,
  text: 'Is it wool?',
  hasPhotos: false,
  hasNewerBuyerMessage: false,
  hasReply: false,
}

test('the agent may answer an open question when the owner is absent', () => {
  assert.equal(quietBecause(QUESTION), null)
  assert.equal(quietBecause({ ...QUESTION, ownerWroteAgoMs: FIFTEEN_MINUTES_MS }), null)
})

const REASONS: [Partial<ConversationFacts>, Quiet][] = [
  [{ answersQuestions: false }, 'off'],
  [{ brake: true }, 'brake'],
  [{ hasReply: true }, 'answered'],
  [{ hasNewerBuyerMessage: true }, 'newer_message'],
  [{ ownerWroteAgoMs: FIFTEEN_MINUTES_MS - 1 }, 'owner_present'],
  // the time can be negative, because the clocks of two processes can differ slightly
  [{ ownerWroteAgoMs: -5 }, 'owner_present'],
  [{ hasPhotos: true }, 'photos'],
  [{ text: 'Thanks, bye!' }, 'thanks'],
]
for (const [change, why] of REASONS)
  test(`with ${JSON.stringify(change)}, the agent stays silent for the reason ${why}`, () =>
    assert.equal(quietBecause({ ...QUESTION, ...change }), why))

test('the shop agent stays silent if and only if at least one reason for silence applies', () => {
  const facts = fc.record({
    answersQuestions: fc.boolean(),
    brake: fc.boolean(),
    ownerWroteAgoMs: fc.option(fc.integer({ min: -1000, max: 2 * FIFTEEN_MINUTES_MS })),
    text: fc.constantFrom('Is it wool?', 'Thanks!'),
    hasPhotos: fc.boolean(),
    hasNewerBuyerMessage: fc.boolean(),
    hasReply: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const free =
        some.answersQuestions &&
        !some.brake &&
        !some.hasReply &&
        !some.hasPhotos &&
        !some.hasNewerBuyerMessage &&
        (some.ownerWroteAgoMs ?? Infinity) >= FIFTEEN_MINUTES_MS &&
        some.text !== 'Thanks!'
      assert.equal(quietBecause(some) === null, free)
    }),
  )
})
