import assert from 'node:assert/strict'
import { test } from 'node:test'
import { merchantFacts } from './rules.ts'

const facts = (lines: Record<string, string>, title = 'Thing', category: string | null = 'Clothing') =>
  merchantFacts({ title, category, lines: Object.entries(lines).map(([label, value]) => ({ label, value })) })

test('the product feed finds brand, color, size, material and condition in details with different labels', () => {
  const coat = facts({
    Maker: 'Mango',
    Colour: 'Navy blue / white and red, green',
    'Size label': 'M',
    Fabric: 'Wool',
    Condition: 'Very good',
  })
  assert.deepEqual(
    [coat.brand, coat.colors, coat.size, coat.material, coat.condition],
    ['Mango', ['Navy blue', 'white', 'red'], 'M', 'Wool', 'used'],
  )
})

test('product facts that the listing’s details do not state are null', () => {
  assert.deepEqual(facts({ Brand: 'unbranded', Color: '?' }), {
    condition: 'used', brand: null, colors: [], size: null, material: null, gender: null, ageGroup: null,
    category: { id: 1604, path: 'Apparel & Accessories > Clothing' }, gtin: null, mpn: null,
  }) // prettier-ignore
})

for (const [text, condition] of [
  ['New', 'new'], ['Brand new with tags', 'new'], ['Never worn', 'new'], ['Like new', 'used'], ['New, other', 'used'], ['New with defects', 'used'],
  ['Refurbished by the seller', 'refurbished'], ['Good', 'used'], ['Unknown', 'used'],
] as const) test(`the product feed lists the condition “${text}” as ${condition}`, () => assert.equal(facts({ Condition: text }).condition, condition)) // prettier-ignore

test('a listing without a category, or with a category that Google does not know, has no Google category', () => {
  for (const category of [null, 'Moon rocks']) assert.equal(facts({}, 'Thing', category).category, null)
})

for (const [title, category, gender, age] of [
  ['Women’s wool coat', 'Clothing', 'female', 'adult'], ['Mens boots', 'Shoes', 'male', 'adult'], ["Men's boots", 'Shoes', 'male', 'adult'],
  ['Girls dress', 'Clothing', 'female', 'kids'], ['Wooden train', 'Kids', null, 'kids'], ['Baby blanket', 'Kids', null, 'infant'],
  ['Salesman’s case', 'Home', null, null], ['Doormat for men', 'Home', null, null],
] as const)
  test(`the title “${title}” in ${category} yields the gender ${gender ?? 'none'} and the age group ${age ?? 'none'}`, () => {
    const { gender: whose, ageGroup } = facts({}, title, category)
    assert.deepEqual([whose, ageGroup], [gender, age])
  }) // prettier-ignore

test('the product feed contains valid product codes and omits invalid product codes', () => {
  assert.equal(facts({ EAN: '4006381333931' }).gtin, '4006381333931')
  assert.equal(facts({ ISBN: '978-0-306-40615-7' }).gtin, '9780306406157')
  assert.equal(facts({ EAN: '4006381333932' }).gtin, null)
  assert.equal(facts({ Barcode: '12345' }).gtin, null)
})

test('the product feed omits facts that are too long for the receiving services', () => {
  const long = (length: number) => 'x'.repeat(length)
  const read = (extra: number) => {
    const { brand, size, material, mpn, colors } = facts({
      ...{ Brand: long(70 + extra), Size: long(100 + extra), Material: long(200 + extra), MPN: long(70 + extra), Color: long(40 + extra) },
    })
    return [brand, size, material, mpn, colors[0]].map((text) => text?.length ?? null)
  }
  assert.deepEqual(read(0), [70, 100, 200, 70, 40])
  assert.deepEqual(read(1), [null, null, null, null, null])
  assert.deepEqual(facts({ Color: ', red / unknown & none, tan; blue, pink' }).colors, ['red', 'tan', 'blue'])
})

test('gender and age group are derived only for wearable items, and an explicitly stated age group takes priority', () => {
  for (const category of ['Clothing', 'Shoes', 'Bags', 'Kids'])
    assert.equal(facts({ Gender: 'Women' }, 'Thing', category).gender, 'female', category)
  for (const category of ['Home', null]) assert.equal(facts({ Gender: 'Women' }, 'Thing', category).gender, null)
  assert.equal(facts({ Age: 'toddler' }, 'Boys coat').ageGroup, 'toddler')
  assert.equal(facts({}, 'Unisex cap').ageGroup, 'adult')
})

test('a product number is accepted only if its check digit is correct', () => {
  const numbers = ['4006381333931', '4006 3813-33931', '00000000', '0000000', '4006381333932', '12345670', '12345671', '1234567O']
  assert.deepEqual(
    numbers.map((number) => facts({ EAN: number }).gtin),
    ['4006381333931', '4006381333931', '00000000', null, null, '12345670', null, null],
  )
})
