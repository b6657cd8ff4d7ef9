import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const app = await startApp({ after })

const PATH = '/app/messages/replies'
const HOURS = { title: 'Price & hours', body: 'Hi {name}, the {item} costs {price}.' }

async function scene() {
  const [ana, ben] = [await openSeller(app), await app.signUp('Ben')]
  const lamp = await ana.list({ title: 'Brass lamp', price: 60, shipping: 5, publish: true })
  const start = async (about: object): Promise<string> =>
    (await app.call('POST', '/v1/threads', { key: ben.key, json: { ...about, text: 'Hello?' } })).body.id
  const thread = await start({ listing: lamp.id })
  const page = await visitorOf(app, ana.cookie)
  const save = async (json: object): Promise<string> => (await ana.call('POST', '/v1/replies', { json })).body.id
  const messages = async () => (await ana.call('GET', `/v1/threads/${thread}`)).body.messages.length as number
  return { ana, ben, lamp, start, thread, talk: `/app/messages/${thread}`, page, save, messages }
}

const textIn = (html: string): string | undefined => /<textarea[^>]*id="text"[^>]*>\s*([^<]*)<\/textarea>/.exec(html)?.[1]

test('a seller adds, edits, deletes and restores a saved reply', async () => {
  const { page } = await scene()
  assert.match((await page.get('/app/messages')).body, new RegExp(`href="${PATH}"[^>]*>Saved replies`))
  assert.match((await page.get(PATH)).body, /No saved replies yet/)
  const wrong = await page.post(PATH, { do: 'create', ...HOURS, body: 'Hi {nmae}' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /placeholder \{nmae\}[^]*Hi \{nmae\}<\/textarea>|Hi \{nmae\}<\/textarea>[^]*placeholder \{nmae\}/)
  assert.equal((await page.post(PATH, { do: 'create', ...HOURS })).headers['location'], PATH)
  const list = (await page.get(PATH)).body
  assert.match(list, /Reply saved\.[^]*Price &amp; hours[^]*Hi \{name\}/)
  const edit = new RegExp(`${PATH}/rpl_\\w+`).exec(list)![0]
  assert.match((await page.get(edit)).body, /value="Price &amp; hours"/)
  assert.equal((await page.post(edit, { title: '', body: 'x' })).status, 400)
  assert.equal((await page.post(edit, { ...HOURS, title: 'Hours' })).headers['location'], PATH)
  await page.post(PATH, { do: 'delete', reply: edit.split('/').at(-1)! })
  const undo = (await page.get(PATH)).body
  assert.match(undo, /Reply deleted\.[^]*name="title" value="Hours"[^]*Undo/)
  assert.match(undo, /No saved replies yet/)
})

test('inserting a saved reply fills in the form but does not send it', async () => {
  const { page, talk, save, messages } = await scene()
  assert.doesNotMatch((await page.get(talk)).body, /Insert a saved reply/, 'there is nothing to insert yet')
  const reply = await save(HOURS)
  assert.match((await page.get(talk)).body, /<option value="rpl_\w+">Price &amp; hours<\/option>[^]*Insert a saved reply/)
  const filled = await page.post(talk, { do: 'insert', reply, text: 'Good morning!' })
  assert.equal(filled.status, 200)
  assert.equal(textIn(filled.body), 'Good morning!\n\nHi Ben, the Brass lamp costs $60.')
  assert.equal(await messages(), 1)
  assert.equal((await page.post(talk, { text: textIn(filled.body)! })).status, 303)
  assert.equal(await messages(), 2)
})

test('the conversation page rejects a missing choice or a different seller’s saved reply, and preserves the message text', async () => {
  const { page, talk, save, messages } = await scene()
  await save(HOURS)
  const theirs = await (await scene()).save(HOURS)
  for (const reply of ['', 'rpl_none', theirs]) {
    const refused = await page.post(talk, { do: 'insert', reply, text: 'Good morning!' })
    assert.equal(refused.status, 400, reply)
    assert.match(refused.body, /Choose one of your saved replies\./)
    assert.equal(textIn(refused.body), 'Good morning!')
  }
  assert.equal(await messages(), 1)
})

test('in a conversation about the shop, a placeholder without a value stays visible in the saved reply', async () => {
  const { page, ana, start, save } = await scene()
  const reply = await save(HOURS)
  const talk = `/app/messages/${await start({ shop: ana.slug })}`
  assert.equal(textIn((await page.post(talk, { do: 'insert', reply })).body), 'Hi Ben, the {item} costs {price}.')
})

test('in a conversation, only the seller can choose a saved reply, and only from their own replies', async () => {
  const { page, talk, thread, save, ben } = await scene()
  await save(HOURS)
  const buyer = await visitorOf(app, ben.cookie)
  assert.doesNotMatch((await buyer.get(`/you/messages/${thread}`)).body, /Insert a saved reply/)
  const other = await scene()
  await other.save({ title: 'Secret', body: 'x' })
  assert.doesNotMatch((await page.get(talk)).body, /Secret/)
  const foreign = `${PATH}/${await other.save({ title: 'Other', body: 'x' })}`
  assert.equal((await page.get(foreign)).status, 404)
  assert.equal((await page.post(foreign, { title: 'a', body: 'b' })).status, 404)
  assert.equal((await page.post(PATH, { do: 'delete', reply: foreign.split('/').at(-1)! })).status, 404)
})
