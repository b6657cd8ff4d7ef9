import { readFile, writeFile } from 'node:fs/promises'
import { folded } from '#identity/passwords/rules.ts'
import { hashOfCommon } from '#platform/passwords/common.ts'

/**
 * Writes the list of common passwords as sorted hashes: `node bin/common-passwords.ts passwords.json`. The input is a JSON array of
 * strings: `src/passwords.json` of the package @zxcvbn-ts/language-common 4.1.3 (MIT), which is not a dependency.
 */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the file: node bin/common-passwords.ts passwords.json')
const passwords = JSON.parse(await readFile(file, 'utf8')) as string[]
const hashes = [...new Set(passwords.map(folded))].map(hashOfCommon).toSorted((one, other) => one.compare(other))
await writeFile(new URL('../src/platform/passwords/common.bin', import.meta.url), Buffer.concat(hashes))
