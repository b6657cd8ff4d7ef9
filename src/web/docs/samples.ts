import type { Operation } from './operations.ts'
import { python } from './sample-python.ts'
import { sentBy, type Sent } from './sample-call.ts'
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

/** Returns the call as a shell command that runs curl. The key is in `$KEY`. */
function curl({ operation: { method, access }, address, body, repeats, answers }: Sent): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(address) ? `"${address}"` : address}`,
    ...(access === 'key' ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(access === 'session' ? ['-b "session=$SESSION"', ...(method === 'GET' ? [] : [`-H "Origin: ${new URL(address).origin}"`])] : []),
    ...(repeats ? ['-H "Idempotency-Key: my-first-try"'] : []),
    ...bodyParts(body),
    ...(answers === 'file' ? ['-o answer.bin'] : []),
  ]
  return parts.join(' \\\n  ')
}

function bodyParts(body: Sent['body']): string[] {
  if (body.kind === 'json')
    return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body.value, null, 2).replaceAll("'", String.raw`'\''`)}'`]
  if (body.kind === 'csv') return ['-H "Content-Type: text/csv"', `--data-binary @${body.file}`]
  if (body.kind !== 'file') return []
  return [...Object.entries(body.texts).map(([name, text]) => `-F ${name}=${text}`), `-F ${body.field}=@${body.file}`]
}
