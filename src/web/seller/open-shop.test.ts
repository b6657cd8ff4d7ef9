import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

test('a user opens a shop with a form; if the address is taken, the page preserves the input and suggests free addresses', async (t) => {
  const app = await startApp(t)
  const person = await app.signUp('Mia')
  const mia = await visitorOf(app, person.cookie)
  const start = await mia.get('/app')
  assert.deepEqual([start.status, start.headers.location], [303, '/app/open-shop'], 'without a shop, Today redirects to opening one')
  const other = await openSeller(app, 'Ben')
  const typed = { name: 'Mia’s finds', slug: other.slug, about: 'Old lamps.', tone: 'pink' }
  const taken = await mia.post('/app/open-shop', typed)
  assert.equal(taken.status, 409)
  assert.match(taken.body, /value="Mia’s finds"/)
  assert.match(taken.body, /Old lamps\./)
  assert.match(taken.body, /value="pink" checked/)
  assert.match(taken.body, /id="slug-problem"/)
  assert.match(taken.body, new RegExp(`Available: ${other.slug}-shop`))
  const check = await mia.post('/app/open-shop', { ...typed, slug: '', do: 'look' })
  assert.equal(check.status, 200)
  assert.match(check.body, /band tone-pink/)
  assert.match(check.body, /mias-finds is available/)
  const opened = await mia.post('/app/open-shop', { ...typed, slug: '' })
  assert.deepEqual([opened.status, opened.headers.location], [303, '/app/listings/new'])
  assert.equal((await app.call('GET', '/v1/shops/mias-finds', { key: person.key })).body.tone, 'pink')
})

test('the page for opening a shop redirects anonymous users to sign-in and rejects forms from other origins', async (t) => {
  const app = await startApp(t)
  const person = await app.signUp('Mia')
  for (const path of ['/app', '/app/open-shop']) {
    const away = await app.call('GET', `${path}?a=b`)
    assert.deepEqual([away.status, away.headers.location], [303, `/sign-in?return=${encodeURIComponent(`${path}?a=b`)}`])
    const posted = await app.call('POST', path, { form: 'name=x', headers: { origin: app.url } })
    assert.deepEqual([posted.status, posted.headers.location], [303, `/sign-in?return=${encodeURIComponent(path)}`])
    const { cookie } = person
    assert.equal(
      (await app.call('POST', path, { cookie, form: 'name=x', headers: { origin: app.url } })).status,
      403,
      'rejects a form without a token',
    )
    assert.equal((await app.call('POST', path, { cookie, form: 'name=x' })).status, 403, 'rejects a form without an Origin header')
    assert.equal((await app.call('POST', path, { cookie, form: 'name=x', headers: { origin: 'http://evil.test' } })).status, 403)
  }
})
