import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const CI = fileURLToPath(new URL('../bin/ci', import.meta.url))

test('long tests run on the oldest supported PostgreSQL version installed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'resale-ci-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const version of ['9.6', '14', '15', '16', '17', '100']) {
    mkdirSync(join(folder, version, 'bin'), { recursive: true })
    writeFileSync(join(folder, version, 'bin/postgres'), '', { mode: 0o755 })
  }
  // the script without its last line, which runs it
  const functions = readFileSync(CI, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')
  const env = { ...process.env, POSTGRES_VERSIONS: folder, TMPDIR: folder }
  const { stdout, stderr } = spawnSync('bash', ['-c', `${functions}\npostgres_bin`, CI], { env, encoding: 'utf8' })
  assert.deepEqual([stdout, stderr], [`${join(folder, '15/bin')}\n`, ''])
})
