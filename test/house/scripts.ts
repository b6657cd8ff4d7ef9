import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { isTest, type Fault } from './imports.ts'

type Statement = { line: number; text: string }

const FUNCTION = /^(?:export\s+)?(?:async\s+)?function\*?\s*(\w+)/
/** Matches a statement that runs no code: a hoisted function, a type or an import. */
const DECLARATION = /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+function|function|type|interface|import)\b/
/** Matches a top-level variable or class, which cannot be used before its definition has run. */
const LATE = /^(?:export\s+)?(?:const|let|(?:abstract\s+)?class)\s+(\w+)/

const BLOCK = /^(?:try|for|if|while|switch|\{)/

/**
 * Finds constants that a script defines below a top-level `await`, and that a hoisted function uses before then. For these, Node throws
 * "Cannot access 'x' before initialization". Throws if there is no file to check.
 */
export function lateConstants(root: string): Fault[] {
  const scripts = globSync('{bin,demo,test,packages}/**/*.{ts,js}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path))
  if (scripts.length === 0) throw new Error(`No scripts under ${root}: the rule would check nothing.`)
  return scripts.toSorted().flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    // ignores test bodies, because the test runner starts a test only after the whole file has run
    return source.includes("from 'node:test'") ? [] : lateIn(path, statements(source))
  })
}

function lateIn(path: string, all: Statement[]): Fault[] {
  const functions = new Map(all.flatMap(({ text }) => (FUNCTION.test(text) ? [[FUNCTION.exec(text)![1]!, text] as const] : [])))
  const reached = new Set<string>()
  const faults: Fault[] = []
  let awaited = false
  for (const { line, text } of all) {
    const name = LATE.exec(text)?.[1]
    if (awaited && name !== undefined && [...reached].some((caller) => mentions(functions.get(caller)!, name)))
      faults.push(`${path}:${line} ${name} is set here and used above by a function that already ran: move it up, or write "function"`)
    // ignores these bodies, because defining an arrow function or a class does not run its body
    if (DECLARATION.test(text) || /^(?:export\s+)?const\s[^\n]*=>|^(?:export\s+)?(?:abstract\s+)?class\b/.test(text)) continue
    awaited ||= awaits(text)
    reach(text)
  }
  return faults

  function reach(code: string): void {
    for (const [name, body] of functions) {
      if (reached.has(name) || !new RegExp(`(?<![\\w$.])${name}\\s*[(<,)]`).test(code)) continue
      reached.add(name)
      reach(body)
    }
  }
}

/** Returns true for a statement that awaits at the top level. An await inside a nested function does not count. */
const awaits = (text: string): boolean => {
  const first = /^[^\n]*?\bawait\b/.exec(text)?.[0]
  return (first !== undefined && !first.includes('=>')) || (BLOCK.test(text) && /\bawait\b/.test(text))
}

const mentions = (code: string, name: string): boolean =>
  new RegExp(`(?<![\\w$.'"-])${name}\\b(?!['"-])`).test(code.replaceAll(/\/\/.*$|'[^'\n]*'/gm, ''))

/**
 * Returns the top-level statements. Relies on the formatter, which indents all continuation lines except those that start with a closing
 * bracket.
 */
function statements(source: string): Statement[] {
  const found: Statement[] = []
  for (const [at, text] of source.split('\n').entries()) {
    if (/^(?:\/\/|\/?\*|#!|$)/.test(text.trimStart())) continue
    if (/^[\w@[({`'"]/.test(text)) found.push({ line: at + 1, text })
    else if (found.length > 0) found.at(-1)!.text += `\n${text}`
  }
  return found
}
