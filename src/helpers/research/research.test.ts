import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'

const app = await startApp({ after })
const ana = await openSeller(app)

const start = (id: string, json: Record<string, unknown> = {}) => ana.call('POST', `/v1/listings/${id}/research`, { json })
const read = async (id: string) => (await ana.call('GET', `/v1/listings/${id}/research`)).body
const listing = async (id: string) => (await ana.call('GET', `/v1/listings/${id}`)).body

describe('research without any provider key', () => {
  test('without provider keys, research uses the seller’s prompt and the default price, and states why each step was skipped', async () => {
    const { id } = await ana.list({ prompt: 'Blue enamel kettle' })
    const started = await start(id)
    assert.equal(started.status, 202)
    assert.deepEqual(
      started.body.steps.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`),
      ['identify queued', 'catalog queued', 'resale queued', 'price queued'],
    )
    await app.advance(0)
    const run = await read(id)
    assert.equal(run.status, 'done')
    assert.deepEqual(
      run.steps.map(({ name, status, note, skipped }: Record<string, unknown>) => [name, status, note, skipped]),
      [
        ['identify', 'done', 'Blue enamel kettle', true],
        ['catalog', 'done', 'No catalog key', true],
        ['resale', 'done', 'No catalog key', true],
        ['price', 'done', null, false],
      ],
    )
    const { summary, price_facts, ...result } = run.result
    assert.deepEqual(result, {
      identified: 'Blue enamel kettle',
      brand: null,
      category: 'Other',
      color: null,
      size: null,
      confidence: 'low',
      suggested_price: 40,
      price_range: { low: 34, high: 46 },
      band: { low: 34, high: 46 },
      facts: [{ label: 'Item', value: 'Blue enamel kettle', about_model: false }],
      questions: [
        { key: 'condition', label: 'Condition', question: 'What condition is it in?' },
        { key: 'when_bought', label: 'When bought', question: 'When was it bought?' },
      ],
      new_price: null,
      priced_by: 'rule_of_thumb',
      comparables: [],
    })
    const after = await listing(id)
    assert.deepEqual(after.research, {
      identified: 'Blue enamel kettle',
      category: 'Other',
      confidence: 'low',
      suggested_price: 40,
      price_range: { low: 34, high: 46 },
      priced_by: 'rule_of_thumb',
      summary,
    })
    assert.equal(after.price_basis, 'default')
    assert.equal(price_facts.length, 4)
    assert.deepEqual([after.category, after.price, after.lowest_price, after.title, after.name], [null, 40, 34, null, 'Blue enamel kettle'])
    assert.deepEqual(after.fields, [
      { key: 'item', label: 'Item', value: 'Blue enamel kettle', source: 'agent' },
      { key: 'condition', label: 'Condition', value: '', source: 'agent' },
      { key: 'when_bought', label: 'When bought', value: '', source: 'agent' },
    ])
  })
})
