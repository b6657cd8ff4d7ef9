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
  /** Number of processes that decode images. Each process decodes one image at a time. */
  workers?: number
  /** Maximum number of waiting images. Further images are rejected as `busy`. */
  maxWaiting?: number
}

export type Images = {
  /**
   * Writes three sizes of an image as WebP into `outFolder`, which the caller owns and removes (spec: completions 4, Photo pipeline).
   * Throws ImageError.
   */
  process(inputPath: string, outFolder: string): Promise<Picture>
  /**
   * Draws a share card as PNG into `outFolder` and returns its path. A separate process loads the SVG, so that no SVG loader is needed in
   * the processes that decode uploads. Throws ImageError.
   */
  card(card: Card, outFolder: string): Promise<string>
  typeOf(path: string): Promise<MediaType>
  /** Checks a video and overwrites its metadata in place, without changing the file's length. Throws ImageError. */
  cleanVideo(path: string): Promise<Video>
  close(): Promise<void>
}

/** Lengths of the longer side in pixels. Images are never enlarged, so a small original produces several files of the same size. */
const SIZES: readonly Size[] = [
  { name: 'small', longSidePx: 480 },
  { name: 'medium', longSidePx: 1_024 },
  { name: 'large', longSidePx: 2_048 },
]

const DRAWING_PATH = fileURLToPath(new URL('./drawing-child.ts', import.meta.url))

const ACCEPTED: readonly MediaType[] = ['jpeg', 'png', 'webp', 'avif']

/**
 * Creates the image functions, which decode in separate processes. A decompression bomb therefore affects only one request (spec:
 * reliability T16).
 */
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
    // Uses the worker that became free last. Under light load, one process therefore does all the work, and the other processes can stop.
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
