import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOf, convertRows } from './index.ts'
import { categoryFor, conditionSynonyms, describe, plainPrice } from './columns.ts'
import { slack } from '#test/machine.ts'

test('detects the marketplace from the header, and returns null for other headers', () => {
  const headers = {
    shopify: 'Handle,Title,Body (HTML),Vendor,Variant Price,Image Src',
    etsy: 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1',
    ebay: 'Item number,Title,Variation details,Available quantity,Current price',
  }
  for (const [format, header] of Object.entries(headers)) assert.equal(formatOf(header.split(',')), format)
  for (const header of ['shop,title,price', 'id,status,shop,title,price,photos', 'Title,Price', ''])
    assert.equal(formatOf(header.split(',')), null)
})

for (const [path, category] of [
  ['Apparel & Accessories > Shoes > Boots', 'Shoes'], ["Clothing, Shoes & Accessories:Women:Women's Bags & Handbags", 'Bags'],
  ['Home & Garden > Lighting > Lamps', 'Home'], ['Home & Garden > Plants', 'Garden'], ['Baby & Toddler > Baby Clothing', 'Kids'],
  ['kids', 'Kids'], ['Vehicles & Parts', undefined], ['', undefined],
] as const) test(`maps the category “${path}” to ${category ?? 'none'}`, () => assert.equal(categoryFor(path), category)) // prettier-ignore

test('reads conditions, prices and HTML descriptions from imported files', () => {
  assert.deepEqual(['3000', '1000', 'USED_EXCELLENT', 'refurbished', 'Slightly foxed'].map(conditionSynonyms), ['Used', 'New', 'Used, excellent', 'Refurbished', 'Slightly foxed']) // prettier-ignore
  assert.deepEqual(['$1,250.50', 'US $5', '12', '1,5'].map(plainPrice), ['1250.50', '5', '12', '1,5'])
  assert.deepEqual(describe('<h2>Lamp</h2><p>Brass<br>and <i>glass</i></p><ul><li>One</li><li>Two</li></ul><script>x</script>'), {
    text: 'Lamp\n\nBrass\nand glass\n\n- One\n- Two',
    wasCut: false,
  })
  assert.deepEqual(describe('plain < text & more'), { text: 'plain < text & more', wasCut: false })
  const long = describe('🦊 '.repeat(6000))
  assert.ok(long.wasCut && [...long.text].length <= 5000)
})

const HEADER = ['Handle', 'Title', 'Body (HTML)', 'Variant Price', 'Image Src', 'Image Position', 'Option1 Name', 'Option1 Value']
const BODY = '<p>a&amp;'.repeat(28_000)
const SLOW: Record<string, string[][]> = {
  'a thousand variants with a long text': Array.from({ length: 1000 }, (_, n) => ['h', n ? '' : 'T'.repeat(200), n ? '' : BODY, '1', `https://x/${n}`, '1', 'Size', String(n)]), // prettier-ignore
  'twenty long texts': Array.from({ length: 20 }, (_, n) => [`h${n}`, 'T', BODY, '1', '', '', '', '']),
  'unclosed comments': Array.from({ length: 20 }, (_, n) => [`h${n}`, 'T', '<!--'.repeat(60_000), '1', '', '', '', '']),
  'only whitespace': Array.from({ length: 20 }, (_, n) => [
    `h${n}`,
    ' '.repeat(250_000),
    `<b>${' \n'.repeat(120_000)}`,
    '1',
    '',
    '',
    '',
    '',
  ]),
  'a price of commas': Array.from({ length: 20 }, (_, n) => [`h${n}`, 'T', '', '1,'.repeat(120_000), '', '', '', '']),
}

for (const [name, rows] of Object.entries(SLOW))
  test(`reads each row of a hostile file without blocking for long: ${name}`, () => {
    let [longest, last, count] = [0, performance.now(), 0]
    for (const _ of convertRows('shopify', HEADER, rows)) {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
      count++
    }
    assert.equal(count, rows.length)
    // parsing takes a few milliseconds on an idle machine
    assert.ok(longest < slack(1000), `${Math.round(longest)} ms`)
  })
