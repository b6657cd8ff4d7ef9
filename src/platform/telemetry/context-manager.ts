import { SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Of one trace; what comes beyond them is left out. */
const MOST_SPANS = 500

/**
 * Holds the spans of a trace back until its first one ends, and passes them on where that one failed, or its id is among the part that is
 * kept. Whoever looks for the trace of an error finds it, and all the others cost a hundredth.
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
      // what goes on after its request was answered
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

/** Ids are random, so their end says who is chosen, the same in every process. */
const isOfPart = (traceId: string, percent: number): boolean => (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32) * 100 < percent
