import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowed, notices, runningPackages } from '#bin/notices.ts'

test('every runtime package has an approved license, and the notices contain its text', () => {
  const packages = runningPackages()
  assert.ok(packages.length > 100, `${packages.length} packages`)
  assert.deepEqual(
    packages.filter(({ license }) => !isAllowed(license)).map(({ name, license }) => `${name}: ${license}`),
    [],
  )
  const text = notices(packages)
  for (const name of ['hono', 'kysely', 'sharp', 'pg']) assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: `, 'm'))
  assert.ok(text.includes('Permission is hereby granted') && text.includes('Apache License'))
  assert.doesNotMatch(text, /^(?:typescript|oxlint|playwright-core) /m)
})

test('the license check accepts “or” expressions with at least one allowed license, and “and” expressions with allowed licenses only', () => {
  for (const license of ['MIT', '(AFL-2.1 OR BSD-3-Clause)', 'Apache-2.0 AND MIT']) assert.ok(isAllowed(license), license)
  for (const license of ['', 'GPL-3.0-only', 'MIT AND AGPL-3.0', 'SEE LICENSE IN x']) assert.ok(!isAllowed(license), license)
})
