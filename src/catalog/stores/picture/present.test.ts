import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '#platform/context/index.ts'
import { pictureUrl } from './present.ts'

test('the picture of a shop has the URL of its largest size', () => {
  const urls = { media: (key: string) => `media/${key}` } as Context['urls']
  const picture = ['320.webp', '800.webp', '1600.webp'].map((key) => ({ key }))
  assert.deepEqual([pictureUrl({ urls }, { picture }), pictureUrl({ urls }, { picture: null })], ['media/1600.webp', null])
})
