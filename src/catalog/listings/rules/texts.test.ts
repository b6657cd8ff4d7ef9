import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_TEXT_NAMES, TEXT_NAMES } from './texts.ts'

test('buyers see every text field of a listing except the SKU', () =>
  assert.deepEqual([...PUBLIC_TEXT_NAMES, 'sku'].toSorted(), TEXT_NAMES.toSorted()))
