import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Vectors } from './feed.ts'

const SRC = join(import.meta.dirname, '../../..')
/**
 * Source files outside the search folder that affect the content of the index. `fingerprint.test.ts` checks the list against the imports.
 */
const OTHER_SOURCES = [
  'core/fold.ts',
  'core/memo.ts',
  'core/normal-form.ts',
  'core/text.ts',
  'catalog/browse/rules/market.ts',
  'catalog/browse/rules/embedded-text.ts',
  ...['brand-names', 'brand', 'color', 'condition', 'fields', 'index', 'size', 'spellings', 'value'].map(
    (name) => `catalog/browse/rules/facets/${name}.ts`,
  ),
  'catalog/listings/rules/fields.ts',
  'catalog/browse/search/queries.ts',
  'catalog/browse/search/text.ts',
]

/**
 * Returns a hash of the source files that read and index listings, which takes the place of a version number. Processes with equal hashes
 * build bit-identical indexes.
 */
export async function fingerprintOf(vectors: Vectors): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([vectors, endianness(), process.versions.unicode]))
  for (const path of [...(await fingerprinted()), fileURLToPath(import.meta.resolve('stemmer'))])
    hash.update(await readFile(path)).update('\0')
  return hash.digest('hex')
}

/** Lists the source files that the fingerprint covers. */
export async function fingerprinted(): Promise<string[]> {
  const folder = join(SRC, 'search')
  const own = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()
  return [...own.map((name) => join(folder, name)), ...OTHER_SOURCES.map((path) => join(SRC, path))]
}
