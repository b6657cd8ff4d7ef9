import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Folder with the published schemas `ucp` and `acp`, which are not part of the project. The variable STANDARDS sets the path of this
 * folder. The default is a folder next to the project. Without the schemas, the tests skip the validation and report this.
 */
const FOLDER = resolve(process.env['STANDARDS'] ?? '../shared/standards')
export const hasStandards = existsSync(join(FOLDER, 'ucp', 'source'))

let checked = 0

/** Returns all schemas in the release, so that references between schemas can be resolved. */
export const schemasOfRelease = (): { $id?: string }[] => (hasStandards ? schemas('ucp/source/schemas/**/*.json') : [])

function schemas(pattern: string): { $id?: string }[] {
  return globSync(pattern, { cwd: FOLDER }).map((path) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')))
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
if (hasStandards) {
  for (const schema of schemasOfRelease()) ajv.addSchema(schema)
  // Replaces the `$id` of this schema, because the published id is one folder away from the schema's relative references.
  for (const schema of schemas('ucp/source/discovery/*.json')) ajv.addSchema({ ...schema, $id: 'https://ucp.dev/discovery/profile.json' })
}

/**
 * Fails if a value does not match the given schema in the release, for example `shopping/order.json` or
 * `shopping/catalog_search.json#/$defs/search_response`.
 */
export function isStandard(name: string, value: unknown): void {
  if (!hasStandards) return
  const validate = ajv.getSchema(`https://ucp.dev/${name.startsWith('discovery/') ? '' : 'schemas/'}${name}`)
  assert.ok(validate, `the release has no schema ${name}`)
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 1).slice(0, 3_000)}`)
  checked++
}

const acp = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(acp)
if (hasStandards) acp.addSchema(schemas('acp/spec/2026-04-17/json-schema/schema.feed.json')[0]!, 'feed')

/** Fails if a value does not match the given schema for the feed of the Agentic Commerce Protocol, for example `Product`. */
export function isFeed(name: string, value: unknown): void {
  if (!hasStandards) return
  const validate = acp.getSchema(`feed#/$defs/${name}`)
  assert.ok(validate, `the release has no schema ${name}`)
  assert.ok(validate(value), `${name}: ${acp.errorsText(validate.errors)} ${JSON.stringify(value)}`)
  checked++
}

/** Prints the number of validated responses once all tests in a file have run. */
export function report(): void {
  console.log(
    hasStandards ? `${checked} answers are valid by the schemas of the release` : 'LEFT OUT: no schemas of the release (set STANDARDS)',
  )
}
