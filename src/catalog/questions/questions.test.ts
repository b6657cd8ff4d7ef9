import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { traceOf } from '#test/trace.ts'
import { describeChange, describeCreation, describeDeletion } from './index.ts'
import * as queries from './queries.ts'

const WOOL = { question: 'Is it wool?', answer: 'Yes, all of it.' }

const app: TestApp = await startApp({ after })
const ana: Seller = await openSeller(app)
const live = async (title = 'Coat'): Promise<{ id: string; url: string }> => ana.list({ title, price: 40, shipping: 5, publish: true })
const at = (id: string, question = ''): string => `/v1/listings/${id}/questions${question && `/${question}`}`
const publish = (id: string, json: object = WOOL) => ana.call('POST', at(id), { json })
const seen = async (id: string, query = '') => app.call('GET', `/v1/market/listings/${id}/questions${query}`)
const texts = async (id: string) => (await seen(id)).body.data.map(({ question, answer }: typeof WOOL) => `${question} ${answer}`)

test('the owner can publish, change and delete questions, and anyone can read them, oldest first', async () => {
  const { id } = await live()
  const { status, body } = await publish(id)
  assert.equal(status, 201)
  assert.match(body.id, /^que_/)
  assert.deepEqual(body, { object: 'question', id: body.id, listing: id, ...WOOL, created_at: body.created_at })
  await app.advance(60)
  await publish(id, { question: 'Does it\r\nshrink?', answer: 'No.' })
  assert.deepEqual(await texts(id), ['Is it wool? Yes, all of it.', 'Does it\nshrink? No.'])
  const page = (await seen(id, '?limit=1&offset=1')).body
  assert.deepEqual([page.total, page.has_more, page.data[0].question], [2, false, 'Does it\nshrink?'])
  assert.deepEqual((await ana.call('GET', at(id))).body, (await seen(id)).body)

  const changed = await ana.call('PATCH', at(id, body.id), { json: { answer: 'Half of it.' } })
  assert.deepEqual(changed.body, { ...body, answer: 'Half of it.' })
  const reworded = await ana.call('PATCH', at(id, body.id), { json: { question: 'Is it all wool?' } })
  assert.deepEqual(reworded.body, { ...body, question: 'Is it all wool?', answer: 'Half of it.' })
  assert.deepEqual((await ana.call('DELETE', at(id, body.id))).body, { object: 'question', id: body.id, deleted: true })
  assert.deepEqual(await texts(id), ['Does it\nshrink? No.'])
  assert.equal((await ana.call('DELETE', at(id, body.id))).status, 404)
})

test('invalid question text is rejected with an error that names the field, and no question changes', async () => {
  const { id } = await live()
  const { body } = await publish(id)
  const before = await traceOf(app)
  for (const [json, param] of [
    [{ answer: 'Yes' }, 'question'],
    [{ question: 'Wool?' }, 'answer'],
    [{ ...WOOL, question: ' ' }, 'question'],
    [{ ...WOOL, question: 'x'.repeat(301) }, 'question'],
    [{ ...WOOL, answer: 'x'.repeat(1001) }, 'answer'],
    [{ ...WOOL, answer: 5 }, 'answer'],
  ] as const) {
    const created = await publish(id, json)
    assert.deepEqual([created.status, created.body.error.param], [400, param], JSON.stringify(json))
  }
  const changed = await ana.call('PATCH', at(id, body.id), { json: { answer: '' } })
  assert.deepEqual([changed.status, changed.body.error.param], [400, 'answer'])
  assert.equal(await traceOf(app), before)
  assert.equal((await publish(id, { question: '🧥'.repeat(300), answer: 'x'.repeat(1000) })).status, 201)
})

test('only the owner can change a question, and only through the listing to which the question belongs', async () => {
  const [{ id }, other] = [await live(), await live('Hat')]
  const { body } = await publish(id)
  const ben = await openSeller(app, 'Ben')
  const before = await traceOf(app)
  for (const [method, path, json] of [
    ['GET', at(id), undefined],
    ['POST', at(id), WOOL],
    ['PATCH', at(id, body.id), { answer: 'Mine' }],
    ['DELETE', at(id, body.id), undefined],
  ] as const)
    assert.equal((await ben.call(method, path, json ? { json } : {})).status, 404, `${method} by another account`)
  for (const path of [at(other.id, body.id), at(id, 'que_0'), at(id, 'x')]) {
    assert.equal((await ana.call('PATCH', path, { json: { answer: 'No' } })).status, 404, path)
    assert.equal((await ana.call('DELETE', path)).status, 404, path)
  }
  assert.equal(await traceOf(app), before)
})

test('a listing can have at most 20 questions, even if several are added concurrently', async () => {
  const { id } = await live()
  for (let count = 0; count < 17; count++) await publish(id)
  const replies = await Promise.all(Array.from({ length: 6 }, () => publish(id)))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 201, 201, 409, 409, 409],
  )
  assert.match(replies.find(({ status }) => status === 409)!.body.error.message, /20 public questions\. Delete one first/)
  assert.equal((await seen(id)).body.total, 20)
})

test('questions are visible whenever their listing is visible, and are deleted together with the listing', async () => {
  const draft = await ana.list({ title: 'Scarf', price: 5 })
  await publish(draft.id)
  assert.equal((await seen(draft.id)).status, 404)
  await ana.call('POST', `/v1/listings/${draft.id}/publish`)
  assert.equal((await seen(draft.id)).status, 200)
  await app.service.ctx.db.updateTable('listings').set({ hidden_at: app.service.ctx.now() }).where('id', '=', draft.id).execute()
  assert.equal((await seen(draft.id)).status, 404, 'a listing that the operator hid')
  const page = await app.call('GET', new URL((await ana.call('GET', `/v1/listings/${draft.id}`)).body.url ?? 'http://x/scarf').pathname, {
    host: `${ana.slug}.resale.localhost`,
  })
  assert.doesNotMatch(page.body, /Is it wool/)

  const rows = () => app.service.ctx.db.selectFrom('listing_questions').select('id').where('listing_id', '=', draft.id).execute()
  assert.equal((await rows()).length, 1)
  await ana.call('DELETE', `/v1/listings/${draft.id}`)
  assert.equal((await rows()).length, 0)
})

test('publishing, changing or deleting a question invalidates the cached API response and the cached page for its listing', async () => {
  const { id, url } = await live('Boots')
  const page = async () => (await app.call('GET', new URL(url).pathname, { host: new URL(url).hostname })).body as string
  const shows = async (text: string) => [(await texts(id)).join().includes(text), (await page()).includes(text)]
  const warm = async () => {
    for (let tries = 0; tries < 3; tries++) await shows('')
  }
  await warm()
  const { body } = await publish(id)
  assert.deepEqual(await shows('Is it wool?'), [true, true])
  await warm()
  await ana.call('PATCH', at(id, body.id), { json: { answer: 'Alpaca <b>wool</b>' } })
  assert.deepEqual(await shows('Yes, all of it.'), [false, false])
  assert.match(await page(), /Alpaca &lt;b&gt;wool/)
  await warm()
  await ana.call('DELETE', at(id, body.id))
  assert.deepEqual(await shows('Is it wool?'), [false, false])
})

test('publishing an agent’s question requires an approval that quotes it; changing a question voids a pending approval to delete it', async () => {
  const { id } = await live('Gloves')
  const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['messages.send', 'listings.delete'] })
  const approve = async ({ body }: { body: { id: string } }) => ana.call('POST', `/v1/approvals/${body.id}/approve`)
  const held = await app.call('POST', at(id), { key, json: WOOL })
  assert.deepEqual([held.status, held.body.action], [202, 'messages.send'])
  assert.equal(held.body.summary, 'Publish a question and its answer on “Gloves”: question “Is it wool?”, answer “Yes, all of it.”')
  assert.deepEqual(await texts(id), [])
  const done = await approve(held)
  assert.equal(done.body.status, 'done')
  const [{ id: question }] = (await seen(id)).body.data

  const change = await app.call('PATCH', at(id, question), { key, json: { answer: 'No.' } })
  assert.match(change.body.summary, /“Is it wool\?” on “Gloves” to: question “Is it wool\?”, answer “No\.”/)
  const deletion = await app.call('DELETE', at(id, question), { key })
  assert.deepEqual([deletion.status, deletion.body.action], [202, 'listings.delete'])
  await approve(change)
  assert.deepEqual(await texts(id), ['Is it wool? No.'])
  const late = await approve(deletion)
  assert.deepEqual([late.status, late.body.error.code], [409, 'changed'])
  assert.deepEqual(await texts(id), ['Is it wool? No.'])
})

test('an approval text about a question quotes the question and its answer, and calls a listing without a title a draft', async () => {
  const { ctx } = app.service
  const owner = { accountId: ana.id } as Person
  const { id } = await ana.list()
  const { id: question } = (await publish(id)).body
  const change = 'Change the public question “Is it wool?” on a draft to: question'
  const yes = 'answer “Yes, all of it.”'
  assert.equal(await describeChange(ctx, owner, id, question, { question: 'Silk?' }), `${change} “Silk?”, ${yes}`)
  assert.equal(await describeChange(ctx, owner, id, question, { answer: 'No.' }), `${change} “Is it wool?”, answer “No.”`)
  assert.equal(await describeCreation(ctx, owner, id, WOOL), `Publish a question and its answer on a draft: question “Is it wool?”, ${yes}`)
  const deletion = 'Permanently delete the public question “Is it wool?” with its answer from a draft.'
  assert.equal(await describeDeletion(ctx, owner, id, question), deletion)
  for (const unknown of ['que_0', 'que_\0']) await assert.rejects(describeDeletion(ctx, owner, id, unknown), { type: 'not_found' })
})

test('questions are listed, counted, found, changed and deleted only for their own listing', async () => {
  const [coat, lamp] = [(await live()).id, (await live('Lamp')).id]
  const { ctx } = app.service
  const now = ctx.now()
  const inTx = <T>(work: (db: Parameters<typeof queries.insertQuestion>[0]) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
  for (const [id, listing_id] of [['que_a', lamp], ['que_b', coat], ['que_c', coat]] as const)
    await inTx((db) => queries.insertQuestion(db, { id, listing_id, ...WOOL, created_at: now, updated_at: now })) // prettier-ignore
  const answers = async (listing: string) => {
    const { rows, total } = await queries.pageOfQuestions(ctx.db, listing, { limit: 9, offset: 0 })
    assert.deepEqual([total, await inTx((db) => queries.countQuestions(db, listing))], [rows.length, rows.length])
    return rows.map(({ id, answer }) => [id, answer])
  }
  const find = async (listing: string, id: string) => (await queries.findQuestion(ctx.db, listing, id))?.id
  assert.deepEqual([await find(coat, 'que_c'), await find(coat, 'que_a'), await find(lamp, 'que_a')], ['que_c', undefined, 'que_a'])
  const change = (listing: string, id: string) =>
    inTx(async (db) => (await queries.updateQuestion(db, listing, id, { answer: 'No.', updated_at: now }))?.id)
  assert.deepEqual([await change(coat, 'que_a'), await change(coat, 'que_c')], [undefined, 'que_c'])
  assert.deepEqual(await answers(coat), [['que_b', WOOL.answer], ['que_c', 'No.']]) // prettier-ignore
  const remove = (listing: string, id: string) => inTx((db) => queries.deleteQuestion(db, listing, id))
  assert.deepEqual([await remove(coat, 'que_a'), await remove(coat, 'que_b')], [false, true])
  assert.deepEqual([await answers(coat), await answers(lamp)], [[['que_c', 'No.']], [['que_a', WOOL.answer]]])
})
