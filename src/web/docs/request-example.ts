import type { Operation } from './operations.ts'
import type { Schema } from './schema.ts'

/** The body that the page describes: JSON where it is taken, else what is. */
export function mediaOf({ body }: Operation): [media: string, schema: Schema | undefined] {
  const [media, content] = Object.entries(body).find(([name]) => name === 'application/json') ?? Object.entries(body)[0] ?? ['', undefined]
  return [media, content?.schema]
}

/** The recorded call as one pastes it into a shell, with the key in `$KEY`. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const { id, method, access, recorded } = operation
  const address = `${baseUrl}${recorded?.path ?? operation.path}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address.includes('?') ? `"${address}"` : address}`,
    ...(access === 'key' ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(access === 'session' ? ['-b "session=$SESSION"', ...(method === 'GET' ? [] : [`-H "Origin: ${new URL(baseUrl).origin}"`])] : []),
    ...(method === 'POST' && access === 'key' && Object.keys(operation.body).length > 0 ? ['-H "Idempotency-Key: my-first-try"'] : []),
    ...bodyParts(operation),
    ...(id === 'downloadExport' ? ['-o archive.zip'] : []),
  ]
  return parts.join(' \\\n  ')
}

function bodyParts({ body, recorded }: Operation): string[] {
  if (recorded?.body) {
    const text = JSON.stringify(recorded.body, null, 2).replaceAll("'", String.raw`'\''`)
    return ['-H "Content-Type: application/json"', `-d '${text}'`]
  }
  if ('text/csv' in body) return ['-H "Content-Type: text/csv"', '--data-binary @listings.csv']
  const file = fileOf(body['multipart/form-data']?.schema)
  return file === undefined ? [] : [`-F ${file}=@front.jpg`]
}

/** The part of a form that is a file, or a list of them. */
const fileOf = (form: Schema | undefined): string | undefined =>
  Object.entries(form?.properties ?? {}).find(([, one]) => one.format === 'binary' || one.items?.format === 'binary')?.[0]
