import { BackupError } from './backup-error.ts'
import { PIECE_BYTES, type BackupTarget } from './target.ts'
import { isSameSum, RowDigest, type RowSum } from './row-digest.ts'

/** Lines of text at a backup target: their number, their digest, and the names of their pieces (stored chunks). */
export type StoredLines = RowSum & { pieces: string[] }

/** Stores lines of text in pieces of up to `PIECE_BYTES`. A chunk in `chunks` may end in the middle of a line. */
export async function storeLines(target: BackupTarget, chunks: AsyncIterable<Uint8Array>): Promise<StoredLines> {
  const digest = new RowDigest()
  const pieces: string[] = []
  let gathered: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    digest.add(chunk)
    for (const part of cut(chunk, PIECE_BYTES - bytes)) {
      gathered.push(part)
      bytes += part.length
      if (bytes < PIECE_BYTES) continue
      pieces.push(await target.writePiece(Buffer.concat(gathered)))
      gathered = []
      bytes = 0
    }
  }
  if (bytes > 0) pieces.push(await target.writePiece(Buffer.concat(gathered)))
  return { ...digest.sum(), pieces }
}

/** Reads stored lines. @throws {BackupError} if the digest of the lines differs, but only after the caller has received all lines. */
export async function* readLines(target: BackupTarget, stored: StoredLines, what: string): AsyncGenerator<Buffer> {
  const digest = new RowDigest()
  for (const name of stored.pieces) {
    const bytes = await target.readPiece(name)
    digest.add(bytes)
    yield bytes
  }
  if (!isSameSum(digest.sum(), stored)) throw new BackupError(`${what} of this backup is damaged: its checksums differ.`)
}

/** Splits bytes at piece boundaries. The first part fills the current piece; each later part starts a new piece. */
function* cut(chunk: Uint8Array, room: number): Generator<Uint8Array> {
  for (let from = 0, to = room; from < chunk.length; from = to, to += PIECE_BYTES) yield chunk.subarray(from, to)
}
