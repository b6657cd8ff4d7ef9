import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyEdit, type Mutant } from './operators.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** `src` and all that it imports. */
const COPIED = ['src', 'demo', 'package.json']
const TESTS = /\.test\.tsx?$/

/**
 * Returns the mutants that the type checker rejects. No test can meet them, because `npm test` checks the types before it runs the tests.
 * Each run of the compiler checks a copy of the source tree with one mutant per file. An error counts only in the mutant's own file, because
 * a different mutant may cause an error elsewhere. `sources` contains the source of each mutated file, by path.
 */
export async function rejectedByTypes(mutants: readonly Mutant[], sources: ReadonlyMap<string, string>, tree = ROOT): Promise<Set<Mutant>> {
  const rejected = new Set<Mutant>()
  if (mutants.length === 0) return rejected
  const folder = mkdtempSync(join(tmpdir(), 'mutants-types-'))
  try {
    for (const path of COPIED.filter((one) => existsSync(join(tree, one))))
      cpSync(join(tree, path), join(folder, path), { recursive: true, filter: (from) => !TESTS.test(from) })
    const config = { extends: join(ROOT, 'tsconfig.json'), include: ['src'], exclude: ['src/web/islands'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const wrong = await filesWithErrors(folder)
    if (wrong.size > 0) throw new Error(`The source does not compile without a mutant: ${[...wrong].join(', ')}`)
    const waiting = [...Map.groupBy(mutants, ({ file }) => file).values()].map((ones) => ones.filter((one) => !isAlwaysTrue(one)))
    for (;;) {
      const round = waiting.flatMap((ones) => ones.splice(0, 1))
      if (round.length === 0) return rejected
      for (const mutant of round) writeFileSync(join(folder, mutant.file), withMutant(mutant, sources.get(mutant.file)!))
      const files = await filesWithErrors(folder)
      for (const mutant of round) {
        if (files.has(mutant.file)) rejected.add(mutant)
        writeFileSync(join(folder, mutant.file), sources.get(mutant.file)!)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A condition that is always true makes the rest of the function unreachable. Errors there say nothing about the defect. */
const isAlwaysTrue = ({ operator, replacement }: Mutant): boolean => operator === 'condition' && replacement === 'true'

/** Applies a mutant to the source with types. A block replaces a dropped statement, because the compiler rejects `if (a) ;`. */
const withMutant = (mutant: Mutant, source: string): string =>
  applyEdit(source, { ...mutant, replacement: mutant.replacement === ';' ? '{}' : mutant.typed })

/** Compiles `src` in a folder, and returns the paths of the files with errors. */
async function filesWithErrors(folder: string): Promise<Set<string>> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const options = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo'), '-p', '.']
  const child = spawn(tsc, options, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  const files = new Set([...output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error /gm)].map(([, file]) => file!))
  if (code !== 0 && files.size === 0) throw new Error(`The compiler failed: ${output}`)
  return files
}
