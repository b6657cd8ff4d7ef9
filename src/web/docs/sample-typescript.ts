import type { Sent } from './sample-call.ts'

/**
 * Returns sample code that makes the call with the single-file SDK. If the SDK has no method for the call, the code uses `fetch` with a
 * session cookie.
 */
export const typescript = (sent: Sent): string => (sent.operation.sdk === undefined ? byFetch(sent) : bySdk(sent, sent.operation.sdk))

function bySdk(sent: Sent, call: string): string {
  const { operation, address, inPath, query, body } = sent
  const baseUrl = address.slice(0, address.indexOf('/v1') + 3)
  const input = inputOf(sent)
  const given = [
    ...inPath.map((value) => literal(value)),
    ...(Object.keys(query).length > 0 ? [literal(query)] : input === null ? [] : [input]),
    ...(body.kind !== 'none' && sent.repeats ? ["{ idempotencyKey: 'my-first-try' }"] : []),
  ]
  const key = operation.access === 'key' ? ', key: process.env.KEY!' : ''
  const text = sent.answers === 'file'
  return [
    ...(body.kind === 'file' || body.kind === 'csv' ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(text ? ["import { writeFile } from 'node:fs/promises'"] : []),
    "import { createResale } from './resale.mjs'",
    '',
    `const resale = createResale({ baseUrl: '${baseUrl}'${key} })`,
    `const answer = await resale.${call.replace('.import', "['import']")}(${given.join(', ')})`,
    text ? "await writeFile('answer.bin', answer.stream())" : 'console.log(answer)',
  ].join('\n')
}

/** Returns the argument that follows the path parameters, or null if there is none. */
function inputOf({ body }: Sent): string | null {
  if (body.kind === 'json') return literal(body.value)
  if (body.kind === 'csv') return `{ file: await openAsBlob('${body.file}') }`
  if (body.kind === 'file') {
    const file = `await openAsBlob('${body.file}')`
    const texts = Object.entries(body.texts).map(([name, text]) => `${name}: '${text}'`)
    return `{ ${[...texts, `${body.field}: ${body.many ? `[${file}]` : file}`].join(', ')} }`
  }
  return null
}

function byFetch({ operation: { method, access }, address, body, answers }: Sent): string {
  const headers = {
    ...(body.kind === 'json' ? { 'Content-Type': "'application/json'" } : {}),
    ...(access === 'session' ? { Cookie: '`session=${process.env.SESSION}`' } : {}),
    ...(access === 'session' && method !== 'GET' ? { Origin: `'${new URL(address).origin}'` } : {}),
  }
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          `  headers: { ${Object.entries(headers)
            .map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${value}`)
            .join(', ')} },`,
        ]),
    ...(body.kind === 'json' ? [`  body: JSON.stringify(${literal(body.value).replaceAll('\n', '\n  ')}),`] : []),
    ...(body.kind === 'file' ? ['  body: form,'] : []),
  ]
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`
  return [
    ...(answers === 'file' ? ["import { writeFile } from 'node:fs/promises'", ''] : []),
    ...(body.kind === 'file'
      ? [
          "import { openAsBlob } from 'node:fs'",
          '',
          'const form = new FormData()',
          `form.append('${body.field}', await openAsBlob('${body.file}'))`,
        ]
      : []),
    `const response = await fetch('${address}'${options})`,
    answers === 'file' ? "await writeFile('answer.bin', response.body!)" : `console.log(response.status, await response.${answers}())`,
  ].join('\n')
}

function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  const rows = Object.entries(value).map(([name, one]) => `${/^[a-zA-Z_]\w*$/.test(name) ? name : literal(name)}: ${literal(one, inner)}`)
  const line = `{ ${rows.join(', ')} }`
  if (rows.length === 0) return '{}'
  return line.length <= 60 && !line.includes('\n') ? line : `{\n${rows.map((row) => `${inner}${row},`).join('\n')}\n${indent}}`
}
