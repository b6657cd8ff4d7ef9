import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'

type Who = { cookie: string }

const app = await startApp({ after })
const seller = await openSeller(app, 'Sol')
const read = async ({ cookie }: Who, path: string): Promise<string> => (await app.call('GET', path, { cookie })).body

/** Submits a form as a browser without scripts, and returns the path of the next page. */
async function send(who: Who, page: string, action: string, fields: Record<string, string> = {}): Promise<string> {
  const token = /name="form_token" value="([^"]+)"/.exec(await read(who, page))?.[1] ?? ''
  const form = new URLSearchParams({ form_token: token, ...fields }).toString()
  const reply = await app.call('POST', action, { cookie: who.cookie, form, headers: { origin: app.url } })
  return reply.headers['location'] ?? reply.body
}

async function talk() {
  const buyer = await newBuyer(app)
  const listing = await onSale(seller)
  const { id } = (await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it wool?' } })).body
  return { buyer, listing, thread: id as string }
}

test('both people in a conversation can block each other and remove the block', async () => {
  const { buyer, thread } = await talk()
  for (const [who, name, conversation] of [
    [buyer, 'Shop of Sol', `/you/messages/${thread}`],
    [seller, 'Ben', `/app/messages/${thread}`],
  ] as const) {
    const path = `/block/thread/${thread}`
    assert.match(await read(who, conversation), new RegExp(`href="${path}"`))
    const step = await read(who, path)
    assert.match(step, new RegExp(`Block ${name}\\?`))
    assert.match(step, new RegExp(`href="${conversation}"[^>]*>\\s*Cancel`))
    assert.equal(await send(who, path, path), '/you/blocked')
    assert.match(await read(who, '/you/blocked'), new RegExp(name))
    assert.match(await read(who, conversation), new RegExp(`You have blocked ${name}`))
    assert.match(await read(who, path), new RegExp(`You have blocked ${name}`))
    assert.equal(await send(who, '/you/blocked', '/you/blocked', { thread }), '/you/blocked')
    assert.match(await read(who, '/you/blocked'), /No blocked people/)
  }
})

test('both people in an order can block each other, from the order page and after a report', async () => {
  const { buyer, listing } = await talk()
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id as string
  const path = `/block/order/${order}`
  for (const [who, name, orderPage] of [
    [buyer, 'Shop of Sol', `/you/orders/${order}`],
    [seller, 'Ben', `/app/orders/${order}`],
  ] as const) {
    assert.match(await read(who, orderPage), new RegExp(`href="${path}"`))
    assert.match(await read(who, `/report/order/${order}?sent=1`), new RegExp(`href="${path}"[^>]*>\\s*Block ${name}`))
    assert.match(await read(who, path), new RegExp(`href="${orderPage}"[^>]*>\\s*Cancel`))
    assert.equal(await send(who, path, path), '/you/blocked')
    assert.match(await read(who, orderPage), new RegExp(`You have blocked ${name}`))
    assert.equal(await send(who, '/you/blocked', '/you/blocked', { order }), '/you/blocked')
    assert.match(await read(who, '/you/blocked'), /No blocked people/)
  }
})

test('if a message to a person who blocked the sender is rejected, the form preserves the text and the page gives no reason', async () => {
  const { buyer, thread } = await talk()
  await seller.call('PUT', `/v1/threads/${thread}/block`)
  const path = `/you/messages/${thread}`
  const page = await send(buyer, path, path, { text: 'And the size?' })
  assert.match(page, /This is not available\./)
  assert.match(page, /And the size\?/)
  assert.doesNotMatch(page, /You have blocked/)
})

test('a shop page shows working block and report links to everyone except the shop’s owner', async () => {
  const { buyer } = await talk()
  const shop = (await app.call('GET', '/', { host: `${seller.slug}.resale.localhost` })).body
  for (const kind of ['block', 'report']) assert.match(shop, new RegExp(`/${kind}/shop/${seller.slug}"`))
  const report = `/report/shop/${seller.slug}`
  assert.match(await send(buyer, report, report), /Choose what is wrong\./)
  assert.equal(await send(buyer, report, report, { reason: 'fake', body: 'Copied pictures.' }), `${report}?sent=1`)
  assert.match(await read(buyer, `${report}?sent=1`), /Report received/)
  const block = `/block/shop/${seller.slug}`
  assert.equal(await send(buyer, block, block), '/you/blocked')
  assert.equal(await send(buyer, '/you/blocked', '/you/blocked', { shop: seller.slug }), '/you/blocked')
  assert.match(await read(buyer, '/you/settings'), /href="\/you\/blocked"/)
})

test('both people in an order or conversation can report the other person to the operator', async () => {
  const { buyer, listing, thread } = await talk()
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id as string
  for (const [who, page, report] of [
    [buyer, `/you/orders/${order}`, `/report/order/${order}`],
    [seller, `/app/orders/${order}`, `/report/order/${order}`],
    [buyer, `/you/messages/${thread}`, `/report/thread/${thread}`],
    [seller, `/app/messages/${thread}`, `/report/thread/${thread}`],
  ] as const) {
    assert.match(await read(who, page), new RegExp(`href="${report}"`), page)
    assert.equal(await send(who, report, report, { reason: 'threat' }), `${report}?sent=1`)
  }
  assert.equal((await app.call('GET', `/block/thread/${thread}`)).status, 303, 'anonymous users sign in first')
  assert.match(await read(buyer, `/you/orders/${order}`), /Block Shop of Sol/)
  await buyer.call('PUT', `/v1/threads/${thread}/block`)
  assert.match(await read(buyer, `/you/orders/${order}`), /Unblock Shop of Sol/)
})

test('the operator reads a reported conversation and sends a warning', async () => {
  const { buyer, thread } = await talk()
  const operator = await app.signUp('Olga')
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
  const { id } = (await seller.call('POST', `/v1/threads/${thread}/report`, { json: { reason: 'spam' } })).body
  const path = `/operator/reports/${id}`
  assert.match(await read(operator, '/operator/reports'), /Conversation about Wool coat/)
  const page = await read(operator, path)
  for (const words of [/Is it wool\?/, /Warn Ben/, /History/]) assert.match(page, words)
  assert.doesNotMatch(page, /Suspend the shop/)
  assert.equal(await send(operator, path, path, { do: 'warning', reason: 'No advertising.' }), '/operator/reports')
  assert.match(await read(buyer, '/app/measures'), /No advertising\./)
})

test('the operator requests a change to a reported listing, and its owner sees the reason and the editor', async () => {
  const { buyer, listing } = await talk()
  const operator = await app.signUp('Oki')
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', operator.id).execute()
  const { id } = (await buyer.call('POST', `/v1/market/listings/${listing}/report`, { json: { reason: 'misleading' } })).body
  const path = `/operator/reports/${id}`
  assert.match(await read(operator, path), /Ask the owner to change the listing/)
  assert.equal(await send(operator, path, path, { do: 'change', reason: 'Please name the maker.' }), '/operator/reports')
  assert.match(await read(seller, '/app/listings'), /needs a change that the operator has requested\. Reason: Please name the maker\./)
  const page = await read(seller, '/app/measures')
  assert.match(page, /Please change “Wool coat”/)
  assert.ok(page.includes(`href="/app/listings/${listing}"`))
  const [measure] = (await app.call('GET', '/v1/operator/measures?kind=change', { cookie: operator.cookie })).body.data
  assert.match(await read(operator, `/operator/measures/${measure.id}`), /The listing has not changed since/)
  await app.advance(60)
  await seller.call('PATCH', `/v1/listings/${listing}`, { json: { title: 'Wool coat by Aster' } })
  assert.match(await read(operator, `/operator/measures/${measure.id}`), /The listing changed on/)
  assert.match(await read(operator, '/operator/measures'), /Changed since/)
})
