import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstSteps, shownSteps, withStep } from './research.ts'

const names = (steps: readonly { name: string }[]) => steps.map(({ name }) => name)
const statuses = (steps: readonly { status: string; note: string | null }[]) => steps.map(({ status, note }) => note ?? status)

describe('the steps of a research run', () => {
  test('the steps have a fixed order, with the listings step only when comparables are available', () => {
    assert.deepEqual(names(firstSteps({ hasComparables: true })), ['identify', 'listings', 'catalog', 'resale', 'price'])
    assert.deepEqual(names(firstSteps({ hasComparables: false })), ['identify', 'catalog', 'resale', 'price'])
  })

  test('unfinished steps are shown as failed when the run has failed', () => {
    const done = withStep(firstSteps({ hasComparables: true }), 'identify', 'done', { note: 'A lamp' })
    const steps = withStep(withStep(done, 'listings', 'failed', { note: 'eBay is down' }), 'catalog', 'running')
    assert.deepEqual(statuses(shownSteps('running', steps)), ['A lamp', 'eBay is down', 'running', 'queued', 'queued'])
    assert.deepEqual(statuses(shownSteps('failed', steps)), ['A lamp', 'eBay is down', 'not finished', 'not finished', 'not finished'])
    assert.ok(shownSteps('failed', steps).every(({ name, status }) => status === (name === 'identify' ? 'done' : 'failed')))
  })
})
