import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SNIFF_BYTES, isVideoType, sniff } from '#platform/media/sniff.ts'
import type { MediaType } from '#platform/media/sniff.ts'
import { MultipartError } from './multipart-error.ts'

export type MultipartLimits = {
  files: number
  fields: number
  fieldBytes: number
  fileBytes: number
  videoBytes: number
}

export type PartFile = {
  field: string
  /** File name that the client sent. For display only, never for use as a path. */
  filename: string
  path: string
  bytes: number
  type: MediaType
  /** Media type that the client declared. It is untrusted. */
  declaredType: string
}

type Part = Pick<PartFile, 'field' | 'filename' | 'declaredType'>

/** Creates a writer that stores the file parts of one request body in a folder and enforces size and count limits. */
export function createPartFiles(folder: string, limits: MultipartLimits) {
  const files: (PartFile | null)[] = []
  const writing: Promise<void>[] = []
  const streams: Readable[] = []
  let video: { fileIndex: number; field: string } | null = null

  function add(stream: Readable, part: Part): Promise<void> {
    const index = files.push(null) - 1
    const written = write(stream, part, index)
    streams.push(stream)
    writing.push(written)
    return written
  }

  async function write(stream: Readable, part: Part, index: number): Promise<void> {
    const path = join(folder, String(index))
    const about = { fileIndex: index, field: part.field }
    let head = Buffer.alloc(0)
    let bytes = 0
    let type: MediaType | null = null

    function decideType(): MediaType {
      type ??= sniff(head)
      if (!isVideoType(type)) return type
      video ??= about
      if (video === about) return type
      // Files are written concurrently, so a later file may be detected as a video first.
      const second = video.fileIndex > index ? video : about
      throw new MultipartError('too_many_videos', 'At most one video can be sent.', second)
    }
    async function* limited(): AsyncGenerator<Buffer> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)])
        bytes += chunk.length
        if (bytes > limits.fileBytes) {
          const mostBytes = isVideoType(decideType()) ? limits.videoBytes : limits.fileBytes
          if (bytes > mostBytes) throw tooLarge(mostBytes, about)
        }
        yield chunk
      }
    }

    await pipeline(limited, createWriteStream(path, { mode: 0o600 }))
    // For an empty file input, browsers send an empty part without a file name.
    if (bytes === 0 && part.filename === '') return
    files[index] = { ...part, path, bytes, type: decideType() }
  }

  async function finish(): Promise<PartFile[]> {
    await Promise.all(writing)
    return files.filter((file) => file !== null)
  }

  async function abandon(): Promise<void> {
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(writing)
  }

  return { add, finish, abandon }
}

function tooLarge(mostBytes: number, about: { fileIndex: number; field: string }): MultipartError {
  return new MultipartError('too_large', `The file is larger than ${Math.floor(mostBytes / 1_048_576)} MB; send a smaller one.`, about)
}
