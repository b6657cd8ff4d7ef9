import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './imports.ts'

/** Sheets for everybody: what they name may be refined by any page. */
const SHARED = ['base', 'layout', 'components'] as const

/**
 * Every class that two sheets of pages name outside of other rules: the two are on each other's pages, for there is
 * one stylesheet. What is for paper is let off, it hides things of others. Throws where there is no sheet.
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
    .map(([one, names]) => `.${one} stands in ${names.join(' and ')}: give one of them a name of its own, or make it a component`)
}

function sheets(css: string, folder: string): { name: string; text: string }[] {
  const names = readdirSync(join(css, folder)).filter((name) => name.endsWith('.css'))
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(css, folder, name), 'utf8') }))
}

/** The classes in the selectors of rules that stand in no other rule; `@media` and its like are no rule. */
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
