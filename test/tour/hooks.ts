import assert from 'node:assert/strict'
import { soon } from './stage.ts'
import { startLocalServer } from '#test/local-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- records of many kinds; each chapter checks the fields that it expects
type Body = any

/** Verifies a request with the same steps as docs/examples/verify.mjs, the example that developers of receivers copy. */
export type Verify = (body: string, header: string | undefined, secret: string, nowSeconds: number) => boolean

/** A webhook request that the receiver got, even if the receiver responded with an error. */
export type Delivery = {
  id: string
  type: string
  /** The event type in the header. The body contains the same type. */
  header: string | undefined
  object: Body
  attempt: number
  raw: string
  signature: string
  /** Result of the signature check that ran when the request arrived. */
  signed: boolean
}

/** The seller's webhook receiver on loopback. Verifies every signature and stores all requests. */
export type Hooks = {
  url: string
  deliveries: readonly Delivery[]
  secret: string
  /** Status that the receiver responds with: 200, unless the tour simulates a failure. */
  answer: number
  /**
   * Waits for the next event of type `type`. If `about` is given, the event must be about that record. Fails if the event's signature is
   * invalid.
   */
  next(type: string, about?: string): Promise<Delivery>
  /** Returns all deliveries of an event so far. Fails if any of their signatures is wrong. */
  triesOf(id: string): Delivery[]
  /** Returns true if the request has a valid signature for this secret. */
  passesWith(secret: string, one: Delivery): boolean
  stop(): Promise<void>
}

export async function startHooks(verify: Verify, readings: () => number[]): Promise<Hooks> {
  const deliveries: Delivery[] = []
  const seen = new Set<string>()
  const { url, stop } = await startLocalServer(undefined, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const delivery = read(Buffer.concat(chunks).toString(), (name) => request.headers[name] as string | undefined)
      if (delivery) deliveries.push(delivery)
      response.writeHead(delivery ? hooks.answer : 400).end()
    })
  })

  const read = (body: string, header: (name: string) => string | undefined): Delivery | null => {
    const signature = header('service-signature') ?? ''
    const signed = readings().some((now) => verify(body, signature, hooks.secret, now))
    const { id, type, data } = parsed(body)
    if (typeof id !== 'string') return null
    const attempt = Number(header('service-attempt'))
    return { id, type, header: header('service-event'), object: data?.object, attempt, raw: body, signature, signed }
  }
  const hooks: Hooks = {
    url: `${url}/hooks`,
    deliveries,
    secret: '',
    answer: 200,
    async next(type, about) {
      const found = await soon(`the event ${type}`, async () =>
        deliveries.find((one) => one.type === type && !seen.has(one.id) && (about === undefined || one.object.id === about)),
      )
      assert.ok(found.signed, `the signature of ${type} ${found.id} is wrong`)
      assert.equal(found.header, type)
      seen.add(found.id)
      return found
    },
    triesOf(id) {
      const tries = deliveries.filter((one) => one.id === id)
      assert.ok(
        tries.every(({ signed }) => signed),
        `a signature of ${id} is wrong`,
      )
      return tries
    },
    passesWith: (secret, { raw, signature }) => readings().some((now) => verify(raw, signature, secret, now)),
    stop,
  }
  return hooks
}

function parsed(body: string): Body {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}
