import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_KINDS, hasPush, isOptional, isRequiredNotice, KINDS, PUSH_KINDS, REASONS, requiredKinds, titleOf } from './rules.ts'

test('of the notifications that cannot be switched off, only those about money are sent as push notifications', () => {
  const required = ALL_KINDS.filter((kind) => !isOptional(kind))
  assert.deepEqual(required.filter((kind) => KINDS[kind].push), ['money']) // prettier-ignore
  assert.deepEqual([hasPush('money'), hasPush('receipt'), hasPush('sold')], [true, false, true])
  assert.deepEqual(required.filter(isRequiredNotice), ['measure', 'decision', 'receipt', 'money'])
  assert.ok(PUSH_KINDS.includes('sold'))
})

test('each notification that cannot be switched off appears exactly once on the settings page, under the reason why', () => {
  const listed = requiredKinds()
  assert.deepEqual(listed.map(({ reason }) => reason), Object.values(REASONS)) // prettier-ignore
  const titles = listed.flatMap((one) => one.titles)
  assert.deepEqual(titles.toSorted(), ALL_KINDS.filter((kind) => !isOptional(kind)).map(titleOf).toSorted()) // prettier-ignore
  assert.ok(listed[0]!.titles.includes(titleOf('password_changed')) && !listed[0]!.titles.includes(titleOf('money')))
})
