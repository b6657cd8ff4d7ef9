import { SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Maximum number of spans per trace. Any further spans are dropped. */
const MOST_SPANS = 500

/**
 * Buffers the spans of a trace until its root span ends. Then sends the spans if the root span failed or the trace is in the sample, and
 * otherwise drops them.
 */
export function sampleWithFailures(next: SpanProcessor, percent: number): SpanProcessor {
  const open = new Map<string, ReadableSpan[]>()
  return {
    onStart(span, parent) {
      if (span.parentSpanContext === undefined) open.set(span.spanContext().traceId, [])
      next.onStart(span, parent)
    },
    onEnd(span) {
      const { traceId } = span.spanContext()
      const gathered = open.get(traceId)
      if (gathered === undefined) return
      if (gathered.length < MOST_SPANS) gathered.push(span)
      if (span.parentSpanContext !== undefined) return
      open.delete(traceId)
      const failed = span.status.code === SpanStatusCode.ERROR
      if (failed || isOfPart(traceId, percent)) for (const one of [...gathered, ...(gathered.includes(span) ? [] : [span])]) next.onEnd(one)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}

/** Returns true when a trace is in the sample. Trace ids are random, so their last digits select the same sample in every process. */
const isOfPart = (traceId: string, percent: number): boolean => (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32) * 100 < percent
