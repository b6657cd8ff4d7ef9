import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path/posix'
import { buildSync, type Message, type Metafile } from 'esbuild'

/** `from` imports `to`: a file of the project, a package or a part of Node. Paths are from the root, with `/`. */
export type Import = { from: string; line: number; specifier: string; to: string; kind: 'module' | 'package' | 'node' }

/** Who loads whom when it runs. Types load nothing and are not in it. */
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
  const inputs = parsed(root, modules)
  return { modules, imports: modules.flatMap((from) => importsOf(root, from, inputs[from]!.imports)) }
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** What esbuild's parser sees, which resolves names by package.json as Node does. */
function parsed(root: string, modules: readonly string[]): Metafile['inputs'] {
  try {
    return buildSync({
      absWorkingDir: root,
      stdin: { contents: modules.map((path) => `import './${path}'`).join('\n'), resolveDir: root },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
      // nothing is added to what is written, and nothing that a run would load is left out
      jsx: 'preserve',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    }).metafile.inputs
  } catch (error) {
    const { errors } = error as { errors?: Message[] }
    throw errors ? new Error(errors.map(faultOf).join('\n')) : error
  }
}

const faultOf = ({ location, text }: Message): Fault =>
  `${location?.file}:${location?.line} imports ${/"(.*)"/.exec(text)?.[1] ?? text}: no such module can be found`

function importsOf(root: string, from: string, imports: Metafile['inputs'][string]['imports']): Import[] {
  const lines = imports.length === 0 ? [] : readFileSync(join(root, from), 'utf8').split('\n')
  return imports.map(({ path, original, external }) => {
    const specifier = original ?? path
    const line = lines.findIndex((text) => /\b(?:from|import)\b/.test(text) && text.includes(specifier)) + 1
    if (!external) return { from, line, specifier, to: path, kind: 'module' }
    if (isBuiltin(specifier)) return { from, line, specifier, to: specifier, kind: 'node' }
    return { from, line, specifier, to: packageName(specifier), kind: 'package' }
  })
}

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
