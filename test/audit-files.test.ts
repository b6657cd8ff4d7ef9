import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDiskStorage } from '#platform/storage/disk.ts'
import { multipart, startApp } from '#test/app.ts'
import { auditFiles } from '#test/audit-files.ts'
import { openSeller } from '#test/factories.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('the file audit reports all files that are missing, truncated or orphaned, and no other files', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app)
  const { id } = await ana.list({ title: 'Oak lamp', price: 58 })
  const bytes = await jpegWithMetadata()
  const photo = () =>
    ana.call('POST', `/v1/listings/${id}/photos`, { raw: multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes }]) })
  for (let i = 0; i < 2; i++) assert.equal((await photo()).status, 201)
  const media = join(app.dataDir, 'media')
  const storage = createDiskStorage(media)
  const faults = async () =>
    (await auditFiles({ connectionString: app.databaseUrl }, storage)).map(({ invariant: promise, rows }) => [promise, rows.length])
  assert.deepEqual(await faults(), [])

  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  assert.ok(keys.length >= 4)
  await rm(join(media, keys[0]!))
  await truncate(join(media, keys[1]!), 10)
  await writeFile(join(media, 'nobodys.webp'), 'x')
  // Two rows name the deleted file: the row of the photo, and a row in `stored_files`.
  const gone = ['I25: every file that a record names is in storage', 2]
  const short = ['I25: every file in storage has the size in its record', 1]
  assert.deepEqual(await faults(), [gone, short], 'a new file without a row is not reported yet')
  await utimes(join(media, 'nobodys.webp'), new Date(0), new Date(0))
  // A share card has no database row, because the service redraws it on request.
  await mkdir(join(media, 'cards/lst_1'), { recursive: true })
  await writeFile(join(media, 'cards/lst_1/a.png'), 'x')
  await utimes(join(media, 'cards/lst_1/a.png'), new Date(0), new Date(0))
  assert.deepEqual(await faults(), [gone, short, ['I25: every file in storage has a record', 1]])

  const env = { ...process.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }
  const run = promisify(execFile)(process.execPath, ['--import', './bin/tsx.js', 'bin/audit.ts'], { cwd: ROOT, env })
  await assert.rejects(run, ({ code, stdout }: { code: number; stdout: string }) => code === 1 && stdout.includes(keys[0]!))
})
