import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentBlock } from './present.ts'

test('a block shows the public name of the person, and the shop only if it has a slug and a name', () => {
  const row = {
    name: 'Ana',
    shop_slug: 'attic',
    shop_name: 'Attic',
    thread_id: 'thr_1',
    order_id: null,
    created_at: new Date('2030-01-01'),
  }
  assert.deepEqual(presentBlock(row), {
    object: 'block',
    name: 'Ana',
    shop: { slug: 'attic', name: 'Attic' },
    thread: 'thr_1',
    order: null,
    created_at: '2030-01-01T00:00:00.000Z',
  })
  assert.deepEqual([presentBlock({ ...row, shop_slug: null }).shop, presentBlock({ ...row, shop_name: null }).shop], [null, null])
})
