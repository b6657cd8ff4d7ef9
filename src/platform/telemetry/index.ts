import { setTimeout as sleep } from 'node:timers/promises'
import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Metrics } from './metrics.ts'
import type { Note, Traced, Tracer } from './tracing.ts'
import { sampleWithFailures } from './context-manager.ts'
import { metricsOf } from './metrics-of.ts'

export type TelemetryOptions = {
  /** Without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Percentage of traces to send; failed ones always go. */
  tracesPercent: number
  version: string
  role: string
  metrics: Metrics
}

const METRICS_EVERY_MS = 30_000
const STOP_MS = 3_000
const KINDS = { server: SpanKind.SERVER, job: SpanKind.CONSUMER, client: SpanKind.CLIENT }

/** Sends traces and metrics over OTLP; `stop` flushes. Loaded only with a collector. */
export function startTelemetry(options: TelemetryOptions): { tracer: Tracer; stop(): Promise<void> } {
  const { endpoint, headers, tracesPercent, version, role, metrics } = options
  const resource = resourceFromAttributes({ 'service.name': 'market', 'service.version': version, 'service.instance.role': role })
  const batch = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) })
  const provider = new TracerProvider({ resource, spanProcessors: [sampleWithFailures(batch, tracesPercent)] })
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
    exportIntervalMillis: METRICS_EVERY_MS,
    metricProducers: [metricsOf(metrics, resource)],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
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
      // an unreachable collector must not delay the stop
      await Promise.race([Promise.allSettled([provider.shutdown(), meters.shutdown()]), sleep(STOP_MS)])
      context.disable()
    },
  }
}

const current = (): Span | undefined => trace.getSpan(context.active())

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // only the kind, because the message may contain row data
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
