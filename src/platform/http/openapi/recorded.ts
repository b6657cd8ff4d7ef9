import { readFileSync } from 'node:fs'

/** Recorded examples. By operation id: the request, and the responses by status. By event type: the payload. */
export type Examples = Readonly<Record<string, Recorded>>
export type Recorded = { path?: string; body?: object; answers: Record<string, object> }

/** Returns the examples in `docs/api/examples.json`, which `bin/examples.ts` recorded from a running service. */
export const recordedExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('../../../../docs/api/examples.json', import.meta.url), 'utf8')) as Examples
