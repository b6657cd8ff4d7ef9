import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENOUGH, isCondition, isSize, readiness, showsFlaw, type Filled } from './readiness.ts'

const WHOLE: Filled = {
  title: true,
  price: true,
  shipping: 'offered',
  category: true,
  photos: 4,
  flawPhoto: true,
  size: true,
  condition: true,
  details: 2,
  description: 200,
  offers: true,
}

const nouns = (all: readonly { noun: string }[]): string[] => all.map(({ noun }) => noun)
const helps = (change: Partial<Filled>) => readiness({ ...WHOLE, ...change }).helps

test('only a missing title or price prevents publication, and all other gaps only lead to suggestions', () => {
  assert.deepEqual(readiness(WHOLE), { missing: [], helps: [] })
  assert.deepEqual(readiness({ ...WHOLE, title: false, price: false }).missing, [
    { step: 'details', noun: 'a title' },
    { step: 'price', noun: 'a price' },
  ])
  const bare = readiness({
    ...WHOLE,
    ...{ photos: 0, flawPhoto: false, size: false, condition: false, shipping: 'unset', category: false, details: 0, description: 0 },
    offers: false,
  })
  assert.deepEqual(bare.missing, [])
  assert.equal(bare.helps.length, 8)
})

test('photos of flaws, and labels for sizes and conditions, are recognized by keywords', () => {
  assert.ok(showsFlaw('Chipped rim, close up') && showsFlaw('A scratch on the back'))
  assert.ok(!showsFlaw('Lamp, front'))
  assert.ok(isSize('Shoe size (EU)') && isSize('Height') && !isSize('Brand'))
  assert.ok(isCondition('Overall condition') && !isCondition('Air conditioning') && !isCondition('Size'))
})

test('a listing with three photos and one detail gets no suggestions; a photo of flaws is suggested only if the listing already has photos', () => {
  assert.deepEqual(helps({ photos: 3, details: 1 }), [])
  assert.deepEqual(nouns(helps({ photos: 2 })), ['at least three photos'])
  assert.deepEqual(nouns(helps({ flawPhoto: false })), ['a photo of each flaw, with a note'])
  assert.deepEqual(nouns(helps({ flawPhoto: false, photos: 0 })), ['at least three photos'])
  assert.deepEqual(nouns(helps({ flawPhoto: false, photos: 1 })), ['at least three photos', 'a photo of each flaw, with a note'])
  assert.deepEqual(nouns(helps({ details: 0 })), ['a few details, such as brand and material'])
})

test('each missing part of a listing links to the editor step where the seller can add it', () => {
  for (const [step, noun, change] of [
    ['photos', 'at least three photos', { photos: 0 }],
    ['photos', 'a photo of each flaw, with a note', { flawPhoto: false }],
    ['details', 'a category, so that buyers find it', { category: false }],
    ['details', 'the size or measurements', { size: false }],
    ['details', 'the condition', { condition: false }],
    ['details', 'a few details, such as brand and material', { details: 0 }],
    ['price', 'the shipping cost', { shipping: 'unset' }],
    ['price', 'shipping, for buyers who cannot pick it up', { shipping: 'pickup' }],
    ['price', 'the option to make an offer', { offers: false }],
  ] as const)
    assert.deepEqual(helps(change), [{ step, noun }])
})

test('a description counts as long enough once it reaches the minimum length', () => {
  assert.deepEqual(helps({ description: ENOUGH.description }), [])
  assert.deepEqual(helps({ description: ENOUGH.description - 1 }), [{ step: 'details', noun: 'a description of at least 80 characters' }])
})
