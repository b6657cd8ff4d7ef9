import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyInSize } from './photo.ts'

test('looking up a photo returns the file of the requested size, or the largest file if none has that size', () => {
  const photo = {
    variants: [
      { size: 'small', key: 's' },
      { size: 'medium', key: 'm' },
      { size: 'large', key: 'l' },
    ],
  } as const
  assert.deepEqual([keyInSize(photo, 'small'), keyInSize(photo, 'video'), keyInSize(photo)], ['s', 'l', 'l'])
  assert.deepEqual([keyInSize(undefined, 'small'), keyInSize({ variants: [] })], [undefined, undefined])
})
