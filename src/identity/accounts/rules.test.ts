import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPerson, type ClosedPerson } from './rules.ts'

const person: ClosedPerson = {
  bought: new Set(['ord_1']),
  slugs: new Map([['anns-attic', 'closed-1']]),
  names: [['Ann Arbor', 'Closed account'], ['Ann’s attic', 'Closed shop']],
} // prettier-ignore
const same = (value: unknown) => assert.deepEqual(withoutPerson(value, person), value)

test('the buyer’s name and address are removed from the records of purchases', () => {
  for (const key of ['id', 'thread', 'order', 'offer', 'hold']) {
    assert.deepEqual(
      withoutPerson({ [key]: 'ord_1', buyer: { name: 'Ann Arbor', city: 'X' }, address: { city: 'X' }, from: 'Ann', text: 'Hi' }, person),
      {
        [key]: 'ord_1',
        buyer: { name: 'Closed account' },
        address: null,
        from: 'Closed account',
        text: 'Hi',
      },
    )
  }
  const inner = { order: { id: 'ord_1', lines: [{ address: 'X', buyer: 'acc_1', url: 'https://x.test/anns-attic' }] } }
  assert.deepEqual(withoutPerson(inner, person), {
    order: { id: 'ord_1', lines: [{ address: null, buyer: 'acc_1', url: 'https://x.test/closed-1' }] },
  })
})

test('the sender’s role in a record, and all records with other buyers, stay unchanged', () => {
  for (const from of ['buyer', 'owner', 'agent', 'service']) same({ id: 'ord_1', from })
  same({ id: 'ord_2', buyer: { name: 'Ben' }, address: { city: 'X' }, from: 'Ben' })
  same({ id: 1, other: 'ord_1', address: 'X' })
  same([null, 5, true, 'anns-attic', { text: 'Ann Arbor' }])
})

test('a person’s name is replaced only in summaries, but a shop’s details are replaced in every object with the shop’s slug', () => {
  assert.deepEqual(withoutPerson({ summary: 'Ann Arbor of Ann’s attic, Ann Arbor', text: 'Ann Arbor' }, person), {
    summary: 'Closed account of Closed shop, Closed account',
    text: 'Ann Arbor',
  })
  same({ summary: 5 })
  assert.deepEqual(withoutPerson({ slug: 'anns-attic', name: 'Ann’s attic', about: 'Hi', city: 'X' }, person), {
    ...{ slug: 'closed-1', name: 'Closed shop', about: null, city: 'X' },
  })
  assert.deepEqual(withoutPerson({ slug: 'anns-attic' }, person), { slug: 'closed-1', name: 'Closed shop' })
  same({ slug: 'other', name: 'Other', about: 'Hi' })
  same({ slug: 5 })
})

test('a shop’s slug is replaced in URLs only where it is a host label or a path segment', () => {
  const url = (text: string) => withoutPerson(text, person)
  assert.equal(
    url('https://anns-attic.market.test/anns-attic/lamp?shop=anns-attic#x'),
    'https://closed-1.market.test/closed-1/lamp?shop=anns-attic#x',
  )
  assert.equal(url('https://market.test/anns-attic'), 'https://market.test/closed-1')
  assert.equal(url('https://market.test/anns-attic-2/not-anns-attic'), 'https://market.test/anns-attic-2/not-anns-attic')
  assert.equal(url('/anns-attic'), '/anns-attic')
})
