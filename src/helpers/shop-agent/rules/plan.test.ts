import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutOf, lineFor, planFor, replyOf } from './plan.ts'
import { PASSED_ON, priceLine, SHOP_PRICE_LINE, topicOf } from './routing.ts'
import type { AgentListing, Fact } from './facts.ts'

const [OPEN, PRICE, OWNER] = ['What size is it?', 'What is the lowest price?', 'Can we meet tomorrow?']
const facts: Fact[] = [{ id: 'f1', kind: 'line', label: 'Size', value: 'Medium', cents: [] }]
const listing: AgentListing = {
  ...{ status: 'live', title: 'Wool coat', oneLiner: null, description: null, lines: [], priceCents: 5_000, shippingCents: 500 },
  ...{ takesOffers: true, modelFacts: [], ownerAnswers: [] },
}

test('each sample message is classified under the expected topic', () => {
  assert.deepEqual([OPEN, PRICE, OWNER].map(topicOf), ['open', 'price', 'owner'])
})

test('the plan for a reply is the fixed note, the price line, or a question to the model', () => {
  assert.deepEqual(planFor([OPEN], facts, 'line'), { kind: 'ask', forModel: [OPEN], line: null })
  assert.deepEqual(planFor([OPEN, PRICE], facts, 'line'), { kind: 'ask', forModel: [OPEN], line: 'line' })
  assert.deepEqual(planFor([OPEN, PRICE], facts, null), { kind: 'ask', forModel: [OPEN, PRICE], line: null })
  assert.deepEqual(planFor([OPEN, 'Thanks!'], facts, null), { kind: 'ask', forModel: [OPEN], line: null })
  assert.deepEqual(planFor([PRICE], facts, 'line'), { kind: 'line', line: 'line' })
  for (const [texts, known] of [[[OPEN, OWNER], facts], [[OPEN], []], [[], facts]] as const) assert.deepEqual(planFor(texts, known, 'line'), { kind: 'note' }) // prettier-ignore
})

test('a reply consists of the plan’s text, followed by the model’s answer', () => {
  const about = aboutOf(listing)
  const reply = { kind: 'answer', text: 'The size is medium.', factIds: ['f1'], needsOwner: false } as const
  assert.deepEqual(replyOf({ kind: 'note' }, reply, facts, about), { text: PASSED_ON, by: 'note', needsOwner: true })
  assert.deepEqual(replyOf({ kind: 'line', line: 'Hi.' }, reply, facts, about), { text: 'Hi.', by: 'line', needsOwner: false })
  assert.deepEqual(replyOf({ kind: 'ask', forModel: [], line: null }, reply, facts, about), {
    text: 'The size is medium.',
    by: 'model',
    needsOwner: false,
  })
  assert.deepEqual(replyOf({ kind: 'ask', forModel: [], line: 'Hi.' }, reply, facts, about), {
    text: 'Hi. The size is medium.',
    by: 'model',
    needsOwner: false,
  })
})

test('a thread about a shop has the shop’s price line, and a thread about a listing has a price line if the listing is live and has a price', () => {
  assert.equal(lineFor(null), SHOP_PRICE_LINE)
  assert.equal(lineFor(listing), priceLine({ priceCents: 5_000, takesOffers: true }))
  for (const change of [{ status: 'sold' }, { priceCents: null }] as const) assert.equal(lineFor({ ...listing, ...change }), null)
  assert.deepEqual(aboutOf(null), { title: '', allowedCents: [] })
  assert.deepEqual(aboutOf(listing), { title: 'Wool coat', allowedCents: [5_000, 500, 5_500] })
})
