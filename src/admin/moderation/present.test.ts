import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentAppeal } from './present.ts'
import type { AppealRow } from './queries.ts'

test('an appeal is open until it is answered', () => {
  const at = new Date('2030-01-01T00:00:00Z')
  const row = { id: 'app_1', measure_id: 'mea_1', body: 'Why?', answered_at: null, outcome: null, answer: null, created_at: at } as unknown as AppealRow // prettier-ignore
  const shown = { object: 'appeal', id: 'app_1', measure: 'mea_1', body: 'Why?', created_at: at.toISOString() }
  assert.deepEqual(presentAppeal(row), { ...shown, status: 'open', outcome: null, answer: null, answered_at: null })
  assert.deepEqual(presentAppeal({ ...row, answered_at: at, outcome: 'upheld', answer: 'No.' }), {
    ...shown,
    status: 'answered',
    outcome: 'upheld',
    answer: 'No.',
    answered_at: at.toISOString(),
  })
})
