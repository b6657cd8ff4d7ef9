import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { startS3 } from '#test/fakes/s3.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage, StoredEntry } from './index.ts'
import { createS3Storage } from './s3.ts'

const BAD_KEYS = [
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  '.incoming/a',
  'a/.b',
  'a\\b',
  'a b',
  'a\0b',
  'a?b',
  'a%2fb',
  'é',
  'x'.repeat(201),
]

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

for (const [name, make] of Object.entries(makers)) {
  describe(`${name} storage`, () => {
    let storage: Storage
    before(() => {
      storage = make()
    })
    after(() => storage.close())

    async function contentOf(key: string, range?: { start: number; end?: number }): Promise<string | null> {
      const found = await storage.read(key, range)
      return found && (await buffer(found.stream)).toString()
    }
    async function entriesUnder(prefix: string): Promise<StoredEntry[]> {
      const entries: StoredEntry[] = []
      for await (const entry of storage.list(prefix)) entries.push(entry)
      return entries
    }
    async function keysUnder(prefix: string): Promise<string[]> {
      return (await entriesUnder(prefix)).map((entry) => entry.key).sort()
    }

    test('gives back what was put, from bytes and from a file', async () => {
      await storage.put('photos/pho_1/small.webp', Buffer.from('bytes'), 'image/webp')
      await writeFile(join(root, 'upload'), 'x'.repeat(300_000))
      await storage.put('photos/pho_1/large.webp', { path: join(root, 'upload') }, 'image/webp')
      assert.equal(await contentOf('photos/pho_1/small.webp'), 'bytes')
      assert.equal((await contentOf('photos/pho_1/large.webp'))!.length, 300_000)
      assert.deepEqual([await storage.size('photos/pho_1/small.webp'), await storage.size('photos/pho_1/large.webp')], [5, 300_000])
    })

    test('replaces whole, and keeps an empty object', async () => {
      await storage.put('replaced', Buffer.from('a longer first content'), 'text/plain')
      await storage.put('replaced', Buffer.from('second'), 'text/plain')
      assert.equal(await contentOf('replaced'), 'second')
      await storage.put('empty', new Uint8Array(), 'text/plain')
      assert.deepEqual([await storage.size('empty'), await contentOf('empty')], [0, ''])
    })

    test('reads a range and tells the whole size with it', async () => {
      await storage.put('ranged', Buffer.from('0123456789'), 'text/plain')
      const { stream, size } = (await storage.read('ranged', { start: 2, end: 4 }))!
      assert.equal(size, 10)
      stream.destroy()
      assert.equal(await contentOf('ranged', { start: 2, end: 4 }), '234')
      assert.equal(await contentOf('ranged', { start: 7 }), '789')
      assert.equal(await contentOf('ranged', { start: 0, end: 99 }), '0123456789')
      for (const range of [{ start: 10 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }]) {
        await assert.rejects(storage.read('ranged', range), { name: 'StorageError', reason: 'bad_range' })
      }
    })

    test('answers null for what is not there', async () => {
      for (const key of ['absent', 'photos', 'replaced/below']) {
        assert.deepEqual([await storage.read(key), await storage.size(key)], [null, null], key)
      }
    })

    test('deletes, twice if asked', async () => {
      await storage.put('gone', Buffer.from('x'), 'text/plain')
      await storage.delete('gone')
      await storage.delete('gone')
      assert.equal(await storage.read('gone'), null)
    })

    test('lists by prefix, past one page', async () => {
      for (const key of ['list/1', 'list/2', 'list/3/a', 'list/3/b', 'list/4', 'listed'])
        await storage.put(key, Buffer.from(key), 'text/plain')
      assert.deepEqual(await keysUnder('list/'), ['list/1', 'list/2', 'list/3/a', 'list/3/b', 'list/4'])
      assert.deepEqual(await keysUnder('none/'), [])
      const [entry] = await entriesUnder('listed')
      assert.equal(entry!.size, 6)
      assert.ok(Math.abs(entry!.modifiedAt.getTime() - Date.now()) < 60_000)
    })

    test('refuses keys that could climb out or hide', async () => {
      for (const key of BAD_KEYS) {
        const refusal = { name: 'StorageError', reason: 'bad_key' }
        await assert.rejects(storage.put(key, Buffer.from('x'), 'text/plain'), refusal, key)
        await assert.rejects(storage.read(key), refusal, key)
        await assert.rejects(storage.size(key), refusal, key)
        await assert.rejects(storage.delete(key), refusal, key)
      }
    })

    test('many writers of one key leave one whole object', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(50_000))
      await Promise.all(contents.map((content) => storage.put('contended', Buffer.from(content), 'text/plain')))
      assert.ok(contents.includes((await contentOf('contended'))!))
    })

    test('a file that cannot be read leaves nothing behind', async () => {
      await assert.rejects(storage.put('never', { path: join(root, 'no-such-file') }, 'text/plain'))
      assert.equal(await storage.size('never'), null)
    })
  })
}

test('disk storage keeps no temp file and says so when its folder is no folder', async () => {
  // `list` is a folder by now, so the last step, the renaming, fails.
  await assert.rejects(makers['disk']!().put('list', Buffer.from('x'), 'text/plain'), { reason: 'unavailable' })
  assert.deepEqual(await readdir(join(root, 'media', '.incoming')), [])
  await writeFile(join(root, 'a-file'), '')
  const storage = createDiskStorage(join(root, 'a-file'))
  await assert.rejects(storage.put('a', Buffer.from('x'), 'text/plain'), { reason: 'unavailable' })
})

test('S3 storage rides out passing failures, and gives up with a plain reason', async () => {
  const storage = createS3Storage(s3)
  s3.failNext(2)
  await storage.put('retried', Buffer.from('x'), 'text/plain')
  assert.equal(s3.objects.get('retried')!.contentType, 'text/plain')
  s3.failNext(3)
  await assert.rejects(storage.put('given-up', Buffer.from('x'), 'text/plain'), { name: 'StorageError', reason: 'unavailable' })
  await storage.close()
})

test('S3 storage with a wrong secret or bucket is unavailable, not empty', async () => {
  for (const wrong of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'wrong' }, { region: 'us-east-1' }, { bucket: 'other' }]) {
    const storage = createS3Storage({ ...s3, ...wrong })
    await assert.rejects(storage.read('ranged'), { reason: 'unavailable' })
    await storage.close()
  }
})

test('S3 storage takes for absent what the server calls so, whatever else has the status 404', async (t) => {
  const server = createServer((_, response) => response.writeHead(404).end('<Error><Code>InvalidAccessKeyId</Code></Error>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const storage = createS3Storage({ ...s3, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  t.after(() => storage.close())
  await assert.rejects(storage.read('ranged'), { reason: 'unavailable' })
})
