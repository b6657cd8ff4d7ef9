// `npm run contract:storage`: runs the tests in src/platform/storage/contract.test.ts against a real object store: versitygw, built from
// Go's module proxy. Fails if the store cannot be built.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createS3Storage } from '#platform/storage/s3.ts'
import { refusalCases, storageCases } from '#test/contract/storage-cases.ts'
import { startVersity, type Store } from '#test/scale/store.ts'

/** Number of stored objects. Exceeds the number that S3 returns on one page of a list. */
const OBJECTS = 1_050

let folder: string
let store: Store
const ended: string[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resale-storage-'))
  const started = await startVersity(folder, { log: () => {}, fault: (words) => void ended.push(words) })
  assert.ok(started, 'cannot build versitygw with Go from the module proxy')
  store = started
})
after(async () => {
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
  assert.deepEqual(ended, [])
})

const storage = () => createS3Storage(store.options)

storageCases('versitygw', storage, () => folder)
refusalCases('versitygw', () => store.options)

test('lists more than a thousand objects completely, each once', async (t) => {
  const opened = storage()
  t.after(() => opened.close())
  const keys = Array.from({ length: OBJECTS }, (_, n) => `many/${String(n).padStart(5, '0')}`)
  for (let from = 0; from < OBJECTS; from += 50)
    await Promise.all(keys.slice(from, from + 50).map((key) => opened.put(key, Buffer.from(key), 'text/plain')))
  const listed: string[] = []
  for await (const { key } of opened.list('many/')) listed.push(key)
  assert.deepEqual(listed.toSorted(), keys)
})

test('reports that the store is unavailable, and serves all files afterwards', async (t) => {
  const opened = storage()
  t.after(() => opened.close())
  await opened.put('kept', Buffer.from('kept'), 'text/plain')
  const before = await opened.read('kept')
  before!.stream.destroy()
  await store.kill()
  for (const request of [opened.read('kept'), opened.size('kept'), opened.put('new', Buffer.from('x'), 'text/plain')])
    await assert.rejects(request, { name: 'StorageError', reason: 'unavailable' })
  await store.start()
  assert.equal(await opened.size('kept'), 4)
  assert.equal(await opened.size('new'), null)
})
