import { open } from 'node:fs/promises'
import { SNIFF_BYTES, sniff } from '#platform/media/sniff.ts'
import type { MediaType } from '#platform/media/sniff.ts'

/** Detects a file's type from its content. */
export async function typeOfFile(path: string): Promise<MediaType> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return sniff(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
