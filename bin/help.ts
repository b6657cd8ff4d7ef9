import { readFileSync } from 'node:fs'

/**
 * Handles `--help`: prints the first comment of the file and exits with code 0. Commands call this after their imports, so a successful
 * `--help` also proves that all imports load.
 */
export function answerHelp(file: string, words: readonly string[] = process.argv.slice(2)): void {
  if (!words.includes('--help')) return
  console.log(helpOf(readFileSync(file, 'utf8')))
  process.exit(0)
}

/** Returns the first comment of a source file, without comment marks. */
export function helpOf(source: string): string {
  const comment = /^(?:(?:\/\/[^\n]*\n)+|\/\*[^]*?\*\/)/m.exec(source)?.[0] ?? ''
  return comment.replaceAll(/^[ \t]*(?:\/\/ ?|\/\*+ ?|\*\/|\* ?)|\*\/$/gm, '').trim()
}
