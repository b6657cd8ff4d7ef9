import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstSteps, pricedBy, researchActionText, shownSteps, withStep } from './research.ts'

const names = (steps: readonly { name: string }[]) => steps.map(({ name }) => name)
const statuses = (steps: readonly { status: string; note: string | null }[]) => steps.map(({ status, note }) => note ?? status)

describe('the steps of a research run', () => {
  test('the steps of research have a fixed order, and the step `listings` exists only if a key for comparables is configured', () => {
    assert.deepEqual(names(firstSteps({ hasComparables: true })), ['identify', 'listings', 'catalog', 'resale', 'price'])
    assert.deepEqual(names(firstSteps({ hasComparables: false })), ['identify', 'catalog', 'resale', 'price'])
  })

  test('if a research run fails, its unfinished steps are shown as failed', () => {
    const done = withStep(firstSteps({ hasComparables: true }), 'identify', 'done', { note: 'A lamp' })
    const steps = withStep(withStep(done, 'listings', 'failed', { note: 'eBay is down' }), 'catalog', 'running')
    assert.deepEqual(statuses(shownSteps('running', steps)), ['A lamp', 'eBay is down', 'running', 'queued', 'queued'])
    assert.deepEqual(statuses(shownSteps('failed', steps)), ['A lamp', 'eBay is down', 'not finished', 'not finished', 'not finished'])
    assert.ok(shownSteps('failed', steps).every(({ name, status }) => status === (name === 'identify' ? 'done' : 'failed')))
  })
})

test('a research step is marked as skipped only if it was skipped', () => {
  const step = { name: 'catalog', status: 'done', note: null } as const
  const steps = firstSteps({ hasComparables: false })
  assert.deepEqual(withStep(steps, 'catalog', 'done', { skipped: true })[1], { ...step, skipped: true })
  assert.deepEqual(withStep(steps, 'catalog', 'done')[1], step)
})

test('a price is based on comparables if any exist, and otherwise on a rule of thumb', () => {
  assert.deepEqual([0, 1].map(pricedBy), ['rule_of_thumb', 'comparables'])
})

test('the label on the research button describes what research can do with the configured providers', () => {
  const text = (model: boolean, prices: boolean) => researchActionText({ model, prices })
  assert.equal(text(true, true), 'Research the item and similar prices')
  assert.equal(text(false, true), 'Research similar prices')
  assert.equal(text(true, false), 'Research the item, with a rule of thumb for the price')
  assert.equal(text(false, false), 'Estimate a price by a rule of thumb, and list questions to answer')
})
