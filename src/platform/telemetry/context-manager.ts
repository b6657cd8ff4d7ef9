import { SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Later spans of a trace are dropped. */
const MOST_SPANS = 500

/** Buffers a trace's spans until its root ends. Passes them on when the root failed or its id is in the sample. */
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
      // work that continues after the root ended
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

/** Ids are random, so their end gives the same sample in every process. */
const isOfPart = (traceId: string, percent: number): boolean => (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32) * 100 < percent
