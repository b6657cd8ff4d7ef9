import { readFileSync } from 'node:fs'

/**
 * Examples by operation id or event type: for an operation, the recorded request and its responses by status; for an event, its payload.
 */
export type Examples = Readonly<Record<string, Recorded>>
export type Recorded = { path?: string; body?: object; answers: Record<string, object> }

/** Returns the examples in `docs/api/examples.json`, which `bin/examples.ts` recorded from a running service. */
export const recordedExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('../../../../docs/api/examples.json', import.meta.url), 'utf8')) as Examples
