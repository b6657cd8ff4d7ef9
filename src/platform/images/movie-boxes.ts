import { ImageError } from '#platform/media/image-error.ts'

/** Box in an ISO media or QuickTime file. Its offsets refer to the buffer or file that the box was read from. */
export type Box = { type: string; start: number; bodyAt: number; end: number }

/**
 * Parses the header of the box at `start`. `head`: the first 16 bytes of the box, or fewer at the end. Throws ImageError if the box extends
 * past `parentEnd`.
 */
export function readBox(head: Buffer, start: number, parentEnd: number): Box {
  if (head.length < 8) throw new ImageError('unreadable')
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short !== 1) return checked({ type, start, bodyAt: start + 8, end: short === 0 ? parentEnd : start + short }, parentEnd)
  if (head.length < 16) throw new ImageError('unreadable')
  return checked({ type, start, bodyAt: start + 16, end: start + Number(head.readBigUInt64BE(8)) }, parentEnd)
}

/** Parses the boxes in a range. Ignores up to 7 trailing bytes, which are too short for a box. Throws ImageError. */
export function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; end - at >= 8; at = boxes.at(-1)!.end) {
    // Size 0 means "to the end of the file", which is valid only for top-level boxes. QuickTime's end marker of four zero bytes is shorter
    // than a header and is not read here.
    if (bytes.readUInt32BE(at) === 0) throw new ImageError('unreadable')
    boxes.push(readBox(bytes.subarray(at, Math.min(at + 16, end)), at, end))
  }
  return boxes
}

/** Finds the first box at a path of box types. Returns null if a box is missing. */
export function findBox(bytes: Buffer, within: Pick<Box, 'bodyAt' | 'end'>, ...path: string[]): Box | null {
  let found: Pick<Box, 'bodyAt' | 'end'> | undefined = within
  for (const type of path) {
    found = boxesIn(bytes, found.bodyAt, found.end).find((box) => box.type === type)
    if (!found) return null
  }
  return found as Box
}

function checked(box: Box, parentEnd: number): Box {
  if (box.end < box.bodyAt || box.end > parentEnd) throw new ImageError('unreadable')
  return box
}
