import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryTarget, type MemoryTarget } from '#test/backup-target.ts'
import { BackupError } from './backup-error.ts'
import { storeLines } from './index-lines.ts'
import { prune } from './prune.ts'

const NOW = new Date('2026-11-22T15:00:00Z')
const DAY_MS = 24 * 3_600_000
const before = (ms: number) => new Date(NOW.getTime() - ms)

/** Adds a backup with one table and one file, each with its own piece (`table`, `file`), and a piece for its list of files (`list`). */
async function addBackup(target: MemoryTarget, name: string, modifiedAt: Date): Promise<void> {
  const lines = `${JSON.stringify({ key: `${name}.webp`, size: 1, pieces: [`${name} file`] })}\n`
  const list = await storeLines(target, one(lines))
  const listed = target.stored.get(list.pieces[0]!)!
  target.stored.delete(list.pieces[0]!)
  for (const kind of ['table', 'file', 'list']) target.stored.set(`${name} ${kind}`, { ...listed, modifiedAt })
  const files = { ...list, pieces: [`${name} list`], content: 1, missing: 0 }
  target.manifests.set(name, JSON.stringify({ format: 2, tables: [{ pieces: [`${name} table`] }], files }))
}

async function* one(text: string) {
  yield Buffer.from(text)
}

test('pruning removes all backups except the newest, with the pieces that no other backup uses', async () => {
  const target = memoryTarget()
  for (const name of ['1', '2', '3']) await addBackup(target, name, before(2 * DAY_MS))
  assert.deepEqual(await prune(target, 2, NOW), ['1'])
  assert.deepEqual([...target.manifests.keys()], ['2', '3'])
  assert.deepEqual([...target.stored.keys()], ['2 table', '2 file', '2 list', '3 table', '3 file', '3 list'])
  assert.deepEqual(await prune(target, 1, NOW), ['2'])
  assert.deepEqual([...target.stored.keys()], ['3 table', '3 file', '3 list'])
})

test('pruning preserves unused pieces of the last 24 hours, because a backup in progress may use them', async () => {
  const target = memoryTarget()
  for (const name of ['1', '2']) await addBackup(target, name, before(2 * DAY_MS))
  const bytes = Buffer.from('unused')
  target.stored.set('just too old', { bytes, modifiedAt: before(DAY_MS + 1) })
  target.stored.set('a day old', { bytes, modifiedAt: before(DAY_MS) })
  await prune(target, 1, NOW)
  assert.deepEqual([...target.stored.keys()], ['2 table', '2 file', '2 list', 'a day old'])
})

test('if there are no more backups than the number to preserve, pruning removes nothing', async () => {
  const target = memoryTarget()
  for (const name of ['1', '2']) await addBackup(target, name, before(2 * DAY_MS))
  target.stored.set('unused', { bytes: Buffer.from('unused'), modifiedAt: before(2 * DAY_MS) })
  assert.deepEqual(await prune(target, 2, NOW), [])
  assert.equal(target.manifests.size, 2)
  assert.ok(target.stored.has('unused'))
})

test('if a backup that will remain is unreadable, pruning removes nothing', async () => {
  const target = memoryTarget()
  for (const name of ['1', '2', '3']) await addBackup(target, name, before(2 * DAY_MS))
  target.stored.delete('2 list')
  await assert.rejects(prune(target, 2, NOW), new BackupError('2 list is missing.'))
  assert.equal(target.manifests.size, 3)
  assert.ok(target.stored.has('1 table'))
})
