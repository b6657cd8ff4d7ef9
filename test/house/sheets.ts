import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './imports.ts'

/** Folders with the shared style sheets. The style sheet of each page may refine the classes that these define. */
const SHARED = ['base', 'layout', 'components'] as const

/**
 * Returns every class that appears in top-level rules of two page style sheets. All pages load one combined style sheet, so the two sheets
 * would affect each other. Print styles are exempt, because they only hide elements. Throws if there is no style sheet.
 */
export function sharedClasses(css: string): Fault[] {
  const shared = new Set(SHARED.flatMap((folder) => sheets(css, folder).flatMap(({ text }) => classesOf(text))))
  const pages = sheets(css, 'pages')
  if (pages.length === 0) throw new Error(`No sheets in ${css}/pages: nothing would be checked.`)
  const owners = new Map<string, string[]>()
  for (const { name, text } of pages) {
    for (const one of new Set(classesOf(text))) if (!shared.has(one)) owners.set(one, [...(owners.get(one) ?? []), name])
  }
  return [...owners]
    .filter(([, names]) => names.length > 1)
    .map(([one, names]) => `.${one} is in ${names.join(' and ')}: give one a separate name, or make it a component`)
}

function sheets(css: string, folder: string): { name: string; text: string }[] {
  const names = readdirSync(join(css, folder)).filter((name) => name.endsWith('.css'))
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(css, folder, name), 'utf8') }))
}

/**
 * Returns the classes in the selectors of top-level rules. Includes rules inside `@media` and similar blocks, but not inside `@media
 * print`.
 */
function classesOf(text: string): string[] {
  const open: string[] = []
  const found: string[] = []
  for (const [, words, sign] of text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '}') open.pop()
    if (sign !== '{') continue
    const selector = words!.trim()
    const isTop = open.every((outer) => outer.startsWith('@') && outer !== '@media print')
    if (isTop && !selector.startsWith('@')) found.push(...[...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!))
    open.push(selector)
  }
  return found
}

/** Files that use a class without a style: scripts and tests find an element by it. */
const FINDERS = /^(src\/web\/islands|test)\/|\.test\.tsx?$/

/**
 * Returns every class of a page that no style sheet defines, and that no script or test uses. `files` are the contents of all files by
 * path. Only classes that are written as a literal are checked.
 */
export function unstyledClasses(css: string, files: Readonly<Record<string, string>>): Fault[] {
  const known = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!))
  const finders = Object.keys(files).filter((path) => FINDERS.test(path))
  const isFound = (name: string) => finders.some((path) => files[path]!.includes(`.${name}`) || files[path]!.includes(`class="${name}"`))
  return Object.entries(files)
    .filter(([path]) => path.endsWith('.tsx') && !FINDERS.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\bclass="([^"]+)"/g)].flatMap(([, words]) => words!.split(' ').map((name) => ({ path, name }))),
    )
    .filter(({ name }) => !known.has(name) && !isFound(name))
    .map(({ path, name }) => `${path}: no style sheet defines .${name}`)
}

/** Values that a style sheet may use: the declared length variables, and the breakpoints for media queries. */
export type Scale = { lengths: Readonly<Record<string, string>>; breakpoints: readonly string[] }

/**
 * Returns every length, text size and media query width that does not use a declared name. Relative lengths (`em`, `ch`, `lh`, `%`, `vw`)
 * are allowed, but text sizes must use `rem`, because nesting does not multiply `rem`.
 */
export function strayLengths(css: string, { lengths, breakpoints }: Scale): Fault[] {
  const all = readdirSync(css).flatMap((folder) => sheets(css, folder).map(({ name, text }) => ({ name: `${folder}/${name}`, text })))
  if (all.length === 0) throw new Error(`No sheets in ${css}: nothing would be checked.`)
  return all.flatMap(({ name, text }) =>
    statementsOf(text).flatMap((statement) => {
      const wrong = faultOf(statement)
      return wrong === null ? [] : [`${name}: "${statement}": ${wrong}`]
    }),
  )

  function faultOf(statement: string): string | null {
    if (statement.startsWith('@media')) {
      const strange = [...statement.matchAll(/[\d.]+(?:px|r?em)\b/g)].filter(([width]) => !breakpoints.includes(width))
      return strange.length > 0 ? `the breakpoints are ${breakpoints.join(', ')}` : null
    }
    const [, property = '', value = ''] = /^([\w-]+)\s*:\s*([^]*)$/.exec(statement) ?? []
    if (/(?<![\w#]|[\w-]-)\.?\d[\d.]*(?:px|rem|pt|pc|cm|mm|in|q)\b/i.test(value)) return 'name a length of the scale'
    if (property !== 'font-size' && property !== 'font') return null
    const size = /var\(--(t[\w-]*)\)/.exec(value)?.[1]
    return value === 'inherit' || (size !== undefined && size in lengths) ? null : 'name a size of text of the scale'
  }
}

/** Returns each pixel length in a style sheet once. */
export const pixelLengths = (text: string): string[] => [...new Set(text.match(/(?<![\w#]|[\w-]-)\.?\d[\d.]*px\b/g))].toSorted()

/** Returns the declarations and `@media` conditions in a stylesheet. Each entry is one declaration or condition. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split(/[{};]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part.startsWith('@media') || /^[\w-]+ ?:(?! ?:)/.test(part))
