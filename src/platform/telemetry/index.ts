import { setTimeout as sleep } from 'node:timers/promises'
import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Note, Traced, Tracer } from './tracing.ts'
import { sampleWithFailures } from './context-manager.ts'

export type TelemetryOptions = {
  /** Base URL of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Percentage of traces to send. Failed traces are always sent. */
  tracesPercent: number
  version: string
  role: string
}

const STOP_MS = 3_000
const KINDS = { server: SpanKind.SERVER, job: SpanKind.CONSUMER, client: SpanKind.CLIENT }

/**
 * Sends traces over OTLP; `stop` flushes them. This module is loaded only when a collector is configured. Metrics are scraped from
 * `/metrics` instead.
 */
export function startTelemetry(options: TelemetryOptions): { tracer: Tracer; stop(): Promise<void> } {
  const { endpoint, headers, tracesPercent, version, role } = options
  const resource = resourceFromAttributes({ 'service.name': 'market', 'service.version': version, 'service.instance.role': role })
  const batch = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) })
  const provider = new TracerProvider({ resource, spanProcessors: [sampleWithFailures(batch, tracesPercent)] })
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  const spans = provider.getTracer('market', version)

  const run: Tracer['run'] = ({ name, kind, attributes = {} }: Traced, work) => {
    if (kind === 'client' && current() === undefined) return work()
    return spans.startActiveSpan(name, { kind: KINDS[kind], attributes, root: kind !== 'client' }, (span) => ended(span, work))
  }
  return {
    tracer: { run, note, ids },
    async stop() {
      // an unreachable collector must not delay the process's shutdown
      await Promise.race([provider.shutdown().catch(() => {}), sleep(STOP_MS)])
      context.disable()
    },
  }
}

const current = (): Span | undefined => trace.getSpan(context.active())

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // sends only the error's name, because the message may contain row data
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', (error as Error)?.name ?? 'unknown')
    throw error
  } finally {
    span.end()
  }
}

function note({ name, attributes = {}, failed }: Note): void {
  const span = current()
  if (span === undefined) return
  if (name !== undefined) span.updateName(name)
  span.setAttributes(attributes)
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
}

function ids() {
  const span = current()
  if (span === undefined) return null
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}
