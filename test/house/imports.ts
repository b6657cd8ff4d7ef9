import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path/posix'
import { buildSync, type Message, type Metafile } from 'esbuild'

/** An import of `to` in the file `from`. `to` is a project file, a package or a Node module. Paths are relative to the root and use `/`. */
export type Import = { from: string; line: number; specifier: string; to: string; kind: 'module' | 'package' | 'node' }

/** All modules, and all imports that load code at runtime. Excludes type imports. */
export type Graph = { modules: readonly string[]; imports: readonly Import[] }

/** A violation with its file and line, in printable form: `src/a.ts:3 imports …`. */
export type Fault = string

/**
 * Reads the imports in `src`, `demo` and the packages, without tests. Throws if an import cannot be resolved or if there are no modules.
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

/** Parses the modules with esbuild, which resolves names through package.json as Node does. */
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
      // with these options, esbuild adds no imports and removes only type imports
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
