import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { firstSteps, withStep } from '#helpers/research/rules/research.ts'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { ebayItem, startEbay } from '#test/fakes/ebay.ts'
import { startModel } from '#test/fakes/model.ts'
import { runResearch } from './run.ts'
import { startResearch } from './index.ts'
import { insertRun } from './queries.ts'
import { slack } from '#test/machine.ts'

const model = await startModel({ after })
const ebay = await startEbay({ after })
const app = await startApp({ after }, { ...model.env, ...ebay.env })
const { ctx } = app.service
const ana = await openSeller(app)

const ANSWER = {
  name: 'Anglepoise Type 75 lamp',
  brand: 'Anglepoise',
  category: 'Home',
  color: 'Black',
  size: null,
  condition: 'good',
  facts: [
    { label: 'Kind', value: 'Desk lamp', about_model: true },
    { label: 'Designer', value: 'Kenneth Grange', about_model: true },
    { label: 'Shade', value: 'One small scratch', about_model: false },
  ],
  questions: [{ label: 'Box', question: 'Do you have the box?' }],
}
const trained: typeof model.answer = ({ schema }) => ({
  object: schema?.properties?.['summary'] ? { summary: 'A classic. Most go for $34 to $46.' } : ANSWER,
})

const lamp = (title: string) => ebayItem({ itemId: `v1|${title}|0`, title, price: { value: '40.00', currency: 'USD' } })

beforeEach(() => {
  // uses two prices, because a model writes the summary only for two or more prices
  ebay.items = [lamp('Anglepoise Type 75 lamp, black'), lamp('Anglepoise Type 75 lamp, white')]
  model.answer = trained
  model.prompts.length = 0
})

const start = (id: string, json: Record<string, unknown> = {}) => ana.call('POST', `/v1/listings/${id}/research`, { json })
const read = async (id: string) => (await ana.call('GET', `/v1/listings/${id}/research`)).body
const listing = async (id: string) => (await ana.call('GET', `/v1/listings/${id}`)).body
const brake = (on: boolean) => app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: on } })
const states = ({ steps }: { steps: { name: string; status: string; note: string | null }[] }) =>
  steps.map(({ name, status, note }) => (note === null ? `${name} ${status}` : `${name} ${status}: ${note}`))

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); performance.now() - began < slack(15_000); await sleep(20)) if (await holds()) return
  throw new Error('the condition was not met in time')
}

async function ended(id: string) {
  await until(async () => (await read(id)).status !== 'running')
  return read(id)
}

/** Starts research. Waits until the model has received a call that it will never answer. */
async function hanging(json: Record<string, unknown> = { prompt: 'a lamp' }): Promise<string> {
  model.behave('hangs')
  const { id } = await ana.list(json)
  await start(id)
  await model.until(1)
  // the model may have received this call from the previous test's run
  await until(async () => (await read(id)).steps[0].status === 'running')
  return id
}

describe('research with a model available', () => {
  test('research adds the model’s facts to the listing, and a price that is computed from comparables', async () => {
    const { id } = await ana.list({ prompt: 'old desk lamp', research: true })
    await app.advance(0)
    const after = await listing(id)
    assert.deepEqual(
      after.fields.map(({ label, value, source }: Record<string, string>) => `${label}: ${value} (${source})`),
      [
        'Brand: Anglepoise (agent)',
        'Color: Black (agent)',
        'Kind: Desk lamp (agent)',
        'Designer: Kenneth Grange (agent)',
        'Shade: One small scratch (agent)',
        'Condition:  (agent)',
        'Box:  (agent)',
      ],
    )
    assert.deepEqual(after.research, {
      identified: 'Anglepoise Type 75 lamp',
      category: 'Home',
      confidence: 'low',
      suggested_price: 40,
      price_range: { low: 34, high: 46 },
      priced_by: 'comparables',
      summary: 'A classic. Most go for $34 to $46.',
    })
    assert.deepEqual(
      [after.name, after.title, after.category, after.price, after.lowest_price],
      ['Anglepoise Type 75 lamp', null, 'Home', 40, 34],
    )
    const run = await read(id)
    assert.deepEqual(run.result.facts[2], { label: 'Shade', value: 'One small scratch', about_model: false })
  })

  test('a detail without a value is hidden from buyers until the seller fills it in', async () => {
    const { id } = await ana.list({ title: 'Lamp', price: 50, publish: true, research: true })
    await app.advance(0)
    const shown = async () => (await app.call('GET', `/v1/market/listings/${id}`)).body.details.map(({ label }: { label: string }) => label)
    const facts = ['Brand', 'Color', 'Kind', 'Designer', 'Shade']
    assert.deepEqual(await shown(), facts)
    await ana.call('PATCH', `/v1/listings/${id}`, { json: { fields: { Condition: 'Like new', Box: '' } } })
    assert.deepEqual(await shown(), [...facts, 'Condition'])
    assert.equal((await listing(id)).fields.length, 6)
    const { price, lowest_price, category } = await listing(id)
    assert.deepEqual([price, lowest_price, category], [50, 34, 'Home'])
  })

  test('research does not change the seller’s values, and asks no questions about details that the seller has already filled in', async () => {
    const { id } = await ana.list({
      prompt: 'lamp',
      category: 'Garden',
      price: 20,
      lowest_price: 15,
      fields: { Brand: 'Ikea', Condition: 'Worn' },
    })
    await start(id)
    await app.advance(0)
    const { fields, category, price, lowest_price } = await listing(id)
    assert.deepEqual([category, price, lowest_price], ['Garden', 20, 15])
    assert.deepEqual(
      fields.slice(0, 2).map(({ label, value, source }: Record<string, string>) => [label, value, source]),
      [
        ['Brand', 'Ikea', 'you'],
        ['Condition', 'Worn', 'you'],
      ],
    )
    assert.equal(fields.filter(({ key }: { key: string }) => key === 'condition').length, 1)
  })

  test('research never sends the price or the minimum price to the model', async () => {
    const { id } = await ana.list({ prompt: 'lamp', price: 87_654.32, lowest_price: 76_543.21 })
    await start(id)
    await app.advance(0)
    assert.equal(model.prompts.length, 2)
    for (const { raw } of model.prompts) assert.doesNotMatch(raw, /87,?654|76,?543/)
  })

  test('the event listing.changed does not contain the minimum price', async () => {
    const { id } = await ana.list({ prompt: 'lamp', research: true })
    await app.advance(0)
    const events = await ctx.db.selectFrom('events').select('data').where('type', '=', 'listing.changed').execute()
    const [event] = events.map(({ data }) => JSON.parse(data).object).filter((object) => object.id === id)
    assert.equal(event.price, 40)
    assert.doesNotMatch(JSON.stringify(event), /lowest/)
  })

  test('a research run is stored once, with its decision, model and number of tokens', async () => {
    const { id } = await ana.list({ prompt: 'lamp', research: true })
    await app.advance(0)
    const runs = await ctx.db.selectFrom('helper_runs').selectAll().where('subject', '=', id).execute()
    assert.equal(runs.length, 1)
    assert.deepEqual([runs[0]!.decision, runs[0]!.helper, runs[0]!.input_tokens, runs[0]!.model], ['merged', 'research', 22, 'fake'])
  })

  test('research sends photos to the model as binary data, never as URLs', async () => {
    const { id } = await ana.list({ prompt: 'lamp' })
    const { picture } = await import('#test/law/world.ts')
    assert.equal((await ana.call('POST', `/v1/listings/${id}/photos`, { raw: picture() })).status, 201)
    await start(id)
    await app.advance(0)
    assert.equal(model.prompts[0]!.images, 1)
    assert.doesNotMatch(model.prompts[0]!.raw, /"url":\s*"http|media\//)
  })
})

describe('starting, performing and ending a research run', () => {
  test('eight concurrent requests start only one research run', async () => {
    model.behave('hangs')
    const { id } = await ana.list({ prompt: 'lamp' })
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(id)))
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 200, 200, 200, 202],
    )
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
  })

  test('a research run can be restarted only after three minutes without progress', async () => {
    const id = await hanging()
    const first = await read(id)
    const actor = { kind: 'session', accountId: ana.id } as Parameters<typeof startResearch>[1]
    const at = (ms: number) => new Date(Date.parse(first.touched_at) + ms)
    const again = (ms: number) => inTransaction({ ...ctx, now: () => at(ms) }, (tx) => startResearch(tx, actor, id, null))
    assert.deepEqual([(await again(179_999)).run.id, (await again(179_999)).isNew], [first.id, false])
    const { run, isNew } = await again(180_000)
    assert.equal(isNew, true)
    assert.notEqual(run.id, first.id)
  })

  test('a request to start research returns immediately even if the model hangs, and its response reports the progress', async () => {
    model.behave('hangs')
    const { id } = await ana.list({ prompt: 'lamp' })
    const began = performance.now()
    const made = await ana.call('POST', '/v1/listings', { json: { prompt: 'lamp', research: true } })
    const started = await start(id)
    const tookMs = performance.now() - began
    assert.deepEqual([made.status, started.status], [201, 202])
    assert.ok(tookMs < slack(2_000), `${tookMs} ms`)
    await until(async () => states(await read(id))[0] === 'identify running')
    assert.deepEqual(states(await read(id)).slice(1), ['listings queued', 'catalog queued', 'resale queued', 'price queued'])
    assert.equal((await listing(id)).research, null)
  })

  test('if the model cannot identify the item, the research run fails and all of its steps stay unfinished', async () => {
    model.behave('no_json')
    const { id } = await ana.list({ prompt: 'lamp' })
    await start(id)
    const run = await ended(id)
    assert.equal(run.status, 'failed')
    assert.deepEqual(
      states(run),
      ['identify', 'listings', 'catalog', 'resale', 'price'].map((name) => `${name} failed: not finished`),
    )
    assert.equal(run.result, null)
    const after = await listing(id)
    assert.deepEqual([after.research, after.price, after.fields], [null, null, []])
  })

  test('if the price step throws an error, the research run fails and merges nothing, but its finished steps remain marked as done', async () => {
    model.answer = (prompt) => (prompt.schema?.properties?.['summary'] ? { text: 'no object' } : trained(prompt))
    const { id } = await ana.list({ prompt: 'lamp' })
    await start(id)
    const run = await ended(id)
    assert.deepEqual(states(run), [
      'identify done: Anglepoise Type 75 lamp',
      'listings done: 2 found',
      'catalog done: No catalog key',
      'resale done: No catalog key',
      'price failed: not finished',
    ])
    assert.deepEqual([run.status, (await listing(id)).fields], ['failed', []])
  })

  test('a new research run can start as soon as the previous run has ended', async () => {
    const { id } = await ana.list({ prompt: 'lamp' })
    await start(id)
    const first = await ended(id)
    const second = await start(id, { prompt: 'a better description' })
    assert.equal(second.status, 202)
    assert.notEqual(second.body.id, first.id)
    await ended(id)
    assert.match(model.prompts.at(-2)!.user, /a better description/)
  })

  test('a research run fails and changes nothing if helpers are paused before or during the run', async () => {
    let pulled: Promise<unknown> = Promise.resolve()
    model.answer = (prompt) => {
      // pauses the helpers during the model's last call, when only the merge is left to be done
      if (prompt.schema?.properties?.['summary']) pulled = brake(true)
      return pulled.then(() => trained(prompt))
    }
    const { id } = await ana.list({ prompt: 'lamp' })
    await start(id)
    const run = await ended(id)
    assert.deepEqual([run.status, states(run).at(-1)], ['failed', 'price failed: not finished'])
    const prompts = model.prompts.length
    assert.equal((await start(id)).status, 202)
    assert.equal((await ended(id)).status, 'failed')
    assert.equal(model.prompts.length, prompts)
    const after = await listing(id)
    assert.deepEqual([after.research, after.price, after.fields], [null, null, []])
    await brake(false)
  })

  test('a research run writes nothing to a listing that is sold during the run', async () => {
    let id = ''
    model.answer = async (prompt) => {
      if (prompt.schema?.properties?.['summary']) await ana.call('POST', `/v1/listings/${id}/mark-sold`)
      return trained(prompt)
    }
    id = (await ana.list({ title: 'Lamp', price: 9, publish: true })).id
    await start(id)
    assert.equal((await ended(id)).status, 'failed')
    const after = await listing(id)
    assert.deepEqual([after.status, after.research, after.fields], ['sold', null, []])
    assert.equal((await start(id)).status, 409)
  })

  test('a research run stores nothing if its listing is deleted during the run', async () => {
    let id = ''
    let deleted = 0
    model.answer = async (prompt) => {
      if (prompt.schema?.properties?.['summary']) deleted = (await ana.call('DELETE', `/v1/listings/${id}`)).status
      return trained(prompt)
    }
    id = (await ana.list({ prompt: 'lamp' })).id
    await start(id)
    await until(async () => deleted !== 0)
    assert.equal(deleted, 200)
    assert.equal((await ana.call('GET', `/v1/listings/${id}/research`)).status, 404)
    assert.equal((await ctx.db.selectFrom('research_runs').selectAll().where('listing_id', '=', id).execute()).length, 0)
  })

  test('if the process that executes a run dies, a different worker takes over three minutes after the run’s last update', async () => {
    const id = await hanging()
    model.answer = trained
    await app.advance(180)
    const run = await read(id)
    assert.equal(run.status, 'done')
    assert.equal((await listing(id)).research.identified, 'Anglepoise Type 75 lamp')
  })

  test('if the process stops during a search, the research run’s steps are reset and no findings are merged into the listing', async () => {
    const { id } = await ana.list({ prompt: 'the lamp of a stop' })
    const steps = withStep(firstSteps({ hasComparables: true }), 'identify', 'running')
    const run = await insertRun(ctx.db, {
      id: ctx.newId('res'),
      listing_id: id,
      account_id: ana.id,
      prompt: null,
      steps,
      at: ctx.now(),
    })
    const before = ebay.requests.length
    const search = () => ebay.requests.slice(before).find(({ query }) => query['q'] !== undefined)
    ebay.meet('slow')
    const closing = new AbortController()
    const work = runResearch(ctx, run!, closing.signal)
    await until(async () => search() !== undefined)
    closing.abort()
    await work
    const { rows } = await sql<{ status: string; open: boolean }>`
      select status, steps -> 0 ->> 'status' = 'queued' as open from research_runs where id = ${run!.id}`.execute(ctx.db)
    assert.deepEqual(rows, [{ status: 'running', open: true }])
    assert.equal((await listing(id)).price, null)
    await sql`delete from research_runs where id = ${run!.id}`.execute(ctx.db)
  })

  test('a worker writes nothing to a research run after a different worker has taken it over', async () => {
    const answers: (() => void)[] = []
    const isOwn = ({ user }: { user: string }) => user.includes('the lamp of two')
    // a run that an earlier test started may still call the model
    model.answer = (prompt) => (isOwn(prompt) ? new Promise((resolve) => answers.push(() => resolve(trained(prompt)))) : trained(prompt))
    const { id } = await ana.list({ prompt: 'the lamp of two' })
    const { body: first } = await start(id)
    const prompts = () => model.prompts.filter(isOwn).length
    await until(async () => prompts() === 1)
    await sql`update research_runs set touched_at = touched_at - interval '3 minutes' where listing_id = ${id}`.execute(ctx.db)
    await until(async () => prompts() === 2)
    const before = await read(id)
    // the new worker continues the same run instead of starting a second run (completions 13.10)
    assert.deepEqual([before.id, before.started_at], [first.id, first.started_at])
    assert.ok(Date.parse(before.touched_at) > Date.parse(first.touched_at) - 180_000, before.touched_at)
    answers[0]!()
    await sleep(300)
    assert.deepEqual(await read(id), before)
    model.answer = trained
    answers[1]!()
    assert.equal((await ended(id)).status, 'done')
  })

  test('reading research returns 404 before the first run, and also for a different account’s listing', async () => {
    const { id } = await ana.list({ prompt: 'lamp' })
    assert.equal((await ana.call('GET', `/v1/listings/${id}/research`)).status, 404)
    const other = await openSeller(app, 'Bob')
    assert.equal((await other.call('POST', `/v1/listings/${id}/research`)).status, 404)
    assert.equal((await ana.call('POST', `/v1/listings/${id}/research`, { json: { prompt: 'x'.repeat(501) } })).body.error.param, 'prompt')
  })
})
