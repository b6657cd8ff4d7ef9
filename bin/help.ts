import { readFileSync } from 'node:fs'

/**
 * Answers `--help` for a command: prints the comment at the head of its file and ends the process with 0. A command calls this after its
 * imports, so that `--help` also shows that all of them load.
 */
export function answerHelp(file: string, words: readonly string[] = process.argv.slice(2)): void {
  if (!words.includes('--help')) return
  console.log(helpOf(readFileSync(file, 'utf8')))
  process.exit(0)
}

/** The first comment of a source, without its marks. */
export function helpOf(source: string): string {
  const comment = /^(?:(?:\/\/[^\n]*\n)+|\/\*[^]*?\*\/)/m.exec(source)?.[0] ?? ''
  return comment.replaceAll(/^[ \t]*(?:\/\/ ?|\/\*+ ?|\*\/|\* ?)|\*\/$/gm, '').trim()
}
