import sharp from 'sharp'
import { multipart, send } from '#test/app.ts'
import { scene } from '#test/fixtures/pictures.ts'
import { cpuMs } from './cpu.ts'
import { atMost, type Goal } from './goals.ts'
import { people } from './requests.ts'
import { openStage, startService } from './stage.ts'
import { load, warm } from './wrk.ts'

const PHOTOS = 6

/** A picture of 12 megapixels into three sizes, one after the other; and reads with and without that going on (P9). */
export async function benchPhotos(): Promise<Goal[]> {
  const stage = await openStage()
  const service = await startService(stage, new URL('../..', import.meta.url).pathname, { database: String(stage.connection.database) })
  try {
    const { seller: key } = await people(service)
    const listing = await send(service.port, 'POST', '/v1/listings', {
      key,
      json: { shop: 'bench', title: 'Oak lamp', price: 58, publish: true },
    })
    const id = listing.body.id as string
    const raw = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: await picture() }])
    const upload = async () => {
      const reply = await send(service.port, 'POST', `/v1/listings/${id}/photos`, { key, raw })
      if (reply.status !== 201) throw new Error(`a photo was answered ${reply.status}: ${reply.bytes.toString()}`)
    }
    // the first one starts the process that decodes
    await upload()
    const before = cpuMs(service.web)
    for (let n = 0; n < PHOTOS; n++) await upload()
    const each = (cpuMs(service.web) - before) / PHOTOS
    console.log(`a JPEG of 12 megapixels into three sizes: ${each.toFixed(0)} ms of one core`)
    const read = [{ path: `/v1/market/listings/${id}`, headers: { Cookie: 'bench=1' } }]
    await warm(service, () => read)
    const alone = await load(service, read, 3)
    let reading = true
    const uploads = (async () => {
      // a listing holds 24
      for (let n = 0; reading && n < 24 - PHOTOS - 1; n++) await upload()
    })()
    const beside = await load(service, read, 3)
    reading = false
    await uploads
    console.log(`p99 of reads ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} ms beside decoding`)
    return [
      atMost('P9 a 12-megapixel photo, three sizes', each, 500, ' ms'),
      atMost('P9 p99 of reads beside, of alone', beside.p99 / alone.p99, 1.5),
    ]
  } finally {
    await service.stop()
    await stage.end()
  }
}

/** With grain, as a camera's picture has: what is smooth is quickly read. */
async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 0, sigma: 12 }
  const grain = { create: { width: 4_000, height: 3_000, channels: 3 as const, background: 'black', noise } }
  return sharp(await scene(4_000, 3_000).png({ compressionLevel: 0 }).toBuffer())
    .composite([{ input: grain, blend: 'add' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
