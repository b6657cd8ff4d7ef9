import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

test('the owner publishes a question from a conversation, without the buyer’s name, and then edits, deletes and restores it', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app)
  const ben = await app.signUp('Ben Buyer')
  const { id, url } = await ana.list({ title: 'Wool coat', price: 40, shipping: 5, publish: true })
  const listing = async () => (await app.call('GET', new URL(url).pathname, { host: new URL(url).hostname })).body as string
  const theirs = await visitorOf(app, ana.cookie)
  const thread = (await app.call('POST', '/v1/threads', { key: ben.key, json: { listing: id, text: 'Is it lined?\nThanks, Ben Buyer' } }))
    .body
  const talk = `/app/messages/${thread.id}`
  assert.doesNotMatch((await theirs.get(talk)).body, /Publish question and answer/, 'there is no answer yet')
  await theirs.post(talk, { text: 'Yes, with silk.' })
  const path = /href="([^"]*)"[^>]*>Publish question and answer/.exec((await theirs.get(talk)).body)![1]!.replaceAll('&amp;', '&')
  const form = (await theirs.get(path.split('#')[0]!)).body
  assert.match(form, /name="question"[^>]*>\s*Is it lined\?\s+Thanks,</)
  assert.match(form, /name="answer"[^>]*>\s*Yes, with silk\.</)
  assert.match(form, /Both the question and the answer will be public/)
  assert.doesNotMatch(/<form class="form wide"[^]*?<\/form>/.exec(form)![0], /Ben|Buyer/)
  assert.doesNotMatch(await listing(), /Questions and answers/)

  const at = `/app/listings/${id}/questions`
  const wrong = await theirs.post(at, { do: 'publish', question: 'Is it lined?', answer: '' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /Is it lined\?<\/textarea>[^]*answer/)
  assert.equal((await theirs.post(at, { do: 'publish', question: 'Is it lined?', answer: 'Yes, with <i>silk</i>.' })).status, 303)
  const shown = await listing()
  assert.match(shown, /Questions and answers[^]*Is it lined\?[^]*Yes, with &lt;i&gt;silk&lt;\/i&gt;\./)
  assert.doesNotMatch(shown, /Ben/)

  const list = (await theirs.get(at)).body
  const [, question] = /edit=(que_\w+)/.exec(list)!
  assert.match((await theirs.get(`${at}?edit=${question}`)).body, /Edit the question[^]*name="do" value="change"/)
  const changed = await theirs.post(at, { do: 'change', id: question!, question: 'Is it lined?', answer: 'Half of it.' })
  assert.equal(changed.headers['location'], at)
  assert.match(await listing(), /Half of it\./)
  await theirs.post(at, { do: 'delete', id: question! })
  assert.doesNotMatch(await listing(), /Is it lined/)
  const undo = (await theirs.get(at)).body
  assert.match(undo, /deleted\.[^]*name="answer" value="Half of it\."[^]*Undo/)
  await theirs.post(at, { do: 'publish', question: 'Is it lined?', answer: 'Half of it.' })
  assert.match(await listing(), /Half of it\./)

  const ours = await visitorOf(app, ben.cookie)
  assert.equal((await ours.get(at)).status, 404)
  assert.equal((await ours.post(at, { do: 'publish', question: 'x', answer: 'y' })).status, 404)
  assert.equal((await ours.get(`${at}?thread=${thread.id}&message=x`)).status, 404)
})
