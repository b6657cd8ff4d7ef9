import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryTarget } from '#test/backup-target.ts'
import { BackupError } from './backup-error.ts'
import { readLines, storeLines, storePieces, type StoredLines } from './index-lines.ts'
import { isSameSum, RowDigest } from './row-digest.ts'
import { PIECE_BYTES } from './target.ts'

async function* chunksOf(...chunks: readonly (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

function sumOf(...chunks: readonly string[]) {
  const digest = new RowDigest()
  for (const chunk of chunks) digest.add(Buffer.from(chunk))
  return digest.sum()
}

test('the digest of rows depends on neither their order nor the chunks in which they arrive', () => {
  const sum = sumOf('lamp\nchair\ntable\n')
  assert.deepEqual([sum.rows, sum.bytes], [3, 17])
  assert.equal(sum.digest, '145cfe6db0e8b4d5', 'computed with Python, because a restore compares the digests of earlier releases')
  for (const chunks of [['table\nlamp\nchair\n'], ['la', 'm', 'p\nchair\nta', 'ble', '\n'], ['lamp\n', '', 'chair\n', 'table\n']])
    assert.deepEqual(sumOf(...chunks), sum, chunks.join('|'))
})

test('the digest of rows differs if a row is changed, missing or repeated', () => {
  const sum = sumOf('lamp\nchair\n')
  for (const text of ['lamp\nchain\n', 'lamp\n', 'lamp\nlamp\nchair\n', 'lampchair\n\n', 'lamp\nlamp\n', 'chair\nchair\n'])
    assert.ok(!isSameSum(sumOf(text), sum), text)
  assert.equal(sumOf('').digest, '0'.repeat(16))
})

test('two sums are the same only if their rows, bytes and digests are', () => {
  const sum = { rows: 2, bytes: 10, digest: 'a' }
  assert.ok(isSameSum(sum, { ...sum }))
  for (const other of [{ rows: 3 }, { bytes: 11 }, { digest: 'b' }]) assert.ok(!isSameSum(sum, { ...sum, ...other }))
})

test('bytes are stored in pieces of 8 MiB, and only the last piece is smaller', async () => {
  const target = memoryTarget()
  const bytes = Buffer.alloc(2 * PIECE_BYTES + 3, 7)
  const seen: number[] = []
  const chunks = chunksOf(bytes.subarray(0, 5), bytes.subarray(5, PIECE_BYTES + 1), bytes.subarray(PIECE_BYTES + 1))
  const { pieces, size } = await storePieces(target, chunks, ({ length }) => seen.push(length))
  assert.equal(size, bytes.length)
  assert.deepEqual(seen, [5, PIECE_BYTES - 4, PIECE_BYTES + 2])
  const stored = pieces.map((name) => target.stored.get(name)!.bytes)
  assert.deepEqual(
    stored.map(({ length }) => length),
    [PIECE_BYTES, PIECE_BYTES, 3],
  )
  assert.ok(Buffer.concat(stored).equals(bytes))
  assert.deepEqual(await storePieces(target, chunksOf(Buffer.alloc(PIECE_BYTES))), { pieces: ['piece 4'], size: PIECE_BYTES })
  assert.deepEqual(await storePieces(target, chunksOf()), { pieces: [], size: 0 })
})

test('reading returns the stored lines, and a different digest is an error after the last line', async () => {
  const target = memoryTarget()
  const stored = await storeLines(target, chunksOf('lamp\ncha', 'ir\n'))
  assert.deepEqual(stored, { ...sumOf('lamp\nchair\n'), pieces: ['piece 1'] })
  assert.equal(await textOf(stored), 'lamp\nchair\n')
  target.stored.set('piece 1', { bytes: Buffer.from('lamp\nchain\n'), modifiedAt: new Date(0) })
  let read = ''
  await assert.rejects(async () => {
    for await (const bytes of readLines(target, stored, 'The table listings')) read += String(bytes)
  }, new BackupError('The table listings of this backup is damaged: its checksums differ.'))
  assert.equal(read, 'lamp\nchain\n')

  async function textOf(lines: StoredLines): Promise<string> {
    let text = ''
    for await (const bytes of readLines(target, lines, 'The table listings')) text += String(bytes)
    return text
  }
})
