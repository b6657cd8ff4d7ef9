import type { Span } from './blank.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { boxesIn, findBox } from './movie-boxes.ts'
import type { Box } from './movie-boxes.ts'
import { sampleSpans } from './movie-samples.ts'

/** Types of top-level boxes that stay. All other boxes are replaced with empty `free` boxes. */
export const ALLOWED_TOP_BOXES: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra'])

const SAMPLE_GROUPS = ['sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'sdtp']

/** Box types that a player needs, by the type of the parent box. Any other box may reveal the location or the camera. */
const ALLOWED_BOXES: Record<string, ReadonlySet<string>> = {
  moov: new Set(['mvhd', 'trak', 'mvex']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tref', 'tapt']),
  edts: new Set(['elst']),
  tapt: new Set(['clef', 'prof', 'enof']),
  mdia: new Set(['mdhd', 'hdlr', 'minf', 'elng']),
  minf: new Set(['vmhd', 'smhd', 'nmhd', 'gmhd', 'hdlr', 'dinf', 'stbl']),
  dinf: new Set(['dref']),
  stbl: new Set([
    ...SAMPLE_GROUPS,
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'stss',
    'stps',
    'stsh',
    'stdp',
    'padb',
  ]),
  mvex: new Set(['mehd', 'trex', 'leva', 'trep']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set([...SAMPLE_GROUPS, 'tfhd', 'tfdt', 'trun']),
}
const PLAYED = new Set(['vide', 'soun'])
/** QuickTime flag that marks a reference to data in the same file. References without this flag are rejected. */
const SELF_CONTAINED = 1

type Findings = { videoTracks: number; hidden: Span[] }

/**
 * Cleans a movie box in memory. Returns the file ranges of all tracks that are neither video nor sound, such as GPS logs, motion data and
 * timed text. Throws ImageError.
 */
export function cleanMoov(body: Buffer): Span[] {
  const all = { bodyAt: 0, end: body.length }
  const found: Findings = { videoTracks: 0, hidden: [] }
  clean(body, 'moov', all, found)
  if (found.videoTracks === 0) throw new ImageError('unreadable')
  // A movie fragment lists its samples elsewhere, so samples of a hidden track could be missed.
  if (found.hidden.length > 0 && findBox(body, all, 'mvex')) throw new ImageError('unsupported')
  return found.hidden
}

/** Cleans a movie fragment box in memory. Throws ImageError. */
export function cleanFragment(body: Buffer): void {
  clean(body, 'moof', { bodyAt: 0, end: body.length }, { videoTracks: 0, hidden: [] })
}

/** Cleans the boxes in a range. Enters only boxes of the `ALLOWED_BOXES` types, which limits the depth to six levels. */
function clean(bytes: Buffer, parent: string, within: Pick<Box, 'bodyAt' | 'end'>, found: Findings): void {
  const boxes = boxesIn(bytes, within.bodyAt, within.end)
  for (const box of boxes) {
    if (!ALLOWED_BOXES[parent]!.has(box.type)) free(bytes, box)
    else if (box.type === 'trak') cleanTrack(bytes, box, found)
    else if (Object.hasOwn(ALLOWED_BOXES, box.type)) clean(bytes, box.type, box, found)
    else cleanLeaf(bytes, box)
  }
  bytes.fill(0, boxes.at(-1)?.end ?? within.bodyAt, within.end)
}

function cleanTrack(bytes: Buffer, trak: Box, found: Findings): void {
  const handler = findBox(bytes, trak, 'mdia', 'hdlr')
  const kind = handler ? bytes.toString('latin1', handler.bodyAt + 8, handler.bodyAt + 12) : ''
  if (!PLAYED.has(kind)) {
    // Always adds an empty range, so that even a hidden track without samples is recorded.
    found.hidden = found.hidden.concat({ start: 0, end: 0 }, sampleSpans(bytes, trak))
    free(bytes, trak)
    return
  }
  if (kind === 'vide') found.videoTracks += 1
  clean(bytes, 'trak', trak, found)
}

function cleanLeaf(bytes: Buffer, { type, bodyAt, end }: Box): void {
  // These boxes contain the creation and modification times after the version and the flags.
  if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') fill(bytes, bodyAt + 4, bodyAt + (bytes[bodyAt] === 1 ? 20 : 12), end)
  // This field contains the handler name, where some cameras store their own name.
  if (type === 'hdlr') fill(bytes, bodyAt + 24, end, end)
  if (type === 'dref') cleanReferences(bytes, bodyAt, end)
}

/** Requires all sample data to be in the same file. Erases the text of references, which may contain paths on the user's computer. */
function cleanReferences(bytes: Buffer, bodyAt: number, end: number): void {
  for (const reference of boxesIn(bytes, bodyAt + 8, end)) {
    if (reference.end - reference.bodyAt < 4) throw new ImageError('unreadable')
    if ((bytes.readUInt32BE(reference.bodyAt) & SELF_CONTAINED) === 0) throw new ImageError('unsupported')
    bytes.fill(0, reference.bodyAt + 4, reference.end)
  }
}

function free(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.bodyAt, box.end)
}

function fill(bytes: Buffer, start: number, stop: number, end: number): void {
  if (start > end || stop > end) throw new ImageError('unreadable')
  bytes.fill(0, start, stop)
}
