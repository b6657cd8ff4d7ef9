import { IDS } from './example-values.ts'
import { exampleOf } from './examples.ts'
import type { Operation, Reference } from './operations.ts'
import { REQUESTS } from './requests.ts'
import type { Schema } from './schema.ts'

/** The body that the page describes: JSON where it is taken, else what is. */
export function mediaOf({ body }: Operation): [media: string, schema: Schema | undefined] {
  const [media, content] = Object.entries(body).find(([name]) => name === 'application/json') ?? Object.entries(body)[0] ?? ['', undefined]
  return [media, content?.schema]
}

/** The call as one pastes it into a shell, with the key in `$KEY`. */
export function curlOf(operation: Operation, { records }: Reference, baseUrl: string): string {
  const { id, method, access } = operation
  const { query } = REQUESTS[id] ?? {}
  const [media] = mediaOf(operation)
  const body = exampleBody(operation, records)
  const address = `${baseUrl}${filledPath(operation)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${query ? `"${address}"` : address}`,
    ...(access === 'key' ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(access === 'session' ? ['-b "session=$SESSION"', ...(method === 'GET' ? [] : [`-H "Origin: ${new URL(baseUrl).origin}"`])] : []),
    ...(method === 'POST' && access === 'key' && media !== '' ? ['-H "Idempotency-Key: my-first-try"'] : []),
    ...bodyParts(media, body),
    ...(id === 'downloadExport' ? ['-o archive.zip'] : []),
  ]
  return parts.join(' \\\n  ')
}

/** The body of the example: the one that was written for it, else one made from its schema. */
export function exampleBody(operation: Operation, records: Reference['records']): Record<string, unknown> | undefined {
  const [media, schema] = mediaOf(operation)
  const written = REQUESTS[operation.id]?.body
  if (written || !schema || media !== 'application/json') return written
  return exampleOf(schema, records) as Record<string, unknown>
}

function bodyParts(media: string, body: Record<string, unknown> | undefined): string[] {
  if (media === 'text/csv') return ['-H "Content-Type: text/csv"', '--data-binary @listings.csv']
  if (body === undefined) return []
  const text = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)
  return ['-H "Content-Type: application/json"', `-d '${text}'`]
}

/** The path with ids as they look. */
export const filledPath = ({ path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'slug') return 'mint-fox'
    if (name === 'photoId') return IDS.photo
    if (name === 'take') return IDS.take
    if (path.startsWith('/webhooks/deliveries')) return IDS.delivery
    return ID_BELOW[path.replace('/market', '').split('/')[1]!] ?? IDS.listing
  })

const ID_BELOW: Readonly<Record<string, string>> = {
  keys: IDS.key,
  approvals: IDS.approval,
  exports: IDS.export,
  listings: IDS.listing,
  orders: IDS.order,
  offers: IDS.offer,
  holds: IDS.hold,
  reviews: IDS.review,
  searches: IDS.search,
  threads: IDS.thread,
}
