import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { createReply, MOST_REPLIES } from './index.ts'

const app = await startApp({ after })

async function seller() {
  const account = await app.signUp('Ana')
  const call = (method: string, path = '', json?: object) =>
    app.call(method, `/v1/replies${path}`, { key: account.key, ...(json && { json }) })
  return { ...account, call }
}

const HOURS = { title: 'Hours', body: 'Hi {name}, the {item} costs {price}.' }
const wrong = ({ status, body }: { status: number; body: { error?: { param?: string } } }) => [status, body.error?.param]

describe('saved replies for a seller', () => {
  test('a saved reply can be stored, read, changed and deleted', async () => {
    const { call } = await seller()
    const made = await call('POST', '', { title: ' Hours ', body: ` ${HOURS.body}\r\nBye. ` })
    assert.equal(made.status, 201)
    const { id, created_at, updated_at, ...rest } = made.body
    assert.match(id, /^rpl_[0-9a-z]{26}$/)
    assert.deepEqual(rest, { object: 'reply', title: 'Hours', body: `${HOURS.body}\nBye.` })
    assert.equal(created_at, updated_at)
    assert.deepEqual((await call('GET', `/${id}`)).body, made.body)
    await app.advance(60)
    const changed = (await call('PATCH', `/${id}`, { body: 'Open from 9.' })).body
    assert.deepEqual([changed.title, changed.body, changed.updated_at > updated_at], ['Hours', 'Open from 9.', true])
    assert.deepEqual((await call('DELETE', `/${id}`)).body, { object: 'reply', id, deleted: true })
    for (const method of ['GET', 'PATCH', 'DELETE']) assert.equal((await call(method, `/${id}`, {})).status, 404, method)
  })

  test('saved replies are listed by title, page by page', async () => {
    const { call } = await seller()
    for (const title of ['shipping', 'Address', 'Price']) await call('POST', '', { ...HOURS, title })
    const { body } = await call('GET')
    assert.deepEqual([body.data.map(({ title }: { title: string }) => title), body.total], [['Address', 'Price', 'shipping'], 3])
    assert.equal((await call('GET', '?limit=1&offset=2')).body.data[0].title, 'shipping')
    assert.deepEqual(wrong(await call('GET', '?limit=0')), [400, 'limit'])
  })

  test('the error for an invalid saved reply names the invalid field or the unknown placeholder', async () => {
    const { call } = await seller()
    const { id } = (await call('POST', '', HOURS)).body
    for (const [field, value] of [
      ['title', ''],
      ['title', 'x'.repeat(61)],
      ['title', 'a\nb'],
      ['body', ' '],
      ['body', 'x'.repeat(1001)],
      ['body', 'Hi {nmae}'],
    ] as const) {
      assert.deepEqual(wrong(await call('POST', '', { ...HOURS, [field]: value })), [400, field])
      assert.deepEqual(wrong(await call('PATCH', `/${id}`, { [field]: value })), [400, field])
    }
    assert.deepEqual(wrong(await call('POST', '', { title: 'Hours' })), [400, 'body'])
    assert.match((await call('POST', '', { ...HOURS, body: 'Hi {nmae}' })).body.error.message, /\{nmae\}.*\{name\}, \{item\} or \{price\}/)
    assert.equal((await call('PATCH', `/${id}`, { title: 'x'.repeat(60), body: 'x'.repeat(1000) })).status, 200)
  })

  test('an account cannot see the saved replies of other accounts', async () => {
    const [ana, eve] = [await seller(), await seller()]
    const { id } = (await ana.call('POST', '', HOURS)).body
    for (const method of ['GET', 'PATCH', 'DELETE']) assert.equal((await eve.call(method, `/${id}`, {})).status, 404, method)
    assert.equal((await eve.call('GET')).body.total, 0)
    assert.equal((await ana.call('GET')).body.total, 1)
  })

  test('using saved replies with an API key requires the scope `messages`', async () => {
    const ana = await seller()
    const { id } = (await ana.call('POST', '', HOURS)).body
    const { body: reader } = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'reader', kind: 'api', scopes: ['read', 'listings', 'buying'] },
    })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      const call = { ...(method === 'GET' ? {} : { json: HOURS }) }
      assert.equal((await app.call(method, `/v1/replies${path}`, call)).status, 401, method)
      const refused = await app.call(method, `/v1/replies${path}`, { ...call, key: reader.secret })
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope'], method)
    }
  })

  test(`an account has at most ${MOST_REPLIES} saved replies, even if several are saved concurrently`, async () => {
    const ana = await seller()
    const { ctx } = app.service
    const actor = { accountId: ana.id } as Person
    const save = () => inTransaction(ctx, (tx) => createReply(tx, actor, HOURS))
    for (let count = 0; count < MOST_REPLIES - 1; count++) await save()
    const results = await Promise.allSettled([save(), save(), save()])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const refused = await ana.call('POST', '', HOURS)
    assert.deepEqual([refused.status, refused.body.error.type], [409, 'conflict'])
    assert.match(refused.body.error.message, /50 saved replies/)
    assert.equal((await ana.call('GET')).body.total, MOST_REPLIES)
  })
})
