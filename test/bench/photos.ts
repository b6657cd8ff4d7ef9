import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { runningServer } from '#platform/database/running.ts'
import { multipart, send } from '#test/app.ts'
import { load, MADE_ANEW, type Measure } from '#test/bench/cost.ts'
import { cpuSeconds } from '#test/bench/cpu.ts'
import { atMost, type Goal } from '#test/bench/goals.ts'
import { killableService, type KillableService } from '#test/chaos/service.ts'
import { scene } from '#test/fixtures/pictures.ts'

const PHOTOS = 6
const CLIENTS = 16

/** Sends pictures of 12 megapixels, drawn here, one after the other, and reads the market meanwhile and without (P9). */
export async function benchPhotos(seconds: number): Promise<Goal[]> {
  const service = await killableService({ USAGE_LIMIT: '1000000000', DEMO: 'off' }, ['web'])
  try {
    const key = await openShop(service)
    const listing = await record(service, key, '/v1/listings', { title: 'Oak lamp', price: 58, publish: true })
    const bytes = await picture()
    const upload = async () => {
      const raw = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes }])
      const reply = await send(service.port, 'POST', `/v1/listings/${listing.id}/photos`, { key, raw })
      if (reply.status !== 201) throw new Error(`a photo was answered ${reply.status}: ${reply.bytes.toString()}`)
    }
    const pids = [service.pid(), runningServer(service.dataDir)!.pid] as const
    // the first one starts the process that decodes
    await upload()
    const [cpuBefore, began] = [cpuSeconds(...pids)!, performance.now()]
    for (let n = 0; n < PHOTOS; n++) await upload()
    const each = (cpuSeconds(...pids)! - cpuBefore) / PHOTOS
    console.log(
      `\nA JPEG of 12 megapixels, ${(bytes.length / 2 ** 20).toFixed(1)} MB, into three sizes: ${each.toFixed(2)} s of one core, ${((performance.now() - began) / PHOTOS).toFixed(0)} ms by the clock`,
    )
    const read = () =>
      load(pids, { port: service.port, path: () => `/v1/market/listings/${listing.id}`, headers: MADE_ANEW, clients: CLIENTS, seconds })
    const alone = await read()
    const beside = await whileUploading(upload, read)
    print(alone, beside)
    return [
      { name: 'P9 a 12-megapixel photo, three sizes', goal: '≤ 0.6 s CPU', seen: `${each.toFixed(2)} s`, met: each <= 0.6 },
      atMost('P9 p99 of reads beside decoding, of without', beside.p99 / alone.p99, 1.5),
    ]
  } finally {
    await service.end()
  }
}

/** With grain, as a camera's picture has: what is smooth is quickly read. */
async function picture(): Promise<Buffer> {
  const grain = {
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3 as const,
      background: 'black',
      noise: { type: 'gaussian' as const, mean: 0, sigma: 12 },
    },
  }
  return sharp(await scene(4_000, 3_000).png({ compressionLevel: 0 }).toBuffer())
    .composite([{ input: grain, blend: 'add' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** One photo after the other, as long as the reads take; a listing holds 24. */
async function whileUploading(upload: () => Promise<void>, read: () => Promise<Measure>): Promise<Measure> {
  let reading = true
  const uploads = (async () => {
    for (let n = 0; reading && n < 24 - PHOTOS - 1; n++) await upload()
  })()
  await sleep(200)
  const seen = await read()
  reading = false
  await uploads
  return seen
}

function print(alone: Measure, beside: Measure): void {
  for (const [name, { median, p99, rate }] of Object.entries({ 'reads alone': alone, 'reads beside decoding': beside }))
    console.log(`${name.padEnd(24)}median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${rate.toFixed(0)} a second`)
}

async function openShop(service: KillableService): Promise<string> {
  await service.until(async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`).catch(() => null))?.status === 200)
  const { api_key } = await record(service, undefined, '/v1/accounts', {
    name: 'Bench',
    email: 'bench@example.test',
    password: 'a long enough password',
  })
  await record(service, api_key.secret, '/v1/shops', { name: 'Bench', slug: 'bench' })
  return api_key.secret
}

async function record(service: KillableService, key: string | undefined, path: string, json: object) {
  const reply = await send(service.port, 'POST', path, { json, ...(key === undefined ? {} : { key }) })
  if (reply.status !== 201) throw new Error(`${path} was answered ${reply.status}: ${reply.bytes.toString()}`)
  return reply.body
}
