import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOf, convertRows, isInfoLine } from './index.ts'
import { categoryFor, conditionSynonyms, describe, piecesIn, plainPrice, shortenTexts } from './columns.ts'
import { slack } from '#test/machine.ts'

test('the header of a CSV file identifies the service that exported it, and an unknown header yields null', () => {
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
] as const) test(`the category “${path}” in an import becomes ${category ?? 'none'}`, () => assert.equal(categoryFor(path), category)) // prettier-ignore

test('conditions, prices and HTML descriptions are read from an imported file', () => {
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

test('a description is cut after 5,000 characters, and only the first 65,536 characters of the raw text are read', () => {
  assert.deepEqual(describe('a'.repeat(5_000)), { text: 'a'.repeat(5_000), wasCut: false })
  assert.deepEqual(describe('a'.repeat(5_001)), { text: 'a'.repeat(5_000), wasCut: true })
  assert.deepEqual(describe(`${' '.repeat(65_535)}a`), { text: 'a', wasCut: false })
  assert.deepEqual(describe(`${' '.repeat(65_535)}ab`), { text: 'a', wasCut: true })
  assert.deepEqual(describe('<p>a</p>\n\n\n<hr><p>b<!-- c --></p>'), { text: 'a\n\nb', wasCut: false })
  assert.deepEqual(describe('a\r\n\n\nb'), { text: 'a\n\nb', wasCut: false })
})

test('an imported title of 80 characters stays unchanged, and a longer title is repeated in full above the description', () => {
  const fitted = (title: string, text: string, wasCut = false) => {
    const notes: string[] = []
    return [shortenTexts(title, { text, wasCut }, notes), ...notes]
  }
  const [title, long] = ['a'.repeat(80), 'a'.repeat(81)]
  const shortened = 'The title was shortened to 80 characters. The full title is now above the description.'
  const cut = 'The description was shortened to 5000 characters.'
  assert.deepEqual(fitted('', ''), [{}])
  assert.deepEqual(fitted('A &amp; B', 'x'), [{ title: 'A & B', description: 'x' }])
  assert.deepEqual(fitted(title, 'x', true), [{ title, description: 'x' }, cut])
  assert.deepEqual(fitted(long, ''), [{ title, description: long }, shortened])
  assert.deepEqual(fitted(long, 'x', true), [{ title, description: `${long}\n\nx` }, shortened, cut])
  const rest = 'b'.repeat(5_000 - 83)
  assert.deepEqual(fitted(long, rest), [{ title, description: `${long}\n\n${rest}` }, shortened])
  assert.deepEqual(fitted(long, `${rest}b`), [{ title, description: long }, shortened, cut])
  assert.deepEqual(fitted('a'.repeat(1_001), ''), [{ title, description: 'a'.repeat(1_000) }, shortened])
})

test('a quantity in an import consists of one to nine digits', () => {
  assert.deepEqual(['0', '7', '123456789', '1234567890', '1.5', '-1', ''].map(piecesIn), [0, 7, 123_456_789, null, null, null, null])
})

test('a file is recognized as an export from eBay, Etsy or Shopify only if it has all columns that this export requires', () => {
  for (const [header, format] of [
    ['*Title,*ConditionID,*StartPrice', 'ebay'], ['Title,Condition ID,BuyItNowPrice', 'ebay'], ['title,item number,price', 'ebay'],
    ['Title,Item number', null], ['Item number,Price', null], ['Title,Price', null],
    ['Title,Currency_code,Image1', 'etsy'], ['Title,Currency_code', null], ['Title,Image1', null], ['Currency_code,Image1', null],
    ['URL handle,Title,Price,Product image URL', 'shopify'], ['Handle,Title,Variant Price', 'shopify'],
    ['Handle,Title,Price', null], ['Handle,Title,Product image URL', null], ['Handle,Variant Price', null], ['Title,Variant Price', null],
    ['Handle,Title', null], ['Price,Product image URL', null],
  ] as const) assert.equal(formatOf(header.split(',')), format, header) // prettier-ignore
})

test('a row with more or fewer cells than the header is refused, and eBay’s information line is recognized', () => {
  assert.deepEqual([...convertRows('etsy', ['TITLE', 'PRICE'], [['a'], ['b', '1'], ['c', '2', '3']])].slice(0, 2), [
    { row: 1, column: '', reason: 'The number of cells in the row is 1, but the header has 2.' },
    { row: 3, column: '', reason: 'The number of cells in the row is 3, but the header has 2.' },
  ])
  assert.deepEqual([['#INFO', 'x'], ['Info: '], ['INFORMATION'], ['Title'], []].map(isInfoLine), [true, true, false, false, false])
})

type Format = Parameters<typeof convertRows>[0]

function converted(format: Format, ...rows: Record<string, string>[]) {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [...convertRows(format, header, rows.map((row) => header.map((name) => row[name] ?? '')))] // prettier-ignore
}
const refusals = (format: Format, row: Record<string, string>) =>
  converted(format, row).map((one) => ('reason' in one ? `${one.column} ${one.reason}` : 'draft'))
const draft = (format: Format, row: Record<string, string>) => {
  const [one] = converted(format, row)
  return one !== undefined && 'cells' in one ? one : assert.fail('refused')
}
const photo = (url: string, alt: string | null = null) => ({ url, alt })

test('an eBay row with all columns is imported as a complete draft', () => {
  assert.deepEqual(
    converted('ebay', {
      ...{ 'Item number': '1', ' *Title ': 'Wool coat', Description: '<p>Warm</p>', Currency: 'usd', 'Available quantity': '2' },
      ...{ 'Current price': '$1,250.50', 'ShippingService-1:Cost': '$5', 'eBay category 1 name': 'Clothing' },
      ...{ 'Item photo URL': 'https://x/1.jpg| https://x/2.jpg;', ConditionID: '3000', ConditionDescription: 'é'.repeat(501) },
      ...{ 'C:Brand': 'Acme', 'C:Type': 'Coat', 'Variation details': 'Color=Red|Size = M|=x|y=' },
    }),
    [
      {
        row: 1,
        cells: {
          title: 'Wool coat',
          description: 'Warm',
          category: 'Clothing',
          price: '1250.50',
          shipping: '5',
          fields: [
            { label: 'Condition', value: 'Used' },
            { label: 'Condition in words', value: 'é'.repeat(500) },
            { label: 'Brand', value: 'Acme' },
            { label: 'Type', value: 'Coat' },
            { label: 'Color', value: 'Red' },
            { label: 'Size', value: 'M' },
            { label: 'Quantity', value: '2' },
          ],
        },
        columns: {
          ...{ title: '*Title', description: 'Description', price: 'Current price', shipping: 'ShippingService-1:Cost' },
          fields: 'Variation details',
        },
        photos: [photo('https://x/1.jpg'), photo('https://x/2.jpg')],
        photoColumn: 'Item photo URL',
        notes: [],
      },
    ],
  )
})

test('an eBay row with only a title is imported as a draft, and the notes name the missing columns', () => {
  assert.deepEqual(draft('ebay', { Title: 'Lamp', Quantity: '1' }), {
    row: 1,
    cells: { title: 'Lamp', fields: [] },
    columns: {
      ...{ title: 'Title', description: 'Description', price: 'Current price', shipping: 'ShippingService-1:Cost' },
      fields: 'Variation details',
    },
    photos: [],
    photoColumn: 'Item photo URL',
    notes: ['eBay’s file has no photos for this item. Add photos to the draft.'],
  })
})

test('an import refuses items with a currency other than US dollars, and items that are out of stock', () => {
  const reason = 'is ABCDEFGHIJ: prices here are in US dollars.'
  assert.deepEqual(refusals('ebay', { Currency: 'abcdefghijk'.toUpperCase() }), [`Currency ${reason}`])
  assert.deepEqual(refusals('etsy', { CURRENCY_CODE: 'ABCDEFGHIJK' }), [`CURRENCY_CODE ${reason}`])
  const stock = 'is 0: the item is out of stock.'
  assert.deepEqual(refusals('ebay', { Quantity: '0' }), [`Quantity ${stock}`])
  assert.deepEqual(refusals('etsy', { QUANTITY: '0' }), [`QUANTITY ${stock}`])
  assert.deepEqual(refusals('shopify', { 'Inventory quantity': '0' }), [`Inventory quantity ${stock}`])
  assert.deepEqual(refusals('shopify', { 'Inventory quantity': `-${'1'.repeat(20)}` }), [
    `Inventory quantity is -${'1'.repeat(19)}: the item is out of stock.`,
  ])
  for (const format of ['ebay', 'etsy', 'shopify'] as const) {
    assert.deepEqual(refusals(format, { Title: 'a', Currency: '', CURRENCY_CODE: 'usd', Quantity: '', 'Variant Inventory Qty': '1' }), [
      'draft',
    ])
  }
  assert.deepEqual(refusals('shopify', { Status: 'Archived' }), ['Status is archived: the item is not for sale on Shopify.'])
  assert.deepEqual(refusals('shopify', { 'Gift card': 'TRUE' }), ['Gift card is TRUE: gift cards cannot be sold here.'])
  assert.deepEqual(refusals('shopify', { Status: 'active', 'Gift card': 'FALSE', Title: 'a' }), ['draft'])
})

test('for an eBay item, the variations are imported instead of the summary line, and rows without an item number are never grouped', () => {
  const rows = [['1', 'all'], ['1', 'red'], ['2', 'alone'], ['1', 'blue'], ['', 'a'], ['', 'b'], ['3', 'both'], ['3', 'one']] // prettier-ignore
  const drafts = converted('ebay', ...rows.map(([number, title]) => ({ 'Item number': number!, Title: title! })))
  assert.deepEqual(
    drafts.map((one) => ('cells' in one ? [one.row, one.cells.title] : null)),
    [[2, 'red'], [4, 'blue'], [3, 'alone'], [5, 'a'], [6, 'b'], [8, 'one']], // prettier-ignore
  )
})

test('an imported eBay auction gets only its Buy It Now price, not the auction price', () => {
  const auction = { Title: 'a', Format: 'Auction', 'Start price': '1', PicURL: 'https://x/1.jpg' }
  assert.deepEqual(draft('ebay', auction).notes, ['This auction has no Buy It Now price. Set a price in the draft.'])
  assert.deepEqual(draft('ebay', auction).cells, { title: 'a', fields: [] })
  const sold = draft('ebay', { ...auction, BuyItNowPrice: '9' })
  assert.deepEqual([sold.cells.price, sold.columns['price'], sold.notes], ['9', 'BuyItNowPrice', []])
  assert.equal(draft('ebay', { ...auction, Format: 'FixedPrice', BuyItNowPrice: '9' }).cells.price, '1')
})

test('an Etsy row with all columns is imported as a complete draft', () => {
  const images = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [`IMAGE${index + 1}`, index % 19 === 0 ? `https://x/${index + 1}` : '']),
  )
  assert.deepEqual(
    draft('etsy', {
      ...{
        TITLE: 'Scarf',
        DESCRIPTION: 'Soft',
        PRICE: '$12',
        CURRENCY_CODE: 'USD',
        QUANTITY: '2',
        MATERIALS: 'wool,merino_silk',
        ...images,
      },
      ...{ 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'S,M', 'VARIATION 2 TYPE': 'Color', 'VARIATION 2 VALUES': 'Red' },
      ...{
        'VARIATION 3 NAME': 'Style',
        'VARIATION 3 VALUES': 'Long',
        'VARIATION 4 NAME': 'No',
        'VARIATION 4 VALUES': 'No',
        IMAGE21: 'https://x/21',
      },
    }),
    {
      row: 1,
      cells: {
        title: 'Scarf',
        description: 'Soft',
        price: '12',
        fields: [
          { label: 'Material', value: 'wool, merino silk' },
          { label: 'Size', value: 'S, M' },
          { label: 'Color', value: 'Red' },
          { label: 'Style', value: 'Long' },
          { label: 'Quantity', value: '2' },
        ],
      },
      columns: { title: 'TITLE', description: 'DESCRIPTION', price: 'PRICE', fields: 'MATERIALS' },
      photos: [photo('https://x/1'), photo('https://x/20')],
      photoColumn: 'IMAGE1',
      notes: [],
    },
  )
  const { cells } = draft('etsy', { TITLE: 'a', QUANTITY: '1', 'VARIATION 1 NAME': 'Size', 'VARIATION 2 VALUES': 'Red' })
  assert.deepEqual(cells, { title: 'a', fields: [] })
})

test('each variant of a Shopify product is imported as a draft with the product’s photos', () => {
  const first = {
    ...{ Handle: 'coat', Title: 'Coat', 'Body (HTML)': 'Warm', Vendor: 'Acme', Type: 'Coats', 'Google Shopping / Condition': 'used' },
    ...{
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      'Option2 Name': 'Color',
      'Option2 Value': 'Red',
      'Option3 Name': 'Cut',
      'Option3 Value': 'Slim',
    },
    ...{
      'Variant Price': '$10',
      'Variant Inventory Qty': '1',
      'Image Src': 'https://x/2',
      'Image Position': '2',
      'Image Alt Text': 'Back',
    },
  }
  const second = {
    ...{ Handle: 'coat', 'Option1 Value': 'M', 'Variant Price': '11', 'Variant Inventory Qty': '2', 'Variant Image': 'https://x/1' },
    ...{
      'Image Src': 'https://x/1',
      'Image Position': '1',
      'Google Shopping / Condition': 'new',
      'Option2 Value': '',
      'Option4 Value': 'x',
    },
  }
  const columns = { title: 'Title', description: 'Body (HTML)', price: 'Variant Price', fields: 'Option1 Value' }
  const [brand, color, cut] = [
    { label: 'Brand', value: 'Acme' },
    { label: 'Color', value: 'Red' },
    { label: 'Cut', value: 'Slim' },
  ]
  const shared = { description: 'Warm', category: 'Clothing' }
  assert.deepEqual(converted('shopify', first, second, { Handle: 'coat', 'Image Src': 'https://x/3' }, { Handle: 'coat', 'Image Src': 'https://x/2' }), [
    {
      row: 1,
      cells: { ...shared, title: 'Coat, S, Red, Slim', price: '10', fields: [brand, { label: 'Condition', value: 'Used' }, { label: 'Size', value: 'S' }, color, cut] },
      columns,
      photos: [photo('https://x/1'), photo('https://x/2', 'Back'), photo('https://x/3')],
      photoColumn: 'Image Src',
      notes: [],
    },
    {
      row: 2,
      cells: { ...shared, title: 'Coat, M', price: '11', fields: [brand, { label: 'Condition', value: 'New' }, { label: 'Size', value: 'M' }, { label: 'Quantity', value: '2' }] },
      columns,
      photos: [photo('https://x/1'), photo('https://x/2', 'Back'), photo('https://x/3')],
      photoColumn: 'Image Src',
      notes: [],
    },
  ]) // prettier-ignore
})

test('an import refuses a Shopify variant that is out of stock, and every variant of an archived product', () => {
  const first = { Handle: 'a', Title: 'T', Price: '1', 'Google Shopping / Condition': 'used', 'Option1 Value': 'S' }
  const read = (status: string, quantity: string) =>
    converted('shopify', { ...first, Status: status }, { Handle: 'a', Price: '2', 'Inventory quantity': quantity }).map((one) =>
      'cells' in one ? one.cells.fields : one.column,
    )
  const used = [{ label: 'Condition', value: 'Used' }]
  assert.deepEqual(read('active', '1'), [used, used])
  assert.deepEqual(read('active', '0'), [used, 'Inventory quantity'])
  assert.deepEqual(read('archived', '1'), ['Status', 'Status'])
})

test('an import records the column name as written in the file, even if the cell is empty', () => {
  assert.equal(draft('ebay', { Title: 'a', ' PRICE ': '' }).columns['price'], 'PRICE')
})

test('Shopify products without variants, prices or handles are imported as drafts', () => {
  const alone = {
    Title: 'Lamp',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Option2 Name': 'Color',
    'Option2 Value': 'Red',
    'Variant Price': '5',
  }
  const drafts = converted(
    'shopify',
    { ...alone, 'Product Category': 'Home' },
    { Title: 'Vase', 'Variant Image': 'https://x/v', 'Image Src': 'https://x/p' },
  )
  assert.deepEqual(
    drafts.map((one) => ('cells' in one ? [one.row, one.cells, one.photos] : null)),
    [
      [1, { title: 'Lamp', category: 'Home', price: '5', fields: [{ label: 'Color', value: 'Red' }] }, []],
      [2, { title: 'Vase', fields: [] }, [photo('https://x/v'), photo('https://x/p')]],
    ],
  ) // prettier-ignore
})

test('if a column name occurs twice in an import, the first of the two columns is read', () => {
  assert.deepEqual([...convertRows('etsy', ['TITLE', 'Title'], [['a', 'b'], ['', 'c']])].map((one) => 'cells' in one && one.cells.title), ['a', undefined]) // prettier-ignore
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
  test(`reading the rows of a hostile import file never blocks other requests for long: ${name}`, () => {
    let [longest, last, count] = [0, performance.now(), 0]
    for (const _ of convertRows('shopify', HEADER, rows)) {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
      count++
    }
    assert.equal(count, rows.length)
    // on an idle machine, parsing takes only a few milliseconds
    assert.ok(longest < slack(1000), `${Math.round(longest)} ms`)
  })
