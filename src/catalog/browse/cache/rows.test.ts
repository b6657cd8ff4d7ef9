import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SizedCache } from '#platform/cache/sized-cache.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import { cachedList, cachedRows, type ListOf, type RowsOf } from './rows.ts'

type Card = { id: string; title: string }
const CARDS: RowsOf<Card> = { kind: 'card', subjects: ({ id }) => [`listing ${id}`] }
const SHELVES: ListOf<Card> = { kind: 'shelf', rows: CARDS, nameOf: ({ id }) => id, subjects: (_, name) => [`shelf ${name}`] }

function shop() {
  const room = new SizedCache<unknown>(1_000_000, () => 100)
  const rows = { fresh: async () => room.generation, get: room.get.bind(room), put: room.put.bind(room) }
  const ctx = { now: () => new Date(0), responseCache: { rows } as unknown as ResponseCache }
  const cards = ['a', 'b', 'c'].map((id) => ({ id, title: `first ${id}` }))
  const seen = { reads: 0 }
  const read = async () => (seen.reads++, cards.map((card) => ({ ...card })))
  return { room, cards, seen, ctx, shelf: () => cachedList(ctx, SHELVES, 'shop', read) }
}

test('a cached list consists of references to rows, and several lists share the same cached rows', async () => {
  const { shelf, seen, ctx } = shop()
  const first = await shelf()
  assert.deepEqual(await shelf(), first)
  const nothing = () => Promise.reject(new Error('all of them are kept'))
  const [b] = await cachedRows(ctx, CARDS, ['b'], nothing, ({ id }) => id)
  assert.equal(b, first[1])
  assert.equal(seen.reads, 1)
})

test('after a list or one of its rows changes, the cache reads the whole list again', async () => {
  const { shelf, seen, room, cards } = shop()
  await shelf()
  cards[1]!.title = 'second b'
  room.drop(['listing b'])
  assert.deepEqual(
    (await shelf()).map(({ title }) => title),
    ['first a', 'second b', 'first c'],
  )
  cards.shift()
  room.drop(['shelf shop'])
  const [after, again] = await Promise.all([shelf(), shelf()])
  assert.deepEqual([after.map(({ id }) => id), again === after, seen.reads], [['b', 'c'], true, 3])
})

test('an empty list is cached like any other list', async () => {
  const { shelf, seen, cards } = shop()
  cards.length = 0
  assert.deepEqual([await shelf(), await shelf(), seen.reads], [[], [], 1])
})
