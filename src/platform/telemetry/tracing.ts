/** One unit of work, as a span. */
export type Traced = {
  name: string
  /** `server` and `job` start a trace; `client` is an outgoing call within one. */
  kind: 'server' | 'job' | 'client'
  attributes?: Record<string, string | number>
}

/** Details of the current span. `failed`: always sent. */
export type Note = { name?: string; attributes?: Record<string, string | number>; failed?: boolean }

export type Tracer = {
  run<T>(what: Traced, work: () => Promise<T>): Promise<T>
  note(note: Note): void
  /** Null outside of a trace. */
  ids(): { trace_id: string; span_id: string } | null
}

/** One per process: the connection pool and the log have no context. */
let tracer: Tracer | null = null

/** Null disables tracing. */
export const useTracer = (one: Tracer | null): void => void (tracer = one)

/** Runs `work`, in a span if traced. */
export const traced = <T>(what: Traced, work: () => Promise<T>): Promise<T> => (tracer === null ? work() : tracer.run(what, work))

export const isTraced = (): boolean => tracer !== null

export const noteTrace = (note: Note): void => tracer?.note(note)

/** For a log line. */
export const traceIds = (): object => tracer?.ids() ?? {}
