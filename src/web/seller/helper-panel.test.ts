import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { knows } from '#test/research.ts'
import { startWithSeller, visitorOf } from '#test/pages.ts'

test('without a model key, research uses fixed rules, and the seller applies the results with a form', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ prompt: 'Blue enamel kettle' })
  const path = `/app/listings/${id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  const before = (await page.get(path)).body
  assert.match(before, />Research</)
  assert.match(before, /Without a model key/)
  const reply = await page.post(path, { do: 'help-research', help: 'research' })
  assert.deepEqual([reply.status, reply.headers.location], [303, `${path}?help=research#help`])
  await app.advance(0)
  const found = (await page.get(path)).body
  assert.doesNotMatch(found, /data-poll/)
  assert.match(found, /Low confidence/)
  assert.match(found, /No sales to compare with\. A rule of thumb: <strong class="number">\$40/)
  assert.match(found, /This will be your price until you set your own/, 'research fills in empty fields')
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 60 } })
  assert.match((await page.get(path)).body, /Use \$40/)
  assert.equal((await page.post(path, { do: 'use-price', amount: '40' })).status, 303)
  assert.equal((await read()).price, 40)
  assert.match((await page.get(path)).body, /This will be your price until you set your own/)
  assert.equal((await page.post(path, { do: 'set-line', label: 'Condition', value: ' ' })).status, 400)
  await page.post(path, { do: 'set-line', label: 'Condition', value: 'Good, one chip' })
  const line = (label: string) => async () => (await read()).fields.find((one: { label: string }) => one.label === label)
  assert.deepEqual({ ...(await line('Condition')()) }, { key: 'condition', label: 'Condition', value: 'Good, one chip', source: 'you' })
  assert.equal((await line('Item')()).source, 'agent')
  await page.post(path, { do: 'set-line', label: 'Item', value: 'Blue enamel kettle', keep: 'yes' })
  assert.equal((await line('Item')()).source, 'you')
  await page.post(path, { do: 'set-line', label: 'Item', value: 'Blue enamel kettle', keep: 'no' })
  assert.equal(await line('Item')(), undefined)
  for (const [tab, words] of [
    ['words', 'Writing help is unavailable'],
    ['chat', 'Chat is unavailable'],
  ] as const)
    assert.match((await page.get(`${path}?help=${tab}`)).body, new RegExp(words))
  const closed = await page.post(path, { do: 'help-chat', help: 'chat', message: 'Ask 52' })
  assert.equal(closed.status, 503)
  const eve = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  for (const action of ['help-research', 'use-price', 'set-line', 'help-words', 'use-take', 'take-part', 'help-chat', 'chat-undo'])
    assert.equal(
      (await eve.post(path, { do: action, amount: '1', label: 'a', value: 'b', tone: 'Friendly', message: 'a', part: 'title' })).status,
      404,
      action,
    )
})

test('writing help shows the differences between versions, and applies a version completely or in part', async (t) => {
  const WORDS = { title: 'Oak lamp, rewired', one_liner: 'Warm light.', description: 'An oak lamp. Rewired.', teaser: 'Warm oak' }
  const model = await startModel(t, () => ({ object: WORDS }))
  const app = await startApp(t, model.env)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list({ title: 'Oak lamp', description: 'An oak lamp.' })
  const path = `/app/listings/${id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  const made = await page.post(path, { do: 'help-words', tone: 'Friendly', instruction: 'take' })
  assert.match(made.headers.location!, /help=words&take=tak_\w+#help$/)
  model.answer = () => ({ object: { ...WORDS, title: 'Lamp of oak' } })
  assert.equal((await page.post(path, { do: 'help-words', tone: 'Playful', instruction: 'own', own: '' })).status, 400)
  const second = await page.post(path, { do: 'help-words', tone: 'Playful', instruction: 'own', own: 'Name the oak last' })
  assert.match(model.prompts.at(-1)!.user, /Name the oak last/)
  const shown = (await page.get(second.headers.location!.split('#')[0]!)).body
  assert.match(shown, /Version 1/)
  assert.match(shown, /Version 2/)
  assert.match(shown, /<del>Oak lamp<\/del><ins>Lamp of oak<\/ins>/)
  assert.equal((await read()).title, 'Oak lamp', 'a version changes nothing until it is applied')
  await sql`insert into words_takes (id, listing_id, tone, instruction, title, one_liner, description, teaser, created_at)
    select 'tak_old' || n, ${id}, 'Friendly', 'take', 'Old ' || n, '', '', '', now() - n * interval '1 minute' from generate_series(1, 120) n`.execute(
    app.service.ctx.db,
  )
  assert.match(
    (await page.get(`${path}?help=words&take=tak_old120`)).body,
    /aria-current="true"[^]*Version 1<[^]*Version 122</,
    'all versions are listed',
  )
  const [last, first] = (await ana.call('GET', `/v1/listings/${id}/words`)).body.data
  await page.post(path, { do: 'take-part', take: last.id, part: 'one_liner' })
  assert.deepEqual([(await read()).title, (await read()).one_liner], ['Oak lamp', 'Warm light.'])
  assert.equal((await page.post(path, { do: 'take-part', take: last.id, part: 'price' })).status, 400)
  const base = /name="base" value="([^"]+)"/.exec((await page.get(path)).body)![1]!.replaceAll('&quot;', '"')
  await page.post(path, { do: 'use-take', take: first.id })
  assert.equal((await read()).title, 'Oak lamp, rewired')
  const { lines: _, ...form } = JSON.parse(base)
  const clash = await page.post(path, { ...form, base, title: 'Lamp of mine' })
  assert.equal(clash.status, 409)
  assert.match(clash.body, /Title is now “Oak lamp, rewired”: changed by writing help/)
  assert.match((await page.get(`${path}?help=words&take=${first.id}`)).body, /Your listing uses this wording/)
  model.behave('fails')
  const failed = await page.post(path, { do: 'help-words', tone: 'Friendly', help: 'words' })
  assert.equal(failed.status, 503)
  assert.match(failed.body, /role="alert"/)
})

test('the chat shows each change, and offers to undo it until the value changes again', async (t) => {
  const model = await startModel(t, ({ step }) =>
    step === 0 ? { calls: [{ name: 'set_price', input: { price: 52 } }] } : { text: 'It asks less now.' },
  )
  const app = await startApp(t, model.env)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list({ title: 'Oak lamp', price: 60 })
  const path = `/app/listings/${id}`
  const price = async () => (await ana.call('GET', `/v1/listings/${id}`)).body.price
  const base = /name="base" value="([^"]+)"/.exec((await page.get(path)).body)![1]!.replaceAll('&quot;', '"')
  const sent = await page.post(path, { do: 'help-chat', message: 'Ask 52' })
  assert.deepEqual([sent.status, await price()], [303, 52])
  const { lines: _, ...form } = JSON.parse(base)
  const clash = await page.post(path, { ...form, base, price: '58' })
  assert.equal(clash.status, 409)
  assert.match(clash.body, /Price is now “52”: changed by the listing helper/)
  const other = (await ana.list({ title: 'Oak lamp', price: 60 })).id as string
  await page.post(`/app/listings/${other}`, { do: 'help-chat', message: 'Ask 52' })
  const stale = { ...form, base, price: '58' }
  await ana.call('PATCH', `/v1/listings/${other}`, { json: { price: 53 } })
  const changed = await page.post(`/app/listings/${other}`, { ...stale, do: 'publish' })
  assert.equal(changed.status, 409)
  assert.match(changed.body, /Price is now “53”/)
  assert.doesNotMatch(changed.body, /changed by the listing helper/)
  await ana.call('PATCH', `/v1/listings/${other}`, { json: { price: 52 } })
  const unseen = await page.post(`/app/listings/${other}`, { ...form, base, do: 'publish' })
  assert.equal(unseen.status, 409)
  assert.match(unseen.body, /Price is now “52”: the listing helper set it while this page was open/)
  assert.equal((await page.post(`/app/listings/${other}`, { ...stale, do: 'publish' })).status, 303)
  const published = (await ana.call('GET', `/v1/listings/${other}`)).body
  assert.deepEqual([published.status, published.price], ['live', 58])
  const shown = (await page.get(`${path}?help=chat`)).body
  assert.match(shown, /Ask 52/)
  assert.match(shown, /It asks less now/)
  assert.match(shown, /Price \$60 .*→.*\$52/)
  const message = /name="message" value="(cht_\w+)"/.exec(shown)![1]!
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 55 } })
  const late = await page.post(path, { do: 'chat-undo', help: 'chat', message, change: '0' })
  assert.deepEqual([late.status, await price()], [409, 55])
  assert.match((await page.get(`${path}?help=chat`)).body, /changed since/)
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52 } })
  assert.equal((await page.post(path, { do: 'chat-undo', help: 'chat', message, change: '0' })).status, 303)
  assert.equal(await price(), 60)
  assert.equal((await page.post(path, { do: 'chat-undo', help: 'chat', message, change: '7' })).status, 404)
})

test('undoing a chat change also restores the previous name of a renamed detail', async (t) => {
  const model = await startModel(t, ({ step }) =>
    step === 0
      ? { calls: [{ name: 'set_field', input: { key: 'condition', label: 'Wear', value: 'Light' } }] }
      : { text: 'The wear is light.' },
  )
  const app = await startApp(t, model.env)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list({ title: 'Oak lamp', price: 60, fields: [{ label: 'Condition', value: 'Good' }] })
  const path = `/app/listings/${id}`
  assert.equal((await page.post(path, { do: 'help-chat', message: 'The wear is light' })).status, 303)
  const message = /name="message" value="(cht_\w+)"/.exec((await page.get(`${path}?help=chat`)).body)![1]!
  assert.equal((await page.post(path, { do: 'chat-undo', help: 'chat', message, change: '0' })).status, 303)
  const { fields } = (await ana.call('GET', `/v1/listings/${id}`)).body
  assert.deepEqual(
    fields.map(({ key, value }: { key: string; value: string }) => [key, value]),
    [['condition', 'Good']],
  )
})

test('after research has failed, the page states that nothing has changed and offers to retry', async (t) => {
  const model = await startModel(t, knows())
  model.behave('fails')
  const app = await startApp(t, model.env)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list({ prompt: 'panda dunks' })
  await page.post(`/app/listings/${id}`, { do: 'help-research' })
  await app.advance(0)
  const shown = (await page.get(`/app/listings/${id}`)).body
  assert.match(shown, /It did not change what you typed/)
  assert.match(shown, /Try again/)
  await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
  assert.match((await page.get(`/app/listings/${id}?help=words`)).body, /All automation of your account is paused/)
})
