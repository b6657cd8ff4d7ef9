import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { Durations } from './durations.ts'

const [NAME, HELP, BOUNDS] = ['http_request_duration_seconds', 'Time to answer', [0.001, 0.01, 1]]

test('a histogram has the same output as a prom-client histogram', async () => {
  const [own, theirs] = [new Registry(), new Registry()]
  const durations = new Durations(own, NAME, HELP, BOUNDS)
  const histogram = new Histogram({ name: NAME, help: HELP, labelNames: ['operation', 'status'], buckets: BOUNDS, registers: [theirs] })
  assert.equal(await own.metrics(), await theirs.metrics())
  for (const [operation, status, seconds] of [
    ['searchMarket', 200, 0.0005],
    ['searchMarket', 200, 0.001],
    ['searchMarket', 304, 0.5],
    ['page "home"', 200, 7],
  ] as const) {
    durations.count(operation, status, seconds)
    histogram.observe({ operation, status }, seconds)
  }
  assert.equal(await own.metrics(), await theirs.metrics())
  const values = async (registry: Registry) =>
    (await registry.getMetricsAsJSON()) as unknown as { values: { labels: object; value: number }[] }[]
  const shown = async (registry: Registry) =>
    (await values(registry)).flatMap(({ values: each }) => each.map(({ labels, value }) => ({ labels: { ...labels }, value })))
  assert.deepEqual(await shown(own), await shown(theirs))
})
