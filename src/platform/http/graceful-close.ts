import type { Core } from '#platform/context/index.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { requestLine } from '#platform/telemetry/log.ts'
import { isTraced, noteTrace } from '#platform/telemetry/tracing.ts'

export type Handled = {
  requestId: string
  operation: string
  method: string
  path: string
  address: string
  status: number
  startedAt: number
}

/** Adds the headers that all responses share, and logs requests. */
export type GracefulClose = {
  headers(requestId: string): Record<string, string>
  /** Returns the common headers as an array of alternating names and values. The caller may append to the array. */
  lines(requestId: string): string[]
  note(handled: Handled): void
}

/** Creates the functions that add the common headers and log requests. `stopping`: returns true once the service is shutting down. */
export function createGracefulClose({ config, log }: Core, metrics: Metrics, stopping: () => boolean): GracefulClose {
  const common: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    ...(config.mode === 'public' && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  const commonLines = Object.entries(common).flat()
  const line = requestLine(log)
  return {
    lines: (requestId) => ['Request-Id', requestId, ...commonLines, ...(stopping() ? ['Connection', 'close'] : [])],
    headers: (requestId) => ({ 'Request-Id': requestId, ...common, ...(stopping() && { Connection: 'close' }) }),
    note({ requestId, operation, method, path, address, status, startedAt }) {
      const seconds = (performance.now() - startedAt) / 1000
      metrics.request(operation, status, seconds)
      if (isTraced()) {
        const attributes = { 'request.id': requestId, 'http.request.method': method, 'http.response.status_code': status }
        noteTrace({ name: operation, attributes, failed: status >= 500 })
      }
      line({ request_id: requestId, method, path: shownPath(path), status, ms: Math.round(seconds * 1000), address })
    },
  }
}

/** Removes the secret from the path of an agent link. The log redacts all other secrets. */
const shownPath = (path: string): string => (path.startsWith('/agent/') ? '/agent/····' : path)
