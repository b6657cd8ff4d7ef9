import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import jsTokens from 'js-tokens'
import type { Fault } from './imports.ts'

/** Words that the project no longer uses. The message for each violation names the standard term. */
const OLD_WORDS: Readonly<Record<string, string>> = {
  told: 'notified, notice or event',
  telling: 'event or notification',
  anew: 'again, rebuilt or uncached',
  deed: 'action',
  deeds: 'actions',
  wing: 'module',
  newcomer: 'new user',
  newcomers: 'new users',
  stranger: 'anonymous user or outsider',
  strangers: 'anonymous users or orphans',
  beside: 'extra writes or concurrent',
  alongside: 'extra writes or concurrent',
  linger: 'drain',
  twin: 'copy',
  sweep: 'periodic job',
  sweeps: 'periodic jobs',
  desk: 'admin or worker',
  superseded: 'replaced',
  kept: 'cached, stored, retained or remaining',
  said: 'message, text, reply or output',
  asked: 'requested, query or requests',
  wanted: 'requested, filter, target or expected',
  somebody: 'person or user',
  nobody: 'anonymous',
  anybody: 'anonymous',
  thing: 'item or listing',
  things: 'items',
}

/** Outdated words that still occur in names from the API and the database. */
const ALLOWED: ReadonlySet<string> = new Set(['told_at', 'asked_visibility', 'asked_at', 'address_asked'])

/** Generated files take their names from the API and the database, so the check skips them. */
const GENERATED = /^packages\/sdk\/src\/contract\.ts$|^src\/platform\/db\/tables\.ts$/

/** Returns every declared name that contains an outdated word. Throws if no file matches. */
export function oldNames(root: string): Fault[] {
  const found = globSync('{src,test,bin,demo,packages/*/src}/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const paths = found.filter((path) => !GENERATED.test(path))
  if (paths.length === 0) throw new Error(`No files under ${root}: the names would not be checked.`)
  return paths.toSorted().flatMap((path) => faultsOf(path, codeOf(path, readFileSync(join(root, path), 'utf8'))))
}

function faultsOf(path: string, code: string): Fault[] {
  return declaredNames(code).flatMap(({ name, index }) => {
    const word = ALLOWED.has(name) ? undefined : wordsOf(name).find((one) => Object.hasOwn(OLD_WORDS, one))
    return word === undefined ? [] : [`${path}:${code.slice(0, index).split('\n').length} ${name}: not “${word}” but ${OLD_WORDS[word]}`]
  })
}

const wordsOf = (name: string): string[] => name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase())

type Name = { name: string; index: number }

const KEYWORD = /(?<![\w$.])(?:const|let|function\s*\*?|type|interface|class)\s+([A-Za-z_$][\w$]*)/g
const PATTERN = /(?<![\w$.])(?:const|let)\s+(?=[{[])/g
const PARAMETERS = /(?<![\w$.])function\b[^(;{}]*(?=\()|[=(,:]\s*(?:async\s*)?(?=\([^()]*\)\s*(?::[^=;]*)?=>)/g
const BARE_PARAMETER = /(?<![\w$.])([A-Za-z_$][\w$]*)\s*=>/g

/** Returns all declared names, including parameters. Object keys are not declarations. */
function declaredNames(code: string): Name[] {
  const named = [KEYWORD, BARE_PARAMETER].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), (match) => ({ name: match[1]!, index: match.index })),
  )
  const bound = [PATTERN, PARAMETERS].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), (match) => match.index + match[0].length).flatMap((index) => targetsIn(code, index)),
  )
  return [...named, ...bound]
}

/** Returns the names that are declared by the pattern or parameter list starting at this bracket. */
function targetsIn(code: string, open: number): Name[] {
  const names: Name[] = []
  const isObject = code[open] === '{'
  let depth = 0
  for (let at = open, start = open + 1; at < code.length; at++) {
    if (/[([{]/.test(code[at]!)) depth++
    else if (/[)\]}]/.test(code[at]!)) depth--
    if (depth > 1 || (depth === 1 && code[at] !== ',')) continue
    names.push(...targetOf(code, start, at, isObject))
    if (depth === 0) return names
    start = at + 1
  }
  return names
}

function targetOf(code: string, start: number, end: number, isObject: boolean): Name[] {
  const part = code.slice(start, end)
  const renamed = isObject ? /^\s*[\w$'"]+\s*:\s*/.exec(part)?.[0].length : undefined
  const from = start + (renamed ?? /^\s*(?:\.\.\.)?/.exec(part)![0].length)
  if (/[{[]/.test(code[from] ?? '')) return targetsIn(code, from)
  const name = /^(?:\.\.\.)?([A-Za-z_$][\w$]*)/.exec(code.slice(from, end))?.[1]
  return name === undefined ? [] : [{ name, index: from }]
}

/** Replaces comments, regular expressions and text with spaces. Only code remains, and line numbers stay the same. */
const codeOf = (path: string, source: string): string =>
  Array.from(jsTokens(source, { jsx: path.endsWith('x') }), ({ type, value }) =>
    /Comment$|^RegularExpression|^Template|^NoSubstitution|^String|^JSXString|^JSXText/.test(type)
      ? value.replaceAll(/[^\n]/g, ' ')
      : value,
  ).join('')
