import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyInSize } from './photo.ts'

test('the result is the file for the requested size, or the largest file if there is none', () => {
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
