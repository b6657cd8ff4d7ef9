import assert from 'node:assert/strict'
import { inTransaction } from '#platform/context/index.ts'
import { PEOPLE } from '#demo/cast/index.ts'
import { append } from '#messaging/threads/append.ts'
import { lockThread } from '#messaging/threads/queries.ts'
import { multipart, type Reply } from '#test/app.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { inBrowser, stageForFile, type Stage } from './stage.ts'

/** Records of the demo buyer Theo, in every state that Theo's pages show. */
export type Scene = {
  /** Listings for sale that accept offers, but have none yet. */
  free: { id: string; title: string; price_cents: number; shop: string; link: string }[]
  thread: string
  orders: Record<'toPay' | 'paid' | 'shipped' | 'problem' | 'done' | 'cancelled', string>
  offer: string
  as(who: keyof typeof PEOPLE, method: string, path: string, json?: unknown): Promise<Reply>
}

/** Opens a stage with this scene for all tests of a file, like `stageForFile`. */
export async function sceneForFile(options: { pictures?: boolean } = {}): Promise<{ stage: Stage; scene: Scene }> {
  const stage = await stageForFile({}, options)
  return { stage, scene: inBrowser.skip ? (undefined as never) : await setScene(stage) }
}

const ADDRESS = { name: 'Theo Brand', line1: '1 High Street', city: 'Portland', postal_code: '97201', country: 'USA' }

export async function setScene({ app }: Stage): Promise<Scene> {
  const cookies = new Map<string, string>()
  const as: Scene['as'] = async (who, method, path, json) => {
    if (!cookies.has(who)) {
      const { email } = PEOPLE[who]
      const reply = await app.call('POST', '/v1/sessions', { json: { email, password: app.service.demo!.access!.password } })
      cookies.set(who, reply.headers['set-cookie']!.split(';')[0]!)
    }
    const reply = await app.call(method, `/v1${path}`, { cookie: cookies.get(who)!, ...(json === undefined ? {} : { json }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply
  }
  const { db } = app.service.ctx
  const owner = (await db.selectFrom('accounts').select('id').where('email', '=', PEOPLE.ana.email).executeTakeFirstOrThrow()).id
  await db.updateTable('shops').set({ haggle: false, answer_questions: false, ask_hold: true }).where('owner_id', '=', owner).execute()
  // Creates new items, because all demo items already have offers or orders.
  for (let made = 1; made <= 14; made++) {
    const json = { shop: 'mint-fox', title: `Linen shirt number ${made}`, price: 30 + made, shipping: 6, take_offers: true }
    const { id } = (await as('ana', 'POST', '/listings', json)).body
    await as('ana', 'POST', `/listings/${id}/publish`)
  }
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .select(['l.id', 'l.title', 'l.price_cents', 'l.link', 's.slug as shop'])
    .where('l.owner_id', '=', owner)
    .where('l.title', 'like', 'Linen shirt number%')
    .orderBy('l.price_cents', 'desc')
    .execute()
  assert.ok(rows.length >= 12, `only ${rows.length} listings`)
  const next = () => rows.shift()!.id
  const order = async (paid: boolean): Promise<string> => {
    const { id } = (await as('theo', 'POST', '/orders', { listing: next(), address: ADDRESS })).body
    if (paid) await as('theo', 'POST', `/orders/${id}/pay`, { method: 'test_ok' })
    return id
  }
  const ship = async (id: string): Promise<string> => {
    await as('ana', 'POST', `/orders/${id}/ship`, { carrier: 'USPS', number: '9400111899223100000001' })
    return id
  }
  const toPay = await order(false)
  const paid = await order(true)
  const shipped = await ship(await order(true))
  const problem = await ship(await order(true))
  await as('theo', 'POST', `/orders/${problem}/problem`, { reason: 'damaged', body: 'The handle came off in the post.' })
  await as('ana', 'POST', `/orders/${problem}/answer`, { body: 'I am sorry. May I give back a part?' })
  await as('ana', 'POST', `/orders/${problem}/refund`, { amount: 10 })
  const done = await ship(await order(true))
  await as('theo', 'POST', `/orders/${done}/confirm`)
  const cancelled = await order(false)
  await as('theo', 'POST', `/orders/${cancelled}/cancel`)
  const listing = next()
  const offer = (await as('theo', 'POST', '/offers', { listing, amount: 20, note: 'I would fetch it this week.' })).body.id
  await as('ana', 'POST', `/offers/${offer}/counter`, { amount: 25, note: 'It was mended by hand.' })
  const thread = (await as('theo', 'POST', '/threads', { listing, text: 'Does it come with the belt?' })).body.id
  const photo = { name: 'photos', filename: 'belt.jpg', type: 'image/jpeg', bytes: await jpegWithMetadata(900, 600) }
  const raw = multipart([{ name: 'text', value: 'It should look like these.' }, photo, photo, photo])
  assert.equal((await app.call('POST', `/v1/threads/${thread}/messages`, { cookie: cookies.get('theo')!, raw })).status, 201)
  await inTransaction(app.service.ctx, async (tx) => {
    const row = (await lockThread(tx.db, thread))!
    await append(tx, row, { from: 'agent', text: 'The description does not say. I have passed it on to Ana.', needsOwner: true })
  })
  const free = rows.map((row) => ({ ...row, title: row.title!, price_cents: row.price_cents!, link: row.link! }))
  return { free, thread, orders: { toPay, paid, shipped, problem, done, cancelled }, offer, as }
}
