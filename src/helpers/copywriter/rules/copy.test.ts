import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { DetailLine } from '#catalog/listings/rules/fields.ts'
import { numbersOf } from './stated-numbers.ts'
import { cleanCopy, knownLines, longestDescription, LONGEST, type ListingCopy } from './copy.ts'

const line = (key: string, value: string, source: DetailLine['source']): DetailLine => ({ key, label: key.toUpperCase(), value, source })
const words = (part: Partial<ListingCopy>): ListingCopy => ({ title: '', one_liner: '', description: '', teaser: '', ...part })
const described = (description: string, given = '', longest?: number) => cleanCopy(words({ description }), given, longest).description

test('the seller’s details come first, and lines from research about the same details are omitted', () => {
  const lines = knownLines([
    line('colour', 'red', 'agent'),
    line('size', '9', 'agent'),
    line('condition', '', 'agent'),
    line('size', '10', 'you'),
    line('brand', 'Acme', 'import'),
  ])
  assert.deepEqual(
    lines.map(({ by, key, value }) => [by, key, value]),
    [
      ['SELLER', 'size', '10'],
      ['SELLER', 'brand', 'Acme'],
      ['RESEARCH', 'colour', 'red'],
    ],
  )
})

describe('finding all numbers in text', () => {
  const cases: [string, string[]][] = [
    ['size 10, 1,250 g and 3.50 m', ['10', '1250', '3.5']],
    ['$40, 40 dollars, USD 40, € 40', ['$40']],
    ['１２ cm, twelve, a dozen', ['12']],
    ['RTX3080 and 501s', ['3080', '501']],
    ['one of a kind', []],
    ['4\u200b0 cm', ['40']],
    ['worn twice, twenty years', ['2', '20']],
    ['٤٠ cm', ['٤٠']],
    ['2,5 l', ['2.5']],
  ]
  for (const [text, numbers] of cases) test(`all numbers are found in: ${text}`, () => assert.deepEqual([...numbersOf(text)], numbers))
})

describe('cleaning text that the model wrote', () => {
  const given = 'Brown bag. Size: 10. Width: 30 cm. Bought 2019.'
  const cases: [name: string, wrote: string, expected: string][] = [
    ['keeps sentences whose numbers are known', 'A bag, 30 cm wide. From 2019.', 'A bag, 30 cm wide. From 2019.'],
    ['drops a sentence with an invented number', 'A bag, 30 cm wide. It weighs 500 g. From 2019.', 'A bag, 30 cm wide. From 2019.'],
    ['drops a sentence with a price that is only known as a size', 'Yours for $10. A bag.', 'A bag.'],
    ['drops an invented number in words', 'Carried for fifteen years. A bag.', 'A bag.'],
    ['preserves paragraphs', 'A bag.\n\nIt cost $900.\n\nBrown.', 'A bag.\n\nBrown.'],
    ['removes tags', '<b>A bag.</b> <img src=x onerror=alert(1)>Brown.', 'A bag. Brown.'],
    ['removes nested tags', 'A bag. <scr<script>ipt>alert(1)</scr</script>ipt>', 'A bag.'],
    ['removes URLs', 'A bag. See https://evil.example/x or www.evil.example now.', 'A bag. See or now.'],
    ['removes bare domains and email addresses', 'Mail me@evil.com or visit evil-shop.com/deal today.', 'Mail or visit today.'],
    ['removes Markdown links', 'A [cheaper bag](http://evil.example) here.', 'A here.'],
    ['removes javascript URLs', 'Click javascript:alert(document.cookie) now.', 'Click now.'],
  ]
  for (const [name, wrote, expected] of cases) test(name, () => assert.equal(described(wrote, given), expected))

  test('each field of the generated copy is shortened to its maximum length', () => {
    const long = 'word '.repeat(3_000)
    const clean = cleanCopy(words({ title: long, one_liner: long, description: long, teaser: long }), '')
    for (const [name, most] of Object.entries(LONGEST))
      assert.ok(clean[name as keyof ListingCopy].length <= most && clean[name as keyof ListingCopy].length > most - 6, name)
  })

  test('a generated title that contains an invented number is replaced by an empty title', () =>
    assert.equal(cleanCopy(words({ title: 'Nike Air 97, size 44' }), 'Nike Air').title, ''))

  test('the tone “shorter” limits the description to 60% of its previous length, and the tone “longer” to 160%', () => {
    const before = 'x'.repeat(50)
    assert.deepEqual(
      [longestDescription('shorter', before), longestDescription('longer', before), longestDescription('take', before)],
      [30, 80, 5000],
    )
    assert.deepEqual([longestDescription('longer', 'x'.repeat(4_900)), longestDescription('shorter', '')], [5000, 5000])
    assert.equal(described('A brown bag. With a strap. And a pocket.', '', 30), 'A brown bag. With a strap.')
    assert.equal(described('A brown bag with a strap and a pocket', '', 20), 'A brown bag with a')
  })

  test('cleaned copy never contains tags, control characters or unknown numbers', () => {
    const pieces = fc.constantFrom(
      '<b>',
      '</',
      '<script>',
      'x',
      '<',
      '>',
      'http://',
      'a.com',
      '$7',
      '7',
      '\n',
      '. ',
      '&lt;',
      '\u0000',
      '\ud800',
      '<!--',
      '-->',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        for (const expected of Object.values(cleanCopy({ title: text, one_liner: text, description: text, teaser: text }, ''))) {
          assert.ok(!/<\/?[a-z!]/i.test(expected) && !expected.includes('\u0000') && expected.isWellFormed(), JSON.stringify(expected))
          assert.deepEqual([...numbersOf(expected)], [], JSON.stringify(expected))
        }
      }),
      { numRuns: 500 },
    )
  })
})
