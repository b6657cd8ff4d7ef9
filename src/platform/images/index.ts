import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaType } from '#platform/media/sniff.ts'
import { ImageError } from '#platform/media/image-error.ts'
import { CARD_FILE, type Card, type Picture, type Size } from './protocol.ts'
import { typeOfFile } from './type-of-file.ts'
import { cleanVideo } from './video.ts'
import type { Video } from './video.ts'
import { createWorker } from './worker.ts'
import type { Worker, WorkerOptions } from './worker.ts'

export type { Card, CardColours, Picture, Variant } from './protocol.ts'
export type { Video } from './video.ts'

export type ImagesOptions = Partial<WorkerOptions> & {
  /** Each decodes one picture at a time. */
  workers?: number
  /** Beyond this, pictures are refused as `busy`. */
  maxWaiting?: number
}

export type Images = {
  /**
   * Writes a picture's three sizes as WebP into `outFolder`, which the caller owns and removes. Throws ImageError.
   * (completions 4, Photo pipeline)
   */
  process(inputPath: string, outFolder: string): Promise<Picture>
  /** Draws a share card as PNG into `outFolder` and returns its path. A separate process opens the SVG, so decoders of uploads need not. */
  card(card: Card, outFolder: string): Promise<string>
  /** Detects a file's type from its content. */
  typeOf(path: string): Promise<MediaType>
  /** Checks a video and blanks its metadata in place; the length stays. Throws ImageError. */
  cleanVideo(path: string): Promise<Video>
  /** Stops the child processes and fails their pictures. */
  close(): Promise<void>
}

/** Long sides. Pictures are never enlarged, so a small one has three equal files. */
const SIZES: readonly Size[] = [
  { name: 'small', longSidePx: 480 },
  { name: 'medium', longSidePx: 1_024 },
  { name: 'large', longSidePx: 2_048 },
]

const DRAWING_PATH = fileURLToPath(new URL('./drawing-child.ts', import.meta.url))

const ACCEPTED: readonly MediaType[] = ['jpeg', 'png', 'webp', 'avif']

/** Decodes pictures in separate processes (reliability.md T16: a bomb costs one request). */
export function createImages(options: ImagesOptions = {}): Images {
  const settings = { jobTimeoutMs: 10_000, maxRssBytes: 512 * 1_048_576, idleMs: 60_000, ...options }
  const maxWaiting = options.maxWaiting ?? 64
  const free = Array.from({ length: options.workers ?? 2 }, () => createWorker(settings))
  const drawer = createWorker({ ...settings, childPath: DRAWING_PATH })
  const all = [...free, drawer]
  let lastCard: Promise<unknown> = Promise.resolve()
  const waiting: { take(worker: Worker): void; refuse(): void }[] = []
  let closed = false
  let lastId = 0

  async function process(inputPath: string, outFolder: string): Promise<Picture> {
    const type = await typeOfFile(inputPath)
    if (type === 'heic') throw new ImageError('heic')
    if (!ACCEPTED.includes(type)) throw new ImageError('unsupported')
    const worker = await takeWorker()
    try {
      return await worker.run({ id: (lastId += 1), inputPath, outFolder, sizes: SIZES })
    } finally {
      giveBack(worker)
    }
  }

  async function card(of: Card, outFolder: string): Promise<string> {
    const drawn = lastCard.then(() => {
      if (closed) throw new ImageError('unavailable')
      return drawer.run({ id: (lastId += 1), outFolder, card: of })
    })
    lastCard = drawn.catch(() => {})
    await drawn
    return join(outFolder, CARD_FILE)
  }

  async function takeWorker(): Promise<Worker> {
    if (closed) throw new ImageError('unavailable')
    // Last freed first: under light load one process does all work and the others stop.
    const worker = free.pop()
    if (worker) return worker
    if (waiting.length >= maxWaiting) throw new ImageError('busy')
    return new Promise((take, reject) => {
      waiting.push({ take, refuse: () => reject(new ImageError('unavailable')) })
    })
  }

  function giveBack(worker: Worker): void {
    const next = waiting.shift()
    if (next) next.take(worker)
    else free.push(worker)
  }

  async function close(): Promise<void> {
    closed = true
    for (const waiter of waiting.splice(0)) waiter.refuse()
    for (const worker of all) worker.stop()
  }

  return { process, card, typeOf: typeOfFile, cleanVideo, close }
}
