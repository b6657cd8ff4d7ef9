import type { FileHandle } from 'node:fs/promises'
import { blank, readExactly, rewrite, write } from './blank.ts'
import { readElement, voidHeader } from './webm-elements.ts'
import type { Element } from './webm-elements.ts'
import { ImageError } from '#platform/media/image-error.ts'

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  trackEntry: 0xae,
  trackType: 0x83,
} as const

const ALLOWED_IN_SEGMENT = new Set<number>([ID.seekHead, ID.cluster, ID.cues])
/** Ids of the elements that a cluster of unknown length may contain: timestamp, blocks, block groups, sizes and positions. */
const ALLOWED_IN_OPEN_CLUSTER = new Set<number>([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854])
const DROPPED_IN_TRACK = new Set<number>([0x536e, 0x7446, 0x258688, 0xec, 0xbf])
const VIDEO = 1
const SOUND = 2
const MAX_ELEMENTS = 200_000
const MAX_INDEX_BYTES = 1_048_576

/** Cleans a WebM file in place. Replaces tags, titles, dates, names, attachments and chapters with `Void` elements. Throws ImageError. */
export async function cleanWebm(file: FileHandle, fileBytes: number): Promise<void> {
  const head = await elementAt(file, 0, fileBytes)
  if (head.id !== ID.ebml || head.openEnded) throw new ImageError('unreadable')
  await checkDocType(file, head)
  const segment = await elementAt(file, head.end, fileBytes)
  if (segment.id !== ID.segment || segment.end !== fileBytes) throw new ImageError('unreadable')
  await cleanSegment(file, segment)
}

async function cleanSegment(file: FileHandle, segment: Element): Promise<void> {
  let inOpenCluster = false
  let videoTracks = 0
  let count = 0
  for (let at = segment.bodyAt; at < segment.end;) {
    if ((count += 1) > MAX_ELEMENTS) throw new ImageError('unreadable')
    const element = await elementAt(file, at, segment.end)
    if (element.openEnded && element.id !== ID.cluster) throw new ImageError('unreadable')
    at = element.openEnded ? element.bodyAt : element.end
    if (inOpenCluster && ALLOWED_IN_OPEN_CLUSTER.has(element.id)) continue
    inOpenCluster = element.openEnded

    if (element.id === ID.info) await rewrite(file, element, MAX_INDEX_BYTES, cleanInfo)
    else if (element.id === ID.tracks) await rewrite(file, element, MAX_INDEX_BYTES, (body) => (videoTracks += cleanTracks(body)))
    else if (!ALLOWED_IN_SEGMENT.has(element.id)) await makeVoid(file, element)
  }
  if (videoTracks === 0) throw new ImageError('unreadable')
}

function cleanInfo(body: Buffer): void {
  for (const child of childrenOf(body, 0, body.length)) {
    // The names of the muxing app and the writing app are mandatory elements, but they may be empty.
    if (child.id === ID.muxingApp || child.id === ID.writingApp) body.fill(0, child.bodyAt, child.end)
    else if (child.id !== ID.timestampScale && child.id !== ID.duration) makeVoidIn(body, child)
  }
}

function cleanTracks(body: Buffer): number {
  let videoTracks = 0
  for (const track of childrenOf(body, 0, body.length)) {
    if (track.id !== ID.trackEntry) {
      makeVoidIn(body, track)
      continue
    }
    const parts = childrenOf(body, track.bodyAt, track.end)
    const type = parts.find((part) => part.id === ID.trackType)
    const kind = type && type.end > type.bodyAt ? body[type.end - 1] : 0
    // Rejects text and data tracks. To erase a track, its blocks would have to be found among all other blocks.
    if (kind !== VIDEO && kind !== SOUND) throw new ImageError('unsupported')
    if (kind === VIDEO) videoTracks += 1
    for (const part of parts) if (DROPPED_IN_TRACK.has(part.id)) makeVoidIn(body, part)
  }
  return videoTracks
}

async function checkDocType(file: FileHandle, head: Element): Promise<void> {
  if (head.end - head.bodyAt > 1_024) throw new ImageError('unreadable')
  const body = await readExactly(file, head.bodyAt, head.end - head.bodyAt)
  const docType = childrenOf(body, 0, body.length).find((child) => child.id === ID.docType)
  const name = docType ? body.toString('latin1', docType.bodyAt, docType.end).replace(/\0+$/, '') : ''
  if (name !== 'webm') throw new ImageError('unsupported')
}

async function elementAt(file: FileHandle, at: number, parentEnd: number): Promise<Element> {
  return readElement(await readExactly(file, at, Math.min(12, parentEnd - at)), at, parentEnd)
}

function childrenOf(bytes: Buffer, start: number, end: number): Element[] {
  const children: Element[] = []
  for (let at = start; at < end; at = children.at(-1)!.end) {
    const child = readElement(bytes.subarray(at, Math.min(at + 12, end)), at, end)
    if (child.openEnded) throw new ImageError('unreadable')
    children.push(child)
  }
  return children
}

async function makeVoid(file: FileHandle, element: Element): Promise<void> {
  await blank(file, element)
  await write(file, voidHeader(element.end - element.start), element.start)
}

function makeVoidIn(bytes: Buffer, element: Element): void {
  bytes.fill(0, element.start, element.end)
  voidHeader(element.end - element.start).copy(bytes, element.start)
}
