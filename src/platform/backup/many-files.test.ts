import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/index.ts'
import { auditFiles } from '#test/audit-files.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { memoryStorage } from '#test/memory-storage.ts'
import { run } from '#test/cluster.ts'
import { fileBatches, listedFiles, piecesOfFiles } from './files.ts'
import { storeLines } from './index-lines.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { openTarget, type BackupTarget } from './target.ts'
import { rehearse } from './rehearse.ts'
import { checkBackup, loadBackup } from './restore.ts'
import { takeBackup } from './create.ts'

const NOW = new Date('2026-11-23T05:00:00Z')
const FILES = 3_000
const SIZE = 50

test('backup, restore and audit never hold more than one page of file names in memory at a time', async (t) => {
  const { folder, backups } = await newTarget(t)
  const [from, to] = [await databaseWith(t, FILES), await empty(t)]
  const held = watchNames(t)
  const storage = held.storage(memory(FILES))
  // a statement timeout that is set for the database role must not interrupt the backup
  const connection = { ...from.connection, options: '-c statement_timeout=5' }
  const { manifest } = await takeBackup(backups, { connection, storage, release: 'test' }, NOW)
  assert.deepEqual([manifest.files!.rows, manifest.files!.content, manifest.files!.missing], [FILES, FILES * SIZE, 0])
  // 3,000 small files share one chunk; the file list and each table with rows use one chunk each
  assert.ok((await readdir(join(folder, 'pieces'), { recursive: true })).length < 60)

  const restored = held.storage(memory(0))
  await checkBackup(backups, manifest)
  await loadBackup(backups, manifest, { connection: to.connection, storage: restored })
  assert.deepEqual(await auditFiles(to.connection, restored), [])
  assert.ok(held.most() <= 1_000, `${held.most()} names in memory at once`)
  assert.ok(held.most() > 500, 'the counter counts names')
})

test('a backup and a restore hold their lock and succeed despite a short transaction timeout', async (t) => {
  const { backups } = await newTarget(t)
  const [from, to] = [await databaseWith(t, 3), await empty(t)]
  // this timeout exists only in PostgreSQL 17 and later, but backups must also work on older versions
  const { rows } = await from.pools.requests.query(`select from pg_settings where name = 'transaction_timeout'`)
  const options = rows.length === 0 ? '' : '-c transaction_timeout=200'
  const limited = (connection: ClientConfig) => ({ ...connection, options })
  const slow: BackupTarget = {
    ...backups,
    writePiece: (bytes) => sleep(150).then(() => backups.writePiece(bytes)),
    readPiece: (name) => sleep(150).then(() => backups.readPiece(name)),
  }
  const take = () => takeBackup(slow, { connection: limited(from.connection), storage: memory(3), release: 'test' }, NOW)
  const alone = (work: () => Promise<unknown>) => withAdvisoryLock(limited(from.connection), 'backup', work)
  await alone(async () => {
    const { manifest } = await take()
    await loadBackup(slow, manifest, { connection: limited(to.connection), storage: memory(0) })
    assert.equal(await alone(() => assert.fail('two requests at once')), null)
  })
})

test('a backup in format 1 can be restored, and the next backup packs small files together', async (t) => {
  const { backups } = await newTarget(t)
  const [from, to, storage, target] = [await databaseWith(t, 20), await empty(t), memory(20), memory(0)]
  const source = { connection: from.connection, storage, release: 'test' }
  const name = await inFirstFormat(backups, (await takeBackup(backups, source, NOW)).manifest, storage)
  const first = await readManifest(backups, name)
  await checkBackup(backups, first)
  await loadBackup(backups, first, { connection: to.connection, storage: target })
  assert.deepEqual(await contents(target), await contents(storage))
  assert.equal((await rehearse(backups, first, (await empty(t)).connection)).files, 20)

  const next = await takeBackup(backups, source, new Date(NOW.getTime() + 120_000))
  assert.equal(next.manifest.format, 2)
  assert.equal((await groups(backups, next.manifest)).length, 1)
})

test('a backup stores new files in a new chunk, and repacks a chunk if only few of its files are still used', async (t) => {
  const { backups } = await newTarget(t)
  const from = await databaseWith(t, 30)
  const large = memory(30, (n) => (n < 10 ? 900_000 : SIZE))
  const read: string[] = []
  const storage: Storage = { ...large, read: (key) => (read.push(key), large.read(key)) }
  const take = (minutes: number) =>
    takeBackup(backups, { connection: from.connection, storage, release: 'test' }, new Date(NOW.getTime() + minutes * 60_000))
  await take(0)
  assert.equal(read.length, 30)

  read.length = 0
  const same = await take(1)
  assert.ok(read.length < 30, `${read.length} files are read again because they were alone in a piece`)
  await run(from.connection, `insert into stored_files (key, created_at) values ('new.webp', now())`)
  await storage.put('new.webp', Buffer.from('new'), 'image/webp')
  const more = await take(2)
  assert.equal(more.manifest.files!.rows, same.manifest.files!.rows + 1)

  await run(from.connection, `delete from stored_files where key in (${[0, 1, 2, 3, 4].map((n) => `'${keyOf(n)}'`).join()})`)
  read.length = 0
  const fewer = await take(3)
  assert.ok(read.includes(keyOf(6)), 'half of its piece is unused')
  assert.equal((await groups(backups, fewer.manifest)).length, 1)
  read.length = 0
  assert.deepEqual((await take(4)).manifest.files!.pieces, fewer.manifest.files!.pieces)
  assert.deepEqual(read, [])
})

test('a restore reports the first error, even if the backup target becomes unavailable afterward', async (t) => {
  const { backups } = await newTarget(t)
  const [from, to] = [await databaseWith(t, 3), await empty(t)]
  const { manifest } = await takeBackup(backups, { connection: from.connection, storage: memory(3), release: 'test' }, NOW)
  let isAway = false
  const leaving: BackupTarget = { ...backups, readPiece: (name) => (isAway ? Promise.reject(new Error('away')) : backups.readPiece(name)) }
  const full: Storage = { ...memory(0), put: () => ((isAway = true), Promise.reject(new Error('no space left'))) }
  await assert.rejects(loadBackup(leaving, manifest, { connection: to.connection, storage: full }), /no space left/)
})

test('if the previous backup’s file list is missing, the next backup reads every file again', async (t) => {
  const { folder, backups } = await newTarget(t)
  const from = await databaseWith(t, 10)
  const source = { connection: from.connection, storage: memory(10), release: 'test' }
  const { manifest } = await takeBackup(backups, source, NOW)
  const list = manifest.files!.pieces[0]!
  await rm(join(folder, 'pieces', list.slice(0, 2), list))
  const next = await takeBackup(backups, source, new Date(NOW.getTime() + 60_000))
  assert.deepEqual([next.manifest.files!.rows, next.manifest.files!.missing], [10, 0])
  await checkBackup(backups, next.manifest)
})

test('if a stored chunk of pictures is missing, the next backup stores that chunk again', async (t) => {
  const { folder, backups } = await newTarget(t)
  const from = await databaseWith(t, 3)
  const source = {
    connection: from.connection, // gives every file a separate chunk
    storage: memory(3, () => 2 ** 20 + 5),
    release: 'test',
  }
  const { manifest } = await takeBackup(backups, source, NOW)
  const pieces = new Set<string>()
  for await (const { piece } of piecesOfFiles(backups, manifest.files)) pieces.add(piece)
  const [lost] = pieces
  await rm(join(folder, 'pieces', lost!.slice(0, 2), lost!))
  await assert.rejects(checkBackup(backups, manifest), /missing/)
  const next = await takeBackup(backups, source, new Date(NOW.getTime() + 60_000))
  assert.deepEqual([next.manifest.files!.rows, next.manifest.files!.missing], [3, 0])
  await checkBackup(backups, next.manifest)
})

test('a backup preserves files that the storage has lost, and reports files that no backup contains as missing', async (t) => {
  const { backups } = await newTarget(t)
  const from = await databaseWith(t, 4)
  const storage = memory(4)
  const source = { connection: from.connection, storage, release: 'test' }
  await takeBackup(backups, source, NOW)
  await storage.delete(keyOf(1))
  await run(from.connection, `insert into stored_files (key, created_at) values ('never.webp', now()), ('going.webp', now())`)
  await run(from.connection, `update stored_files set orphaned_at = now() where key = 'going.webp'`)
  const { files } = (await takeBackup(backups, source, new Date(NOW.getTime() + 60_000))).manifest
  assert.deepEqual([files!.rows, files!.missing], [4, 1])
})

const keyOf = (n: number): string => `${String(n).padStart(6, '0')}.webp`

async function newTarget(t: TestContext): Promise<{ folder: string; backups: BackupTarget }> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-files-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { folder, backups: await openTarget(createDiskStorage(folder), null, { create: true }) }
}

async function empty(t: TestContext): Promise<TestDatabase> {
  const database = await testDatabase()
  t.after(() => database.drop())
  return database
}

async function databaseWith(t: TestContext, files: number): Promise<TestDatabase> {
  const database = await empty(t)
  await run(
    database.connection,
    `insert into stored_files (key, created_at) select lpad(n::text, 6, '0') || '.webp', now() from generate_series(0, ${files - 1}) n`,
  )
  return database
}

function memory(count: number, sizeOf = (_: number) => SIZE): Storage {
  return memoryStorage(new Map(Array.from({ length: count }, (_, n) => [keyOf(n), randomBytes(sizeOf(n))])))
}

async function contents(storage: Storage): Promise<[string, string][]> {
  const all: [string, string][] = []
  for await (const { key } of storage.list(''))
    all.push([key, Buffer.concat(await (await storage.read(key))!.stream.toArray()).toString('hex')])
  return all.toSorted(([a], [b]) => a.localeCompare(b))
}

/**
 * Tracks how many file names are in memory at the same time: the rows of one query result, and the keys that the storage has listed since
 * the previous statement.
 */
function watchNames(t: TestContext): { storage(of: Storage): Storage; most(): number } {
  let most = 0
  let listed = 0
  const plain = Client.prototype.query
  const watched = function (this: Client, ...args: unknown[]): unknown {
    listed = 0
    const given = (plain as (...all: unknown[]) => unknown).apply(this, args)
    if (given instanceof Promise)
      void given.then((result: { rows?: unknown[] }) => (most = Math.max(most, result?.rows?.length ?? 0))).catch(() => {})
    return given
  }
  Client.prototype.query = watched as typeof plain
  t.after(() => void (Client.prototype.query = plain))
  return {
    most: () => most,
    storage: (of) => ({
      ...of,
      async *list(prefix) {
        for await (const entry of of.list(prefix)) {
          most = Math.max(most, ++listed)
          yield entry
        }
      },
    }),
  }
}

async function inFirstFormat(backups: BackupTarget, manifest: Manifest, storage: Storage): Promise<string> {
  async function* lines() {
    for await (const { key, size } of listedFiles(backups, manifest.files)) {
      const bytes = Buffer.concat(await (await storage.read(key))!.stream.toArray())
      yield Buffer.from(`${JSON.stringify({ key, size, modifiedAt: 1, pieces: [await backups.writePiece(bytes)] })}\n`)
    }
  }
  const { content, missing } = manifest.files!
  const name = '20261123T050100Z-00000000'
  await backups.writeBackup(
    name,
    JSON.stringify({ ...manifest, format: 1, files: { ...(await storeLines(backups, lines())), content, missing } }),
  )
  return name
}

async function groups(backups: BackupTarget, { files }: Manifest): Promise<number[]> {
  const sizes: number[] = []
  for await (const batch of fileBatches(backups, files)) sizes.push(batch.length)
  return sizes
}
