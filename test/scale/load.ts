import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { multipart } from '#test/app.ts'
import { Ledger } from '#test/chaos/ledger.ts'
import { Writer } from '#test/chaos/writer.ts'
import { HOST, type Answer, type HttpsCaller } from './caller.ts'
import type { Fleet } from './fleet.ts'

export type Tally = {
  good: number
  /**
   * Number of requests without a response from the service: the connection broke, or the proxy responded instead. The service may
   * nevertheless have processed these requests.
   */
  cut: number
  /** Number of 5xx responses that the service itself sent, by request. Excludes responses from the proxy. */
  failed: Map<string, number>
}

export const newTally = (): Tally => ({ good: 0, cut: 0, failed: new Map() })

const WRITERS = 4
const READERS = 6
const BUYERS = 3
const MOST_TRIES = 200
const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Simulated users: sellers, buyers who compete for an item, users who upload photos, and users who only read. */
export type Load = {
  ledger: Ledger
  /** Number of acknowledged sales of each listing, by listing id. Must be at most one. */
  sales: Map<string, number>
  photos: number
  /** Returns true when search finds a new item by its name. At that point, the search index also contains all earlier changes. */
  isFound(): Promise<boolean>
  /** Makes the load count all subsequent responses in this tally. */
  countIn(tally: Tally): void
  /** Starts no new work, waits for the work in progress, and repeats writes that got no response. */
  end(): Promise<void>
}

export async function startLoad(fleet: Fleet): Promise<Load> {
  let tally = newTally()
  let ended = false
  let reads = 0
  const broken: unknown[] = []
  const sales = new Map<string, number>()
  const pictures: string[] = []
  const call: HttpsCaller = async (method, path, options) => {
    const answer = await fleet.call(method, path, options)
    count(tally, method, path, answer)
    if (answer.by !== 'service') await sleep(200)
    return answer
  }
  const seller = await signUp(fleet.call, 'seller')
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => signUp(fleet.call, `buyer${index}`)))
  await made(fleet.call, '/v1/shops', seller, { name: 'Killed often', slug: 'killed-often' })
  await made(fleet.call, '/v1/shops', seller, { name: 'Sold once', slug: 'sold-once' })
  const hook = await fleet.call('PUT', '/v1/webhooks', { key: seller, json: { url: fleet.receiverUrl } })
  if (hook.status !== 200 && hook.status !== 201) throw new Error(`the webhook was rejected: ${hook.text}`)

  const ledger = new Ledger()
  const writers = Array.from(
    { length: WRITERS },
    () =>
      new Writer({ shop: 'killed-often', ledger, keyed: true, send: (write) => call(write.method, write.path, { ...write, key: seller }) }),
  )
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#886644' } })
    .jpeg()
    .toBuffer()

  const work = [
    ...writers.map((writer) =>
      whileRunning(async () => {
        // Resends the requests that got no response because their target was killed.
        await writer.settle()
        await writer.run()
      }),
    ),
    ...Array.from({ length: READERS }, (_, index) => whileRunning(() => read(index))),
    whileRunning(sell),
    whileRunning(sendPhoto),
  ]

  async function whileRunning(step: () => Promise<unknown>): Promise<void> {
    while (!ended) {
      await step().catch((error: unknown) => broken.push(error))
      await sleep(20)
    }
  }

  async function read(reader: number): Promise<void> {
    const word = ++reads
    const photo = pictures[word % (pictures.length + 1)]
    if (photo !== undefined && word % 10 === 0) await readPhoto(photo)
    else if (reader % 3 === 0) await call('GET', `/v1/market/search?q=thing&max_price=${(word % 900) + 1}`)
    else if (reader % 3 === 1) await call('GET', `/search?q=thing+${word % 50}`)
    else await call('GET', word % 2 === 0 ? '/' : '/p', { host: `killed-often.${HOST}` })
  }

  async function readPhoto(photo: string): Promise<void> {
    const { status } = await call('GET', photo)
    if (status >= 400 && status < 500) throw new Error(`${photo} was stored, but returns ${status}`)
  }

  /**
   * Sells one item. All buyers order it at the same time, and each retries with an idempotency key until the response is definite. One
   * buyer also asks a question.
   */
  async function sell(): Promise<void> {
    const listed = await insist('/v1/listings', seller, {
      shop: 'sold-once',
      title: `One of a kind ${Date.now()}`,
      price: 20,
      shipping: 0,
      publish: true,
    })
    if (listed === null) return
    const replies = await Promise.all(buyers.map((buyer) => insist('/v1/orders', buyer, { listing: listed.id, address: HOME })))
    await insist('/v1/threads', buyers[0]!, { shop: 'sold-once', text: `Is ${listed.id} still there?` })
    sales.set(listed.id, replies.filter((order) => order !== null).length)
  }

  /**
   * Sends a write with the same idempotency key until the write succeeds. Returns null if the service refuses it. Throws after `MOST_TRIES`
   * attempts.
   */
  async function insist(path: string, key: string, json: unknown): Promise<{ id: string } | null> {
    const idempotencyKey = `scale-${Math.random().toString(36).slice(2)}`
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { status, body } = await call('POST', path, { key, json, idempotencyKey })
      if (status >= 200 && status < 300) return body as { id: string }
      // the same request is still running, or the process was killed during the request
      const inProgress = status === 409 && /idempotency/i.test(JSON.stringify(body))
      if (status >= 400 && status < 500 && !inProgress) return null
      await sleep(500)
    }
    throw new Error(`no answer to ${path} after ${MOST_TRIES} tries`)
  }

  async function isFound(): Promise<boolean> {
    const name = Array.from({ length: 12 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')
    const listed = await insist('/v1/listings', seller, { shop: 'sold-once', title: name, price: 20, publish: true })
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { status, text } = await fleet.call('GET', `/v1/market/search?q=${name}`)
      if (status === 200 && text.includes(listed!.id)) return true
      await sleep(100)
    }
    return false
  }

  async function sendPhoto(): Promise<void> {
    const item = [...ledger.items.keys()].at(-1)
    if (item === undefined) return sleep(100)
    const { bytes, type } = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: picture }])
    const { status, body } = await call('POST', `/v1/listings/${item}/photos`, { key: seller, body: { bytes, type } })
    if (status === 201) pictures.push(new URL((body as { data: { url: string }[] }).data.at(-1)!.url).pathname)
    await sleep(100)
  }

  return {
    ledger,
    sales,
    get photos() {
      return pictures.length
    },
    isFound,
    countIn: (next) => void (tally = next),
    async end() {
      ended = true
      for (const writer of writers) writer.stop()
      await Promise.all(work)
      if (broken.length > 0) throw broken[0]
      for (let tries = 0; writers.some(({ unconfirmed }) => unconfirmed.length > 0); tries++) {
        if (tries > MOST_TRIES) throw new Error('writes got no response')
        for (const writer of writers) await writer.settle()
        await sleep(500)
      }
    },
  }
}

const HOME = { name: 'Ben Buyer', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

function count(tally: Tally, method: string, path: string, { status, by }: Answer): void {
  if (by !== 'service') tally.cut++
  else if (status < 500) tally.good++
  else {
    const what = `${method} ${path
      .replace(/\?.*/, '')
      .replace(/lst_\w+/, '{id}')
      .replace(/media\/\S+/, 'media/{key}')} ${status}`
    tally.failed.set(what, (tally.failed.get(what) ?? 0) + 1)
  }
}

async function signUp(call: HttpsCaller, name: string): Promise<string> {
  const account = await made<{ api_key: { secret: string } }>(call, '/v1/accounts', undefined, {
    name,
    email: `${name}@example.test`,
    password: 'a long enough password',
  })
  return account.api_key.secret
}

async function made<T>(call: HttpsCaller, path: string, key: string | undefined, json: unknown): Promise<T> {
  const { status, body, text } = await call('POST', path, { ...(key && { key }), json })
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
  return body as T
}
