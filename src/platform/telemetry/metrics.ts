import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics that `/metrics` returns in Prometheus text format. */
export type Metrics = {
  contentType: string
  request(operation: string, status: number, seconds: number): void
  helperRun(helper: string, failed: boolean): void
  modelCall(helper: string): void
  modelFailure(helper: string, reason: string): void
  modelTokens(helper: string, used: { inputTokens: number; outputTokens: number }): void
  modelSeconds(helper: string, seconds: number): void
  refusal(limit: string): void
  /**
   * Registers a gauge that is read at each scrape. If `read` returns null, fails or takes more than 3 s, the gauge has no value. Other
   * metrics are unaffected.
   */
  gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void
  /** Registers a gauge with one value per kind. The kinds may change between scrapes. */
  gaugeBy(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void
  text(): Promise<string>
}

/**
 * Default gauges that the service removes. Their names look like counter names, and Prometheus can compute the same totals by summing over
 * the types.
 */
const SUMS = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** Time limit for reading a gauge, in ms. All other metrics must remain available during a database outage. */
const READ_MS = 3_000

async function soon<T>(read: () => T | Promise<T>): Promise<T | null> {
  const ended = new AbortController()
  const late = sleep(READ_MS, null, { signal: ended.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([read(), late])
  } catch {
    return null
  } finally {
    ended.abort()
  }
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of SUMS) registry.removeSingleMetric(name)
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, buckets, labelNames, registers: [registry] })
  const requests = histogram('http_request_duration_seconds', 'Response time, by operation and status', BUCKETS, 'operation', 'status')
  const runs = counter('helper_runs_total', 'Finished helper runs, by result', 'helper', 'outcome')
  const calls = counter('model_calls_total', 'Model calls, by helper', 'helper')
  const failures = counter('model_failures_total', 'Failed model calls, by helper and reason', 'helper', 'reason')
  const tokens = counter('model_tokens_total', 'Tokens sent to and received from the model', 'helper', 'direction')
  const refusals = counter('limit_refusals_total', 'Requests rejected by a rate limit, by its name', 'limit')
  const modelSeconds = histogram('model_call_duration_seconds', 'Duration of a model call, by helper', [0.3, 1, 3, 10, 30, 60], 'helper')
  return {
    contentType: registry.contentType,
    request: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    helperRun: (helper, failed) => runs.inc({ helper, outcome: failed ? 'failed' : 'done' }),
    modelCall: (helper) => calls.inc({ helper }),
    modelFailure: (helper, reason) => failures.inc({ helper, reason }),
    modelTokens(helper, { inputTokens, outputTokens }) {
      tokens.inc({ helper, direction: 'in' }, inputTokens)
      tokens.inc({ helper, direction: 'out' }, outputTokens)
    },
    modelSeconds: (helper, seconds) => modelSeconds.observe({ helper }, seconds),
    refusal: (limit) => refusals.inc({ limit }),
    gauge(name, help, read) {
      const watched = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const value = await soon(read)
          if (value === null) this.remove()
          else this.set(value)
        },
      })
      registry.registerMetric(watched)
    },
    gaugeBy(name, help, label, read) {
      const watched = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        async collect() {
          this.reset()
          for (const [kind, count] of Object.entries((await soon(read)) ?? {})) this.set({ [label]: kind }, count)
        },
      })
      registry.registerMetric(watched)
    },
    text: () => registry.metrics(),
  }
}
