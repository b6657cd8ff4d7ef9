import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { recordExamples } from '#test/recording/record.ts'

test('the recorded API examples match the current responses (update with npm run examples)', async (t) => {
  const now = JSON.parse(JSON.stringify(await recordExamples(t))) as object
  for (const [id, example] of Object.entries(now)) assert.deepEqual(recordedExamples()[id], example, id)
  assert.deepEqual(Object.keys(recordedExamples()), Object.keys(now))
})
