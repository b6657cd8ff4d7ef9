import { BackupError } from './backup-error.ts'
import { PIECE_BYTES, type BackupTarget } from './target.ts'
import { isSameSum, RowDigest, type RowSum } from './row-digest.ts'

/** Lines of text at a backup target: their number, their digest, and the names of their pieces (stored chunks). */
export type StoredLines = RowSum & { pieces: string[] }

/** Stores lines of text in pieces of up to `PIECE_BYTES`. A chunk in `chunks` may end in the middle of a line. */
export async function storeLines(target: BackupTarget, chunks: AsyncIterable<Uint8Array>): Promise<StoredLines> {
  const digest = new RowDigest()
  const { pieces } = await storePieces(target, chunks, (chunk) => digest.add(chunk))
  return { ...digest.sum(), pieces }
}

/** Stores bytes in pieces of up to `PIECE_BYTES`. Calls `onChunk` with each chunk. Returns the names of the pieces and the total size. */
export async function storePieces(
  target: BackupTarget,
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<{ pieces: string[]; size: number }> {
  const pieces: string[] = []
  let gathered: Uint8Array[] = []
  let [bytes, size] = [0, 0]
  const write = async (): Promise<void> => {
    pieces.push(await target.writePiece(Buffer.concat(gathered)))
    size += bytes
    gathered = []
    bytes = 0
  }
  for await (const chunk of chunks) {
    onChunk(chunk)
    for (const part of cut(chunk, PIECE_BYTES - bytes)) {
      gathered.push(part)
      bytes += part.length
      if (bytes === PIECE_BYTES) await write()
    }
  }
  if (bytes > 0) await write()
  return { pieces, size }
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
