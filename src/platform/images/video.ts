import { open } from 'node:fs/promises'
import { isVideoType } from '#platform/media/sniff.ts'
import type { VideoType } from '#platform/media/sniff.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { cleanMovie } from './movie.ts'
import { typeOfFile } from './type-of-file.ts'
import { cleanWebm } from './webm.ts'

export const MAX_VIDEO_BYTES = 40 * 1_048_576

const CONTENT_TYPES: Record<VideoType, string> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' }

export type Video = { type: VideoType; contentType: string; bytes: number }

/**
 * Checks a video and overwrites, in place, metadata that may reveal the location or the camera: coordinates, names, dates, XMP, tags, and
 * tracks that are neither video nor sound. Sizes, offsets and media data stay unchanged (spec: completions 4; reliability T18). Throws
 * ImageError.
 */
export async function cleanVideo(path: string): Promise<Video> {
  const type = await typeOfFile(path)
  if (!isVideoType(type)) throw new ImageError('unsupported')
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    if (size > MAX_VIDEO_BYTES) throw new ImageError('too_large')
    if (type === 'webm') await cleanWebm(file, size)
    else await cleanMovie(file, size)
    await file.sync()
    return { type, contentType: CONTENT_TYPES[type], bytes: size }
  } finally {
    await file.close()
  }
}
