import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastRead } from './read-mark.ts'

type From = 'buyer' | 'owner' | 'agent' | 'service'
const talk = (...authors: From[]) => authors.map((from, index) => ({ id: String(index), from }))

const CASES: [string, ReturnType<typeof talk>, 'buyer' | 'seller', number, string | null][] = [
  ['nothing was sent', talk('owner'), 'buyer', 0, null],
  ['more is unread than was sent', talk('buyer', 'buyer'), 'buyer', 3, null],
  ['a helper wrote last', talk('owner', 'agent'), 'seller', 0, '0'],
  ['everything was read', talk('buyer', 'owner', 'buyer'), 'buyer', 0, '2'],
  ['the last message is unread', talk('buyer', 'owner', 'buyer'), 'buyer', 1, '0'],
  ['nothing was read', talk('buyer', 'buyer'), 'buyer', 2, null],
  ['more is unread than the page shows', talk('buyer'), 'buyer', 5, null],
  ['the seller’s message was read', talk('buyer', 'owner'), 'seller', 0, '1'],
  ['the helper’s unread message counts', talk('buyer', 'owner', 'agent'), 'seller', 1, '1'],
  ['the helper’s own message never gets the mark', talk('buyer', 'agent'), 'seller', 0, null],
]

for (const [name, messages, party, unread, id] of CASES)
  test(`when ${name}, the last message that the ${party} has read is found`, () => assert.equal(lastRead(messages, party, unread), id))
