/** Unit of work that is recorded as a span. */
export type Traced = {
  name: string
  /** `server` and `job` start a trace; `client` is an outgoing call within a trace. */
  kind: 'server' | 'job' | 'client'
  attributes?: Record<string, string | number>
}

/** Details to add to the current span. If `failed` is set, the trace counts as failed and is always sent. */
export type Note = { name?: string; attributes?: Record<string, string | number>; failed?: boolean }

export type Tracer = {
  run<T>(what: Traced, work: () => Promise<T>): Promise<T>
  note(note: Note): void
  ids(): { trace_id: string; span_id: string } | null
}

/** The process's tracer. It is global, because the connection pool and the log have no access to a context. */
let tracer: Tracer | null = null

/** Sets the process's tracer; null disables tracing. */
export const useTracer = (one: Tracer | null): void => void (tracer = one)

/** Runs `work`. If tracing is enabled, records it as a span. */
export const traced = <T>(what: Traced, work: () => Promise<T>): Promise<T> => (tracer === null ? work() : tracer.run(what, work))

export const isTraced = (): boolean => tracer !== null

export const noteTrace = (note: Note): void => tracer?.note(note)

/** Returns the ids of the current trace and span for a log line, or an empty object. */
export const traceIds = (): object => tracer?.ids() ?? {}
