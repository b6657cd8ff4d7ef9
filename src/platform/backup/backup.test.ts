import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { createDiskStorage } from '#platform/storage/disk.ts'
import { createS3Storage } from '#platform/storage/s3.ts'
import { LoadError } from '#platform/db/copies/load.ts'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import { multipart, startApp, type TestApp } from '#test/app.ts'
import { auditFiles } from '#test/audit-files.ts'
import { audit } from '#test/audit.ts'
import { run } from '#test/cluster.ts'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { openSeller } from '#test/factories.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { openSaleAt } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'
import { BackupError } from './backup-error.ts'
import { listedFiles } from './files.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { openTarget, type BackupTarget } from './target.ts'
import { prune } from './prune.ts'
import { checkBackup, compareRows, loadBackup } from './restore.ts'
import { takeBackup } from './create.ts'

/** First bytes of zlib-compressed data. A shorter sequence could occur by chance in encrypted data. */
const GZIP = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0)
const PASSPHRASE = 'correct horse battery staple'
const NOW = new Date('2026-11-22T15:00:00Z')

describe('taking and restoring backups', () => {
  test('a backup taken during writes can be restored; afterward, the audit finds no errors and the API returns the same responses', async (t) => {
    const app = await startApp(t)
    const seller = await market(app)
    const { target } = await folderTarget(t, PASSPHRASE)
    const writing = new AbortController()
    const writers = Promise.all([write(seller, writing.signal), write(await openSeller(app, 'Oto'), writing.signal)])
    await sleep(100)
    const during = await takeBackup(target, sourceOf(app), NOW)
    writing.abort()
    const wrote = (await writers).reduce((a, b) => a + b)
    assert.ok(wrote > 20, `${wrote} writes during the backup`)
    await restored(t, target, during.manifest)

    // nothing is written from here on, so the next backup contains the current state
    await app.advance(0)
    const at = await takeBackup(target, sourceOf(app), new Date(NOW.getTime() + 1_000))
    assert.ok(at.manifest.tables.find(({ name }) => name === 'public.listings')!.rows > 20)
    assert.equal(at.manifest.files!.missing, 0)
    const again = await restored(t, target, at.manifest)
    const other = await startApp(t, { DATABASE_URL: again.url, DATA_DIR: again.dataDir })
    await Promise.all([app, other].map(({ service }) => service.ctx.search.ready()))
    for (const path of ['/v1/listings?limit=100', '/v1/orders?role=seller', `/v1/shops/${seller.slug}`, '/v1/market/search?q=lamp'])
      assert.deepEqual(...(await answers(path)), path)
    const [photo, there] = await answers((await seller.call('GET', `/v1/listings/${seller.pictured}`)).body.photos[0].url)
    assert.ok(photo.length > 1_000 && photo.equals(there))
    const listed = await other.call('POST', '/v1/listings', { key: seller.key, json: { title: 'After it', price: 3 } })
    assert.equal(listed.status, 201, JSON.stringify(listed.body))
    await other.service.stop()

    async function answers(path: string): Promise<[Buffer, Buffer]> {
      const requestPath = path.startsWith('http') ? new URL(path).pathname : path
      const [original, after] = await Promise.all([app, other].map((one) => one.call('GET', requestPath, { key: seller.key })))
      assert.deepEqual([original!.status, after!.status], [200, 200], requestPath)
      return [original!, after!].map(({ bytes }, i) =>
        Buffer.from(bytes.toString('latin1').replaceAll(`:${[app, other][i]!.port}`, ''), 'latin1'),
      ) as [Buffer, Buffer]
    }
  })

  test('backups can be stored in a bucket, and later backups reuse the pictures that are already stored there', async (t) => {
    const app = await startApp(t)
    await market(app)
    const s3 = await startS3()
    t.after(() => s3.close())
    const storage = createS3Storage(s3)
    t.after(() => storage.close())
    const target = await openTarget(storage, null, { create: true })
    const first = await takeBackup(target, sourceOf(app), NOW)
    const pieces = () => [...s3.objects.keys()].filter((key) => key.startsWith('pieces/')).length
    const held = pieces()
    const second = await takeBackup(target, sourceOf(app), new Date(NOW.getTime() + 1_000))
    assert.deepEqual(second.manifest.files?.digest, first.manifest.files?.digest)
    // the second backup adds only a few chunks, for tables that changed in the meantime; copying all images again would add many more
    assert.ok(pieces() - held < first.manifest.files!.rows, `${pieces() - held} new pieces`)
    await restored(t, target, second.manifest)
    // a backup in progress has stored this chunk, but no manifest names the chunk yet
    const unlisted = await target.writePiece(Buffer.from('rows of the next backup'))
    for (const [hours, remains] of [
      [23, true],
      [25, false],
    ] as const) {
      await target.writeBackup(first.name, JSON.stringify(first.manifest))
      assert.deepEqual(await prune(target, 1, new Date(Date.now() + hours * 3_600_000)), [first.name])
      assert.equal(await target.hasPiece(unlisted), remains, `after ${hours} hours`)
    }
    await checkBackup(target, second.manifest)
  })
})

describe('checking a backup before it is restored', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    await market(app)
  })

  for (const passphrase of [null, PASSPHRASE]) {
    const kind = passphrase === null ? 'plain' : 'encrypted'
    test(`if a file in a backup is truncated, changed, swapped or missing, the backup is rejected and nothing is restored (${kind})`, async (t) => {
      const { folder, target } = await folderTarget(t, passphrase)
      const { name, manifest } = await takeBackup(target, sourceOf(app), NOW)
      const rows = manifest.tables.find((table) => table.name === 'public.listings')!.pieces[0]!
      const pictures = await firstPictures(target, manifest)
      const file = (piece: string) => join(folder, 'pieces', piece.slice(0, 2), piece)
      const spoils: [what: string, path: string, spoil: (path: string) => Promise<unknown>][] = [
        ['cut', file(rows), (path) => truncate(path, 100)],
        ['changed', file(rows), (path) => flip(path)],
        ['swapped', file(rows), async (path) => writeFile(path, await readFile(file(pictures[0]!)))],
        ['missing', file(rows), (path) => rm(path)],
        ['a picture is missing', file(pictures[0]!), (path) => rm(path)],
        ['a picture is changed', file(pictures.at(-1)!), (path) => flip(path)],
        ['a picture is cut', file(pictures.at(-1)!), (path) => truncate(path, 40)],
        ['its list is changed', join(folder, 'backups', name), (path) => flip(path)],
        ['its list is cut', join(folder, 'backups', name), (path) => truncate(path, 50)],
      ]
      for (const [what, path, spoil] of spoils) {
        const good = await readFile(path)
        await spoil(path)
        await refused(t, () => openTarget(createDiskStorage(folder), passphrase, { create: false }), name, what)
        await writeFile(path, good)
      }
      await checkBackup(target, await readManifest(target, name))
    })
  }

  test('opening a backup target with a wrong, missing or unexpected passphrase fails with an error that says so', async (t) => {
    const [closed, open] = [await folderTarget(t, PASSPHRASE), await folderTarget(t, null)]
    const entry = (folder: string, passphrase: string | null) => openTarget(createDiskStorage(folder), passphrase, { create: true })
    await assert.rejects(
      entry(closed.folder, 'another long passphrase'),
      new BackupError('BACKUP_PASSPHRASE is not the passphrase that the backups at this target were made with.'),
    )
    await assert.rejects(entry(closed.folder, null), /need the passphrase/)
    await assert.rejects(entry(open.folder, PASSPHRASE), /without a passphrase/)
  })

  test('if a passphrase is set, every file in a backup is encrypted', async (t) => {
    const readable = async (passphrase: string | null): Promise<string[]> => {
      const { folder, target } = await folderTarget(t, passphrase)
      await takeBackup(target, sourceOf(app), NOW)
      const found: string[] = []
      for (const path of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())) {
        const bytes = await readFile(join(path.parentPath, path.name))
        if (['Brass lamp', 'RIFF', GZIP].some((known) => bytes.includes(known))) found.push(path.name)
      }
      return found
    }
    assert.notDeepEqual(await readable(null), [])
    assert.deepEqual(await readable(PASSPHRASE), [])
  })

  test('a restore is rejected if the database contains data or is in use by a running service', async (t) => {
    const { target } = await folderTarget(t, null)
    const { manifest } = await takeBackup(target, sourceOf(app), NOW)
    const onto = (url: string) => loadBackup(target, manifest, { connection: { connectionString: url }, storage: null })
    await assert.rejects(
      onto(app.databaseUrl),
      new LoadError('A service is running on this database. Stop all web and worker processes first.'),
    )
    const used = await testDatabase()
    t.after(() => used.drop())
    await loadBackup(target, manifest, { connection: used.connection, storage: null })
    await assert.rejects(onto(used.url), /already holds a market/)
    assert.deepEqual(await compareRows(manifest, used.connection), [])
    // this change affects neither the number of rows in the table nor their size in bytes
    await run(used.connection, `update listings set title = 'Brass tray 0' where title = 'Brass lamp 0'`)
    const different = (await compareRows(manifest, used.connection)).map(({ table }) => table)
    assert.ok(different.includes('public.listings'), different.join())
  })
})

test('when two backups are started at the same time, only one runs', async (t) => {
  const database = await testDatabase()
  t.after(() => database.drop())
  const begun = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const first = withAdvisoryLock(database.connection, 'backup', () => {
    begun.resolve()
    return inside.promise.then(() => 'made')
  })
  await begun.promise
  assert.equal(await withAdvisoryLock(database.connection, 'backup', async () => 'made twice'), null)
  inside.resolve()
  assert.equal(await first, 'made')
})

async function market(app: TestApp) {
  const { seller } = await openSaleAt(app, 'paid')
  let pictured = ''
  for (let i = 0; i < 3; i++) {
    const listing = await seller.list({ title: `Brass lamp ${i}`, price: 40 + i, publish: true })
    const { type, bytes } = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: await jpegWithMetadata(640 + i) }])
    const put = await seller.call('POST', `/v1/listings/${listing.id}/photos`, { raw: { type, bytes } })
    assert.equal(put.status, 201, JSON.stringify(put.body))
    pictured = listing.id
  }
  await app.advance(0)
  return { ...seller, pictured }
}

async function write(seller: Awaited<ReturnType<typeof openSeller>>, stopped: AbortSignal): Promise<number> {
  let done = 0
  while (!stopped.aborted) {
    const listing = await seller.list({ title: `Written ${done}`, price: 5 + (done % 50), publish: true })
    const patched = await seller.call('PATCH', `/v1/listings/${listing.id}`, { json: { price: 4 } })
    assert.equal(patched.status, 200)
    done += 2
  }
  return done
}

const sourceOf = ({ service, databaseUrl }: TestApp) => ({
  connection: { connectionString: databaseUrl },
  storage: service.ctx.storage,
  release: 'test',
})

async function folderTarget(t: TestContext, passphrase: string | null): Promise<{ folder: string; target: BackupTarget }> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { folder, target: await openTarget(createDiskStorage(folder), passphrase, { create: true }) }
}

/** Restores the backup into a new database and folder. Compares the rows and runs both audits. */
async function restored(t: TestContext, target: BackupTarget, manifest: Manifest): Promise<{ url: string; dataDir: string }> {
  const database = await emptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'resale-restored-'))
  t.after(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const storage = createDiskStorage(join(dataDir, 'media'))
  await checkBackup(target, manifest)
  await loadBackup(target, manifest, { connection: database.connection, storage })
  assert.deepEqual(await compareRows(manifest, database.connection), [])
  assert.deepEqual([...(await audit(database.connection)), ...(await auditFiles(database.connection, storage))], [])
  return { url: database.url, dataDir }
}

async function refused(t: TestContext, open: () => Promise<BackupTarget>, name: string, what: string): Promise<void> {
  const database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'resale-refused-'))
  t.after(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const storage = createDiskStorage(folder)
  const run = async () => {
    const target = await open()
    const manifest = await readManifest(target, name)
    await checkBackup(target, manifest)
    await loadBackup(target, manifest, { connection: database.connection, storage })
  }
  await assert.rejects(run, (error: Error) => {
    assert.equal(error.name, 'BackupError', `${what}: ${error.stack}`)
    assert.match(error.message, /missing|damaged|changed/, what)
    return true
  })
  assert.deepEqual(await rowsIn(database.connection), 0, what)
  const left: string[] = []
  for await (const { key } of storage.list('')) left.push(key)
  assert.deepEqual(left, [], what)
}

/** Counts the accounts and listings, to prove that a restore that is rejected after the migrations leaves no rows. */
async function rowsIn(connection: ClientConfig): Promise<number> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows: there } = await client.query(`select to_regclass('accounts') is not null as there`)
    if (!there[0].there) return 0
    const { rows } = await client.query('select (select count(*) from accounts) + (select count(*) from listings) as count')
    return Number(rows[0].count)
  } finally {
    await client.end()
  }
}

async function firstPictures(target: BackupTarget, { files }: Manifest): Promise<string[]> {
  const pieces: string[] = []
  for await (const file of listedFiles(target, files)) pieces.push(...file.pieces)
  assert.ok(pieces.length > 3)
  return pieces
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await writeFile(path, bytes)
}
