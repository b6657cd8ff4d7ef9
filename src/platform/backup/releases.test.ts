import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { migrate, migrationNames } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import { prepareQueue } from '#platform/jobs/index.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { plantRows } from '#test/plant-rows.ts'
import { ROWS } from '#test/sample-rows.ts'
import { takeBackup } from './create.ts'
import type { Manifest } from './manifest.ts'
import { checkBackup, compareRows, loadBackup } from './restore.ts'
import { openTarget, type BackupTarget } from './target.ts'

const NOW = new Date('2026-11-22T15:00:00Z')

test('a backup from an older release is restored with the schema of that release, and the next startup migrates it', async (t) => {
  const { target, manifest } = await olderBackup(t)
  assert.ok(manifest.migrations.length < migrationNames().length)
  const database = await openEmpty(t)
  await checkBackup(target, manifest)
  await loadBackup(target, manifest, { connection: database.connection, storage: null })
  assert.deepEqual(await compareRows(manifest, database.connection), [])
  const migrated = await migrate(database.connection)
  assert.deepEqual([...manifest.migrations.map(({ name }) => name), ...migrated], migrationNames())
  const rows = await countRows(database, manifest)
  assert.deepEqual(
    rows,
    manifest.tables.map(({ name, rows: count }) => [name, count]),
  )
  assert.ok(rows.filter(([, count]) => count > 0).length > 50, 'most tables have rows')
})

for (const [what, change] of [
  ['a migration of a newer release', { name: '29990101000000_later.sql', sha256: '0'.repeat(64) }],
  ['a changed migration', { name: '0001_baseline.sql', sha256: '0'.repeat(64) }],
] as const)
  test(`a backup with ${what} is rejected, and the error names the problem`, async (t) => {
    const { target, manifest } = await olderBackup(t)
    const others = manifest.migrations.filter(({ name }) => name !== change.name)
    await assert.rejects(checkBackup(target, { ...manifest, migrations: [...others, change] }), {
      name: 'BackupError',
      message: new RegExp(`made by another release \\(older\\) with a migration that this release does not know: ${change.name}`),
    })
  })

async function openEmpty(t: TestContext): Promise<TestDatabase> {
  const database = await emptyDatabase()
  t.after(() => database.drop())
  return database
}

async function olderBackup(t: TestContext): Promise<{ target: BackupTarget; manifest: Manifest }> {
  const database = await openEmpty(t)
  const folder = await mkdtemp(join(tmpdir(), 'resale-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await migrate(database.connection, { only: new Set(['0001_baseline.sql']) })
  await prepareQueue(database.connection)
  const client = new Client(database.connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
    )
    const known = new Set(rows.map(({ name }) => name))
    await plantRows(
      client,
      ROWS.map(([table]) => table).filter((table) => known.has(table)),
      {},
    )
  } finally {
    await client.end()
  }
  const target = await openTarget(createDiskStorage(folder), null, { create: true })
  const { manifest } = await takeBackup(target, { connection: database.connection, storage: null, release: 'older' }, NOW)
  return { target, manifest }
}

async function countRows({ connection }: TestDatabase, { tables }: Manifest): Promise<[string, number][]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const counts: [string, number][] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
      counts.push([name, rows[0]!.count])
    }
    return counts
  } finally {
    await client.end()
  }
}
