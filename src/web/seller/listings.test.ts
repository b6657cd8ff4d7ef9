import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .png()
    .toBuffer()

test('creates one draft from several photos, and reorders, describes and removes the photos with buttons', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const files = await Promise.all(['red', 'green', 'blue'].map(async (name) => ({ name: `${name}.png`, bytes: await picture(name) })))
  const made = await page.upload('/app/listings/new', { prompt: 'Wool coat' }, files)
  assert.equal(made.status, 303, made.body)
  const path = made.headers.location!.split('?')[0]!
  const read = async () => (await ana.call('GET', path.replace('/app', '/v1'))).body
  const before = await read()
  assert.equal(before.name, 'Wool coat')
  const [red, green, blue] = before.photos.map((photo: { id: string }) => photo.id)
  const ids = async () => (await read()).photos.map((photo: { id: string }) => photo.id)
  assert.equal((await page.post(path, { do: 'photo-later', photo: red })).status, 303)
  assert.deepEqual(await ids(), [green, red, blue])
  await page.post(path, { do: 'photo-cover', photo: blue })
  assert.deepEqual(await ids(), [blue, green, red])
  await page.post(path, { do: 'photo-earlier', photo: red })
  assert.deepEqual(await ids(), [blue, red, green])
  await page.post(path, { do: 'photo-alt', photo: red, alt: 'The coat, front' })
  assert.equal((await read()).photos[1].alt, 'The coat, front')
  await page.post(path, { do: 'photo-remove', photo: green })
  assert.deepEqual(await ids(), [blue, red])
  assert.equal((await page.post(path, { do: 'photo-remove', photo: green })).status, 404)
  const none = await page.upload(path, { do: 'photo-add' }, [])
  assert.equal(none.status, 400)
  assert.match(none.body, /Choose at least one photo/)
  await page.upload(path, { do: 'photo-add' }, [files[0]!])
  assert.equal((await ids()).length, 3)
  const wrong = await page.upload('/app/listings/new', { prompt: 'Kept words' }, [{ name: 'a.png', bytes: Buffer.from('not a picture') }])
  assert.equal(wrong.status, 415)
  assert.match(wrong.body, /Kept words/)
})

test('the editor saves changes, preserves the input on errors, and reports conflicts', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list({ fields: { Size: 'M' } })
  const path = `/app/listings/${id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  const baseOf = async () => /name="base" value="([^"]+)"/.exec((await page.get(path)).body)![1]!.replaceAll('&quot;', '"')
  const form = (base: string, changes: Record<string, string>) => {
    const { lines, ...fields } = JSON.parse(base)
    const details = Object.fromEntries(
      lines.flatMap(({ label, value }: Record<string, string>, at: number) => [
        [`fields[${at}][label]`, label],
        [`fields[${at}][value]`, value],
      ]),
    )
    return { ...fields, ...details, base, ...changes }
  }
  const early = await page.post(path, form(await baseOf(), { title: 'Oak lamp', do: 'publish' }))
  assert.equal(early.status, 400)
  assert.match(early.body, /value="Oak lamp"/)
  assert.match(early.body, /id="price-problem"/)
  assert.equal((await read()).title, null, 'a failed publish saves nothing')
  const wrong = await page.post(path, form(await baseOf(), { title: 'Oak lamp', price: 'much' }))
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /value="much"/)
  const live = await page.post(path, form(await baseOf(), { title: 'Oak lamp', price: '60', lowest_price: '37.13', do: 'publish' }))
  assert.deepEqual([live.status, live.headers.location], [303, path])
  const shown = await read()
  assert.deepEqual([shown.status, shown.title, shown.price, shown.lowest_price], ['live', 'Oak lamp', 60, 37.13])

  const base = await baseOf()
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52, description: 'By an agent' } })
  const clash = await page.post(path, form(base, { price: '50', title: 'Oak table lamp' }))
  assert.equal(clash.status, 409)
  assert.match(clash.body, /Price is now “52”/)
  assert.match(clash.body, /value="Oak table lamp"/)
  assert.equal((await read()).price, 52)
  const mine = /name="base" value="([^"]+)"/.exec(clash.body)![1]!.replaceAll('&quot;', '"')
  const again = await page.post(path, form(mine, { price: '50', title: 'Oak table lamp', 'fields[0][value]': 'L' }))
  assert.equal(again.status, 303)
  const after = await read()
  assert.deepEqual([after.price, after.title, after.description], [50, 'Oak table lamp', 'By an agent'])
  assert.equal(after.fields[0].value, 'L')
  for (const [action, status] of [
    ['unpublish', 'draft'],
    ['relist', 'live'],
    ['sold', 'sold'],
    ['relist', 'live'],
  ] as const) {
    assert.equal((await page.post(path, { do: action })).status, 303, action)
    assert.equal((await read()).status, status, action)
  }
  const reply = await page.post(path, { do: 'delete' })
  assert.equal(reply.status, 409)
  const other = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  assert.equal((await other.get(path)).status, 404)
  for (const action of ['save', 'publish', 'delete', 'photo-add', 'photo-remove'])
    assert.equal((await other.post(path, { do: action })).status, 404, action)
})

test('changes many listings at once and reports each result', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const lamp = await ana.list({ title: 'Lamp', price: 60, publish: true })
  const chair = await ana.list({ title: 'Chair', price: 19.99, publish: true })
  const bare = await ana.list({ title: 'Bare' })
  const theirs = await (await openSeller(app, 'Eve')).list({ title: 'Not yours' })
  const ids = [lamp.id, chair.id, bare.id, theirs.id]
  const priced = await page.post('/app/listings?tab=live', { action: 'price', percent: '-10', ids })
  assert.equal(priced.status, 200)
  assert.match(priced.body, /Lamp: \$60 → \$54/)
  assert.match(priced.body, /Chair: \$19\.99 → \$17\.99/)
  assert.match(priced.body, /Bare: It has no price yet/)
  assert.match(priced.body, /2 of 4 failed/)
  assert.doesNotMatch(priced.body, /Not yours/)
  assert.equal((await ana.call('GET', `/v1/listings/${lamp.id}`)).body.price, 54)
  assert.match((await page.post('/app/listings', { action: 'price', ids })).body, /Enter a percentage from -90 to 300/)
  assert.match((await page.post('/app/listings', { action: 'unpublish' })).body, /Select at least one listing/)
  assert.match((await page.post('/app/listings', { action: 'constructor', ids })).body, /Choose an action/)
  const drafts = await page.get('/app/listings?tab=draft')
  assert.match(drafts.body, /Bare/)
  assert.doesNotMatch(drafts.body, /Chair/)
})
