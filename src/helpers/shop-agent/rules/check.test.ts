import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { check, type About } from './check.ts'
import { amountsOf, factsOfListing, factsOfShop, type AgentListing } from './facts.ts'

const COAT: AgentListing = {
  status: 'live',
  title: 'Wool coat',
  oneLiner: 'Warm and light.',
  description: 'Bought in Lyon. The lining has no tears. There is a small mark on the left sleeve.',
  lines: [
    { label: 'Size', value: '10 US', source: 'you' },
    { label: 'Width', value: '52 cm', source: 'you' },
    { label: 'Colour', value: 'Dark green', source: 'agent' },
    { label: 'Belt', value: 'Not included', source: 'you' },
  ],
  priceCents: 80_00,
  shippingCents: 12_00,
  takesOffers: true,
  modelFacts: [{ label: 'Material', value: '90% wool' }],
  ownerAnswers: ['It closes with four... no, with horn buttons.', 'The collar folds flat.'],
}

const FACTS = factsOfListing(COAT)
const ABOUT: About = { title: COAT.title, allowedCents: amountsOf(COAT) }
const idOf = (name: string): string => FACTS.find(({ label, value }) => label === name || value === name)!.id
const tried = (text: string, ...names: string[]) => check({ text, factIds: names.map(idOf) }, FACTS, ABOUT)

const GOOD: readonly [text: string, ...facts: string[]][] = [
  ["Hi! It's a 10 US.", 'Size'],
  ['The size is 10 US and the width is 52 cm.', 'Size', 'Width'],
  ['Thanks for your question. The colour is dark green.', 'Colour'],
  ['The price is $80.', 'Price'],
  ['The price is $80 and shipping is $12.', 'Price', 'Shipping'],
  ['It costs $80 plus $12 shipping, $92 in total.', 'Price', 'Shipping'],
  ['The wool coat is still available.', 'Status'],
  ['The belt is not included.', 'Belt'],
  ['The lining has no tears.', 'The lining has no tears.'],
  ['There is a small mark on the left sleeve.', 'There is a small mark on the left sleeve.'],
  ['You can make an offer with the offer button.', 'Offers'],
  ['The material of this model is generally 90% wool.', 'Model: Material'],
  ['The seller said before: the collar folds flat.', 'The collar folds flat.'],
]

const BAD: readonly [what: string, because: string, text: string, ...facts: string[]][] = [
  ['an answer without facts', 'ids', 'Hello!'],
  ['another amount', 'amount', 'The price is $75.', 'Price'],
  ['the difference of two amounts', 'amount', 'The price is $68.', 'Price'],
  ['an amount in euros', 'signs', 'The price is €80.', 'Price'],
  ['the price as shipping', 'amount', 'Shipping is $80.', 'Price', 'Shipping'],
  ['shipping as the price', 'amount', 'The price is $12.', 'Price', 'Shipping'],
  ['letters that look like an amount', 'amount', 'The price is $80, not $lO.', 'Price'],
  ['a number that no fact has', 'number', 'The size is 10 US or 51.', 'Size'],
  ['a number in words', 'number_word', 'The price is $80, seventy is fine.', 'Price'],
  ['full-width digits', 'amount', 'The price is $７５.', 'Price'],
  ['Arabic digits', 'signs', 'The price is $80 or ٧٥.', 'Price'],
  ['a hint at the floor', 'banned', 'The price is $80, not the lowest.', 'Price'],
  ['an agreement', 'banned', 'Deal! The price is $80.', 'Price'],
  ['an accepted offer', 'banned', 'Your offer is accepted. The price is $80.', 'Price'],
  ['a yes', 'word', 'Yes, the size is 10 US.', 'Size'],
  ['a no', 'negation', 'No, the size is 10 US.', 'Size'],
  ['praise', 'word', 'The size is 10 US, a beautiful coat.', 'Size'],
  ['a guess', 'word', 'It is waterproof. The size is 10 US.', 'Size'],
  ['a guarantee', 'banned', 'Guaranteed authentic. The size is 10 US.', 'Size'],
  ['a promise to hold the item', 'banned', 'I hold it for you. The size is 10 US.', 'Size'],
  ['a promise of returns', 'banned', 'The size is 10 US. Returns are welcome.', 'Size'],
  ['a link', 'contact', 'The size is 10 US, see https://example.com.', 'Size'],
  ['a bare domain', 'contact', 'The size is 10 US, see example.com', 'Size'],
  ['an email address', 'contact', 'The size is 10 US. a@example.test', 'Size'],
  ['a social media handle', 'contact', 'The size is 10 US. @ana', 'Size'],
  ['a telephone number', 'contact', 'The size is 10 US. 555 010 0199', 'Size'],
  ['a mention of the prompt', 'banned', 'The size is 10 US. These are the instructions.', 'Size'],
  ['a negated fact', 'negation', 'The size is not 10 US.', 'Size'],
  ['a fact without its negation', 'not_stated', 'The belt is included.', 'Belt'],
  ['a sentence without its negation', 'not_stated', 'The lining has tears.', 'The lining has no tears.'],
  ['two facts with swapped values', 'mixed_up', 'The size is 52 cm, the width is 10 US.', 'Size', 'Width'],
  ['a cited fact that is not stated', 'not_stated', 'The size is 10 US.', 'Size', 'Width'],
  ['a fact stated only in part', 'not_stated', 'The colour is green.', 'Colour'],
  ['an answer that states none of its facts', 'not_stated', 'Thanks for your question.', 'Size'],
  ['another language', 'word', 'Le manteau est en taille 10 US.', 'Size'],
  ['another script', 'signs', '尺寸是 10 US.', 'Size'],
  ['an invisible character in a word', 'banned', 'Dea\u200bl. The size is 10 US.', 'Size'],
  ['a promise made only of filler words', 'not_stated', 'It is for you at your price. The size is 10 US.', 'Size'],
  ['an answer that is too long', 'length', `The size is 10 US. ${'Thanks. '.repeat(90)}`, 'Size'],
]

describe('checking a reply that the model wrote', () => {
  for (const [text, ...facts] of GOOD)
    test(`this answer is accepted: ${text}`, () => assert.deepEqual(tried(text, ...facts), { ok: true, text }))

  for (const [what, because, text, ...facts] of BAD)
    test(`an answer that contains ${what} is rejected`, () => assert.deepEqual(tried(text, ...facts), { ok: false, because }))

  test('an answer that refers to an unknown fact ID is rejected', () =>
    assert.deepEqual(check({ text: 'The size is 10 US.', factIds: [idOf('Size'), 'f999'] }, FACTS, ABOUT), { ok: false, because: 'ids' }))

  test('an answer about several listings is accepted only if it states the price and page URL of each listing', () => {
    const facts = factsOfShop([
      { title: 'Wool coat', priceCents: 80_00, url: 'http://ana.localhost/coat' },
      { title: 'Lamp', priceCents: 20_00, url: 'http://ana.localhost/lamp' },
    ])
    const say = (text: string) => check({ text, factIds: ['f1', 'f2'] }, facts, { title: '', allowedCents: [] })
    assert.equal(say('Wool coat $80 and Lamp $20.').ok, true)
    assert.equal(say('Wool coat: $80 http://ana.localhost/coat Lamp: $20 http://ana.localhost/lamp').ok, true)
    assert.deepEqual(say('Wool coat $20 and Lamp $80.'), { ok: false, because: 'mixed_up' })
    assert.deepEqual(say('Wool coat $80 and Lamp $20, http://evil.test/lamp'), { ok: false, because: 'contact' })
  })
})

describe('limits on the length and the content of an answer', () => {
  const line = (id: string, label: string, value: string) => ({ id, kind: 'line' as const, label, value, cents: [] })
  const judge = (text: string, facts: ReturnType<typeof line>[], about: About = { title: '', allowedCents: [] }) => {
    const checked = check({ text, factIds: facts.map(({ id }) => id) }, facts, about)
    return checked.ok ? 'ok' : checked.because
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => line(`f${index}`, 'Part', `${index + 11} cm`))
  const all = (count: number) => numbered(count).map(({ value }) => `The part is ${value}.`).join(' ') // prettier-ignore

  test('an answer cites at most five facts and has at most 600 characters', () => {
    assert.deepEqual([5, 6].map((count) => judge(all(count), numbered(count))), ['ok', 'ids']) // prettier-ignore
    const size = [line('f1', 'Size', '10 US')]
    const filled = (length: number) => `It's 10 US. ${'hi '.repeat(200)}`.slice(0, length - 1).padEnd(length, '.')
    assert.deepEqual([judge(filled(600), size), judge(filled(601), size), judge(' ', size)], ['ok', 'length', 'length'])
  })

  test('banned claims are rejected, as is any number or amount that is neither allowed nor in a cited fact', () => {
    assert.equal(judge('It has a warranty.', [line('f1', 'Warranty', 'a warranty')]), 'ok')
    assert.equal(judge('The size is 10 US, make an offer.', [line('f1', 'Size', '10 US')]), 'banned')
    assert.equal(judge('The size is 10 US, ignore it.', [line('f1', 'Size', '10 US')]), 'banned')
    const about = { title: '', allowedCents: [19_99, 1_10] }
    assert.equal(judge('The size is 10 US or 19.99 or 1.10.', [line('f1', 'Size', '10 US')], about), 'ok')
    assert.equal(judge('The size is 10 US for $5.', [line('f1', 'Size', '10 US')], about), 'amount')
  })

  test('if a cited fact consists only of function words, the answer must state all of these words in the same order', () => {
    assert.equal(judge('The colour is light.', [line('f1', 'Colour', 'light')]), 'ok')
    assert.equal(judge('It is for the shop.', [line('f1', 'For', 'the shop')]), 'ok')
    assert.equal(judge('The shop is for it.', [line('f1', 'For', 'for the shop')]), 'not_stated')
    assert.equal(judge('The material is wool.', [line('f1', 'Material', 'made of wool')]), 'ok')
    assert.equal(judge('The size is 10 US.', [line('f1', 'Size', '10 US'), line('f2', 'Sign', '…')]), 'not_stated')
    assert.equal(judge('Let me know. The size is 10 US.', [line('f1', 'Size', '10 US')]), 'ok')
    assert.equal(judge('The size is undefined 10 US.', [line('f1', 'Size', '10 US')]), 'word')
    assert.equal(judge('Green is dark.', [line('f1', 'Colour', 'dark green')]), 'not_stated')
  })

  test('a reply in which a label is followed by the value of a different fact is rejected', () => {
    const two = [line('f1', 'Size', '52 cm'), line('f2', 'Width', '10 US')]
    assert.equal(judge('The size is 52 cm, the width is 10 US.', two), 'ok')
    assert.equal(judge('52 cm is the size, 10 US is the width.', two), 'ok')
    assert.equal(judge('52 cm, 10 US is the size and the width.', two), 'mixed_up')
    assert.equal(judge('It is 52 cm by 10 US.', two), 'ok', 'without labels')
    assert.equal(judge('Size is 10 US, the width is 52 cm.', two), 'mixed_up')
    assert.equal(judge('The size is 10 US, the width is 52 cm.', [line('f1', 'Outer size', '52 cm'), two[1]!]), 'mixed_up')
  })

  test('a fact is stated only by all words of its value, and the value of another fact may stand between them', () => {
    const town = [line('f1', 'Town', 'Baden Baden')]
    assert.equal(judge('The town is Baden.', town), 'not_stated')
    assert.equal(judge('The town is Baden Baden.', town), 'ok')
    assert.equal(judge('It is 90% dark green wool fabric.', [line('f1', 'Fabric', '90% wool'), line('f2', 'Colour', 'dark green')]), 'ok')
  })
})
