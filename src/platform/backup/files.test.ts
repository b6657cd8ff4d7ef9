import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf } from '#test/all-of.ts'
import { memoryTarget, type MemoryTarget } from '#test/backup-target.ts'
import type { StoredFile } from '#platform/db/copies/file-list.ts'
import { BackupError } from './backup-error.ts'
import { each, fileBatches, listedFiles, piecesOf, piecesOfFiles, readBatch } from './files.ts'
import { RowDigest } from './row-digest.ts'
import type { StoredLines } from './index-lines.ts'

const LAMP: StoredFile = { key: 'lamp.webp', size: 4, pieces: ['shared'], start: 0 }
const CHAIR: StoredFile = { key: 'chair.webp', size: 5, pieces: ['shared'], start: 4 }
const VIDEO: StoredFile = { key: 'video.mp4', size: 9, pieces: ['first', 'second'], start: null }
const OLD: StoredFile = { key: 'old.webp', size: 3, pieces: ['shared'] }
const TABLE: StoredFile = { key: 'tablé.webp', size: 3, pieces: ['other'], start: 0 }

/** Stores a list of files, cut into pieces of `bytesEach` bytes. */
function storeList(target: MemoryTarget, files: readonly StoredFile[], bytesEach = 10_000): StoredLines {
  const text = Buffer.from(files.map((file) => `${JSON.stringify(file)}\n`).join(''))
  const digest = new RowDigest()
  digest.add(text)
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += bytesEach) {
    pieces.push(`list ${pieces.length}`)
    target.stored.set(pieces.at(-1)!, { bytes: text.subarray(from, from + bytesEach), modifiedAt: new Date(0) })
  }
  return { ...digest.sum(), pieces }
}

const put = (target: MemoryTarget, name: string, text: string) =>
  target.stored.set(name, { bytes: Buffer.from(text), modifiedAt: new Date(0) })

test('a list of files is read correctly wherever its pieces divide a line or a character', async () => {
  const target = memoryTarget()
  const files = [LAMP, TABLE, VIDEO]
  for (const bytesEach of [1, 2, 3, 7, 100])
    assert.deepEqual(await allOf(listedFiles(target, storeList(target, files, bytesEach))), files, `${bytesEach} bytes each`)
  assert.deepEqual(await allOf(listedFiles(target, null)), [])
})

test('a piece that several files share is named once', async () => {
  const target = memoryTarget()
  assert.deepEqual(await allOf(piecesOfFiles(target, storeList(target, [LAMP, CHAIR, VIDEO, TABLE]))), [
    { key: 'lamp.webp', piece: 'shared' },
    { key: 'video.mp4', piece: 'first' },
    { key: 'video.mp4', piece: 'second' },
    { key: 'tablé.webp', piece: 'other' },
  ])
})

test('only adjacent files that share a piece form a group', async () => {
  const target = memoryTarget()
  const batches = async (...files: StoredFile[]) => {
    const found = await allOf(fileBatches(target, storeList(target, files)))
    return found.map((batch) => batch.map(({ key }) => key))
  }
  assert.deepEqual(await batches(LAMP, CHAIR, TABLE), [['lamp.webp', 'chair.webp'], ['tablé.webp']])
  assert.deepEqual(await batches(LAMP, TABLE, CHAIR), [['lamp.webp'], ['tablé.webp'], ['chair.webp']])
  assert.deepEqual(await batches(OLD, OLD, VIDEO), [['old.webp'], ['old.webp'], ['video.mp4']], 'without an offset, nothing is shared')
  assert.deepEqual(await batches(), [])
})

test('files that share a piece are cut from it by their offsets', async () => {
  const target = memoryTarget()
  put(target, 'shared', 'lampchair')
  put(target, 'old', 'old')
  const read = async (...files: StoredFile[]) => (await readBatch(target, files)).map(({ key, bytes }) => [key, String(bytes)])
  assert.deepEqual(await read(LAMP, CHAIR), [
    ['lamp.webp', 'lamp'],
    ['chair.webp', 'chair'],
  ])
  assert.deepEqual(await read({ ...OLD, pieces: ['old'] }), [['old.webp', 'old']])
})

test('a file whose size differs from the list is an error', async () => {
  const target = memoryTarget()
  put(target, 'shared', 'lampchai')
  put(target, 'first', 'first')
  put(target, 'second', 'sec')
  const differs = (key: string) => new BackupError(`The size of the file ${key} in this backup has changed.`)
  await assert.rejects(readBatch(target, [LAMP, CHAIR]), differs('chair.webp'))
  await assert.rejects(readBatch(target, [OLD]), differs('old.webp'), 'a file that is alone in its piece has the whole piece')
  let read = ''
  await assert.rejects(async () => {
    for await (const bytes of piecesOf(target, VIDEO)) read += String(bytes)
  }, differs('video.mp4'))
  assert.equal(read, 'firstsec')
  assert.deepEqual((await allOf(piecesOf(target, { ...VIDEO, size: 8 }))).map(String), ['first', 'sec'])
})

test('two items are in progress at a time, and after an error none starts and the others end', async () => {
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const [started, ended]: [number[], number[]] = [[], []]
  const work = async (index: number) => {
    started.push(index)
    await gates[index]!.promise
    ended.push(index)
  }
  const running = each(from([0, 1, 2, 3, 4]), work)
  await turns()
  assert.deepEqual(started, [0, 1])
  gates[1]!.resolve()
  await turns()
  assert.deepEqual(started, [0, 1, 2])
  gates[0]!.reject(new Error('the disk is full'))
  await turns()
  assert.deepEqual(started, [0, 1, 2])
  gates[2]!.resolve()
  await assert.rejects(running, new Error('the disk is full'))
  assert.deepEqual(
    [started, ended],
    [
      [0, 1, 2],
      [1, 2],
    ],
  )
  for (const { resolve } of gates) resolve()
  const all: number[] = []
  await each(from([0, 1, 2, 3, 4]), async (index) => all.push(index))
  assert.deepEqual(all, [0, 1, 2, 3, 4])

  async function* from(items: readonly number[]) {
    yield* items
  }
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
})
