// Writes docs/api/openapi.json from the endpoint definitions. With --check, fails when the file on disk differs.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import './tsx.js'

const { openApiDocument } = await import('#platform/http/openapi.ts')
const { recordedExamples } = await import('#platform/http/openapi/recorded.ts')
const { ENDPOINTS } = await import('#api/index.ts')

const FILE = fileURLToPath(new URL('../docs/api/openapi.json', import.meta.url))
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const about = { version, publicUrl: 'https://resale.test', examples: recordedExamples() }
const text = `${JSON.stringify(openApiDocument(ENDPOINTS, about), null, 1)}\n`

if (process.argv.includes('--check')) {
  const onDisk = await readFile(FILE, 'utf8').catch(() => '')
  if (onDisk !== text) {
    console.error('docs/api/openapi.json does not match the endpoints. Run: node bin/openapi.ts')
    process.exit(1)
  }
} else {
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, text)
}
