import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { refusalCases, storageCases } from '#test/contract/storage-cases.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './index.ts'
import { createS3Storage } from './s3.ts'
import { startLocalServer } from '#test/local-server.ts'

let root: string
let s3: Awaited<ReturnType<typeof startS3>>
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-test-'))
  s3 = await startS3()
})
after(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})

const makers: Record<string, () => Storage> = {
  disk: () => createDiskStorage(join(root, 'media')),
  s3: () => createS3Storage(s3),
}

for (const [name, make] of Object.entries(makers)) storageCases(name, make, () => root)

test('disk storage leaves no temporary file after an error, and reports an invalid folder', async () => {
  // renaming the file fails, because `list` already exists as a folder
  await assert.rejects(makers['disk']!().put('list', Buffer.from('x'), 'text/plain'), { reason: 'unavailable' })
  assert.deepEqual(await readdir(join(root, 'media', '.incoming')), [])
  await writeFile(join(root, 'a-file'), '')
  const storage = createDiskStorage(join(root, 'a-file'))
  await assert.rejects(storage.put('a', Buffer.from('x'), 'text/plain'), { reason: 'unavailable' })
})

test('S3 storage retries after a temporary failure, and finally reports that it is unavailable', async () => {
  const storage = createS3Storage(s3)
  s3.failNext(2)
  await storage.put('retried', Buffer.from('x'), 'text/plain')
  assert.equal(s3.objects.get('retried')!.contentType, 'text/plain')
  s3.failNext(3)
  await assert.rejects(storage.put('given-up', Buffer.from('x'), 'text/plain'), { name: 'StorageError', reason: 'unavailable' })
  await storage.close()
})

refusalCases('the stand-in', () => s3)

test('S3 storage treats an object as missing only after the server’s missing-key error, not after every 404', async (t) => {
  const server = await startLocalServer(t, (_, response) => response.writeHead(404).end('<Error><Code>InvalidAccessKeyId</Code></Error>'))
  const storage = createS3Storage({ ...s3, endpoint: server.url })
  t.after(() => storage.close())
  await assert.rejects(storage.read('ranged'), { reason: 'unavailable' })
})
