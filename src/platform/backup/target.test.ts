import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { allOf } from '#test/all-of.ts'
import { memoryStorage } from '#test/memory-storage.ts'
import { BackupError } from './backup-error.ts'
import { backupNames, openTarget, PIECE_BYTES } from './target.ts'

const keyOf = (name: string) => `pieces/${name.slice(0, 2)}/${name}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Returns a storage with its files, and the keys of its files in the order in which they are written. */
function watchedStorage() {
  const files = new Map<string, Buffer>()
  const writes: string[] = []
  const plain = memoryStorage(files)
  return {
    storage: { ...plain, put: (...args: Parameters<typeof plain.put>) => (writes.push(args[0]), plain.put(...args)) },
    files,
    writes,
  }
}

test('a piece is stored once, under the sum of its bytes', async () => {
  const { storage, files, writes } = watchedStorage()
  const target = await openTarget(storage, null, { create: true })
  const bytes = Buffer.from('lamp')
  const name = await target.writePiece(bytes)
  assert.equal(await target.writePiece(bytes), name)
  assert.equal(name, sha256(bytes).toString('hex'))
  assert.deepEqual(writes, ['seal.json', keyOf(name)])
  assert.deepEqual([await target.hasPiece(name), await target.hasPiece('00')], [true, false])
  assert.deepEqual(await target.readPiece(name), bytes)
  assert.deepEqual(await allOf(target.pieces()), [{ name, modifiedAt: new Date(0) }])
  await target.dropPiece(name)
  assert.deepEqual([...files.keys()], ['seal.json'])
})

test('a piece is compressed only if this saves a tenth', async () => {
  const { storage, files } = watchedStorage()
  const target = await openTarget(storage, null, { create: true })
  const storedSize = async (bytes: Buffer) => {
    const name = await target.writePiece(bytes)
    assert.deepEqual(await target.readPiece(name), bytes)
    const stored = files.get(keyOf(name))!
    return { packed: stored[0], size: stored.length }
  }
  const text = await storedSize(Buffer.from('lamp '.repeat(20_000)))
  assert.equal(text.packed, 1)
  assert.ok(text.size < 2_000, `${text.size} bytes`)
  assert.deepEqual(await storedSize(randomBytes(1_000)), { packed: 0, size: 1_000 + 1 + 32 })
  assert.deepEqual(await storedSize(Buffer.alloc(0)), { packed: 0, size: 1 + 32 })
  const nearly = Buffer.concat([randomBytes(2_000), Buffer.alloc(100)])
  assert.equal((await storedSize(nearly)).packed, 0, 'compression saves less than a tenth')
  assert.equal((await storedSize(Buffer.concat([randomBytes(2_000), Buffer.alloc(400)]))).packed, 1)
})

test('a piece of exactly 8 MiB can be read, and one that expands to more is damaged', async () => {
  const { storage, files } = watchedStorage()
  const target = await openTarget(storage, null, { create: true })
  const name = await target.writePiece(Buffer.alloc(PIECE_BYTES))
  assert.equal((await target.readPiece(name)).length, PIECE_BYTES)
  const bomb = Buffer.concat([Buffer.of(1), gzipSync(Buffer.alloc(PIECE_BYTES + 1))])
  files.set(keyOf('bomb'), Buffer.concat([bomb, sha256(bomb)]))
  await assert.rejects(
    target.readPiece('bomb'),
    new BackupError('The piece bomb… of this backup cannot be used: it is damaged or was changed.'),
  )
})

test('a piece that is missing, or has the content of another piece, is an error that names it', async () => {
  const { storage, files } = watchedStorage()
  const target = await openTarget(storage, null, { create: true })
  const [lamp, chair] = [await target.writePiece(Buffer.from('lamp')), await target.writePiece(Buffer.from('chair'))]
  files.set(keyOf(lamp), files.get(keyOf(chair))!)
  const what = `The piece ${lamp.slice(0, 12)}… of this backup`
  await assert.rejects(target.readPiece(lamp), new BackupError(`${what} cannot be used: its content has changed.`))
  files.delete(keyOf(lamp))
  await assert.rejects(target.readPiece(lamp), new BackupError(`${what} is missing.`))
})

test('a manifest is compressed, listed by its time, and removed', async () => {
  const { storage, files } = watchedStorage()
  const target = await openTarget(storage, null, { create: true })
  const [first, second] = ['20261121T150000Z-ffffffff', '20261122T150000Z-00000000']
  const text = JSON.stringify({ tables: 'listings '.repeat(1_000) })
  for (const name of [second, first]) await target.writeBackup(name, text)
  files.set('backups/20261122T150000Z-00000000.tmp', Buffer.of(0))
  files.set('backups/notes', Buffer.of(0))
  assert.deepEqual(await target.backups(), [first, second])
  assert.deepEqual(await backupNames(storage), [first, second])
  assert.equal(await target.readBackup(first), text)
  assert.ok(files.get(`backups/${first}`)!.length < text.length / 10)
  await target.dropBackup(first)
  await assert.rejects(target.readBackup(first), new BackupError(`The backup ${first} is missing.`))
  files.set(`backups/${second}`, Buffer.from('not sealed'))
  await assert.rejects(target.readBackup(second), new BackupError(`The backup ${second} cannot be used: it is damaged or was changed.`))
})

test('only a backup creates a target, and a damaged seal is an error', async () => {
  const { storage, files } = watchedStorage()
  await assert.rejects(openTarget(storage, null, { create: false }), new BackupError('There are no backups at this target.'))
  assert.equal(files.size, 0)
  await openTarget(storage, null, { create: true })
  assert.equal(String(files.get('seal.json')), '{"kind":"plain"}')
  await openTarget(storage, null, { create: false })
  files.set('seal.json', Buffer.from('{"kind"'))
  await assert.rejects(openTarget(storage, null, { create: true }), new BackupError('The file seal.json of this backup target is damaged.'))
})
