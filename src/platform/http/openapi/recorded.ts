import { readFileSync } from 'node:fs'

/** What a recorded call of an operation sent and got, by status; by type, what an event sent. */
export type Examples = Readonly<Record<string, Recorded>>
export type Recorded = { path?: string; body?: object; answers: Record<string, object> }

/** The examples as `bin/examples.ts` recorded them from a service that ran: `docs/api/examples.json`. */
export const recordedExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('../../../../docs/api/examples.json', import.meta.url), 'utf8')) as Examples
