import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  canBeSummarized,
  priceBandText,
  priceFacts,
  statesOnlyKnownFacts,
  stockSummary,
  summaryOf,
  type PriceFacts,
} from './price-summary.ts'

const row = (sold = false, cents = 2500) => ({ title: 'Shoe', cents, condition: null, sold, source: 'eBay' })
const FACTS: PriceFacts = {
  name: 'Nike Air Max 90',
  suggestedCents: 2500,
  band: { lowCents: 2200, highCents: 3000 },
  range: { lowCents: 1800, highCents: 3500 },
  from: 'used prices',
  used: [row(), row(false, 1800), row(false, 3000)],
  newCents: 125_000,
}

describe('price summaries that are written by a model', () => {
  for (const text of [
    'Most of them go for $22 to $30, so $25 is a fair price.',
    'The Nike Air Max 90 costs $1,250 new; used, 3 similar ones ask $18 to $35.',
    'A sought-after shoe. Ask for $25.00.',
    'A sought-after shoe.',
  ]) {
    test(`this price summary is accepted: ${text}`, () => assert.equal(summaryOf(text, FACTS), text))
  }

  for (const text of [
    '',
    'Ask for $26.',
    'Ask for 25.',
    'Most go for $22-30.',
    'Worth 90 dollars.',
    'Ask for fifty dollars.',
    'Ask for five bucks.',
    'Ask for €25.',
    'Ask for 25€.',
    'Take 10% off.',
    'Half the new price.',
    'Ask for $2 5.',
    'Ask for $25k.',
    'Ask for A$25x.',
    'Ask for $٢٥.',
    'See evil.test for more.',
    'Guaranteed authentic.',
    'x'.repeat(301),
    '<b>$25</b>',
  ]) {
    test(`this price summary is rejected: ${text.slice(0, 60)}`, () => {
      assert.equal(statesOnlyKnownFacts(text.normalize('NFKC'), FACTS), false)
      assert.equal(summaryOf(text, FACTS), stockSummary(FACTS))
    })
  }
})

describe('price summaries that are written by code, not by a model', () => {
  test('each fact about the price names the prices and their sources', () => {
    assert.deepEqual(priceFacts(FACTS), [
      '3 second-hand prices compared, asking prices, from eBay.',
      'Most asking prices are $22 to $30.',
      'A new item costs $1,250.',
      'Prices range from $18 to $30.',
    ])
    assert.match(priceFacts({ ...FACTS, used: [row(true)] })[0]!, /1 second-hand price compared, all sold/)
  })

  test('if no sales were found, the price summary says so', () => {
    const nothing: PriceFacts = { ...FACTS, from: 'nothing', used: [], newCents: null, suggestedCents: 4000 }
    assert.equal(stockSummary(nothing), 'No sales to compare with. A rule of thumb: $40. Choose your own price.')
    assert.deepEqual(priceFacts(nothing).length, 4)
    const fromNew: PriceFacts = { ...nothing, from: 'new price', newCents: 8000 }
    assert.match(stockSummary(fromNew), /No sales .*rule of thumb, based on \$80 for a new item: \$40/)
    for (const facts of [nothing, fromNew]) {
      assert.doesNotMatch([stockSummary(facts), ...priceFacts(facts)].join(' '), /\b(most|sells?|usual|fair)\b/i)
      assert.equal(summaryOf('Most go for $22 to $30.', facts), stockSummary(facts), 'the model’s summary is replaced')
    }
  })

  test('the summary says “most” only if at least half of the prices lie within the price band', () => {
    const words = (...used: PriceFacts['used']) => priceBandText(used, FACTS.band)
    assert.equal(words(), 'A rule of thumb:')
    assert.equal(words(row()), 'Around the only price found:')
    assert.equal(words(row(), row(false, 1000), row(false, 9000)), 'Around the middle of the prices:')
    assert.deepEqual(
      [words(row(), row()), words(row(true), row()), words(row(true), row(true))],
      ['Most asking prices are', 'Most asking and sale prices are', 'Most sold for'],
    )
  })

  test('a summary that is written without a model also passes the check for model summaries', () => {
    for (const facts of [FACTS, { ...FACTS, used: [] }]) assert.equal(statesOnlyKnownFacts(stockSummary(facts), facts), true)
  })
})

describe('limits on the facts in a price summary', () => {
  const none: PriceFacts = { ...FACTS, used: [], newCents: null }

  test('the facts about a price name at most three sources, and mention the price of a new item if it is known', () => {
    const used = ['a', 'b', 'c', 'd'].map((source) => ({ ...row(), source }))
    assert.equal(priceFacts({ ...FACTS, used })[0], '4 second-hand prices compared, asking prices, from a, b, c.')
    assert.equal(priceFacts({ ...FACTS, used: [{ ...row(), source: '' }] })[0], '1 second-hand price compared, asking prices.')
    assert.equal(priceFacts({ ...FACTS, used: [row(true), row()] })[0], '2 second-hand prices compared, asked and sold, from eBay.')
    assert.equal(priceFacts({ ...FACTS, newCents: null })[2], 'No price for a new item was found.')
    assert.equal(priceFacts({ ...FACTS, used: [row()] })[3], '$25 is a starting point; you know the item best.')
    assert.equal(priceFacts({ ...FACTS, used: [row(), row(false, 3000)] })[3], 'Prices range from $25 to $30.')
    assert.deepEqual(priceFacts(none), [
      'No second-hand prices were found to compare with.',
      'No price for a new item was found.',
      'A rule of thumb: $22 to $30.',
      '$25 is a starting point; you know the item best.',
    ])
    assert.equal(priceFacts({ ...none, newCents: 8_000 })[1], 'A new item costs $80.')
  })

  test('prices at both ends of the price band count as inside it, and half of the prices count as “most”', () => {
    const words = (...cents: number[]) => priceBandText(cents.map((one) => row(false, one)), FACTS.band) // prettier-ignore
    assert.equal(words(2_200, 3_000), 'Most asking prices are')
    assert.equal(words(2_200, 1_000), 'Most asking prices are')
    assert.equal(words(2_199, 3_001), 'Around the middle of the prices:')
  })

  test('a single price is presented only as a starting point, and a model may write a summary only about two or more prices', () => {
    assert.equal(stockSummary({ ...FACTS, used: [row()] }), 'Based on one second-hand price, $25 is a starting point.')
    assert.equal(
      stockSummary({ ...FACTS, used: [row(), row()] }),
      'Based on 2 second-hand prices: most asking prices are $22 to $30. $25 is a fair price.',
    )
    assert.deepEqual([[], [row()], [row(), row()]].map((used) => canBeSummarized({ used })), [false, false, true]) // prettier-ignore
    assert.equal(summaryOf(null, FACTS), stockSummary(FACTS))
  })

  test('a price summary is accepted if it has at most 300 characters and contains only known numbers', () => {
    const facts = { ...FACTS, newCents: null }
    const states: [string, boolean][] = [
      ['x'.repeat(300), true],
      ['x'.repeat(301), false],
      ['3 similar ones ask for $25.', true],
      ['4 similar ones ask for $25.', false],
      ['$3 similar ones ask for $25.', false],
      ['Ask for 3.', false],
      ['Ask for $0.', false],
      ['Ask for $1.2.3.', false],
    ]
    for (const [text, expected] of states) assert.equal(statesOnlyKnownFacts(text, facts), expected, text)
    assert.equal(statesOnlyKnownFacts('Size 7 asks for $25.', { ...facts, name: '7' }), false, 'a name without letters')
  })
})
