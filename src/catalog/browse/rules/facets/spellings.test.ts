import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandOf } from './brand.ts'
import { conditionNamed } from './condition.ts'
import { facetField } from './fields.ts'
import { FACETS, facetsOfLines, filterValue, passesFacets, shownFacets, type FacetLine } from './index.ts'
import { sizeName, sizeOf, sizeRank } from './size.ts'
import { slack } from '#test/machine.ts'

/** One row per value: the detail line's label, the expected value, and sellers' spellings separated by semicolons. */
const SPELLINGS = `
Brand | levis | Levi's; LEVIS; levi’s; Levi Strauss & Co.; Levi Strauss and Co; levi
Brand | dr martens | Dr. Martens; Doc Martens; DR MARTENS; dr martens
Brand | h m | H&M; h & m; H and M; HM; Hennes & Mauritz
Brand | the north face | The North Face; North Face; TNF; NORTHFACE
Brand | hermes | Hermès; HERMES; Hermes Paris
Brand | nike | Nike; NIKE; Nike, Inc.; nike sb
Brand | ray ban | Ray-Ban; Rayban; RAY BAN
Brand | marks spencer | M&S; Marks and Spencer; Marks & Spencer
Brand | christian dior | Dior; Christian Dior
Brand | fjallraven | Fjällräven; FJALLRAVEN
Brand | l l bean | L.L.Bean; LL Bean; llbean
Brand | saint laurent | YSL; Yves Saint Laurent; Saint Laurent
Brand | zorbuquix | Zorbuquix; ZORBUQUIX; Zorbuquix Ltd
Maker | ikea | IKEA; Ikea of Sweden
Manufacturer | lego | LEGO; Lego Group
Brand | | Unbranded; none; N/A; handmade; unknown; -
Size | xs | XS; x-small; Extra Small; X Small
Size | s | S; small; Small; Size S; sm
Size | m | M; Medium; medium; Men's M; Women’s medium; Size M; M (8-10); med.; US M
Size | l | L; Large; large; Mens L; lg
Size | xl | XL; X-Large; Extra large; 1XL
Size | xxl | XXL; 2XL; 2x; XX-Large; double XL
Size | 3xl | 3XL; XXXL
Size | s/m | S/M; S-M; small/medium; S to M
Size | one size | One size; OS; one-size; OSFA; One size fits all
Size | eu 38 | EU 38; 38 EU; EUR 38; eu38; 38 (EU); Size EU 38
Size | us 9 | US 9; 9 US; US9; US Men's 9; US 9.0; us 9 / eu 42
Size | us 9.5 | US 9.5; 9,5 US; US 9½; US 9 1/2
Size | uk 8 | UK 8; uk8; 8 UK; UK 8 (EU 42)
Size | w32 l34 | W32 L34; 32x34; W32/L34; 32W 34L; w32l34
Size | 10 | 10; 10.0; Size 10; No. 10
Shoe size (EU) | eu 42 | 42; EU 42; 42.0
US shoe size | us 8 | 8; US 8
Ring size | ring 7 | 7; US 7; size 7
Ring size | ring n | N; n; UK N
Size | | none; N/A; See description
Condition | new | New; NEW; Brand new; BNWT; new with tags; NWT; Unworn; Never used; Sealed; New (with tags); new, in box
Condition | like_new | Like new; like-new; As new; Excellent; Mint; Worn once; Excellent used condition; near mint; Used - Like New
Condition | good | Good; good; Very good; Used - good; Gently used; Good condition; In good condition; Good, small mark on the cuff; very good – one scratch; 8/10
Condition | fair | Fair; Acceptable; OK; Some wear; fair condition; Satisfactory
Condition | worn | Worn; Well worn; Heavily used; Poor; Play condition
Condition | parts | For parts; Parts only; Not working; For parts or not working; Spares or repair; Broken; faulty
Condition | | Used; Pre-owned; not new; lovely; new to me; 12
Color | black | Black; BLACK; jet black
Colour | grey | Grey; gray; GRAY; charcoal; heather grey; light grey
Colour | navy | Navy; navy blue; dark navy; Midnight blue
Colour | blue | Blue; dark blue; Royal Blue; denim; Light wash
Color | green | green; Forest green; emerald; sage
Color | multicolour | Multi; Multicolor; multi-coloured; Rainbow
Main colour | burgundy | Burgundy; maroon; Wine; oxblood
Color | gold | Gold; rose gold; yellow gold; Gold tone
Color | | sunset; unknown; 12; transparency
Color | navy,white | Navy/White; navy, white; Navy and white; navy & white; NAVY / WHITE
Colours | red,blue,green | red, blue and green; Red/Blue/Green; red, dark blue, forest green
`
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [label, value, spellings] = row.split('|').map((cell) => cell.trim())
    return spellings!.split(';').map((text) => ({ label: label!, value: value!, text: text.trim() }))
  })

const line = (label: string, value: string, source: FacetLine['source'] = 'you'): FacetLine => ({ label, value, source })

const valuesOf = (label: string, text: string): string => {
  const facets = facetsOfLines([line(label, text)])
  return FACETS.flatMap((name) => facets[name].map(({ value }) => value)).join(',')
}

test(`${SPELLINGS.length} spellings of brands, sizes, conditions and colors are normalized to standard values`, () => {
  assert.ok(SPELLINGS.length >= 200)
  const wrong = SPELLINGS.filter(({ label, value, text }) => valuesOf(label, text) !== value)
  assert.deepEqual(
    wrong.map((one) => ({ ...one, got: valuesOf(one.label, one.text) })),
    [],
  )
})

test('detail lines about attributes without a facet are ignored', () => {
  for (const label of ['Screen size', 'Condition of the box', 'Brand story', 'Colour temperature', 'Frame', 'Bed size', 'Sizes in stock'])
    assert.equal(valuesOf(label, 'New'), '', label)
})

test('facets are taken from the seller’s detail lines rather than from those that research found', () => {
  const of = (lines: FacetLine[]) => shownFacets(facetsOfLines(lines))
  assert.equal(of([line('Brand', 'Muji', 'agent'), line('Brand', 'Ikea')]).brand, 'Ikea')
  assert.equal(of([line('Brand', 'Muji', 'agent')]).brand, 'Muji')
  assert.equal(of([line('Condition', 'Good', 'agent'), line('Condition', 'a bit odd')]).condition, null)
  assert.equal(of([line('Size', ''), line('Clothing size', 'medium')]).size, 'M')
  assert.equal(of([line('Brand', ''), line('Brand', 'Muji', 'agent')]).brand, 'Muji')
  assert.equal(of([line('Brand', 'Muji'), line('Maker', 'Ikea')]).brand, 'Muji')
  assert.equal(of([line('Brand', 'none'), line('Maker', 'Ikea')]).brand, 'Ikea')
})

test('facets show a known value by its usual name, and an unknown value as it was written', () => {
  const shown = shownFacets(facetsOfLines([line('Brand', 'levi strauss'), line('Size', '38 eur'), line('Condition', 'BNWT')]))
  assert.deepEqual(shown, { brand: "Levi's", size: 'EU 38', condition: 'new' })
  assert.deepEqual(shownFacets(facetsOfLines([line('Brand', 'Zorbu  Quix'), line('Size', '30 x 40 cm')])), {
    brand: 'Zorbu Quix',
    size: '30 x 40 cm',
    condition: null,
  })
  assert.deepEqual(shownFacets(facetsOfLines([])), { brand: null, size: null, condition: null })
})

test('a color facet is labeled as the seller worded it', () => {
  assert.deepEqual(facetsOfLines([line('Color', 'forest Green and NAVY blue')]).color, [
    { value: 'green', label: 'Green' },
    { value: 'navy', label: 'NAVY blue' },
  ])
})

test('a search filter accepts every spelling of a value', () => {
  for (const { label, value, text } of SPELLINGS) {
    if (/Condition|\(EU\)|US shoe|Ring/.test(label) || value === '' || value.includes(',')) continue
    const facet = /colou?r/i.test(label) ? 'color' : /size/i.test(label) ? 'size' : 'brand'
    assert.equal(filterValue(facet, text), value, text)
    assert.equal(filterValue(facet, value), value, 'a value is its own spelling')
  }
  assert.equal(filterValue('size', 'Ring 7'), 'ring 7')
})

test('every value that is derived from a listing is accepted as a filter and finds the listing', () => {
  const words = fc.array(fc.constantFrom(...SPELLINGS.map(({ text }) => text), 'x', '12', '½', '/', "O'Neill", '(', 'Å'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.constantFrom('Brand', 'Size', 'Ring size', 'Color'), words, (label, parts) => {
      const facets = facetsOfLines([line(label, parts.join(' '))])
      for (const name of FACETS)
        for (const { value } of facets[name]) {
          assert.equal(filterValue(name, value), value)
          assert.ok(passesFacets(facets, { [name]: [value, 'other'] }))
          assert.ok(!passesFacets(facets, { [name]: ['other'] }))
          assert.ok(passesFacets(facets, { [name]: ['other'] }, name))
        }
    }),
    { numRuns: 2_000 },
  )
})

test('deriving facets from a detail line takes linear time', () => {
  for (const unit of ['1', ' ', '(', 'navy and ', 'x/', 'w3', '½', 'in ', '\u0301']) {
    const beganAt = performance.now()
    for (const label of ['Brand', 'Size', 'Condition', 'Color']) facetsOfLines([line(label, unit.repeat(500 / unit.length))])
    assert.ok(performance.now() - beganAt < slack(1_000), unit)
  }
})

test('a size is read up to its maximum length, and longer text is treated as a remark', () => {
  const value = (text: string) => sizeOf(text)?.value ?? null
  assert.deepEqual(sizeOf('a'.repeat(24)), { value: 'a'.repeat(24), label: 'a'.repeat(24) })
  assert.equal(sizeOf('a'.repeat(25)), null)
  const medium = (length: number) => `M (${'x'.repeat(length - 4)})`
  assert.deepEqual(sizeOf(medium(24)), { value: 'm', label: medium(24) })
  assert.deepEqual(sizeOf(medium(25)), { value: 'm', label: 'M' })
  assert.deepEqual(sizeOf(medium(80)), { value: 'm', label: 'M' })
  assert.equal(sizeOf(medium(81)), null)
  for (const text of ['', ' ', '—', 'Unknown']) assert.equal(sizeOf(text), null)
  assert.deepEqual(['59x44', '60x44', '59x45', 'w32', '32W', '38 cm', 's/zz', 'XX 38', 'EU 38 US'].map(value), [
    'w59 l44',
    '60x44',
    '59x45',
    'w32',
    'w32',
    '38 cm',
    's',
    'xx 38',
    'eu 38 us',
  ])
  const ring = (text: string) => sizeOf(text, { isRing: true, system: null })?.value
  assert.deepEqual(['07', '7.50', 'N.5', 'wide band'].map(ring), ['ring 7', 'ring 7.5', 'ring n.5', 'wide band'])
})

test('a known size has a usual name; letter sizes are listed first, and number sizes are grouped by their system', () => {
  const name = (value: string) => sizeName({ value, label: 'as written' })
  assert.deepEqual(['one size', 'ring n', 'eu 38', 'xxl', 's/m', '60x44'].map(name), [
    'One size',
    'Ring N',
    'EU 38',
    'XXL',
    'S/M',
    'as written',
  ])
  const systems = ['10', 'us 10', 'uk 10', 'eu 38', 'w32', 'fr 40', 'it 42', 'au 10', 'jp 11', 'ring 7', 'set 2']
  assert.deepEqual(
    systems.toSorted((one, other) => sizeRank(one) - sizeRank(other)),
    systems,
  )
  assert.deepEqual(['xxs', 's', 's/m', 'm', 'one size', '10', 'us 9.5', 'uk 8', 'eu 38', 'w32 l34', 'abc'].map(sizeRank), [
    0,
    2,
    2.5,
    3,
    11,
    2_010,
    3_009.5,
    4_008,
    5_038,
    6_032,
    Number.MAX_SAFE_INTEGER,
  ])
})

test('a brand of at most 60 characters is recognized, with or without a suffix such as “Inc.”', () => {
  assert.equal(brandOf('b'.repeat(60))?.value, 'b'.repeat(60))
  assert.equal(brandOf('b'.repeat(61)), null)
  for (const text of ['', '—', 'No brand']) assert.equal(brandOf(text), null)
  assert.equal(brandOf('Doc Martens Ltd')?.value, 'dr martens')
})

test('at most eight colors are read from a detail line, and each color is labeled with its first spelling in the line', () => {
  const colors = (text: string) => facetsOfLines([line('Color', text)]).color
  const nine = ['black', 'white', 'grey', 'red', 'blue', 'green', 'pink', 'brown', 'tan']
  assert.deepEqual(
    colors(nine.join(', ')).map(({ value }) => value),
    nine.slice(0, 8),
  )
  assert.deepEqual(colors('red, Crimson'), [{ value: 'red', label: 'red' }])
  assert.deepEqual(colors('a green of the woods'), [{ value: 'green', label: 'green' }])
})

test('the label of each detail line determines its facet', () => {
  const facets = [
    'Designer',
    'Maker',
    'Item size',
    'Jeans size',
    'Colour',
    'Exterior colour',
    'Item condition',
    'Condition of the box',
    'Bed size',
    'Frame',
  ]
  assert.deepEqual(
    facets.map((label) => facetField(label)?.facet ?? null),
    ['brand', 'brand', 'size', 'size', 'color', 'color', 'condition', null, null, null],
  )
  assert.deepEqual(facetField('Ring size (EUR)'), { facet: 'size', context: { isRing: true, system: 'eu' } })
  assert.equal(facetField('Frame'), null)
})

test('an unknown condition has no facet value, and an unknown condition in a filter stays unchanged', () => {
  assert.deepEqual(facetsOfLines([line('Condition', 'Used')]).condition, [])
  assert.deepEqual(
    [filterValue('condition', 'Very Good'), filterValue('brand', 'Zorbu Quix!'), filterValue('brand', '—')],
    ['Very Good', 'zorbu quix', ''],
  )
  assert.deepEqual([conditionNamed('Like New'), conditionNamed('good'), conditionNamed('x')], ['like_new', 'good', null])
})
