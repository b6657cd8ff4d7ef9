import type { Operation } from './operations.ts'
import { curl } from './sample-curl.ts'
import { python } from './sample-python.ts'
import { sentBy } from './sample-call.ts'
import { typescript } from './sample-typescript.ts'

export { mediaOf } from './sample-call.ts'

/** A code sample in one language. The page shows it with a copy button, and `samples.test.ts` runs it. */
export type Sample = { name: string; language: 'sh' | 'ts' | 'python'; text: string }

/** Returns samples in three languages for an operation's recorded call. */
export function samplesOf(operation: Operation, baseUrl: string): Sample[] {
  const sent = sentBy(operation, baseUrl)
  return [
    { name: 'curl', language: 'sh', text: curl(sent) },
    { name: 'TypeScript', language: 'ts', text: typescript(sent) },
    { name: 'Python', language: 'python', text: python(sent) },
  ]
}
