import type { Metric, Registry } from 'prom-client'

type Line = { operation: string; status: number; counts: number[]; sum: number }
type Value = { labels: Record<string, string | number>; value: number; metricName: string }

/**
 * Request durations by operation and status, in the format of prom-client's histogram. Counts plain numbers and builds the metric on each
 * scrape, because prom-client's own histogram parses labels on each request, and this parsing takes as long as a cache lookup.
 */
export class Durations {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #lines = new Map<string, Map<number, Line>>()

  /** `bounds`: upper bounds of the buckets in seconds, ascending. */
  constructor(registry: Registry, name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
    const metric = { name, get: async () => this.#read() }
    // the cast is safe, because the registry uses only `name` and `get`
    registry.registerMetric(metric as unknown as Metric)
  }

  count(operation: string, status: number, seconds: number): void {
    const line = this.#lines.get(operation)?.get(status) ?? this.#begin(operation, status)
    let bucket = 0
    while (bucket < this.#bounds.length && seconds > this.#bounds[bucket]!) bucket++
    line.counts[bucket]!++
    line.sum += seconds
  }

  #begin(operation: string, status: number): Line {
    const line = { operation, status, counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 }
    const known = this.#lines.get(operation)
    if (known) known.set(status, line)
    else this.#lines.set(operation, new Map([[status, line]]))
    return line
  }

  #read() {
    const lines = [...this.#lines.values()].flatMap((byStatus) => [...byStatus.values()])
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram',
      aggregator: 'sum',
      values: lines.flatMap((line) => this.#valuesOf(line)),
    }
  }

  #valuesOf({ operation, status, counts, sum }: Line): Value[] {
    let count = 0
    const buckets = counts.map((own, at): Value => {
      count += own
      return { labels: { le: this.#bounds[at] ?? '+Inf', operation, status }, value: count, metricName: `${this.#name}_bucket` }
    })
    const labels = { operation, status }
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.#name}_sum` },
      { labels, value: count, metricName: `${this.#name}_count` },
    ]
  }
}
