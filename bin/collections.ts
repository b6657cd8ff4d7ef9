// Writes files for API clients from docs/api/openapi.json and the recorded examples: collections for Postman and Bruno, and the main
// flows as Arazzo. With --check, fails when a file on disk differs.
import { readFile, writeFile } from 'node:fs/promises'
import './tsx.js'

const { arazzo } = await import('./collections/arazzo.ts')
const { bruno } = await import('./collections/bruno.ts')
const { callsByTag } = await import('./collections/calls.ts')
const { postman } = await import('./collections/postman.ts')

const groups = callsByTag()
const made = { 'postman.json': postman(groups), 'bruno.json': bruno(groups), 'arazzo.json': arazzo() }
for (const [name, content] of Object.entries(made)) {
  const file = new URL(`../docs/api/${name}`, import.meta.url)
  const text = `${JSON.stringify(content, null, 1)}\n`
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/api/${name} does not match the OpenAPI document. Run: npm run generate`)
    process.exitCode = 1
  }
}
