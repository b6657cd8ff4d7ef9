import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { runBulk } from './run.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { makeListing } from '#test/rows.ts'

const HOUR = 3600
const life = lifetime()

describe('bulk changes to listings', () => {
  let app: TestApp
  let ana: Seller
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })

  const bulk = (json: object, key = ana.key): Promise<Reply> => app.call('POST', '/v1/listings/bulk', { key, json })
  const read = async (id: string) => (await ana.call('GET', `/v1/listings/bulk/${id}`)).body
  const listing = async ({ id }: { id: string }) => (await ana.call('GET', `/v1/listings/${id}`)).body
  async function run(json: object) {
    const started = await bulk(json)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    assert.deepEqual([started.body.object, started.body.status, started.body.done], ['bulk', 'queued', 0])
    await app.advance(1)
    return read(started.body.id)
  }
  async function undo(id: string) {
    const started = await ana.call('POST', `/v1/listings/bulk/${id}/undo`)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    await app.advance(1)
    return read(id)
  }
  const open = async () => {
    ana = await openSeller(app)
    return ana
  }
  const live = (fields: object = {}) => ana.list({ title: 'Lamp', price: 40, publish: true, ...fields })

  test('the preview of a bulk change shows the values before and after the change, and writes nothing', async () => {
    await open()
    const [lamp, coat] = [await live({ lowest_price: 39 }), await ana.list({ title: 'Coat' })]
    const { status, body } = await bulk({
      ids: [lamp.id, coat.id, lamp.id, 'lst_none'],
      change: { price: { percent: -10, round: 1 } },
      preview: true,
    })
    assert.equal(status, 200)
    const values = {
      status: 'live',
      visibility: 'everyone',
      price: 40,
      price_basis: 'seller',
      lowest_price: 39,
      shipping: null,
      take_offers: true,
    }
    assert.deepEqual(body.rows, [{ id: lamp.id, name: 'Lamp', before: values, after: { ...values, price: 36, lowest_price: 36 } }])
    assert.deepEqual(
      body.refused.map(({ id, param }: { id: string; param: string }) => [id, param]),
      [
        [coat.id, 'price'],
        ['lst_none', 'ids'],
      ],
    )
    assert.deepEqual(await listing(lamp), lamp)
    assert.equal((await bulk({ ids: [lamp.id], change: { delete: true }, preview: true })).body.rows[0].after, null)
  })

  test('a bulk run changes each listing as PATCH does, and undoing it restores everything except the modification time', async () => {
    await open()
    const [lamp, sofa, coat] = [
      await live({ lowest_price: 39 }),
      await live({ price: 99.95, shipping: 5 }),
      await ana.list({ title: 'Coat' }),
    ]
    const done = await run({ ids: [lamp.id, sofa.id, coat.id], change: { price: { percent: -10, round: '.99' } } })
    assert.deepEqual([done.status, done.done, done.total], ['done', 2, 3])
    assert.deepEqual(done.refused, [
      { id: coat.id, message: 'This listing has no price yet. Use "set" to give it a price.', param: 'price' },
    ])
    const [cheaper, sofaAfter] = [await listing(lamp), await listing(sofa)]
    assert.deepEqual([cheaper.price, cheaper.lowest_price, sofaAfter.price], [35.99, 35.99, 89.99])
    const undone = await undo(done.id)
    assert.deepEqual([undone.status, undone.done, undone.refused], ['undone', 2, []])
    for (const original of [lamp, sofa]) {
      const restored = await listing(original)
      assert.deepEqual({ ...restored, updated_at: null }, { ...original, updated_at: null })
      assert.ok(restored.updated_at > original.updated_at)
    }
    const again = await ana.call('POST', `/v1/listings/bulk/${done.id}/undo`)
    assert.deepEqual([again.status, again.body.error.message], [409, 'This bulk change is already undone.'])
  })

  test('undoing a bulk change restores the recorded source of a price, for example research', async () => {
    await open()
    const lamp = await live()
    await app.service.ctx.db.updateTable('listings').set({ price_basis: 'default' }).where('id', '=', lamp.id).execute()
    const done = await run({ ids: [lamp.id], change: { price: { add: -5 } } })
    assert.equal((await listing(lamp)).price_basis, 'seller')
    await undo(done.id)
    assert.equal((await listing(lamp)).price_basis, 'default')
  })

  test('undoing a bulk change restores publication status, visibility, offers, shipping and the minimum price', async () => {
    await open()
    const [shown, draft] = [await live({ lowest_price: 30 }), await ana.list({ title: 'Sofa', price: 80 })]
    const cases: [object, { id: string }, Record<string, unknown>][] = [
      [{ unpublish: true }, shown, { status: 'draft' }],
      [{ publish: true }, draft, { status: 'live' }],
      [{ visibility: 'link' }, shown, { visibility: 'link' }],
      [{ take_offers: false }, shown, { take_offers: false }],
      [{ shipping: 7.5 }, shown, { shipping: 7.5 }],
      [{ lowest_price: { set: 25 } }, shown, { lowest_price: 25 }],
    ]
    for (const [change, { id }, expected] of cases) {
      await app.advance(60)
      const original = await listing({ id })
      const done = await run({ ids: [id], change })
      assert.deepEqual([done.done, done.refused], [1, []], JSON.stringify(change))
      for (const [name, value] of Object.entries(expected)) assert.deepEqual((await listing({ id }))[name], value)
      assert.equal((await undo(done.id)).done, 1)
      const { updated_at: _new, url: _url, ...restored } = await listing({ id })
      const { updated_at: _old, url: _before, ...rest } = original
      assert.deepEqual(restored, rest, JSON.stringify(change))
    }
  })

  test('undoing a bulk change skips and reports listings that were edited after the change', async () => {
    await open()
    const [lamp, sofa] = [await live(), await live()]
    const done = await run({ ids: [lamp.id, sofa.id], change: { price: { set: 20 } } })
    await app.advance(1)
    await ana.call('PATCH', `/v1/listings/${sofa.id}`, { json: { title: 'Sofa' } })
    const undone = await undo(done.id)
    assert.deepEqual([undone.status, undone.done, undone.total], ['undone', 1, 2])
    assert.deepEqual(
      undone.refused.map(({ id }: { id: string }) => id),
      [sofa.id],
    )
    assert.deepEqual([(await listing(lamp)).price, (await listing(sofa)).price], [40, 20])
  })

  test('undoing a bulk change does not change a listing that already had the new value, even if it was edited afterward', async () => {
    await open()
    const [lamp, sofa] = [await live({ shipping: 3 }), await live()]
    const done = await run({ ids: [lamp.id, sofa.id], change: { shipping: 3 } })
    assert.deepEqual([done.done, await listing(lamp), (await listing(sofa)).shipping], [2, lamp, 3])
    await app.advance(1)
    const { body: edited } = await ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { shipping: 5 } })
    const undone = await undo(done.id)
    assert.deepEqual([undone.done, undone.refused], [2, []])
    assert.deepEqual([await listing(lamp), (await listing(sofa)).shipping], [edited, null])
  })

  test('a bulk change can be undone for 24 hours, but a deletion can never be undone', async () => {
    await open()
    const [lamp, sofa, coat] = [await live(), await live(), await live()]
    const done = await run({ ids: [lamp.id], change: { price: { set: 20 } } })
    assert.ok(done.undo_until)
    const other = await run({ ids: [coat.id], change: { price: { set: 20 } } })
    const deleted = await run({ ids: [sofa.id], change: { delete: true } })
    assert.deepEqual([deleted.done, deleted.undo_until], [1, null])
    assert.equal((await ana.call('GET', `/v1/listings/${sofa.id}`)).status, 404)
    const refused = await ana.call('POST', `/v1/listings/bulk/${deleted.id}/undo`)
    assert.deepEqual([refused.status, refused.body.error.message], [409, 'Deleted listings cannot be restored.'])
    await app.advance(23.9 * HOUR)
    assert.equal((await undo(other.id)).done, 1)
    await app.advance(0.1 * HOUR)
    const late = await ana.call('POST', `/v1/listings/bulk/${done.id}/undo`)
    assert.deepEqual([late.status, late.body.error.message], [409, 'A bulk change can be undone within 24 hours.'])
  })

  test('a bulk change with `where` applies to all listings that match the query, even if they fill several jobs', async () => {
    await open()
    for (let each = 0; each < 55; each++) await ana.list({ title: `Lamp ${each}`, price: 10 + each })
    await ana.list({ title: 'Coat', price: 15 })
    const done = await run({ where: { q: 'lamp', max_price: 63, status: 'draft' }, change: { shipping: 3 } })
    assert.deepEqual([done.done, done.refused], [54, []])
    const { body } = await bulk({ where: { q: 'nothing like it' }, change: { shipping: 3 } })
    assert.deepEqual([body.error.param, body.error.message], ['where', 'where matches no listing.'])
  })

  test('a bulk change to more than 1,000 listings is refused, and the error names the field', async () => {
    await open()
    const { ctx } = app.service
    const shop = {
      ...(await ctx.db.selectFrom('shops').select(['id', 'slug']).where('slug', '=', ana.slug).executeTakeFirstOrThrow()),
      ownerId: ana.id,
    }
    for (let each = 0; each < 1001; each++) await makeListing(ctx, shop, { title: 'Lamp', status: 'draft' })
    const many = await bulk({ where: {}, change: { shipping: 3 }, preview: true })
    assert.deepEqual([many.status, many.body.error.param], [400, 'where'])
    const ids = Array.from({ length: 1001 }, (_, at) => `lst_${at}`)
    assert.deepEqual([(await bulk({ ids, change: { shipping: 3 } })).body.error.param], ['ids'])
  })

  for (const [name, json, param] of [
    ['neither ids nor where', { change: { publish: true } }, 'ids'],
    ['both ids and where', { ids: ['lst_1'], where: {}, change: { publish: true } }, 'ids'],
    ['no ids', { ids: [], change: { publish: true } }, 'ids'],
    ['no change', { ids: ['lst_1'] }, 'change'],
    ['an empty change', { ids: ['lst_1'], change: {} }, 'change'],
    ['two changes', { ids: ['lst_1'], change: { publish: true, shipping: 1 } }, 'change'],
    ['an unknown change', { ids: ['lst_1'], change: { title: 'x' } }, 'change'],
    ['two ways to set an amount', { ids: ['lst_1'], change: { price: { add: 1, set: 2 } } }, 'change.price'],
    ['three decimals of a percentage', { ids: ['lst_1'], change: { price: { percent: 1.005 } } }, 'change.price.percent'],
    ['an unknown rounding', { ids: ['lst_1'], change: { price: { add: 1, round: 2 } } }, 'change.price.round'],
    ['paging in where', { where: { limit: 10 }, change: { publish: true } }, 'where'],
  ] as const)
    test(`a bulk change with ${name} is refused, and the error names the field`, async () => {
      if (!ana) await open()
      const { status, body } = await bulk(json)
      assert.equal(status, 400)
      assert.ok(String(body.error.param).startsWith(param), `${body.error.param}: ${body.error.message}`)
    })

  test('while a bulk change is running, a second bulk change and an undo are refused', async () => {
    await open()
    const lamp = await live()
    const first = await bulk({ ids: [lamp.id], change: { shipping: 1 } })
    assert.equal((await bulk({ ids: [lamp.id], change: { shipping: 2 } })).status, 409)
    assert.equal((await ana.call('POST', `/v1/listings/bulk/${first.body.id}/undo`)).status, 409)
    await app.advance(1)
    const both = await Promise.all([1, 2, 3].map((shipping) => bulk({ ids: [lamp.id], change: { shipping } })))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [202, 409, 409],
    )
    const undone = await ana.call('POST', `/v1/listings/bulk/${first.body.id}/undo`)
    assert.equal(undone.status, 409)
    assert.match(undone.body.error.message, /Another bulk change of this account is still running/)
    assert.equal((await read(first.body.id)).status, 'done')
  })

  test('a run with a preview’s token makes exactly the changes in the preview, and the token expires after 10 minutes', async () => {
    await open()
    const lamp = await live()
    const request = { ids: [lamp.id], change: { price: { add: -1 } } }
    const { token } = (await bulk({ ...request, preview: true })).body
    const wrong = await bulk({ ...request, change: { price: { add: -2 } }, token })
    assert.deepEqual([wrong.status, wrong.body.error.code], [409, 'changed'])
    assert.deepEqual([(await bulk({ ...request, token: 'x' })).body.error.param], ['token'])
    assert.equal((await run({ ...request, token })).done, 1)
    const stale = await bulk({ ...request, token })
    assert.deepEqual([stale.status, stale.body.error.code], [409, 'changed'])
    const { token: fresh, token_expires_at: expires } = (await bulk({ ...request, preview: true })).body
    const left = Date.parse(expires) - app.service.ctx.now().getTime()
    assert.ok(left > 590_000 && left <= 601_000, `${left}`)
    await app.advance(590)
    assert.equal((await bulk({ ...request, change: { price: { add: -2 } }, token: fresh })).body.error.code, 'changed', 'not expired')
    await app.advance(11)
    const late = await bulk({ ...request, token: fresh })
    assert.deepEqual([late.status, late.body.error.param], [409, 'token'])
    assert.match(late.body.error.message, /older than 10 minutes/)
  })

  test('a run of a bulk change refuses a listing that has changed since the run was started', async () => {
    await open()
    const lamp = await live()
    const started = await bulk({ ids: [lamp.id, 'lst_none'], change: { price: { percent: -50 } } })
    const [none] = started.body.refused
    assert.deepEqual([started.body.total, none.id, none.param], [2, 'lst_none', 'ids'])
    await app.service.ctx.db
      .updateTable('listings')
      .set({ updated_at: new Date(0) })
      .where('id', '=', lamp.id)
      .execute()
    await app.advance(1)
    const done = await read(started.body.id)
    assert.deepEqual([done.status, done.done, done.refused.at(-1)], ['done', 0, none])
    assert.match(done.refused[0].message, /changed after the bulk change started/)
    assert.equal((await listing(lamp)).price, 40)
  })

  test('if the job for a bulk change runs twice, each row is changed only once', async () => {
    await open()
    const listings = [await live(), await live(), await live()]
    const { body } = await bulk({ ids: listings.map(({ id }) => id), change: { price: { add: -1 } } })
    const job = { id: body.id, part: 0, undo: false }
    await Promise.all([1, 2, 3].map(() => runBulk(app.service.ctx, job)))
    assert.deepEqual([(await read(body.id)).status, (await read(body.id)).done], ['done', 3])
    for (const one of listings) assert.equal((await listing(one)).price, 39)
    assert.equal((await ana.call('POST', `/v1/listings/bulk/${body.id}/undo`)).status, 202)
    await runBulk(app.service.ctx, job)
    await app.advance(1)
    const undone = await read(body.id)
    assert.deepEqual([undone.status, undone.done], ['undone', 3], 'the job of the change does not end its undo')
    for (const one of listings) assert.equal((await listing(one)).price, 40)
  })

  test('a run of a bulk change refuses the remaining rows once the account is suspended, or the key is revoked or loses its scope', async () => {
    await open()
    const lamp = await live()
    const started = await bulk({ ids: [lamp.id], change: { shipping: 1 } })
    await app.service.ctx.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', ana.id).execute()
    await app.advance(1)
    await app.service.ctx.db.updateTable('accounts').set({ suspended_at: null }).where('id', '=', ana.id).execute()
    assert.match((await read(started.body.id)).refused[0].message, /suspended/)
    const key = await ana.keyWith({ scopes: ['listings'], name: 'Revoked' })
    const byKey = await bulk({ ids: [lamp.id], change: { shipping: 1 } }, key)
    await app.service.ctx.db.updateTable('keys').set({ revoked_at: new Date() }).where('name', '=', 'Revoked').execute()
    await app.advance(1)
    assert.match((await read(byKey.body.id)).refused[0].message, /revoked/)
    const other = await bulk({ ids: [lamp.id], change: { shipping: 1 } }, await ana.keyWith({ scopes: ['listings'], name: 'Reduced' }))
    await app.service.ctx.db.updateTable('keys').set({ scopes: [] }).where('name', '=', 'Reduced').execute()
    await app.advance(1)
    assert.match((await read(other.body.id)).refused[0].message, /lost the scope/)
    assert.equal((await listing(lamp)).shipping, null)
    const done = await run({ ids: [lamp.id], change: { shipping: 4 } })
    const undoer = await ana.keyWith({ scopes: ['listings'], name: 'Undoer' })
    assert.equal((await app.call('POST', `/v1/listings/bulk/${done.id}/undo`, { key: undoer })).status, 202)
    await app.service.ctx.db.updateTable('keys').set({ revoked_at: new Date() }).where('name', '=', 'Undoer').execute()
    await app.advance(1)
    const undone = await read(done.id)
    assert.deepEqual([undone.done, undone.total], [0, 1])
    assert.match(undone.refused[0].message, /revoked/)
    assert.equal((await listing(lamp)).shipping, 4)
  })

  test('a bulk change and an undo that the owner starts in a session continue after the session ends', async () => {
    await open()
    const lamp = await live()
    const send = async (path: string, json?: object) => {
      const { cookie } = ana
      const reply = await app.call('POST', `/v1/listings/bulk${path}`, json === undefined ? { cookie } : { cookie, json })
      assert.equal(reply.status, 202, JSON.stringify(reply.body))
      return reply.body.id as string
    }
    const id = await send('', { ids: [lamp.id], change: { shipping: 2 } })
    await app.advance(1)
    assert.deepEqual([(await read(id)).done, (await listing(lamp)).shipping], [1, 2])
    await send(`/${id}/undo`)
    assert.equal((await app.call('DELETE', '/v1/sessions', { cookie: ana.cookie })).status, 200)
    await app.advance(1)
    assert.deepEqual([(await read(id)).done, (await listing(lamp)).shipping], [1, null])
  })

  test('an account can neither read nor undo the bulk change of a different account, nor include that account’s listings in its own', async () => {
    await open()
    const lamp = await live()
    const done = await run({ ids: [lamp.id], change: { shipping: 1 } })
    const ben = await openSeller(app, 'Ben')
    assert.equal((await ben.call('GET', `/v1/listings/bulk/${done.id}`)).status, 404)
    assert.equal((await ben.call('POST', `/v1/listings/bulk/${done.id}/undo`)).status, 404)
    const other = await bulk({ ids: [lamp.id], change: { shipping: 2 }, preview: true }, ben.key)
    assert.deepEqual([other.body.rows.length, other.body.refused.length], [0, 1])
  })

  describe('bulk changes with a key that uses ask_first', () => {
    const agentOf = (ask_first: string[]) => ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first })

    test('previewing a bulk change needs no approval, and running the change needs one approval for all of its actions, most serious first', async () => {
      await open()
      const [lamp, draft] = [await live(), await ana.list({ title: 'Sofa', price: 80 })]
      const key = await agentOf(['listings.delete', 'listings.price', 'listings.publish'])
      const request = { ids: [draft.id], change: { publish: true } }
      assert.equal((await bulk({ ...request, preview: true }, key)).status, 200)
      const { token } = (await bulk({ ...request, preview: true }, key)).body
      const held = await bulk({ ...request, token }, key)
      assert.deepEqual(
        [held.status, held.body.object, held.body.action, held.body.actions],
        [202, 'approval', 'listings.publish', ['listings.publish', 'listings.price']],
      )
      assert.equal(held.body.summary, 'Publish 1 listing.')
      await app.advance(HOUR)
      const approved = await ana.call('POST', `/v1/approvals/${held.body.id}/approve`)
      assert.deepEqual([approved.body.status, approved.body.result.body.object], ['done', 'bulk'], JSON.stringify(approved.body))
      await app.advance(1)
      assert.equal((await listing(draft)).status, 'live')
      const id = approved.body.result.body.id
      assert.equal(
        (await app.call('POST', `/v1/listings/bulk/${id}/undo`, { key })).body.status,
        'queued',
        'unpublishing needs no approval',
      )
      await app.advance(1)
      const price = await bulk({ ids: [lamp.id], change: { price: { percent: -10, round: '.99' } } }, key)
      assert.equal(price.body.summary, 'Change the price of 1 listing: −10 %, rounded to .99.')
    })

    test('an approval of a bulk change covers only the approved listings, in the versions that were approved', async () => {
      await open()
      const lamp = await live()
      const key = await agentOf(['listings.price'])
      for (const disturb of [
        () => ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { title: 'Old lamp' } }),
        () => live({ title: 'Other lamp' }),
      ]) {
        const held = await bulk({ where: { q: 'lamp' }, change: { price: { set: 1 } } }, key)
        assert.equal(held.body.object, 'approval')
        await disturb()
        const approved = await ana.call('POST', `/v1/approvals/${held.body.id}/approve`)
        assert.deepEqual([approved.status, approved.body.error.code], [409, 'changed'])
      }
      assert.equal((await listing(lamp)).price, 40)
    })

    test('a run of a bulk change skips a listing if the change now needs an approval that the owner has not given', async () => {
      await open()
      const lamp = await live()
      const key = await agentOf(['offers.decline'])
      const started = await bulk({ ids: [lamp.id], change: { unpublish: true } }, key)
      assert.equal(started.body.object, 'bulk')
      const ben = await openSeller(app, 'Ben')
      const offer = await ben.call('POST', '/v1/offers', { json: { listing: lamp.id, amount: 30 } })
      assert.equal(offer.status, 201)
      await app.advance(1)
      const done = await read(started.body.id)
      assert.match(done.refused[0].message, /offers\.decline/)
      assert.equal((await listing(lamp)).status, 'live')
    })

    test('an undo of a bulk change skips a listing if the undo now needs an approval that the owner has not given', async () => {
      await open()
      const draft = await ana.list({ title: 'Sofa', price: 80 })
      const done = await run({ ids: [draft.id], change: { publish: true } })
      const key = await agentOf(['offers.decline'])
      assert.equal((await app.call('POST', `/v1/listings/bulk/${done.id}/undo`, { key })).body.status, 'queued')
      const ben = await openSeller(app, 'Ben')
      assert.equal((await ben.call('POST', '/v1/offers', { json: { listing: draft.id, amount: 60 } })).status, 201)
      await app.advance(1)
      const undone = await read(done.id)
      assert.deepEqual([undone.status, undone.done, undone.total], ['undone', 0, 1])
      assert.match(undone.refused[0].message, /offers\.decline/)
      assert.equal((await listing(draft)).status, 'live')
    })

    test('a bulk change or an undo that is not possible is refused without an approval request', async () => {
      await open()
      const [lamp, coat] = [await live(), await ana.list({ title: 'Coat' })]
      const key = await agentOf(['listings.price'])
      const change = { price: { percent: -50 } }
      const none = await bulk({ ids: [coat.id], change }, key)
      assert.equal(none.status, 409)
      assert.match(none.body.error.message, /None of these listings allows this change/)
      const { token } = (await bulk({ ids: [lamp.id], change, preview: true }, key)).body
      await app.advance(601)
      const late = await bulk({ ids: [lamp.id], change, token }, key)
      assert.deepEqual([late.status, late.body.error.param], [409, 'token'])
      const done = await run({ ids: [lamp.id, coat.id], change })
      const undo = () => app.call('POST', `/v1/listings/bulk/${done.id}/undo`, { key })
      const held = await undo()
      assert.deepEqual(
        [held.status, held.body.action, held.body.summary],
        [202, 'listings.price', 'Undo this bulk change: Change the price of 1 listing: −50 %.'],
      )
      const approved = await ana.call('POST', `/v1/approvals/${held.body.id}/approve`)
      assert.equal(approved.body.status, 'done', JSON.stringify(approved.body))
      await app.advance(1)
      assert.equal((await listing(lamp)).price, 40)
      const again = await undo()
      assert.deepEqual([again.status, again.body.error.message], [409, 'This bulk change is already undone.'])
    })
  })
})
