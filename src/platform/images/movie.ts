import type { FileHandle } from 'node:fs/promises'
import { blank, readExactly, rewrite, write } from './blank.ts'
import type { Span } from './blank.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { readBox } from './movie-boxes.ts'
import type { Box } from './movie-boxes.ts'
import { ALLOWED_TOP_BOXES, cleanFragment, cleanMoov } from './movie-index.ts'

const MAX_INDEX_BYTES = 4 * 1_048_576
const MAX_TOP_BOXES = 20_000
/**
 * Maximum number of file ranges to erase. A camera log has about one range per second, so many more indicate an attempt to overload the
 * disk.
 */
const MAX_HIDDEN_SPANS = 20_000

/** Cleans an MP4 or QuickTime file in place. Throws ImageError if it contains inconsistent or unsupported boxes. */
export async function cleanMovie(file: FileHandle, fileBytes: number): Promise<void> {
  const top = await topBoxes(file, fileBytes)
  const moovs = top.filter((box) => box.type === 'moov')
  const media = top.filter((box) => box.type === 'mdat').map(({ bodyAt, end }) => ({ start: bodyAt, end }))
  if (moovs.length !== 1 || media.length === 0) throw new ImageError('unreadable')

  let hidden: Span[] = []
  await rewrite(file, moovs[0]!, MAX_INDEX_BYTES, (body) => {
    hidden = cleanMoov(body)
  })
  for (const box of top) {
    if (box.type === 'moof') await rewrite(file, box, MAX_INDEX_BYTES, cleanFragment)
    else if (!ALLOWED_TOP_BOXES.has(box.type)) await free(file, box)
  }
  for (const span of within(media, hidden)) await blank(file, span)
}

async function topBoxes(file: FileHandle, fileBytes: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < fileBytes; at = boxes.at(-1)!.end) {
    if (boxes.length === MAX_TOP_BOXES) throw new ImageError('unreadable')
    boxes.push(readBox(await readExactly(file, at, Math.min(16, fileBytes - at)), at, fileBytes))
  }
  return boxes
}

async function free(file: FileHandle, box: Box): Promise<void> {
  await write(file, Buffer.from('free'), box.start + 4)
  await blank(file, { start: box.bodyAt, end: box.end })
}

/**
 * Returns the parts of `spans` (file ranges) that are inside `media`, with each byte only once. `media` contains the ranges of media data,
 * in file order. Excludes all other data, so that a malicious index cannot damage the structure of the file.
 */
function within(media: Span[], spans: Span[]): Span[] {
  const cut: Span[] = []
  let next = 0
  for (const span of merged(spans)) {
    while (next < media.length && media[next]!.end <= span.start) next += 1
    for (let at = next; at < media.length && media[at]!.start < span.end; at += 1) {
      cut.push({ start: Math.max(span.start, media[at]!.start), end: Math.min(span.end, media[at]!.end) })
    }
    if (cut.length > MAX_HIDDEN_SPANS) throw new ImageError('unreadable')
  }
  return cut
}

function merged(spans: Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else out.push({ ...span })
  }
  return out
}
