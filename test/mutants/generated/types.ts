import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyEdit, type Mutant } from './operators.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** `src`, and the files that it imports. */
const COPIED = ['src', 'demo', 'package.json']
const TESTS = /\.test\.tsx?$/

/**
 * Returns the mutants that the type checker rejects. No test can meet them, because `npm test` checks the types before it runs the tests.
 * The compiler runs once, in a copy of `tree` that contains each mutant as a separate file beside the original. Nothing imports this file,
 * so only errors inside it count. `sources` contains the source of each mutated file, by path. Throws if an original file has an error.
 */
export async function rejectedByTypes(mutants: readonly Mutant[], sources: ReadonlyMap<string, string>, tree = ROOT): Promise<Set<Mutant>> {
  const copies = new Map(
    mutants.filter((one) => !isAlwaysTrue(one)).map((mutant, index) => [mutant.file.replace(/\.ts$/, `.mutant-${index}.ts`), mutant]),
  )
  if (copies.size === 0) return new Set()
  const folder = mkdtempSync(join(tmpdir(), 'mutants-types-'))
  try {
    for (const path of COPIED.filter((one) => existsSync(join(tree, one))))
      cpSync(join(tree, path), join(folder, path), { recursive: true, filter: (from) => !TESTS.test(from) })
    const config = { extends: join(ROOT, 'tsconfig.json'), include: ['src'], exclude: ['src/web/islands'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [path, mutant] of copies) writeFileSync(join(folder, path), withMutant(mutant, sources.get(mutant.file)!))
    const files: string[] = []
    // The compiler checks no types if any file has a syntax error. It then runs again without the mutants that have one.
    for (;;) {
      const errors = await errorsIn(folder)
      const invalid = errors.filter(({ isSyntax }) => isSyntax).map(({ path }) => path)
      files.push(...(invalid.length > 0 ? invalid : errors.map(({ path }) => path)))
      if (invalid.length === 0) break
      for (const path of invalid) rmSync(join(folder, path))
    }
    const wrong = files.filter((path) => !copies.has(path))
    if (wrong.length > 0) throw new Error(`The source does not compile without a mutant: ${wrong.join(', ')}`)
    return new Set(files.map((path) => copies.get(path)!))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A condition that is always true makes the rest of the function unreachable. Errors there say nothing about the defect. */
const isAlwaysTrue = ({ operator, replacement }: Mutant): boolean => operator === 'condition' && replacement === 'true'

/** Applies a mutant to the source with types. A block replaces a dropped statement, because the compiler rejects `if (a) ;`. */
const withMutant = (mutant: Mutant, source: string): string =>
  applyEdit(source, { ...mutant, replacement: mutant.replacement === ';' ? '{}' : mutant.typed })

type FileErrors = { path: string; isSyntax: boolean }

/** Compiles `src` in a folder. Returns the paths of the files with errors, and whether an error is one of syntax (TS1000 to TS1999). */
async function errorsIn(folder: string): Promise<FileErrors[]> {
  const options = ['--noEmit', '--checkers', '1', '--pretty', 'false', '-p', '.']
  const child = spawn(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  const errors = [...output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error TS(\d+)/gm)]
  if (code !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${output}`)
  const syntax = new Set(errors.filter(([, , number]) => /^1\d{3}$/.test(number!)).map(([, path]) => path!))
  return [...new Set(errors.map(([, path]) => path!))].map((path) => ({ path, isSyntax: syntax.has(path) }))
}
