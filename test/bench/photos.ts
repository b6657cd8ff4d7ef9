import sharp from 'sharp'
import { multipart, sendToAny, type Reply } from '#test/app.ts'
import { scene } from '#test/fixtures/pictures.ts'
import { cpuMs } from './cpu.ts'
import { atMost, numberOf, type Report } from './goals.ts'
import { draftIn, people } from './requests.ts'
import { openStage, startService } from './stage.ts'
import { median } from './turns.ts'
import { load, warm } from './wrk.ts'

const PHOTOS = 6
/** Maximum number of photos per listing. */
const MOST = 24

/**
 * Measures the time to resize a 12-megapixel image to three sizes. Also compares the speed of reads with and without concurrent uploads, in
 * turns (goal P9).
 */
export async function benchPhotos({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Report> {
  const stage = await openStage()
  const service = await startService(stage, new URL('../..', import.meta.url).pathname, { database: String(stage.connection.database) })
  try {
    const { seller: key } = await people(service)
    const raw = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: await picture() }])
    const upload = (id: string) => done(sendToAny(service.port, 'POST', `/v1/listings/${id}/photos`, { key, raw }))
    const list = async () =>
      (await done(sendToAny(service.port, 'POST', '/v1/listings', { key, json: { ...draftIn('bench'), publish: true } }))).body.id
    const id = await list()
    // does not measure the first upload, because it starts the decoder process
    await upload(id)
    const before = cpuMs(service.web)
    for (let n = 0; n < PHOTOS; n++) await upload(id)
    const each = (cpuMs(service.web) - before) / PHOTOS
    const read = [{ path: `/v1/market/listings/${id}`, headers: { Cookie: 'bench=1' } }]
    await warm(service, () => read)
    const [alone, concurrent]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      alone.push((await load(service, read, { seconds })).p99)
      concurrent.push(await besides(await list(), upload, async () => (await load(service, read, { seconds })).p99))
    }
    const ms = (all: readonly number[]) => `${numberOf(median(all))} ms`
    return {
      rows: [],
      notes: [
        `A 12-megapixel JPEG into three sizes: ${numberOf(each)} ms of CPU time. p99 of reads: ${ms(alone)} alone, ${ms(concurrent)} during photo processing.`,
      ],
      goals: [
        atMost('P9 12-megapixel photo into three sizes', each, 500, ' ms'),
        atMost('P9 p99 of reads during photo processing vs. alone', median(concurrent) / median(alone), 1.5),
      ],
    }
  } finally {
    await service.stop()
    await stage.end()
  }
}

async function besides<T>(id: string, upload: (id: string) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let busy = true
  const uploads = (async () => {
    for (let n = 0; busy && n < MOST; n++) await upload(id)
  })()
  const seen = await work()
  busy = false
  await uploads
  return seen
}

async function done(reply: Promise<Reply>): Promise<Reply> {
  const { status, bytes } = await reply
  if (status !== 201) throw new Error(`answered ${status}: ${bytes.toString()}`)
  return reply
}

/** Creates an image with noise like that of a camera. A smooth image would be decoded too fast. */
async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 0, sigma: 12 }
  const grain = { create: { width: 4_000, height: 3_000, channels: 3 as const, background: 'black', noise } }
  return sharp(await scene(4_000, 3_000).png({ compressionLevel: 0 }).toBuffer())
    .composite([{ input: grain, blend: 'add' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
