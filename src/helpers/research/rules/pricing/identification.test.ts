import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keyOf } from '#catalog/listings/rules/fields.ts'
import { detailFacts, identifyFromText, isNamed, plain, searchedBy, trimIdentification, type RawIdentification } from './identification.ts'
import { RESEARCH_CATEGORIES } from '#catalog/browse/rules/market.ts'

const RAW: RawIdentification = {
  name: 'Le Creuset dutch oven',
  brand: 'Le Creuset',
  category: 'home',
  color: 'Flame',
  size: null,
  condition: 'like new',
  facts: [
    { label: 'Material', value: 'Enamelled cast iron', about_model: true },
    { label: 'Made in', value: 'France', about_model: true },
    { label: 'Lid', value: 'Included', about_model: false },
  ],
  questions: [{ label: 'Chips', question: 'Is the enamel chipped anywhere?' }],
}
const labels = (lines: readonly { label: string }[]) => lines.map(({ label }) => label)

describe('identifying an item from text and photos', () => {
  test('without a model, the identification consists of the seller’s text, the category `Other` and two questions', () => {
    const { name, category, facts, questions } = identifyFromText('  red   kettle\nfrom mum ')
    assert.deepEqual([name, category], ['red kettle from mum', 'Other'])
    assert.deepEqual(facts, [{ label: 'Item', value: 'red kettle from mum', aboutModel: false }])
    assert.deepEqual(labels(questions), ['Condition', 'When bought'])
  })

  test('without text or a model, the item is an “Unknown item” without facts', () => {
    assert.deepEqual([identifyFromText('').name, identifyFromText('').facts], ['Unknown item', []])
  })

  test('the first question to the seller always asks for the condition', () => {
    assert.deepEqual(labels(trimIdentification(RAW, '').questions), ['Condition', 'Chips'])
    const many = ['Lid', 'condition', 'Box', 'Receipt', 'Smoke'].map((label) => ({ label, question: `${label}?` }))
    const { questions } = trimIdentification({ ...RAW, questions: many }, '')
    assert.deepEqual(questions[0], { label: 'Condition', question: 'condition?' })
    assert.deepEqual(labels(questions), ['Condition', 'Lid', 'Box', 'Receipt'])
  })

  test('an identification has 3 to 6 facts, and if the model returns fewer than 3, the item, brand and color are added', () => {
    const none = trimIdentification({ ...RAW, facts: [] }, '')
    assert.deepEqual(labels(none.facts), ['Item', 'Brand', 'Color'])
    const many = Array.from({ length: 20 }, (_, index) => ({ label: `Fact ${index}`, value: 'x', about_model: false }))
    assert.equal(trimIdentification({ ...RAW, facts: many }, '').facts.length, 6)
  })

  test('facts about money, and facts that only the seller can know, are removed from the model’s answer', () => {
    const facts = [
      { label: 'Condition', value: 'Mint', about_model: false },
      { label: 'Resale price', value: '120', about_model: false },
      { label: 'Note', value: 'worth $900', about_model: false },
      { label: 'Tip', value: 'sells for 40 dollars', about_model: false },
      ...RAW.facts,
    ]
    assert.deepEqual(labels(trimIdentification({ ...RAW, facts }, '').facts), ['Material', 'Made in', 'Lid'])
  })

  test('an unknown category is replaced by `Other`, and an unknown condition by `unknown`', () => {
    const { category, condition } = trimIdentification({ ...RAW, category: 'Weapons', condition: 'mint!!' }, '')
    assert.deepEqual([category, condition], ['Other', 'unknown'])
    assert.deepEqual([trimIdentification(RAW, '').category, trimIdentification(RAW, '').condition], ['Home', 'like_new'])
  })

  test('if the model returns no product name, the seller’s own text becomes the name of the item', () => {
    assert.equal(trimIdentification({ ...RAW, name: '<b></b>' }, 'my pot').name, 'my pot')
  })

  test('the search text for an item contains the brand only once', () => {
    assert.equal(searchedBy(RAW), 'Le Creuset dutch oven')
    assert.equal(searchedBy({ name: 'dutch oven', brand: 'Staub' }), 'Staub dutch oven')
  })

  test('each key occurs only once among the details of a listing', () => {
    const facts = [{ label: 'brand', value: 'Other one', about_model: false }, ...RAW.facts]
    assert.deepEqual(labels(detailFacts(trimIdentification({ ...RAW, facts }, ''))), ['Brand', 'Color', 'Material', 'Made in', 'Lid'])
  })

  test('markup, URLs and invisible characters are removed from text that the model wrote', () => {
    assert.equal(plain('<script>x</script> see https://evil.test/a?b now\u202e\u0000!', 80), 'x see now !')
    assert.equal(plain('a < b > c', 80), 'a c')
  })

  test('every answer from the model is reduced to a known category, plain text, and a valid number of facts and questions', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const raw = fc.record({
      name: text,
      brand: fc.option(text),
      category: text,
      color: fc.option(text),
      size: fc.option(text),
      condition: text,
      facts: fc.array(fc.record({ label: text, value: text, about_model: fc.boolean() }), { maxLength: 30 }),
      questions: fc.array(fc.record({ label: text, question: text }), { maxLength: 30 }),
    })
    fc.assert(
      fc.property(raw, text, (answer, words) => {
        const it = trimIdentification(answer, words)
        assert.ok(it.name.length > 0 && [...it.name].length <= 80)
        assert.ok(RESEARCH_CATEGORIES.includes(it.category))
        assert.ok(it.facts.length >= 1 && it.facts.length <= 6)
        assert.ok(it.questions.length >= 1 && it.questions.length <= 4)
        assert.equal(keyOf(it.questions[0]!.label), 'condition')
        for (const shown of [it.name, ...it.facts.flatMap(({ label, value }) => [label, value])])
          assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}<>]/u)
      }),
      { numRuns: 500 },
    )
  })
})

describe('limits on the data that identify an item', () => {
  const fact = (label: string, value: string) => ({ label, value, about_model: true })
  const nothing: RawIdentification = { ...RAW, name: '', brand: null, color: null, size: null, facts: [], questions: [] }

  test('the name, brand and questions from the model are shortened to their maximum lengths', () => {
    const long = 'x'.repeat(300)
    const { name, brand, questions } = trimIdentification(
      { ...RAW, name: long, brand: long, questions: [{ label: 'Lid', question: long }] },
      '',
    )
    assert.deepEqual([name.length, brand?.length, questions[1]?.question.length], [80, 60, 160])
  })

  test('if the model returns too few facts, the category is added as a fact, but an unknown name or category is never added', () => {
    const facts = (raw: Partial<RawIdentification>, text = '') => trimIdentification({ ...nothing, ...raw }, text).facts
    assert.deepEqual(facts({}, 'pot'), [
      { label: 'Item', value: 'pot', aboutModel: false },
      { label: 'Category', value: 'Home', aboutModel: false },
    ])
    assert.deepEqual(facts({ category: 'Other' }), [])
    assert.deepEqual(labels(facts({ facts: [fact('', 'x'), fact('y', ''), fact('Lid', 'yes')] })), ['Lid', 'Category'])
  })

  test('an unknown item is not searched for, and an item without a brand is searched for by its name alone', () => {
    assert.deepEqual([isNamed(identifyFromText('')), isNamed(identifyFromText('pot'))], [false, true])
    assert.equal(searchedBy({ name: 'pot', brand: null }), 'pot')
  })

  test('questions from the model without a label or without text are omitted', () => {
    const questions = [{ label: '', question: 'x' }, { label: 'y', question: '' }, { label: 'Lid', question: 'Is it there?' }] // prettier-ignore
    assert.deepEqual(trimIdentification({ ...nothing, questions }, '').questions, [
      { label: 'Condition', question: 'What condition is it in?' },
      { label: 'Lid', question: 'Is it there?' },
    ])
  })
})
