import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows, in the Prometheus text format. */
export type Metrics = {
  contentType: string
  request(operation: string, status: number, seconds: number): void
  /** Watches a number that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  // operations are ours and few; looking a line up by its labels costs more than counting
  const lines = new Map<string, ReturnType<typeof requests.labels>>()
  return {
    contentType: registry.contentType,
    request(operation, status, seconds) {
      const name = `${operation} ${status}`
      let line = lines.get(name)
      if (line === undefined) lines.set(name, (line = requests.labels({ operation, status })))
      line.observe(seconds)
    },
    gauge(name, help, read) {
      const watched = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      })
      registry.registerMetric(watched)
    },
    text: () => registry.metrics(),
  }
}
