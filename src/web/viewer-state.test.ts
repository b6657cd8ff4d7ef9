import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

async function openRow(t: TestContext, env: Record<string, string> = {}) {
  const app = await startApp(t, env)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'row', name: 'Row' })
  const lamp = await makeListing(ctx, shop, { title: 'Lamp', link: 'lamp' })
  const vase = await makeListing(ctx, shop, { title: 'Vase', link: 'vase' })
  const row = { origin: ctx.urls.shop('row') }
  const request = (query: string, cookie?: string, headers: Record<string, string> = row) =>
    app.call('GET', `/you/here${query}`, { ...(cookie && { cookie }), headers })
  const tap = (path: string, form: string, more: Call = {}) =>
    app.call('POST', path, { form, ...more, headers: { ...row, ...more.headers } })
  const liked = async () => (await app.call('GET', '/v1/likes', { key: buyer.key })).body.data.map(({ id }: { id: string }) => id)
  const follows = async () => (await app.call('GET', '/v1/follows', { key: buyer.key })).body.total
  return { app, owner, buyer, shop, lamp, vase, row, ask: request, tap, liked, follows }
}

async function signIn(app: TestApp, { email, password }: { email: string; password: string }): Promise<string> {
  const reply = await app.call('POST', '/v1/sessions', { json: { email, password } })
  return reply.headers['set-cookie']!.split(';')[0]!
}

const JSON_HEADERS = { accept: 'application/json' }
const cors = ({ headers }: Reply) => [
  headers['access-control-allow-origin'],
  headers['access-control-allow-credentials'],
  headers['vary'],
  headers['cache-control'],
]

test('a shop page is identical byte for byte for every viewer, and its forms contain no tokens', async (t) => {
  const { app, owner, buyer, lamp } = await openRow(t)
  const front = { '/': `/follow/row`, '/lamp': `/like/${lamp.id}`, '/nothing': null, '/offline': null }
  for (const [path, action] of Object.entries(front)) {
    const [anonymous, one, other] = await Promise.all(
      [undefined, buyer.cookie, owner.cookie].map((cookie) =>
        app.call('GET', path, { host: 'row.resale.localhost', ...(cookie && { cookie }) }),
      ),
    )
    for (const page of [one!, other!]) {
      if (anonymous!.headers['cache-control']?.startsWith('public')) assert.deepEqual(page.bytes, anonymous!.bytes, path)
      assert.equal(page.headers['set-cookie'], undefined)
    }
    if (action !== null) assert.ok(anonymous!.body.includes(`<form action="${app.url}${action}" method="post"`), path)
    assert.doesNotMatch(anonymous!.body, /form_token/)
    assert.match(anonymous!.body, new RegExp(`data-here="${app.url}/you/here`), path)
  }
})

test('the script of a shop page gets the viewer’s likes, follows and role', async (t) => {
  const { app, owner, buyer, lamp, vase, ask: request, row } = await openRow(t)
  const query = `?listing=${lamp.id}&of=${lamp.id},${vase.id}`
  const anonymous = await request(query)
  assert.deepEqual(anonymous.body, { is: ['stranger'], follows: false, liked: [], waiting: { you: 0, sell: 0, bag: 0 } })
  assert.deepEqual(cors(anonymous), [row.origin, 'true', 'Origin', 'no-store'])
  await app.call('PUT', `/v1/market/listings/${vase.id}/like`, { key: buyer.key })
  await app.call('PUT', '/v1/market/stores/row/follow', { key: buyer.key })
  assert.deepEqual((await request(query, buyer.cookie)).body, {
    is: ['person', 'other', 'unoffered', 'unreserved'],
    follows: true,
    liked: [vase.id],
    waiting: { you: 0, sell: 0, bag: 0 },
  })
  // the negotiator is off, so the offer waits for a response from the seller
  assert.equal((await app.call('PATCH', '/v1/shops/row', { key: owner.key, json: { haggle: false } })).status, 200)
  const offer = { listing: lamp.id, amount: 20 }
  assert.equal((await app.call('POST', '/v1/offers', { key: buyer.key, json: offer })).status, 201)
  assert.deepEqual((await request(query, buyer.cookie)).body.is, ['person', 'other', 'offered', 'unreserved'])
  const own = (await request(query, owner.cookie)).body
  assert.deepEqual([own.is, own.waiting], [['person', 'owner', 'unoffered', 'unreserved'], { you: 0, sell: 1, bag: 0 }])
  const onMain = (await app.call('GET', '/you/here', { cookie: owner.cookie, headers: { 'sec-fetch-site': 'same-origin' } })).body
  assert.deepEqual(onMain.is, ['person', 'other', 'unoffered', 'unreserved'])
  const tooMany = await request(`?of=${Array.from({ length: 121 }, (_, index) => `lst_${index}`).join()}`, buyer.cookie)
  assert.deepEqual([tooMany.status, tooMany.body.error.param, tooMany.headers['access-control-allow-origin']], [400, 'of', row.origin])
})

test('a like or follow from a shop page returns JSON to a script, and redirects a form submission to the same page', async (t) => {
  const { buyer, lamp, row, tap, liked, follows } = await openRow(t)
  const own = { cookie: buyer.cookie }
  const byScript = await tap(`/like/${lamp.id}`, 'liked=true', { ...own, headers: { ...row, ...JSON_HEADERS } })
  assert.deepEqual([byScript.status, byScript.body, cors(byScript)], [200, { liked: true }, [row.origin, 'true', 'Origin', 'no-store']])
  assert.deepEqual(await liked(), [lamp.id])
  const back = await tap(`/like/${lamp.id}`, 'liked=false&return=%2Flamp', { ...own, headers: row })
  assert.deepEqual([back.status, back.headers['location']], [303, `${row.origin}/lamp`])
  assert.deepEqual(await liked(), [])
  const followed = await tap('/follow/row', 'return=%2F', { ...own, headers: row })
  assert.deepEqual([followed.status, followed.headers['location'], await follows()], [303, `${row.origin}/`, 1])
  const away = await tap('/follow/row', 'return=%2F%2Fevil.test', { ...own, headers: row })
  assert.equal(away.headers['location'], `${row.origin}/`)
  const gone = await tap('/like/lst_0', 'liked=true', { ...own, headers: { ...row, ...JSON_HEADERS } })
  assert.deepEqual([gone.status, gone.body.error.type, gone.headers['access-control-allow-origin']], [404, 'not_found', row.origin])
})

test('after sign-in, an anonymous user’s like or follow is saved once, and the user returns to the shop page', async (t) => {
  const { app, buyer, lamp, row, tap, liked, follows } = await openRow(t)
  const script = await tap(`/like/${lamp.id}`, 'liked=true', { headers: { ...row, ...JSON_HEADERS } })
  assert.deepEqual([script.status, script.body.error.type], [401, 'authentication'])
  const cases = [
    [`/like/${lamp.id}`, '/lamp', row, async () => (await liked()).length],
    ['/follow/row', '/', row, follows],
  ] as const
  for (const [path, from, headers, count] of cases) {
    const tapped = await tap(path, `return=${encodeURIComponent(from)}`, { headers })
    assert.deepEqual([tapped.status, tapped.headers['location']], [303, `/sign-in?return=${encodeURIComponent(path)}`])
    const intent = tapped.headers['set-cookie']!.split(';')[0]!
    assert.match(tapped.headers['set-cookie']!, /^intent=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/)
    const plain = await app.call('GET', path, { cookie: buyer.cookie })
    assert.deepEqual([plain.status, plain.headers['refresh'], await count()], [200, undefined, 0], 'a link alone changes nothing')
    const session = await signIn(app, buyer)
    const signedIn = await app.call('GET', path, { cookie: `${session}; ${intent}` })
    assert.deepEqual([signedIn.status, signedIn.headers['refresh'], await count()], [200, `0; url=${row.origin}${from}`, 1])
    assert.match(signedIn.headers['set-cookie']!, /^intent=; .*Max-Age=0/)
    assert.ok(signedIn.body.includes(`href="${row.origin}${from}"`))
    const again = await app.call('GET', path, { cookie: `${session}; ${intent}` })
    assert.deepEqual([again.status, again.headers['refresh']], [200, undefined], 'the intent works once')
  }
})

test('an intent cookie for a different page, browser or session triggers no action', async (t) => {
  const { app, buyer, lamp, row, tap, liked } = await openRow(t)
  const path = `/like/${lamp.id}`
  const intentOf = async (at: string, back = '/lamp') =>
    (await tap(at, `return=${encodeURIComponent(back)}`, { headers: row })).headers['set-cookie']!.split(';')[0]!
  const forged = Buffer.from(JSON.stringify({ path, back: `${row.origin}/lamp` })).toString('base64url')
  const [old, other] = [await intentOf(path), await intentOf('/follow/row')]
  for (const [name, session, intent] of [
    ['another page', await signIn(app, buyer), other],
    ['an unknown token', await signIn(app, buyer), `intent=${forged}`],
    ['a session that is older than the intent', buyer.cookie, await intentOf(path)],
  ] as const) {
    const page = await app.call('GET', path, { cookie: `${session}; ${intent}` })
    assert.deepEqual([page.status, page.headers['refresh'], await liked()], [200, undefined, []], name)
    assert.match(page.body, /<h1>Like this item\?/, name)
  }
  await app.advance(61 * 60)
  const late = await app.call('GET', path, { cookie: `${await signIn(app, buyer)}; ${old}` })
  assert.deepEqual([late.headers['refresh'], await liked()], [undefined, []], 'an intent ends after an hour')
  const away = await intentOf(path, 'http://evil.test/')
  const done = await app.call('GET', path, { cookie: `${await signIn(app, buyer)}; ${away}` })
  assert.equal(done.headers['refresh'], `0; url=${row.origin}/`)
})

test('on the main host, a like requires a form token, and an anonymous user’s like is saved after sign-in', async (t) => {
  const { app, buyer, lamp, tap, liked } = await openRow(t)
  const main = { origin: app.url }
  assert.equal(
    (await tap(`/like/${lamp.id}`, 'liked=true', { cookie: buyer.cookie, headers: main })).status,
    403,
    'rejects a form without a token',
  )
  const home = await app.call('GET', '/')
  assert.ok(home.body.includes(`<form action="${app.url}/like/${lamp.id}" method="post"`))
  const tapped = await tap(`/like/${lamp.id}`, `return=${encodeURIComponent(`/#${lamp.id}`)}`, { headers: main })
  assert.equal(tapped.status, 303)
  const cookie = `${await signIn(app, buyer)}; ${tapped.headers['set-cookie']!.split(';')[0]!}`
  const done = await app.call('GET', `/like/${lamp.id}`, { cookie })
  assert.deepEqual([done.headers['refresh'], await liked()], [`0; url=${app.url}/#${lamp.id}`, [lamp.id]])
  for (const path of [`/like/${lamp.id}`, '/follow/row']) {
    assert.equal((await app.call('GET', path)).headers['location'], `/sign-in?return=${encodeURIComponent(path)}`)
    const page = await app.call('GET', path, { cookie: buyer.cookie })
    const token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!
    const post = (form: string) => tap(path, `${form}&form_token=${token}`, { cookie: buyer.cookie, headers: main })
    assert.equal((await post('liked=true&following=true')).headers['location'], path)
    assert.match((await app.call('GET', path, { cookie: buyer.cookie })).body, /<h1>You (like|follow)/)
    await post('liked=false&following=false')
    assert.doesNotMatch((await app.call('GET', path, { cookie: buyer.cookie })).body, /<h1>You (like|follow)/)
  }
})

test('the sign-in page redirects a signed-in user to the page they requested, or to Today', async (t) => {
  const app = await startApp(t)
  const { cookie } = await app.signUp()
  const to = async (query: string) => (await app.call('GET', `/sign-in${query}`, { cookie })).headers['location']
  assert.deepEqual(
    await Promise.all(['', '?return=%2Fyou%2Flikes%3Foffset%3D24', '?return=http%3A%2F%2Fevil.test', '?return=%2F%2Fevil.test'].map(to)),
    ['/app', '/you/likes?offset=24', '/', '/'],
  )
  assert.equal((await app.call('GET', '/sign-in')).status, 200)
})

test('localhost and old shop hosts respond to API clients, but redirect browsers to the main host', async (t) => {
  const { app, owner } = await openRow(t)
  const get = (host: string, path: string, headers = {}) => app.call('GET', path, { host, headers })
  for (const host of ['localhost', '127.0.0.1']) {
    for (const path of ['/', '/search?q=oak+lamp&price=25-100', '/sign-in?return=%2Fyou', '/docs/api', '/nothing', '//evil.test/x']) {
      const page = await get(host, path)
      assert.deepEqual([page.status, page.headers['location']], [302, `${app.url}${path}`], `${host}${path}`)
    }
    for (const path of [
      '/v1/market/search',
      '/healthz',
      '/readyz',
      '/metrics',
      '/sitemap.xml',
      '/robots.txt',
      '/llms.txt',
      '/docs/errors.md',
    ])
      assert.equal((await get(host, path)).status, 200, `${host}${path}`)
  }
  for (const path of ['/', '/lamp?from=mail', '/feed.xml']) {
    const old = await get('row.localhost', path)
    assert.deepEqual([old.status, old.headers['location']], [302, `http://row.resale.localhost:${app.port}${path}`], path)
  }
  const agent = await app.call('POST', '/v1/keys', { cookie: owner.cookie, json: { name: 'A', kind: 'agent', scopes: ['read'] } })
  const { origin, pathname } = new URL(agent.body.link)
  assert.equal(origin, app.programsUrl)
  assert.match((await get('localhost', pathname, { accept: '*/*' })).headers['content-type']!, /markdown/)
  assert.equal((await get('localhost', pathname, { accept: 'text/html' })).headers['location'], `${app.url}${pathname}`)
  const write = (origin: string) =>
    app.call('POST', '/v1/keys', {
      cookie: owner.cookie,
      host: 'localhost',
      headers: { origin },
      json: { name: 'B', kind: 'api', scopes: ['read'] },
    })
  assert.deepEqual([(await write(app.programsUrl)).status, (await write('http://row.resale.localhost')).status], [201, 403])
})

test('if PUBLIC_URL is localhost, the service serves pages on localhost without a redirect', async (t) => {
  const app = await startApp(t, { PUBLIC_URL: 'http://localhost:3000' })
  assert.equal((await app.call('GET', '/', { host: 'localhost' })).status, 200)
  assert.equal((await app.call('GET', '/', { host: '127.0.0.1' })).status, 200)
})
