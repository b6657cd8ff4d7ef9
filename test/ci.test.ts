import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { oldestPostgres } from '#bin/ci.ts'

test('in CI, the long tests run on the oldest supported PostgreSQL version that is installed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const version of ['9.6', '14', '15', '16', '17', '100']) {
    mkdirSync(join(folder, version, 'bin'), { recursive: true })
    writeFileSync(join(folder, version, 'bin/postgres'), '', { mode: 0o755 })
  }
  assert.equal(oldestPostgres(folder), join(folder, '15/bin'))
  assert.equal(oldestPostgres(join(folder, '9.6')), null)
})
