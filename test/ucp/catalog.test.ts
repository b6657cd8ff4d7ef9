import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { digestOf } from '#platform/signatures/message-signatures.ts'
import { send, startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { onlyError, speak, startPlatform, VERSION } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'
import { slack } from '#test/machine.ts'

/**
 * Tests the profile, the capability negotiation and the catalog of the Universal Commerce Protocol. Validates responses against the
 * protocol's published schemas.
 */

const SEARCH = 'dev.ucp.shopping.catalog.search'
const LOOKUP = 'dev.ucp.shopping.catalog.lookup'
const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const line = (label: string, value: string) => ({ label, value })
const fields = [line('Brand', 'Muji'), line('Size', 'Medium'), line('Condition', 'Good'), line('Colour', 'Navy')]
const coat = await onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5, category: 'Clothing', fields })
const boots = await onSale(seller, { title: 'Leather boots', price: 60, shipping: 0, category: 'Shoes' })
const lamp = await onSale(seller, { title: 'Oak lamp', price: 40, category: 'Home' })
const draft = (await seller.list({ title: 'Not yet' })).id
const platform = await startPlatform({ after }, [SEARCH, LOOKUP])
const client = speak(app, platform)
after(report)

describe('the UCP business profile', () => {
  test('the UCP profile lists the service’s endpoints, capabilities and signing keys', async () => {
    const reply = await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })
    assert.equal(reply.status, 200)
    isStandard('discovery/profile.json#/$defs/business_profile', reply.body)
    const { ucp, signing_keys: keys } = reply.body
    assert.equal(ucp.version, VERSION)
    assert.equal(ucp.services['dev.ucp.shopping'][0].endpoint, `${app.programsUrl}/ucp`)
    assert.ok(SEARCH in ucp.capabilities && LOOKUP in ucp.capabilities)
    assert.match(reply.headers['cache-control']!, /^public, max-age=(\d{2,})/)
    assert.deepEqual([keys.length, keys[0].kty, keys[0].crv, 'd' in keys[0]], [1, 'EC', 'P-256', false])
    const again = await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })
    assert.deepEqual(again.body.signing_keys, keys, 'the same key each time')
  })

  test('the UCP profile is the same on the host of every shop', async () => {
    const [at, main] = [
      await send(app.port, 'GET', '/.well-known/ucp', { host: `${seller.slug}.resale.localhost` }),
      await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' }),
    ]
    assert.deepEqual([at.status, at.body], [200, main.body])
    const resource = await send(app.port, 'GET', '/.well-known/oauth-protected-resource/ucp', { host: 'localhost' })
    assert.equal(resource.body.resource, `${app.programsUrl}/ucp`)
  })

  test('every dev.ucp capability in the profile links to documents on ucp.dev', async () => {
    const { ucp } = (await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })).body
    for (const [name, entries] of Object.entries(ucp.capabilities) as [string, { spec: string; schema: string }[]][])
      for (const { spec, schema } of entries.filter(() => name.startsWith('dev.ucp.')))
        assert.ok(spec.startsWith('https://ucp.dev/') && schema.startsWith('https://ucp.dev/'), name)
  })

  test('the service rotates its signing key after 90 days, and publishes the old key for two more weeks', async (t) => {
    const own = await startApp(t)
    const keysNow = async () =>
      (await send(own.port, 'GET', '/.well-known/ucp', { host: 'localhost' })).body.signing_keys.map(({ kid }: { kid: string }) => kid)
    const [first] = await keysNow()
    await own.advance(91 * 86_400)
    const both = await keysNow()
    assert.deepEqual([both.length, both[1]], [2, first])
    await own.advance(14 * 86_400)
    assert.deepEqual(await keysNow(), [both[0]])
  })
})

describe('negotiation of UCP capabilities', () => {
  const search = (more: object = {}) => client('POST', '/catalog/search', { json: { query: 'coat' }, ...more })

  test('the service accepts an agent with a valid profile, and returns the capabilities that both sides support', async () => {
    const { status, body } = await search()
    assert.equal(status, 200)
    assert.deepEqual(body.ucp, { version: VERSION, status: 'success', capabilities: { [SEARCH]: [{ version: VERSION }] } })
  })

  test('the service parses the UCP-Agent header as a dictionary according to RFC 8941', async () => {
    for (const agent of [
      `a=1, profile="${platform.url}";v=2, b`,
      `profile="http://elsewhere.test/x",profile="${platform.url}"`,
      `  profile="${platform.url}"`,
    ])
      // prettier-ignore
      assert.equal((await search({ agent })).body.ucp?.status, 'success', agent)
    for (const agent of [
      '',
      'profile',
      'profile=token',
      'profile="http://unfinished',
      'profile="ftp://x/y"',
      'other="x"',
      `profile="${'a'.repeat(3_000)}"`,
    ]) {
      const { status, body } = await search({ agent })
      assert.deepEqual([status, body.code], [400, 'invalid_profile_url'], agent)
    }
    assert.equal((await search({ agent: null })).body.code, 'invalid_profile_url')
  })

  test('the service returns the UCP error code for a platform profile that is unavailable, redirects or is invalid', async (t) => {
    const cases = [
      [{ status: 500 }, 424, 'profile_unreachable'],
      [{ status: 302, headers: { location: platform.url } }, 424, 'profile_unreachable'],
      [{ status: 200, body: 'no json' }, 422, 'profile_malformed'],
      [{ status: 200, body: '{"ucp": {"version": "soon"}}' }, 422, 'profile_malformed'],
      [{ status: 200, body: '{"ucp": {"version": "2026-04-08", "capabilities": {"a.b": 1}}}' }, 422, 'profile_malformed'],
      [{ status: 200, body: '{"ucp": {"version": "2026-01-23", "capabilities": {}}}' }, 422, 'version_unsupported'],
    ] as const
    for (const [broken, status, code] of cases) {
      const other = await startPlatform(t, [SEARCH])
      other.broken = broken
      const reply = await speak(app, other)('POST', '/catalog/search', { json: { query: 'coat' } })
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(broken))
      assert.ok(reply.body.content.length > 20)
    }
    const nowhere = await speak(app, { url: 'http://127.0.0.1:1/profile' })('POST', '/catalog/search', { json: { query: 'coat' } })
    assert.deepEqual([nowhere.status, nowhere.body.code], [424, 'profile_unreachable'])
  })

  test('the service fetches a platform’s profile only once for concurrent requests, and waits a minute before it retries a failed fetch', async (t) => {
    const other = await startPlatform(t, [SEARCH])
    const otherAgent = speak(app, other)
    await Promise.all(Array.from({ length: 6 }, () => otherAgent('POST', '/catalog/search', { json: { query: 'coat' } })))
    assert.equal(other.fetched, 1)
    const away = await startPlatform(t, [SEARCH])
    away.broken = { status: 503 }
    for (let times = 0; times < 3; times++) await speak(app, away)('POST', '/catalog/search', { json: { query: 'coat' } })
    assert.equal(away.fetched, 1)
    away.broken = null
    await app.advance(61)
    assert.equal((await speak(app, away)('POST', '/catalog/search', { json: { query: 'coat' } })).status, 200)
  })

  test('the service returns a UCP error if the platform lacks a requested capability', async (t) => {
    const other = await startPlatform(t, [LOOKUP, 'com.example.unknown'])
    const reply = await speak(app, other)('POST', '/catalog/search', { json: { query: 'coat' } })
    assert.deepEqual([reply.status, onlyError(reply).code, onlyError(reply).severity], [200, 'capabilities_incompatible', 'unrecoverable'])
    isStandard('shopping/types/error_response.json', reply.body)
    const older = await startPlatform(t, [])
    older.profile.ucp.capabilities = { [SEARCH]: [{ version: '2025-01-01' }] }
    assert.equal(onlyError(await speak(app, older)('POST', '/catalog/search', { json: { query: 'x' } })).code, 'capabilities_incompatible')
  })
})

describe('UCP requests with a signature', () => {
  const signedBy = (json: object, { path = '/ucp/catalog/search', kid = 'p1', body = JSON.stringify(json) } = {}) => {
    const agent = `profile="${platform.url}"`
    const parts = {
      '@method': 'POST',
      '@authority': `localhost:${app.port}`,
      '@path': path,
      'ucp-agent': agent,
      'content-digest': digestOf(body),
      'content-type': 'application/json',
    }
    const params = `(${Object.keys(parts).map((name) => `"${name}"`).join(' ')});keyid="${kid}"` // prettier-ignore
    const base = [...Object.entries(parts).map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${params}`].join('\n')
    const value = sign('sha256', Buffer.from(base), { key: platform.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
    return { 'content-digest': parts['content-digest'], 'signature-input': `sig1=${params}`, signature: `sig1=:${value}:` }
  }
  const json = { query: 'coat' }
  const send = (headers: Record<string, string>) => client('POST', '/catalog/search', { json, headers })

  test('the service rejects a request whose signature, key or digest is invalid', async () => {
    const good = signedBy(json)
    assert.equal((await send(good)).status, 200)
    const wrong = [
      [signedBy(json, { path: '/ucp/catalog/lookup' }), 401, 'signature_invalid'],
      [signedBy(json, { kid: 'p2' }), 401, 'key_not_found'],
      [signedBy({ query: 'another' }), 400, 'digest_mismatch'],
      [{ ...good, signature: 'sig1=:AAAA:' }, 401, 'signature_invalid'],
      [{ ...good, 'signature-input': 'sig1=("@method");keyid="p1"' }, 401, 'signature_invalid'],
      [{ 'signature-input': good['signature-input'] }, 401, 'signature_missing'],
    ] as const
    for (const [headers, status, code] of wrong) {
      const reply = await send(headers)
      assert.deepEqual([reply.status, reply.body.code], [status, code])
    }
  })

  test('the service quickly rejects malicious values in the signature and agent headers', async () => {
    for (const input of [`sig1=(${'"a" '.repeat(480)})`, `sig1=()${';a=1'.repeat(450)}x`, `sig1=(${'('.repeat(1_900)}`]) {
      const startedAt = performance.now()
      assert.equal((await send({ 'signature-input': input, signature: 'sig1=:AAAA:' })).status, 401)
      assert.ok(performance.now() - startedAt < slack(500), input.slice(0, 20))
    }
    for (const agent of [`profile=${'"\\'.repeat(900)}`, 'a;'.repeat(900), `a${';b="c"'.repeat(300)},`, ' '.repeat(1_900)]) {
      const startedAt = performance.now()
      assert.equal((await client('POST', '/catalog/search', { json, agent })).status, 400)
      assert.ok(performance.now() - startedAt < slack(500), agent.slice(0, 20))
    }
  })
})

describe('the UCP catalog', () => {
  const search = async (json: object) => {
    const { status, body } = await client('POST', '/catalog/search', { json })
    assert.equal(status, 200, JSON.stringify(body))
    isStandard('shopping/catalog_search.json#/$defs/search_response', body)
    return body
  }
  const idsOf = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id)

  test('the catalog finds listings by keywords', async () => {
    const body = await search({ query: 'wool coat' })
    const [product] = body.products
    assert.equal(product.id, coat)
    assert.deepEqual(product.price_range.min, { amount: 10_000, currency: 'USD' })
    assert.deepEqual([product.variants[0].id, product.variants[0].availability.available], [coat, true])
    assert.deepEqual(product.metadata.shipping, { kind: 'flat', amount: 500, currency: 'USD' })
    assert.doesNotMatch(JSON.stringify(body), /\b73(?:00)?\b/, 'the response does not contain the floor')
    assert.deepEqual((await search({ query: 'zeppelin' })).products, [])
  })

  test('the catalog filters by price range and by any of several categories', async () => {
    assert.deepEqual(idsOf(await search({ filters: { categories: ['Shoes'] } })), [boots])
    assert.deepEqual(idsOf(await search({ filters: { categories: ['shoes', 'Home', 'Nonsense'] } })).toSorted(), [boots, lamp].toSorted())
    assert.deepEqual(idsOf(await search({ filters: { categories: ['Nonsense'] } })), [])
    assert.deepEqual(idsOf(await search({ filters: { price: { min: 6_000, max: 9_999 } } })), [boots])
    assert.deepEqual(idsOf(await search({ filters: { price: { max: 3_999 } } })), [])
    const euros = await search({ filters: { price: { max: 1 } }, context: { currency: 'EUR' } })
    assert.deepEqual([euros.products.length, euros.messages[0].code], [3, 'price_filter_ignored'])
  })

  test('the catalog filters by brand, size, condition and color in any common spelling, and shows these facets of each product', async () => {
    const all = { brand: ['MUJI', 'Uniqlo'], size: ['m'], condition: ['good', 'new'], color: ['navy'] }
    for (const [name, values] of Object.entries(all)) assert.deepEqual(idsOf(await search({ filters: { [name]: values } })), [coat], name)
    const { products } = await search({ query: 'coat', filters: { ...all, price: { max: 10_000 } } })
    const { brand, size, condition } = products[0].metadata
    assert.deepEqual([brand, size, condition], ['Muji', 'M', 'good'])
    assert.deepEqual(idsOf(await search({ filters: { ...all, color: ['red'] } })), [], 'a listing must match every filter')
    const looked = await client('POST', '/catalog/lookup', { json: { ids: [coat, boots], filters: { brand: ['muji'] } } })
    assert.deepEqual(idsOf(looked.body), [coat])
    const product = (id: string) => client('POST', '/catalog/product', { json: { id, filters: { brand: ['muji'] } } })
    assert.deepEqual([(await product(coat)).body.product.id, onlyError(await product(boots)).code], [coat, 'not_found'])
    const { body: plain } = await client('POST', '/catalog/product', { json: { id: boots } })
    assert.deepEqual([plain.product.metadata.brand, plain.product.metadata.condition], [null, 'used'])
  })

  test('no product appears twice across the pages of catalog results', async () => {
    const found: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 5; pages++) {
      const body = await search({ filters: { price: { min: 0 } }, pagination: { limit: 1, ...(cursor && { cursor }) } })
      found.push(...idsOf(body))
      assert.equal(body.pagination.total_count, 3)
      cursor = body.pagination.cursor
      if (!body.pagination.has_next_page) break
    }
    assert.deepEqual(found.toSorted(), [coat, boots, lamp].toSorted())
    assert.equal(
      (await search({ query: 'coat', pagination: { limit: 100_000 } })).products[0].id,
      coat,
      'a page size above the limit is reduced',
    )
  })

  test('catalog results from several categories alternate, and no product appears on two pages', async (t) => {
    const own = await startApp(t)
    const { seller: shop } = await openBargain(own)
    const made: string[] = []
    for (const [category, count] of [
      ['Bags', 6],
      ['Books', 2],
      ['Tech', 5],
    ] as const)
      // prettier-ignore
      for (let one = 0; one < count; one++) made.push(await onSale(shop, { title: `Thing ${one}`, price: 10, category }))
    const categories = ['Bags', 'Books', 'Tech']
    for (const limit of [1, 2, 4, 10]) {
      const found: string[] = []
      for (let cursor: string | undefined, pages = 0; pages < 30; pages++) {
        const json = { filters: { categories }, pagination: { limit, ...(cursor && { cursor }) } }
        const { status, body } = await speak(own, platform)('POST', '/catalog/search', { json })
        assert.equal(status, 200, JSON.stringify(body))
        const ids = idsOf(body)
        assert.ok(ids.length > 0 && ids.length <= limit)
        found.push(...ids)
        cursor = body.pagination.cursor
        if (!cursor) break
      }
      assert.deepEqual(found.toSorted(), made.toSorted(), `pages of ${limit} contain each product once`)
    }
    const { body } = await speak(own, platform)('POST', '/catalog/search', { json: { filters: { categories }, pagination: { limit: 4 } } })
    const other = { filters: { categories: ['Bags'] }, pagination: { cursor: body.pagination.cursor } }
    assert.equal(
      (await speak(own, platform)('POST', '/catalog/search', { json: other })).status,
      400,
      'rejects the cursor of another search',
    )
  })

  test('a catalog lookup finds each ID once, returns the product with the requested ID, and reports unknown IDs', async () => {
    const { status, body } = await client('POST', '/catalog/lookup', { json: { ids: [coat, boots, coat, draft, 'lst_none', 'x'] } })
    assert.equal(status, 200)
    isStandard('shopping/catalog_lookup.json#/$defs/lookup_response', body)
    assert.deepEqual(idsOf(body), [coat, boots])
    assert.deepEqual(body.products[0].variants[0].inputs, [{ id: coat, match: 'exact' }])
    assert.deepEqual(body.messages.map(({ content }: { content: string }) => content), [draft, 'lst_none', 'x']) // prettier-ignore
    const many = await client('POST', '/catalog/lookup', { json: { ids: Array.from({ length: 51 }, (_, at) => `lst_${at}`) } })
    assert.deepEqual([many.status, many.body.code], [400, 'request_too_large'])
  })

  test('the catalog returns a single product with full details', async () => {
    const { status, body } = await client('POST', '/catalog/product', { json: { id: boots } })
    assert.equal(status, 200)
    isStandard('shopping/catalog_lookup.json#/$defs/get_product_response', body)
    assert.deepEqual([body.product.title, body.product.metadata.shipping.kind], ['Leather boots', 'pickup'])
    for (const id of [draft, 'lst_none', 'x\u0000']) {
      const missing = await client('POST', '/catalog/product', { json: { id } })
      if (missing.status === 400) continue
      assert.deepEqual([missing.status, onlyError(missing).code], [200, 'not_found'])
      isStandard('shopping/types/error_response.json', missing.body)
    }
  })

  test('the catalog rejects invalid input, and the error names the field', async () => {
    const wrong = [
      ['/catalog/search', {}, '$.query'],
      ['/catalog/search', { filters: {} }, '$.query'],
      ['/catalog/search', { query: 3 }, '$.query'],
      ['/catalog/search', { query: 'x', pagination: { limit: 0 } }, '$.pagination.limit'],
      ['/catalog/search', { query: 'x', pagination: { cursor: 'bm8' } }, '$.pagination.cursor'],
      ['/catalog/search', { query: 'x', filters: { price: { min: -1 } } }, '$.filters.price.min'],
      ['/catalog/search', { filters: { condition: ['shiny'] } }, '$.filters.condition'],
      ['/catalog/search', { filters: { brand: Array.from({ length: 11 }, () => 'Muji') } }, '$.filters.brand'],
      ['/catalog/search', { query: 'x', filters: { price: { min: 2, max: 1 } } }, '$.filters.price.min'],
      ['/catalog/lookup', {}, '$.ids'],
      ['/catalog/lookup', { ids: [1] }, '$.ids[0]'],
      ['/catalog/product', {}, '$.id'],
    ] as const
    for (const [path, json, at] of wrong) {
      const reply = await client('POST', path, { json })
      assert.deepEqual([reply.status, reply.body.code, reply.body.path], [400, 'invalid_request', at], JSON.stringify(json))
    }
    assert.equal(
      (await client('POST', '/catalog/search', { headers: { 'content-type': 'text/plain', 'content-length': '0' } })).status,
      400,
    )
    assert.equal((await client('GET', '/catalog/search')).status, 405)
    assert.equal((await client('POST', '/nothing', { json: {} })).status, 404)
  })

  test('a catalog request counts toward the key’s rate limit, and an invalid key gets 401', async () => {
    assert.equal((await client('POST', '/catalog/search', { key: buyer.key, json: { query: 'coat' } })).status, 200)
    const reply = await client('POST', '/catalog/search', { key: 'rsk_wrong', json: { query: 'coat' } })
    assert.equal(reply.status, 401)
    assert.match(reply.headers['www-authenticate']!, /^Bearer realm="http:\/\/localhost:\d+", error="invalid_token"/)
    assert.equal(onlyError(reply).code, 'identity_required')
  })
})
