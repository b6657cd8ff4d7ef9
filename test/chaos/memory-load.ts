import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { multipart, send, type Call, type Reply } from '#test/app.ts'

const SHOP = 'loaded'
const CSV_ROWS = 1_000
/** Number of letters in each description, so that the CSV file reaches 2 MB. */
const CSV_LETTERS = 2_000

export type Load = {
  /** Sends requests until `stop` is called, several at the same time. */
  run(): Promise<void>
  stop(): void
  /** Number of responses by kind of request and by status. Status 0 means a connection that ended without a response. */
  answers: ReadonlyMap<string, number>
  /** Ids of acknowledged listings, and paths of acknowledged photos. */
  listings: readonly string[]
  photos: readonly string[]
}

/**
 * Creates load for one seller: large uploads, large CSV files and long lists. Throws if a response is neither a success nor a rejection
 * with a reason.
 */
export async function memoryLoad(port: number, key: string): Promise<Load> {
  const answers = new Map<string, number>()
  const [listings, photos]: [string[], string[]] = [[], []]
  const bytes = await noise(1_000, 900)
  const photo = multipart([{ name: 'photos', filename: 'noise.png', type: 'image/png', bytes }])
  const tooLarge = multipart([{ name: 'photos', filename: 'noise.png', type: 'image/png', bytes: randomBytes(11 * 2 ** 20) }])
  const text = 'A lamp with a shade. '.repeat(Math.ceil(CSV_LETTERS / 21)).slice(0, CSV_LETTERS)
  const rows = Array.from({ length: CSV_ROWS }, (_, n) => `${SHOP},Lamp ${n},"${text}",${n + 1}`)
  const csv = { type: 'text/csv', bytes: Buffer.from(['shop,title,description,price', ...rows].join('\n')) }
  let isStopped = false

  /** Sends a request. Returns the response body, or null if the request failed. */
  async function call(name: string, method: string, path: string, details: Call = {}): Promise<Reply['body']> {
    const reply = await send(port, method, path, { key, ...details }).catch((error: NodeJS.ErrnoException) => {
      if (error.name === 'AssertionError') throw error
      return null
    })
    const status = reply?.status ?? 0
    answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
    if (!reply || status === 0) return null
    if (status < 300) return reply.body
    const { message = '' } = reply.body?.error ?? {}
    // on a busy machine, the service may give up processing a photo
    const isRefusal = [413, 429, 503].includes(status) || /took too long to process/.test(message)
    if (!isRefusal || message === '') throw new Error(`${name}: ${status} ${reply.bytes.toString().slice(0, 300)}`)
    return null
  }

  async function upload(): Promise<void> {
    const made = await call('create', 'POST', '/v1/listings', { json: { shop: SHOP, title: 'Photographed', price: 5 } })
    if (!made) return
    listings.push(made.id)
    const added = await call('photo', 'POST', `/v1/listings/${made.id}/photos`, { raw: photo })
    if (added) photos.push(...added.data.map((one: { url: string }) => new URL(one.url).pathname))
    await call('large photo', 'POST', `/v1/listings/${made.id}/photos`, { raw: tooLarge })
  }

  async function importRows(): Promise<void> {
    const imported = await call('import', 'POST', '/v1/listings/import', { raw: csv })
    if (imported) listings.push(...imported.data.flatMap((row: { ok: boolean; id: string }) => (row.ok ? [row.id] : [])))
  }

  async function list(): Promise<void> {
    await call('list', 'GET', '/v1/listings?limit=100')
    await call('export', 'GET', '/v1/listings/export')
  }

  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isStopped) await work()
  }
  return {
    async run() {
      isStopped = false
      await Promise.all([upload, upload, upload, importRows, importRows, list, list, list].map(repeat))
    },
    stop: () => void (isStopped = true),
    answers,
    listings,
    photos,
  }
}

/** Returns a PNG that cannot be compressed: three random bytes for each pixel. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
