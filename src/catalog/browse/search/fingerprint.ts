import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Vectors } from './feed.ts'

const SRC = join(import.meta.dirname, '../../..')
/** With the folder of the index: all that says what an index holds of a listing. `fingerprint.test.ts` follows the imports. */
const BESIDE = [
  'core/normal-form.ts',
  'core/text.ts',
  'catalog/browse/rules/market.ts',
  'catalog/browse/rules/embedded-text.ts',
  'catalog/listings/rules/fields.ts',
  'catalog/browse/search/queries.ts',
  'catalog/browse/search/text.ts',
]

/**
 * The same for two processes whose indexes of the same listings are the same, bit by bit: what reads a listing (words, stems,
 * tables, weights) and how it is kept are hashed as source, so that nobody has to remember a number of a version.
 */
export async function fingerprintOf(vectors: Vectors): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([vectors, endianness(), process.versions.unicode]))
  for (const path of [...(await fingerprinted()), fileURLToPath(import.meta.resolve('stemmer'))])
    hash.update(await readFile(path)).update('\0')
  return hash.digest('hex')
}

/** The sources that the fingerprint is made of. */
export async function fingerprinted(): Promise<string[]> {
  const folder = join(SRC, 'search')
  const own = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()
  return [...own.map((name) => join(folder, name)), ...BESIDE.map((path) => join(SRC, path))]
}
