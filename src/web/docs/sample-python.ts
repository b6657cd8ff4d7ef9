import type { Sent } from './sample-call.ts'

/** Returns the call as Python code that uses only the standard library. The code reads the key from the environment. */
export function python({ operation: { method, access }, address, body, repeats, answers }: Sent): string {
  const env = access === 'key' || access === 'session'
  const headers = {
    ...(access === 'key' ? { Authorization: '"Bearer " + os.environ["KEY"]' } : {}),
    ...(access === 'session' ? { Cookie: '"session=" + os.environ["SESSION"]' } : {}),
    ...(access === 'session' && method !== 'GET' ? { Origin: `"${new URL(address).origin}"` } : {}),
    ...(repeats ? { 'Idempotency-Key': '"my-first-try"' } : {}),
    ...(body.kind === 'none' ? {} : { 'Content-Type': `"${typeOf(body)}"` }),
  }
  const imports = [...(body.kind === 'json' || answers === 'json' ? ['json'] : []), ...(env ? ['os'] : []), 'urllib.request']
  const pairs = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`)
  return [
    `import ${imports.join(', ')}`,
    '',
    ...before(body),
    'request = urllib.request.Request(',
    `    "${address}",`,
    `    method="${method}",`,
    ...(pairs.length > 0 ? [`    headers={${pairs.join(', ')}},`] : []),
    ...dataOf(body),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    ${READ[answers]}`,
  ].join('\n')
}

const READ: Readonly<Record<Sent['answers'], string>> = {
  json: 'print(json.load(response))',
  text: 'print(response.read().decode())',
  file: 'open("answer.bin", "wb").write(response.read())',
}

function typeOf(body: Sent['body']): string {
  if (body.kind === 'file') return 'multipart/form-data; boundary=part'
  return body.kind === 'csv' ? 'text/csv' : 'application/json'
}

/** Returns code that builds a multipart form, which Python's standard library does not support. */
function before(body: Sent['body']): string[] {
  if (body.kind !== 'file') return []
  const texts = Object.entries(body.texts).map(
    ([name, text]) => `--part\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n${text}\\r\\n`,
  )
  const head = `${texts.join('')}--part\\r\\nContent-Disposition: form-data; name="${body.field}"; filename="${body.file}"\\r\\nContent-Type: image/jpeg\\r\\n\\r\\n`
  return [`head = b'${head}'`, `form = head + open("${body.file}", "rb").read() + b"\\r\\n--part--\\r\\n"`, '']
}

function dataOf(body: Sent['body']): string[] {
  if (body.kind === 'json') return [`    data=json.dumps(${literal(body.value, '    ')}).encode(),`]
  if (body.kind === 'csv') return [`    data=open("${body.file}", "rb").read(),`]
  return body.kind === 'file' ? ['    data=form,'] : []
}

/** Returns a Python literal. JSON strings are valid in Python. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  const rows = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, inner)}`)
  const line = `{${rows.join(', ')}}`
  return line.length <= 60 && !line.includes('\n') ? line : `{\n${rows.map((row) => `${inner}${row},`).join('\n')}\n${indent}}`
}
