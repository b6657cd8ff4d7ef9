import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf, mostOf } from './rules.ts'

test('retention rules return the count limit or age limit of a table, and throw if the table has no such limit', () => {
  assert.ok(mostOf('passkeys') > 0 && ageOf('events') > 0)
  for (const table of ['events', 'orders', 'no_table']) assert.throws(() => mostOf(table), /no count limit/)
  for (const table of ['passkeys', 'orders', 'no_table']) assert.throws(() => ageOf(table), /no age limit/)
})
