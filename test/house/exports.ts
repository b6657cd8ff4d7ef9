import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, type Fault } from './imports.ts'

/** Exports that only the compiler uses, because they belong to the JSX runtime. */
const CALLED_BY_THE_COMPILER = ['src/web/framework/jsx/index.ts Fragment']

const EXPORTED = /^export (?:async )?(?:const|function|class|type) (\w+)/gm
const NAMES = /[A-Za-z_$][\w$]*/g

/** Returns the service's exports that neither other code nor tests use. Throws if there are no files to check. */
export function deadExports(root: string): Fault[] {
  const paths = globSync('{src,demo,test,bin,packages/*/src}/**/*.{ts,tsx,js}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const texts = new Map(paths.map((path) => [path, withoutComments(readFileSync(join(root, path), 'utf8'))]))
  const uses = new Map<string, number>()
  for (const text of texts.values()) for (const [name] of text.matchAll(NAMES)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const service = paths.filter((path) => /^(?:src|demo)\//.test(path) && !isTest(path))
  if (service.length === 0) throw new Error(`No files under ${root}: nothing would be checked.`)
  return service
    .toSorted()
    .flatMap((path) => [...texts.get(path)!.matchAll(EXPORTED)].map(([, name]) => `${path} ${name!}`))
    .filter((entry) => uses.get(entry.split(' ')[1]!) === 1 && !CALLED_BY_THE_COMPILER.includes(entry))
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/g, '')
