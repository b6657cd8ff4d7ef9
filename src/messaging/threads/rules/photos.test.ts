import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textAndPhotos } from './photos.ts'

test('the number of photos is appended to the message text', () => {
  assert.deepEqual(
    [textAndPhotos('Hi', 0), textAndPhotos('Hi', 1), textAndPhotos('Hi', 2), textAndPhotos('', 1)],
    ['Hi', 'Hi (1 photo)', 'Hi (2 photos)', '(1 photo)'],
  )
})
