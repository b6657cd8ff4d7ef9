import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  ApprovalNeeded,
  ApprovalRefused,
  AuthenticationError,
  ConflictError,
  createResale,
  InvalidRequestError,
  NotFoundError,
  PaymentError,
  PermissionError,
  type ChatEvent,
  type Listing,
  type Resale,
} from '@resale/sdk'
import { fromPath } from '@resale/sdk/node'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { jpegWithMetadata as photo } from '#test/fixtures/media.ts'
import { until } from '#test/until.ts'

const model = await startModel({ after })
const app = await startApp({ after }, model.env)
const clientOf = (key?: string): Resale => createResale({ baseUrl: app.programsUrl, ...(key === undefined ? {} : { key }) })
const ADDRESS = { name: 'Ben Okafor', line1: '12 Alder Street', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

describe('the SDK', () => {
  test('the SDK runs a sale as seller and buyer, and verifies every webhook delivery', async (t) => {
    const receiver = await startReceiver(t)
    const account = await clientOf().accounts.create({ name: 'Nina', email: 'nina@sdk.test', password: 'a long enough password' })
    const seller = clientOf(account.api_key.secret)
    const buyer = clientOf((await app.signUp('Ben')).key)
    assert.equal((await seller.me.get()).name, 'Nina')

    const { secret } = await seller.webhooks.set({ url: receiver.url, events: ['offer.received', 'listing.sold', 'review.created'] })
    await seller.shops.create({ name: 'Fern & Thread', slug: 'sdk-fern' })
    const draft = await seller.listings.create({
      shop: 'sdk-fern',
      title: 'Lambswool crew knit',
      price: 48,
      shipping: 6,
      fields: { Size: 'M' },
    })
    await seller.listings.addPhotos(draft.id, { photos: [new Blob([await photo()])], alt: 'The front' })
    const listing: Listing = await seller.listings.publish(draft.id)
    assert.deepEqual([listing.status, listing.photos.length], ['live', 1])

    const seen = await clientOf().market.getListing(listing.id)
    assert.deepEqual([seen.price, seen.open_to_offers], [48, true])
    const offer = await buyer.offers.make({ listing: listing.id, amount: 44 })
    const taken = await seller.offers.accept(offer.id, { expected_amount: 44 })
    await assert.rejects(buyer.orders.pay(taken.order!, { method: 'test_declined', address: ADDRESS }), PaymentError)
    await buyer.orders.pay(taken.order!, { method: 'test_ok', address: ADDRESS })
    await seller.orders.ship(taken.order!, { carrier: 'UPS', number: '1Z999AA10123456784' })
    const order = await buyer.orders.confirm(taken.order!)
    assert.deepEqual([order.status, order.total], ['completed', 50])
    const review = await buyer.orders.writeReview(order.id, { rating: 5, body: 'Lovely.' })
    await seller.reviews.reply(review.id, { body: 'Wear it well!' })
    const reviews = await clientOf().stores.listReviews('sdk-fern')
    assert.deepEqual([reviews.rating.count, reviews.data[0]!.reply!.body], [1, 'Wear it well!'])

    const requests = await receiver.until(3)
    const types = []
    for (const { body, headers } of requests) types.push((await seller.webhooks.constructEvent(body, headers, secret!)).type)
    assert.deepEqual(types.toSorted(), ['listing.sold', 'offer.received', 'review.created'])
  })

  test('the SDK iterates over a list to its end, both by offset and by cursor', async () => {
    const { key, list, slug } = await openSeller(app)
    const ids = []
    for (let number = 0; number < 7; number++) ids.push((await list({ title: `Lamp ${number}`, price: 5 })).id)
    const seller = clientOf(key)
    const page = await seller.listings.list({ limit: 3 })
    assert.deepEqual([page.data.length, page.total, page.has_more], [3, 7, true])
    const walked = []
    for await (const { id } of seller.listings.list({ limit: 3, shop: slug })) walked.push(id)
    assert.deepEqual(walked, ids.toReversed())
    const rest = []
    for await (const { id } of seller.listings.list({ limit: 3, offset: 5 })) rest.push(id)
    assert.deepEqual(rest, walked.slice(5))
    const none = []
    for await (const review of clientOf().stores.listReviews(slug, { limit: 1 })) none.push(review)
    assert.deepEqual(none, [])
  })

  test('the SDK uploads pictures from a path, a stream, bytes or a blob, and CSV as text', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'resale-sdk-'))
    t.after(() => rm(folder, { recursive: true }))
    const seller = await openSeller(app)
    const resale = clientOf(seller.key)
    const { id } = await seller.list({ title: 'Vase' })
    const bytes = new Uint8Array(await photo())
    await writeFile(join(folder, 'front.jpg'), bytes)
    await resale.listings.addPhotos(id, { photos: [await fromPath(join(folder, 'front.jpg')), new Blob([bytes]).stream()] })
    const { data } = await resale.listings.addPhotos(id, { photos: [bytes, new Blob([bytes], { type: 'image/jpeg' })] })
    assert.equal(data.length, 4)
    await resale.shops.setPicture(seller.slug, { picture: bytes })

    const table = await resale.listings.export({ shop: seller.slug })
    assert.match(table, /^\S*title.*\n.*Vase/m)
    const rows = await resale.listings.import({ file: new Blob(['title,price\nA lamp,12\n'], { type: 'text/csv' }) })
    assert.equal(rows.data.length, 1)
    assert.equal((await resale.listings.import({ csv: 'title,price\nA cup,3\n' })).data.length, 1)
  })

  test('the SDK throws a specific error class for each kind of error, and the error names the invalid field', async () => {
    const seller = await openSeller(app)
    const resale = clientOf(seller.key)
    const wrong = await caught(resale.listings.create({ price: -1 }), InvalidRequestError)
    assert.deepEqual([wrong.status, wrong.type, wrong.param, wrong.name], [400, 'invalid_request', 'price', 'InvalidRequestError'])
    assert.match(wrong.requestId!, /^\S{8,}$/)
    await caught(resale.listings.get('lst_nothing'), NotFoundError)
    assert.equal((await caught(resale.shops.create({ name: 'Again', slug: seller.slug }), ConflictError)).param, 'slug')
    await caught(clientOf('rsk_nonsense').me.get(), AuthenticationError)
    const reader = clientOf(await seller.keyWith({ scopes: ['read'] }))
    assert.equal((await caught(reader.shops.create({ name: 'No', slug: 'sdk-no' }), PermissionError)).code, 'scope')
    for (const id of ['', '.', '..', undefined]) assert.throws(() => resale.listings.get(id as string), TypeError)
    await caught(resale.listings.get('../me'), NotFoundError)
  })

  test('if an idempotency key is reused, the SDK returns the first response', async () => {
    const resale = clientOf((await openSeller(app)).key)
    const once = () => resale.listings.create({ title: 'Once' }, { idempotencyKey: 'once-1' })
    const [first, second] = [await once(), await once()]
    assert.equal(first.id, second.id)
    assert.equal((await resale.listings.list()).total, 1)
  })

  test('the SDK throws ApprovalNeeded and can then wait for the owner’s decision', async () => {
    const owner = await openSeller(app)
    const agentKey = { kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish', 'listings.delete'] }
    const [agent, person] = [clientOf(await owner.keyWith(agentKey)), clientOf(owner.key)]
    const { id } = await owner.list({ title: 'Lamp', price: 20 })

    const held = await caught(agent.listings.publish(id), ApprovalNeeded)
    assert.deepEqual([held.approval.status, held.approval.action], ['pending', 'listings.publish'])
    const [published] = await Promise.all([
      agent.waitForApproval<Listing>(held, { pollMs: 20 }),
      person.approvals.approve(held.approval.id),
    ])
    assert.deepEqual([published.id, published.status], [id, 'live'])

    // attaches the rejection handler before the approval is declined, because the promise may reject before it is awaited
    const waiting = caught(agent.listings.delete(id, { waitForApproval: { pollMs: 20 } }), ApprovalRefused)
    const approval = await until('the approval', async () => (await person.approvals.list({ status: 'pending' })).data[0])
    await person.approvals.decline(approval.id)
    assert.equal((await waiting).approval.status, 'declined')

    const changed = await caught(agent.listings.delete(id), ApprovalNeeded)
    await person.listings.change(id, { title: 'A better lamp' })
    await assert.rejects(person.approvals.approve(changed.approval.id), ConflictError)
    await caught(agent.waitForApproval(changed.approval, { pollMs: 20 }), ConflictError)
    await assert.rejects(
      agent.waitForApproval((await caught(agent.listings.delete(id), ApprovalNeeded)).approval.id, { pollMs: 20, timeoutMs: 50 }),
      /has not decided yet/,
    )
  })

  test('the SDK streams a helper’s reply in a chat', async () => {
    const seller = await openSeller(app)
    const { id } = await seller.list({ title: 'Brown bag', price: 84 })
    model.answer = ({ step }) =>
      step === 0 ? { text: 'On it.', calls: [{ name: 'set_price', input: { price: 70 } }] } : { text: 'The price is $70 — done.' }
    const events: ChatEvent[] = []
    for await (const event of clientOf(seller.key).listings.streamChat(id, { message: 'Make it 70' })) events.push(event)
    const words = events.flatMap(({ event, data }) => (event === 'text' ? [data.text] : [])).join('')
    assert.equal(words, 'On it.\n\nThe price is $70 — done.')
    assert.deepEqual(
      events.flatMap(({ event, data }) => (event === 'change' ? [data.after] : [])),
      [70],
    )
    assert.equal(events.at(-1)!.event, 'done')
    const whole = await clientOf(seller.key).listings.sendChat(id, { message: 'Thanks' })
    assert.equal(whole.object, 'chat_reply')
  })

  test('the SDK never prints its key', async () => {
    const { key } = await app.signUp()
    const { inspect } = await import('node:util')
    assert.ok(!inspect(clientOf(key), { depth: 9, showHidden: true }).includes(key))
    const error = await caught(createResale({ baseUrl: 'http://127.0.0.1:9', key, retries: 0 }).me.get(), Error)
    assert.ok(!inspect(error, { depth: 9 }).includes(key))
  })
})

async function caught<Kind extends Error>(promise: PromiseLike<unknown>, kind: abstract new (...given: never[]) => Kind): Promise<Kind> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof kind, `${String(error)} is no ${kind.name}`)
    return error
  }
  return assert.fail(`no ${kind.name} was thrown`)
}
