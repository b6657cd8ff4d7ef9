import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'

const model = await startModel({ after })
const app = await startApp({ after }, model.env, undefined, 'web')
const { db } = app.service.ctx
const ana = await openSeller(app)
const EMPTY = { title: '', one_liner: '', description: '', teaser: '' }
const COPY = { title: 'Brown bag', one_liner: 'It holds a lot.', description: 'A brown bag.' }

const open = async () => {
  const { id } = await ana.list({ title: 'Old bag', one_liner: 'Old line.', description: 'Old words.', price: 84 })
  const write = async (draft: object) => {
    model.answer = () => ({ object: { ...EMPTY, ...draft } })
    const { take, message } = (await ana.call('POST', `/v1/listings/${id}/words`, { json: { tone: 'Friendly' } })).body
    return take === null ? (message as string) : { id: take.id as string, texts: [take.title, take.one_liner, take.description] }
  }
  return { id: id as string, write }
}

test('a draft is usable if at least one of its three texts is left', async () => {
  const { write } = await open()
  for (const name of ['title', 'one_liner', 'description'] as const) {
    const written = await write({ [name]: COPY[name] })
    assert.deepEqual(typeof written === 'string' ? written : written.texts, Object.keys(COPY).map((one) => (one === name ? COPY[one] : ''))) // prettier-ignore
  }
  const unusable = await write({ teaser: 'Roomy' })
  assert.ok(typeof unusable === 'string' && /no usable text/.test(unusable))
})

test('using a take changes the texts that it has, and records when it was used', async () => {
  for (const name of ['title', 'one_liner', 'description'] as const) {
    const { id, write } = await open()
    const written = await write({ [name]: COPY[name] })
    assert.ok(typeof written === 'object')
    const { body } = await ana.call('POST', `/v1/listings/${id}/words/${written.id}/use`)
    const old = { title: 'Old bag', one_liner: 'Old line.', description: 'Old words.' }
    assert.deepEqual([body.title, body.one_liner, body.description], Object.values({ ...old, [name]: COPY[name] }))
    const { used_at } = await db.selectFrom('words_takes').select('used_at').where('id', '=', written.id).executeTakeFirstOrThrow()
    assert.ok(used_at !== null)
  }
})
