import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { specifiersOf } from './specifiers.ts'

/** `from` imports `to`: a file of the project, a package or a part of Node. Paths are from the root, with `/`. */
export type Import = { from: string; line: number; specifier: string; to: string; kind: 'module' | 'package' | 'node'; typeOnly: boolean }

export type Graph = { modules: readonly string[]; imports: readonly Import[] }

/** A fault with its place, ready to print: `src/a.ts:3 imports …`. */
export type Fault = string

/**
 * Reads who imports whom in `src`, `demo` and the packages, tests left out. Throws when there is no module at all or when an import leads
 * nowhere: a check that looked at nothing must not pass.
 */
export function readGraph(root: string): Graph {
  const modules = globSync(['{src,demo}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path))
    .toSorted()
  if (modules.length === 0) throw new Error(`No modules under ${join(root, 'src')}: the import rules would check nothing.`)
  const aliases = readAliases(root)
  const faults: Fault[] = []
  const imports = modules.flatMap((from) =>
    specifiersOf(readFileSync(join(root, from), 'utf8')).flatMap(({ line, specifier, typeOnly }) => {
      const found = specifier === null ? null : resolve(root, aliases, from, specifier)
      if (found) return [{ from, line, specifier: specifier!, ...found, typeOnly }]
      faults.push(`${from}:${line} imports ${specifier ?? 'something that only a run can tell'}: no such module can be found`)
      return []
    }),
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { modules, imports }
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

type Alias = { start: string; end: string | null; target: string }

/** package.json `imports`, exact names before patterns, as Node reads them. */
function readAliases(root: string): Alias[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports?: Record<string, string> }
  return Object.entries(manifest.imports ?? {})
    .map(([name, target]) => ({ start: name.split('*')[0]!, end: name.includes('*') ? name.split('*')[1]! : null, target }))
    .toSorted((a, b) => Number(a.end !== null) - Number(b.end !== null) || b.start.length - a.start.length)
}

function resolve(root: string, aliases: Alias[], from: string, specifier: string): Pick<Import, 'to' | 'kind'> | null {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return { to: specifier, kind: 'node' }
  if (/^\.{1,2}\//.test(specifier)) return file(root, join(dirname(from), specifier))
  if (specifier.startsWith('#')) return file(root, throughAlias(aliases, specifier))
  return { to: packageName(specifier), kind: 'package' }
}

function throughAlias(aliases: Alias[], specifier: string): string | null {
  for (const { start, end, target } of aliases) {
    if (end === null && specifier === start) return join(target)
    if (end !== null && specifier.startsWith(start) && specifier.endsWith(end)) {
      return join(target.replace('*', specifier.slice(start.length, specifier.length - end.length)))
    }
  }
  return null
}

/** Node runs the files as they are, so the name must be whole, ending included. */
function file(root: string, path: string | null): Pick<Import, 'to' | 'kind'> | null {
  return path !== null && existsSync(join(root, path)) && /\.\w+$/.test(path) ? { to: path, kind: 'module' } : null
}

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
