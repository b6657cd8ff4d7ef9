import { readFileSync } from 'node:fs'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { byTag, readReference, type Operation } from '#web/docs/operations.ts'
import { sentBy, type Sent } from '#web/docs/sample-call.ts'

/** Placeholder URL that users replace with their service's URL. */
export const BASE_URL = 'https://resale.test/v1'

/** Returns the SDK's operations, each with its recorded call, grouped by tag. */
export function callsByTag(): [tag: string, calls: Sent[]][] {
  const openApi = JSON.parse(readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8')) as object
  const { operations } = readReference(openApi, recordedExamples(), () => [])
  return byTag(operations.filter(({ sdk }) => sdk !== undefined)).map(([tag, all]) => [tag, all.map((one) => sentBy(one, BASE_URL))])
}

/** Returns the path parameters with their recorded values. */
export const inPathOf = ({ operation, inPath }: Sent): [name: string, value: string][] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name], at) => [name!, inPath[at] ?? ''])

/** Returns the path with parameters in the form `:name`, such as `/offers/:id/accept`. */
export const templateOf = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Returns the JSON body as formatted text, or null if the body is not JSON. */
export const jsonOf = ({ body }: Sent): string | null => (body.kind === 'json' ? JSON.stringify(body.value, null, 2) : null)

export const descriptionOf = ({ summary, description }: Operation): string => `${summary}.\n\n${description}`

/** Returns the headers of a call, without the API key. */
export const headersOf = ({ repeats, body }: Sent): [name: string, value: string][] => [
  ...(body.kind === 'json' ? [['Content-Type', 'application/json'] as [string, string]] : []),
  ...(body.kind === 'csv' ? [['Content-Type', 'text/csv'] as [string, string]] : []),
  ...(repeats ? [['Idempotency-Key', '{{$guid}}'] as [string, string]] : []),
]

/** Returns the query string, which includes the question mark. */
export const searchOf = ({ address }: Sent): string => new URL(address).search
