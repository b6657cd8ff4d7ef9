import { readFileSync } from 'node:fs'

/** Recorded request and responses by status of an operation; for an event, its payload. */
export type Examples = Readonly<Record<string, Recorded>>
export type Recorded = { path?: string; body?: object; answers: Record<string, object> }

/** Returns the examples that `bin/examples.ts` recorded from a running service: `docs/api/examples.json`. */
export const recordedExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('../../../../docs/api/examples.json', import.meta.url), 'utf8')) as Examples
