/** One place where a file names another module. */
export type Specifier = { line: number; specifier: string | null; typeOnly: boolean }

/**
 * Every import, re-export and dynamic import of a TypeScript text, with its line. TypeScript 7 has no JavaScript
 * API, so this reads the text itself; imports.test.ts holds it against esbuild's parser for the whole of src.
 * A specifier that is not one plain string is `null`: nobody can tell where it leads.
 */
export function specifiersOf(source: string): Specifier[] {
  const code = withoutCommentsAndTemplates(source)
  return [...matches(code, STATIC), ...matches(code, BARE), ...matches(code, DYNAMIC), ...matches(code, REQUIRE)].toSorted(
    (a, b) => a.line - b.line,
  )
}

const STATIC = /^[ \t]*(?:import|export)\s+(?<type>type\s+(?!from\b))?(?<names>[\w$*\s{},]*?)\s*\bfrom\s*(['"])(?<to>[^'"\n]+)\3/gm
const BARE = /^[ \t]*import\s*(['"])(?<to>[^'"\n]+)\1/gm
const DYNAMIC = /(?<![.\w$])import\s*\(\s*(?:(['"])(?<to>[^'"\n]+)\1\s*[,)])?/g
const REQUIRE = /(?<![.\w$])(?:createRequire|require)\s*\(/g

function matches(code: string, pattern: RegExp): Specifier[] {
  return [...code.matchAll(pattern)].map((match) => ({
    line: lineAt(code, match.index + match[0].search(/\S/)),
    specifier: match.groups?.['to'] ?? null,
    typeOnly: match.groups?.['type'] !== undefined || everyNameIsAType(match.groups?.['names']),
  }))
}

/** `import { type A, type B } from` loads nothing either, as far as the folder rules go. */
function everyNameIsAType(names: string | undefined): boolean {
  const inside = names?.match(/^\s*\{([^}]*)\}\s*$/)?.[1]
  const list = (inside ?? '').split(',').filter((name) => name.trim() !== '')
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name))
}

const lineAt = (code: string, index: number): number => code.slice(0, index).split('\n').length

/** The same text with comments, template text and regular expressions blanked, so that lines and columns stay. */
export function withoutCommentsAndTemplates(source: string, { keepTick = false } = {}): string {
  const out = source.split('')
  const templates: number[] = []
  let depth = 0
  let at = 0
  const blankTo = (end: number): void => {
    for (; at < end; at += 1) if (out[at] !== '\n') out[at] = ' '
  }
  while (at < source.length) {
    const char = source[at]
    const rest = source.slice(at, at + 2)
    if (rest === '//') blankTo(until(source, '\n', at))
    else if (rest === '/*') blankTo(until(source, '*/', at) + 2)
    else if (char === '/' && startsRegExp(source, at)) blankTo(endOfRegExp(source, at))
    else if (char === "'" || char === '"') at = endOfString(source, at)
    else if (char === '`') {
      const opened = at
      blankTo(enterTemplate(at + 1))
      if (keepTick) out[opened] = '`'
    } else if (char === '}' && templates.at(-1) === depth) {
      templates.pop()
      blankTo(enterTemplate(at + 1))
    } else {
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      at += 1
    }
  }
  return out.join('')

  function enterTemplate(from: number): number {
    for (let i = from; i < source.length; i += 1) {
      if (source[i] === '\\') i += 1
      else if (source[i] === '`') return i + 1
      else if (source.startsWith('${', i)) {
        templates.push(depth)
        return i + 2
      }
    }
    return source.length
  }
}

function until(source: string, end: string, from: number): number {
  const found = source.indexOf(end, from + 1)
  return found === -1 ? source.length : found
}

/** A quote that does not close on its line is an apostrophe in the text of a page, not a string. */
function endOfString(source: string, from: number): number {
  for (let i = from + 1; i < source.length && source[i] !== '\n'; i += 1) {
    if (source[i] === '\\') i += 1
    else if (source[i] === source[from]) return i + 1
  }
  return from + 1
}

/** A slash opens a regular expression where a value may stand; after a value it divides. */
function startsRegExp(source: string, at: number): boolean {
  if (endOfRegExp(source, at) === at) return false
  const before = source.slice(0, at).trimEnd()
  return before === '' || '(,=:[!&|?{};+-*%~^'.includes(before.at(-1)!) || /(?:^|\W)(?:return|typeof|case|=>)$/.test(before.slice(-12))
}

function endOfRegExp(source: string, from: number): number {
  let inClass = false
  for (let i = from + 1; i < source.length && source[i] !== '\n'; i += 1) {
    if (source[i] === '\\') i += 1
    else if (source[i] === '[') inClass = true
    else if (source[i] === ']') inClass = false
    else if (source[i] === '/' && !inClass) return i + 1
  }
  return from
}
