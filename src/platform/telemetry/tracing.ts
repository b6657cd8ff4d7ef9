/** One piece of work, as a collector of traces is told of it. */
export type Traced = {
  name: string
  /** `server` and `job` begin a trace; `client` asks somebody else, and is told of only inside a trace. */
  kind: 'server' | 'job' | 'client'
  attributes?: Record<string, string | number>
}

/** What can be said of the work that runs just now. `failed`: its trace is kept, whatever part of all is. */
export type Note = { name?: string; attributes?: Record<string, string | number>; failed?: boolean }

export type Tracer = {
  run<T>(what: Traced, work: () => Promise<T>): Promise<T>
  note(note: Note): void
  /** Null outside of a trace. */
  ids(): { trace_id: string; span_id: string } | null
}

/** There is one for the process, or none: the pool of connections and the log know no context. */
let tracer: Tracer | null = null

/** Null ends it. */
export const useTracer = (one: Tracer | null): void => void (tracer = one)

/** Runs `work` and tells the collector how long it took; where there is none, it only runs it. */
export const traced = <T>(what: Traced, work: () => Promise<T>): Promise<T> => (tracer === null ? work() : tracer.run(what, work))

export const isTraced = (): boolean => tracer !== null

export const noteTrace = (note: Note): void => tracer?.note(note)

/** For a line of the log. */
export const traceIds = (): object => tracer?.ids() ?? {}
