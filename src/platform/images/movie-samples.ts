import type { Span } from './blank.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { findBox } from './movie-boxes.ts'
import type { Box } from './movie-boxes.ts'

/** Returns the file ranges of a track's samples, one range per chunk. `bytes`: the movie box that contains `trak`. Throws ImageError. */
export function sampleSpans(bytes: Buffer, trak: Box): Span[] {
  const table = findBox(bytes, trak, 'mdia', 'minf', 'stbl')
  if (!table) throw new ImageError('unreadable')
  try {
    return spansOf(chunkOffsets(bytes, table), samplesPerChunk(bytes, table), sampleSizes(bytes, table))
  } catch (error) {
    // A RangeError means that the table contains fewer entries than it declares.
    if (error instanceof RangeError) throw new ImageError('unreadable', { cause: error })
    throw error
  }
}

type Sizes = { each: number } | { sizes: number[] }

function spansOf(offsets: number[], perChunk: (chunk: number) => number, sizes: Sizes): Span[] {
  let sample = 0
  return offsets.map((start, chunk) => {
    const count = perChunk(chunk)
    const first = sample
    sample += count
    const length = 'each' in sizes ? count * sizes.each : sizes.sizes.slice(first, sample).reduce((sum, size) => sum + size, 0)
    return { start, end: start + length }
  })
}

function chunkOffsets(bytes: Buffer, table: Box): number[] {
  const short = findBox(bytes, table, 'stco')
  if (short) return entries(bytes, short, 4, (at) => bytes.readUInt32BE(at))
  const long = findBox(bytes, table, 'co64')
  if (!long) return []
  return entries(bytes, long, 8, (at) => Number(bytes.readBigUInt64BE(at)))
}

function samplesPerChunk(bytes: Buffer, table: Box): (chunk: number) => number {
  const found = findBox(bytes, table, 'stsc')
  if (!found) return () => 0
  const runs = entries(bytes, found, 12, (at) => ({ firstChunk: bytes.readUInt32BE(at) - 1, count: bytes.readUInt32BE(at + 4) }))
  let run = 0
  // Callers must request chunks in ascending order, because the runs are read once, from start to end.
  return (chunk) => {
    while (run + 1 < runs.length && runs[run + 1]!.firstChunk <= chunk) run += 1
    return runs[run]?.count ?? 0
  }
}

function sampleSizes(bytes: Buffer, table: Box): Sizes {
  const full = findBox(bytes, table, 'stsz')
  // Rejects compact sample sizes (stz2), because samples of a hidden log could be missed. No camera uses stz2 for its logs.
  if (!full) throw new ImageError('unreadable')
  const each = bytes.readUInt32BE(full.bodyAt + 4)
  if (each > 0) return { each }
  return { sizes: entries(bytes, { ...full, bodyAt: full.bodyAt + 4 }, 4, (at) => bytes.readUInt32BE(at)) }
}

function entries<T>(bytes: Buffer, box: Box, entryBytes: number, read: (at: number) => T): T[] {
  const count = bytes.readUInt32BE(box.bodyAt + 4)
  const firstAt = box.bodyAt + 8
  if (firstAt + count * entryBytes > box.end) throw new ImageError('unreadable')
  return Array.from({ length: count }, (_, index) => read(firstAt + index * entryBytes))
}
