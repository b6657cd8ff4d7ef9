import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import { visitorOf } from '#test/pages.ts'

const NEW = { name: 'Sam', email: 'sam@example.test', password: 'long enough words' }

async function openBrowser(t: TestContext) {
  const app = await startApp(t)
  const seller = await openSeller(app)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false, answer_questions: false } })
  const lamp = await seller.list({ title: 'Oak lamp', price: 60, shipping: 6, take_offers: true, publish: true })
  const jar = new Map<string, string>()
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = async (sent: Promise<Reply>): Promise<Reply> => {
    const reply = await sent
    for (const [, name, value] of (reply.headers['set-cookie'] ?? '').matchAll(/(?:^|,)(intent|session|flash|device|sign_in)=([^;]*)/g))
      if (value === '') jar.delete(name!)
      else jar.set(name!, value!)
    return reply
  }
  const get = (path: string) => keep(app.call('GET', path, { cookie: cookie() }))
  const post = (path: string, fields: Record<string, string>, headers = { origin: app.url }) =>
    keep(app.call('POST', path, { cookie: cookie(), headers, form: new URLSearchParams(fields).toString() }))
  const offers = async () => (await seller.call('GET', '/v1/offers?role=seller')).body.data
  return { app, seller, lamp, jar, get, post, offers }
}

test('an anonymous user’s offer is sent once, after the sign-up, without entering anything again', async (t) => {
  const { app, lamp, jar, get, post, offers } = await openBrowser(t)
  const path = `/offer/${lamp.id}`
  assert.match((await get(path)).body, /You need an account, so that the seller can answer you[^]*name="amount"/)
  assert.match((await get(`${path}?amount=48`)).body, /name="amount"[^>]*value="48"|value="48"[^>]*name="amount"/, 'a suggested amount')
  for (const amount of ['', 'lots', '61']) {
    const wrong = await post(path, { amount, note: 'For <me>' })
    assert.deepEqual([wrong.status, jar.size], [400, 0], amount)
    assert.match(wrong.body, /id="amount-problem"[^]*For &lt;me&gt;/)
  }
  const sent = await post(path, { amount: '$40', note: 'For <me>', wait: 'true', listing: 'lst_other' })
  assert.deepEqual([sent.status, sent.headers['location']], [303, `/sign-in?return=${encodeURIComponent(path)}`])
  assert.doesNotMatch(`${sent.headers['location']}${[...jar].join()}`, /<me>|%3Cme|amount/, 'neither the URL nor the cookie has the text')
  const join = await get(sent.headers['location']!)
  assert.match(join.body, /<h1>Sign up or sign in to send your offer of \$40<[^]*Oak lamp[^]*New here[^]*I have an account/)
  assert.match(join.body, /action="\/sign-in\/passkey"[^]*action="\/sign-up"[^]*action="\/sign-in"[^]*formaction="\/forgot"/)
  const short = await post('/sign-up', { ...NEW, password: 'short', return: path })
  assert.match(short.body, /<h1>Create an account to send your offer of \$40</)
  assert.equal((await offers()).length, 0)
  const joined = await post('/sign-up', { ...NEW, return: path })
  assert.deepEqual([joined.status, joined.headers['location']], [303, path])
  const done = await get(path)
  assert.deepEqual([done.status, done.headers['location']!.startsWith('/you/offers?offer=off_')], [303, true])
  assert.match((await get(done.headers['location']!)).body, /Your offer of \$40 was sent/)
  const [offer, ...more] = await offers()
  assert.deepEqual([offer.amount, offer.note, offer.listing.id, more], [40, 'For <me>', lamp.id, []])
  assert.equal(jar.has('intent'), false)
  assert.equal((await get(path)).status, 200)
  assert.equal((await offers()).length, 1)
  const { rows } = await app.service.ctx.db
    .selectFrom('sign_in_intents')
    .select('path')
    .execute()
    .then((rows) => ({ rows }))
  assert.deepEqual(rows, [], 'a completed intent leaves no row')
})

test('a copied intent cookie sends an offer once, and only in the browser that signed in after the cookie was set', async (t) => {
  const { app, lamp, jar, post, offers } = await openBrowser(t)
  const path = `/offer/${lamp.id}`
  const old = await app.signUp('Ben')
  await post(path, { amount: '40', note: '' })
  const intent = `intent=${jar.get('intent')}`
  const early = await app.call('GET', path, { cookie: `${old.cookie}; ${intent}` })
  assert.equal(early.status, 403)
  assert.match(early.body, /before you signed in\. Check your entries, then send the form again[^]*value="40"/)
  assert.equal((await offers()).length, 0, 'a session that is older than the form sends nothing')
  await post(path, { amount: '41', note: '' })
  const again = `intent=${jar.get('intent')}`
  const cookie = (await app.signUp('Cara')).cookie
  const replies = await Promise.all([1, 2, 3].map(() => app.call('GET', path, { cookie: `${cookie}; ${again}` })))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 200, 303],
  )
  assert.deepEqual(
    (await offers()).map(({ amount }: { amount: number }) => amount),
    [41],
  )
})

test('only a form on the service’s main host can store an action that runs after the sign-in', async (t) => {
  const { app, lamp, jar, get, post } = await openBrowser(t)
  const path = `/offer/${lamp.id}`
  await get(`${path}?amount=40&note=x`)
  for (const origin of [`http://row.resale.localhost:${app.port}`, 'http://evil.test', 'null'])
    assert.equal((await post(path, { amount: '40' }, { origin })).status, 403, origin)
  for (const money of [`/checkout/${lamp.id}`, `/hold/${lamp.id}`]) {
    const sent = await post(money, { method: 'test_ok', name: 'Sam', line1: 'x' })
    assert.equal(sent.headers['location'], `/sign-in?return=${encodeURIComponent(money)}`)
  }
  assert.equal(jar.size, 0)
  assert.deepEqual(await app.service.ctx.db.selectFrom('sign_in_intents').select('path').execute(), [], 'a payment is never stored')
})

test('a question is sent after the sign-in, but a question about availability is answered without one', async (t) => {
  const { app, seller, lamp, jar, get, post } = await openBrowser(t)
  const path = `/ask/${lamp.id}`
  const there = await post(path, { text: 'Is this still available?' })
  assert.match(there.body, /This item is for sale now[^]*Your question was not sent/)
  assert.match((await post(path, { text: ' ' })).body, /id="text-problem"/)
  assert.equal(jar.size, 0)
  const text = `How tall is <it>? ${'é'.repeat(1_900)}`
  const sent = await post(path, { text })
  assert.match((await get(sent.headers['location']!)).body, /<h1>Sign up or sign in to send your question</)
  await post('/sign-up', { ...NEW, return: path })
  const done = await get(path)
  assert.match((await get(done.headers['location']!.split('#')[0]!)).body, /Question sent to[^]*How tall is &lt;it&gt;\?/)
  const threads = (await seller.call('GET', '/v1/threads')).body.data
  assert.deepEqual(
    threads.map(({ last_message: last }: { last_message: { text: string } }) => last.text),
    [text],
  )
  assert.equal((await app.call('GET', path)).status, 200)
})

test('an email link returns to the page where it was requested, and preserves an offer that waits for the sign-in', async (t) => {
  const { app, lamp, jar, get, post, offers } = await openBrowser(t)
  const { email, password } = await app.signUp('Ben')
  const follow = async () => {
    const token = await mailedLink(app, email, LINK_PATHS.sign_in)
    return post('/sign-in/link', { token, password })
  }
  const checkout = `/checkout/${lamp.id}`
  const sent = await post('/forgot', { email, password: 'ignored', do: 'sign_in', return: checkout })
  assert.match(sent.body, /Open the link in this browser, within an hour, to continue where you were/)
  assert.doesNotMatch(sent.body, /ignored/)
  assert.equal((await follow()).headers['location'], checkout)
  jar.clear()
  const path = `/offer/${lamp.id}`
  await post(path, { amount: '40' })
  const intent = jar.get('intent')
  await post('/forgot', { email, do: 'sign_in', return: path })
  assert.equal(jar.get('intent'), intent, 'the waiting offer stays')
  await app.advance(3_000)
  assert.equal((await follow()).headers['location'], path)
  await get(path)
  assert.equal((await offers())[0].amount, 40)
  jar.clear()
  await post('/forgot', { email, do: 'sign_in', return: '//evil.test/' })
  assert.equal(jar.size, 0)
})

test('after a sign-in in a different tab, a form from the signed-out tab is shown again, and is never accepted without a token', async (t) => {
  const { app, lamp, offers } = await openBrowser(t)
  const { cookie } = await app.signUp('Ben')
  const headers = { origin: app.url }
  const path = `/offer/${lamp.id}`
  const sent = await app.call('POST', path, { cookie, headers, form: 'amount=40&note=mine' })
  assert.equal(sent.status, 403)
  assert.match(sent.body, /name="form_token"[^]*value="40"[^]*mine/)
  assert.equal((await app.call('POST', path, { cookie, headers, form: 'amount=40&form_token=wrong' })).status, 403)
  assert.equal((await offers()).length, 0)
  assert.equal((await (await visitorOf(app, cookie)).post(path, { amount: '40' })).status, 303)
  assert.equal((await offers()).length, 1)
})

test('every link from a shop or listing page to the sign-in page leads to an explanation of why a sign-in is required', async (t) => {
  const { app, seller, lamp, get } = await openBrowser(t)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { bundle_tiers: [{ from: 2, percent: 10 }] } })
  const pages = await Promise.all(
    ['/', new URL(lamp.url).pathname].map((path) => app.call('GET', path, { host: new URL(lamp.url).hostname })),
  )
  const links = new Set(pages.flatMap(({ body }) => [...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string)))
  const reasons: string[] = []
  for (const link of links) {
    const { origin, pathname, search } = new URL(link.replaceAll('&amp;', '&'), lamp.url)
    // links to the viewer's own account must appear only after the sign-in
    if (origin !== app.url || /^\/(static|you|sign-in)(\/|$)/.test(pathname)) continue
    const { status, headers } = await get(pathname + search)
    if (status !== 303 || !headers['location']!.startsWith('/sign-in')) continue
    assert.match((await get(headers['location']!)).body, /<h1>Sign up or sign in to /, link)
    reasons.push(pathname.split('/')[1]!)
  }
  assert.ok(reasons.includes('block') && reasons.includes('report'), reasons.join())
})

test('the sign-in page explains why the next page requires an account', async (t) => {
  const { app, seller, lamp, get } = await openBrowser(t)
  const titles = {
    [`/offer/${lamp.id}`]: 'make an offer',
    [`/ask/${lamp.id}`]: 'ask a question',
    [`/checkout/${lamp.id}`]: 'buy this item',
    [`/hold/${lamp.id}`]: 'hold this item',
    [`/like/${lamp.id}`]: 'like this item',
    [`/follow/${seller.slug}`]: 'follow this shop',
    [`/bundle/${seller.slug}?item=lst_0`]: 'buy several items together',
    [`/bag/${seller.slug}`]: 'buy the items in your bag',
    '/app': 'sell',
    '/app/listings/new?shared=1': 'sell',
  }
  for (const [path, words] of Object.entries(titles)) {
    const { body } = await get(`/sign-in?return=${encodeURIComponent(path)}`)
    assert.ok(body.includes(`<h1>Sign up or sign in to ${words}</h1>`), path)
    assert.equal(body.includes('Oak lamp'), path.includes(lamp.id), path)
    assert.ok((await get(`/sign-up?return=${encodeURIComponent(path)}`)).body.includes(`<h1>Create an account to ${words}</h1>`), path)
  }
  await seller.call('POST', `/v1/listings/${lamp.id}/unpublish`)
  assert.doesNotMatch((await get(`/sign-in?return=${encodeURIComponent(`/offer/${lamp.id}`)}`)).body, /Oak lamp/, 'a draft stays private')
  for (const path of ['', '?return=%2Fyou', '?return=%2Foffer', '?return=%2Fconstructor%2Fx', '?return=http%3A%2F%2Fevil.test%2Foffer%2Fx'])
    assert.match((await get(`/sign-in${path}`)).body, /<h1>Sign in</, path)
  assert.equal((await app.call('GET', '/sign-in?return=%2Foffer%2Flst_0')).status, 200)
})
