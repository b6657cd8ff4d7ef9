import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTo, idsIn, MAX_BAGS, parseBags, serializeBags, withBag } from './bag-rules.ts'

const id = (number: number): string => `lst_01k9zsd6x1n8h4c2w7j5f0b9m${number}`
const ten = Array.from({ length: 10 }, (_, index) => id(index))

test('reading a bag cookie returns the same bag that was written to it', () => {
  const bags = [
    { slug: 'attic', ids: ten },
    { slug: 'row-2', ids: [id(3)] },
  ]
  assert.deepEqual(parseBags(serializeBags(bags)), bags)
})

test('entries in the bag cookie that the service never writes are ignored', () => {
  for (const text of [
    '',
    'attic',
    'attic~',
    'attic~ord_1',
    'Attic~lst_1',
    'attic~lst_1;x',
    `attic~${[...ten, 'lst_x'].join('~')}`,
    '~lst_1',
    'a/b~lst_1',
  ])
    assert.deepEqual(parseBags(text), [], text)
  assert.deepEqual(parseBags('aa~lst_1~lst_1|<b>~lst_2|cc~lst_3'), [
    { slug: 'aa', ids: ['lst_1'] },
    { slug: 'cc', ids: ['lst_3'] },
  ])
  assert.equal(parseBags('aa~lst_1|bb~lst_1|cc~lst_1|dd~lst_1').length, MAX_BAGS)
})

test('a bag contains at most ten items, and each item only once', () => {
  assert.deepEqual(addTo(ten.slice(1), id(0)), { kind: 'added', ids: [...ten.slice(1), id(0)] })
  assert.deepEqual(addTo(ten, 'lst_x'), { kind: 'full' })
  assert.deepEqual(addTo(ten, id(4)), { kind: 'known' })
})

test('the bag cookie contains only the three most recently changed bags, and no empty bag', () => {
  const bags = ['aa', 'bb', 'cc', 'dd', 'bb'].reduce<ReturnType<typeof parseBags>>((all, slug) => withBag(all, slug, [id(1)]), [])
  assert.deepEqual(
    bags.map(({ slug }) => slug),
    ['cc', 'dd', 'bb'],
  )
  assert.deepEqual(idsIn(withBag(bags, 'dd', []), 'dd'), [])
  assert.equal(withBag(bags, 'dd', []).length, 2)
  assert.ok(serializeBags(['a', 'b', 'c'].map((one) => ({ slug: one.repeat(32), ids: ten }))).length < 1_500)
})
