// Writes test/house/page-doors.ts: everything that src/web, src/mcp and src/ucp import from modules. The compiler then verifies that none
// of these imports exposes a database row.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const FILE = resolve(ROOT, 'test/house/page-doors.ts')
const IMPORT =
  /^import (?<type>type )?(?:\* as (?<space>\w+)|\{(?<names>[^}]*)\}) from '(?<module>#(?:admin|helpers|commerce|catalog|developers|identity|messaging)\/(?![^']*\brules(?:\.ts|\/))[^']+)'/gm

/** The imported names by module path. A type is listed as `type Name`. */
const taken = new Map<string, Set<string>>()
for (const path of globSync('src/{web,mcp,ucp}/**/*.{ts,tsx}', { cwd: ROOT }).filter((each) => !/\.test\.tsx?$/.test(each))) {
  const source = readFileSync(resolve(ROOT, path), 'utf8')
  for (const { groups } of source.matchAll(IMPORT)) {
    const { type = '', space, names = '', module = '' } = groups!
    const used = space ? namesOf(source, space) : names.split(',').map((name) => type + name.trim().replace(/ as .*/, ''))
    taken.set(module, new Set([...(taken.get(module) ?? []), ...used.filter((name) => /\w$/.test(name))]))
  }
}

function namesOf(source: string, space: string): string[] {
  return [...source.matchAll(new RegExp(String.raw`(?<![\w.'/])${space}\.(\w+)(?!\w*['/])`, 'g'))].map(([, name = '']) =>
    /^[A-Z][a-z]/.test(name) ? `type ${name}` : name,
  )
}

const imports = [...taken]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([module, names], index) => {
    const [types, values] = [true, false].map((isType) => [...names].filter((name) => name.startsWith('type ') === isType).toSorted())
    const own = `m${index + 1}`
    return {
      from: `import type * as ${own} from '${module}'`,
      checks: [
        ...(values!.length > 0 ? [`GivenRows<Pick<typeof ${own}, ${values!.map((name) => `'${name}'`).join(' | ')}>>`] : []),
        ...types!.map((name) => `RowFields<${own}.${name.slice(5)}>`),
      ].map((check) => `  None<${check}>,`),
    }
  })
if (imports.length === 0) throw new Error('No import from a module was found, so there is nothing to check.')

const text = `// Written by bin/page-doors.ts. The compiler rejects this file if pages, tools or the commerce protocol import database rows from a module.
${imports.map(({ from }) => from).join('\n')}
import type { GivenRows, None, RowFields } from './page-rows.ts'

export type PageDoors = [
${imports.flatMap(({ checks }) => checks).join('\n')}
]
`
if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('test/house/page-doors.ts does not match the imports of src/web, src/mcp and src/ucp: run node bin/page-doors.ts')
  process.exit(1)
}
