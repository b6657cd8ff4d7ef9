import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withoutTypes } from './operators.ts'

/*
 * Loads project modules with their types removed, and loads a substitute for `node:test`. A new generation reloads stale modules and reuses
 * all other modules.
 */

const texts = new Map<string, string>()
const importers = new Map<string, Set<string>>()
let generation = 0
let isStale = (_path: string): boolean => false
let replaced: Readonly<Record<string, string>> = {}

/** Returns the path of a project module relative to the project folder. Returns null for a module outside the project. */
export function pathOf(url: string | undefined): string | null {
  if (url?.startsWith('file:') !== true || url.includes('/node_modules/')) return null
  const path = relative(process.cwd(), fileURLToPath(url.split('?')[0]!))
  return path.startsWith('..') || path.startsWith('test/mutants/') || !/\.tsx?$/.test(path) ? null : path
}

function textOf(path: string): string {
  if (!texts.has(path)) texts.set(path, withoutTypes(readFileSync(path, 'utf8')))
  return texts.get(path)!
}

/**
 * Starts a new generation of modules. Reloads the modules that `stale` selects, and replaces each file in `others` with the given source.
 */
export function nextGeneration(stale: (path: string) => boolean, others: Readonly<Record<string, string>>): void {
  generation++
  isStale = stale
  replaced = others
}

/** Returns the given files and all loaded modules that import them, directly or indirectly. */
export function withImporters(files: readonly string[]): Set<string> {
  const stale = new Set(files)
  for (const path of stale) for (const importer of importers.get(path) ?? []) stale.add(importer)
  return stale
}

/** Loads a test file again for each generation of mutated modules. */
export const loadTest = (test: string): Promise<unknown> => import(`${pathToFileURL(test).href}?generation=${generation}`)

export const isOfGeneration = (url: string): boolean => url.endsWith(`?generation=${generation}`)

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test' && pathOf(context.parentURL) !== null)
      return { url: import.meta.resolve('./node-test.ts'), shortCircuit: true }
    const found = next(specifier, context)
    const path = pathOf(found.url)
    if (path === null) return found
    const importer = pathOf(context.parentURL)
    if (importer !== null) importers.set(path, (importers.get(path) ?? new Set()).add(importer))
    return isStale(path) ? { ...found, url: `${found.url.split('?')[0]}?generation=${generation}` } : found
  },
  load(url, context, next) {
    const path = pathOf(url)
    if (path === null) return next(url, context)
    // bin/tsx.js transforms pages, but does not recognize a URL with a generation number
    if (path.endsWith('.tsx')) return next(url.split('?')[0]!, context)
    return { format: 'module', source: replaced[path] ?? textOf(path), shortCircuit: true }
  },
})
