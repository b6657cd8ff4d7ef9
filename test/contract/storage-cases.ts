import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Storage, StoredEntry } from '#platform/storage/index.ts'
import { createS3Storage, type S3Options } from '#platform/storage/s3.ts'

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

/** Defines the tests that every storage implementation must pass. `folder` returns a folder for a test's files. */
export function storageCases(name: string, make: () => Storage, folder: () => string): void {
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

    test('returns the stored content of bytes and of a file', async () => {
      await storage.put('photos/pho_1/small.webp', Buffer.from('bytes'), 'image/webp')
      await writeFile(join(folder(), 'upload'), 'x'.repeat(300_000))
      await storage.put('photos/pho_1/large.webp', { path: join(folder(), 'upload') }, 'image/webp')
      assert.equal(await contentOf('photos/pho_1/small.webp'), 'bytes')
      assert.equal((await contentOf('photos/pho_1/large.webp'))!.length, 300_000)
      assert.deepEqual([await storage.size('photos/pho_1/small.webp'), await storage.size('photos/pho_1/large.webp')], [5, 300_000])
    })

    test('replaces an object completely, and stores an empty object', async () => {
      await storage.put('replaced', Buffer.from('a longer first content'), 'text/plain')
      await storage.put('replaced', Buffer.from('second'), 'text/plain')
      assert.equal(await contentOf('replaced'), 'second')
      await storage.put('empty', new Uint8Array(), 'text/plain')
      assert.deepEqual([await storage.size('empty'), await contentOf('empty')], [0, ''])
    })

    test('reads a range and returns the size of the whole object', async () => {
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

    test('returns null for a missing object', async () => {
      for (const key of ['absent', 'photos', 'replaced/below']) {
        assert.deepEqual([await storage.read(key), await storage.size(key)], [null, null], key)
      }
    })

    test('deletes an object, and deleting it again succeeds', async () => {
      await storage.put('gone', Buffer.from('x'), 'text/plain')
      await storage.delete('gone')
      await storage.delete('gone')
      assert.equal(await storage.read('gone'), null)
    })

    test('lists objects by prefix, with size and time', async () => {
      for (const key of ['list/1', 'list/2', 'list/3/a', 'list/3/b', 'list/4', 'listed'])
        await storage.put(key, Buffer.from(key), 'text/plain')
      assert.deepEqual(await keysUnder('list/'), ['list/1', 'list/2', 'list/3/a', 'list/3/b', 'list/4'])
      assert.deepEqual(await keysUnder('list/3/'), ['list/3/a', 'list/3/b'])
      assert.deepEqual(await keysUnder('list/3'), ['list/3/a', 'list/3/b'])
      assert.deepEqual(await keysUnder('liste'), ['listed'])
      assert.equal((await keysUnder('lis')).length, 6)
      assert.deepEqual(await keysUnder('none/'), [])
      const [entry] = await entriesUnder('listed')
      assert.equal(entry!.size, 6)
      assert.ok(Math.abs(entry!.modifiedAt.getTime() - Date.now()) < 60_000)
    })

    test('rejects keys that could leave the folder or hide a file', async () => {
      for (const key of BAD_KEYS) {
        const refusal = { name: 'StorageError', reason: 'bad_key' }
        await assert.rejects(storage.put(key, Buffer.from('x'), 'text/plain'), refusal, key)
        await assert.rejects(storage.read(key), refusal, key)
        await assert.rejects(storage.size(key), refusal, key)
        await assert.rejects(storage.delete(key), refusal, key)
      }
    })

    test('concurrent writes of one key leave one complete object', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(50_000))
      await Promise.all(contents.map((content) => storage.put('contended', Buffer.from(content), 'text/plain')))
      assert.ok(contents.includes((await contentOf('contended'))!))
    })

    test('stores nothing when the source file cannot be read', async () => {
      await assert.rejects(storage.put('never', { path: join(folder(), 'no-such-file') }, 'text/plain'))
      assert.equal(await storage.size('never'), null)
    })
  })
}

/**
 * Defines the tests for requests that an S3 server rejects. Each rejection must throw an error; if a rejection meant "not found", a wrong
 * setting would make photos look deleted.
 */
export function refusalCases(name: string, options: () => S3Options): void {
  test(`${name} storage reports a wrong secret, key, region or bucket as unavailable, never as empty`, async () => {
    const right = createS3Storage(options())
    await right.put('there', Buffer.from('x'), 'text/plain')
    await right.close()
    for (const wrong of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'wrong' }, { region: 'us-east-1' }, { bucket: 'other' }]) {
      const storage = createS3Storage({ ...options(), ...wrong })
      const what = JSON.stringify(wrong)
      await assert.rejects(storage.read('there'), { reason: 'unavailable' }, what)
      await assert.rejects(storage.put('there', Buffer.from('y'), 'text/plain'), { reason: 'unavailable' }, what)
      await assert.rejects(
        async () => {
          for await (const entry of storage.list('')) assert.fail(entry.key)
        },
        { reason: 'unavailable' },
        what,
      )
      await storage.close()
    }
  })
}
