import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import jsTokens from 'js-tokens'
import { isTest } from './imports.ts'

/** Kinds of prose that are checked: comments, documents, strings in code, and test names. */
export type Kind = 'comments' | 'documents' | 'texts' | 'tests'

/** A construction that plain technical English avoids. `write` is its replacement. */
type Construction = { name: string; pattern: RegExp; write: string }

const BE = '(?:is|are|was|were|be|been|being)'
const VERB =
  '(?:is|are|was|were|has|have|does|do|goes?|comes?|can|may|must|gets?|takes?|needs?|waits?|says?|tells?|holds?|makes?|keeps?|ends?|costs?|belongs?)'

const CONSTRUCTIONS: readonly Construction[] = [
  {
    name: 'a clause as subject',
    pattern: new RegExp(String.raw`(?:^|[.:;!] )(?:What|Who|Whose|Where|How) (?:[\w’'-]+ ){1,12}?${VERB}\b(?![^.?!]*\?)`, 'g'),
    write: 'the actor first',
  },
  { name: 'told or said in the passive', pattern: new RegExp(String.raw`\b${BE} (?:told|said)\b`, 'g'), write: 'notifies, reports' },
  {
    name: 'an archaic word',
    pattern: /\b(?:anew|who(?:m)?ever|lest|for want of|there(?:of|in)|hence(?:forth)?|whence)\b/gi,
    write: 'again, anyone who',
  },
  { name: 'people as -body', pattern: /\b(?:no|some|every)body\b/gi, write: 'the role, no one, someone' },
  {
    name: 'stands for is',
    pattern: /\b(?:stands?|stood) (?:in|at|by|on|once|there|here|open|alone|under|until|as|behind|beside|above|below|for itself)\b/g,
    write: 'is',
  },
  {
    name: 'keeps for caches or stores',
    pattern: /\b(?:kept|keeps?) (?:answers?|pages?|rows|bytes|for|by|as|in|while|beside)\b/g,
    write: 'caches, stores',
  },
  {
    name: 'of its own, by itself',
    pattern: /\b(?:of (?:its|their|one’s|his|her|our|your|my) own|by (?:itself|themselves))\b/g,
    write: 'its own …, alone',
  },
  {
    name: 'a borrowed idiom',
    pattern: /\b(?:(?:becomes?|became|comes?|came) of|hangs? on|goes by|went by|give[ns]? way|wants? out|lets? (?:in|out)|takes? in)\b/g,
    write: 'results from, depends on',
  },
  {
    name: 'and nothing else, once more',
    pattern: /\b(?:and nothing (?:else|more)|and no (?:other|more)|once more|over and over)\b/g,
    write: 'only, again',
  },
  { name: 'thing', pattern: /\b(?:a|the|one|each|every|any|this|that|two|no|of) things?\b/gi, write: 'item, listing, record' },
  { name: 'as it is, as they come', pattern: /\bas (?:it|they) (?:is|are|was|were|comes?|came|goes|stands?)\b/g, write: 'unchanged' },
  {
    name: 'those that, all that',
    pattern: /\b(?:those (?:that|who|of)|that which|one of (?:those|them)|all (?:that|who))\b/g,
    write: 'the noun',
  },
]

/** Matches a doc comment whose first words name neither an action nor a role. */
export const WEAK_START = /^(?:What|Whether|Who|Whom|Whose|Of|Those|So many)\b/

const TEST_CALL = /(?:^|\.)(?:test|it|describe)$/
/** Matches strings that are not prose: SQL, CSS, HTML, regular expressions, and test data in the demo. */
const NOT_PROSE = /^[\s\S]*[<>{}=;][\s\S]*$|\b(?:select|insert into|update|delete from) /i
/** Matches JSX attributes whose strings people read. */
const READABLE = /^(?:alt|aria-label|button|caption|description|does|hint|label|more|note|placeholder|problem|purpose|title|words|yes)$/
const THREE_WORDS = /[A-Za-z’']+ [a-z’']+ [a-z’']+/

/** Returns the prose in a source file, by kind. Each entry is one comment, string or name. */
export function proseOf(path: string, source: string): Record<Kind, string[]> {
  const found: Record<Kind, string[]> = { comments: [], documents: [], texts: [], tests: [] }
  if (path.endsWith('.md')) found.documents.push(source.replaceAll(/```[^]*?```|<[^>]+>/g, ' ').replaceAll(/`[^`\n]*`/g, 'x'))
  else if (/\.(?:sql|sh|ya?ml)$/.test(path))
    for (const [, line] of source.matchAll(/^\s*(?:--|#(?!!)) ?(.*)$/gm)) found.comments.push(line!)
  else readTokens(path, source, found)
  return found
}

function readTokens(path: string, source: string, found: Record<Kind, string[]>): void {
  const inTest = isTest(path)
  let before: string[] = []
  const tokens: Iterable<{ type: string; value: string }> = jsTokens(source, { jsx: path.endsWith('x') })
  for (const { type, value } of tokens) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue
    if (type === 'SingleLineComment' || type === 'MultiLineComment') found.comments.push(plainComment(value))
    else if (type === 'JSXString') {
      if (READABLE.test(before[0] ?? '')) found.texts.push(value.slice(1, -1))
    } else if (type === 'JSXText' || type === 'StringLiteral' || type === 'NoSubstitutionTemplate' || type.startsWith('Template')) {
      const text = (type === 'JSXText' ? value : value.slice(1, -1)).replaceAll(/`[^`\n]*`/g, 'x').trim()
      if (inTest) {
        if (before.at(-1) === '(' && TEST_CALL.test(before.at(-2) ?? '')) found.tests.push(text)
      } else if (type === 'JSXText' ? /[A-Za-z]/.test(text) : THREE_WORDS.test(text) && !NOT_PROSE.test(text)) found.texts.push(text)
    }
    before = [...before.slice(-1), value]
  }
}

const plainComment = (comment: string): string =>
  comment
    .replaceAll(/^\/\*+|\*\/$|^\s*\/\/ ?|^\s*\* ?/gm, ' ')
    .replaceAll(/`[^`\n]*`/g, 'x')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The results for one kind of prose. `parts` is the number of entries (comments, strings or names). `weakStarts` is the number of entries
 * that start with a weak construction. `findings` lists the discouraged constructions.
 */
export type Measure = Record<Kind, { words: number; parts: number; weakStarts: number; findings: string[] }>

/** Measures all prose in the project. Throws if there are no files. */
export function measureProse(root: string): Measure {
  const paths = globSync(
    [
      '{src,test,demo,bin}/**/*.{ts,tsx,js}',
      'packages/*/{src,generate}/**/*.ts',
      'packages/*/*.{ts,md}',
      '{db,deploy,.github}/**/*.{sql,sh,yaml,yml,md}',
      'docs/**/*.md',
      '*.md',
    ],
    { cwd: root },
  ).filter((path) => !/node_modules|CHANGELOG|LICENSE|test\/house\/prose/.test(path))
  if (paths.length === 0) throw new Error(`No files under ${root}: nothing would be checked.`)
  const none = () => ({ words: 0, parts: 0, weakStarts: 0, findings: [] as string[] })
  const measure: Measure = { comments: none(), documents: none(), texts: none(), tests: none() }
  for (const path of paths)
    for (const [kind, parts] of Object.entries(proseOf(path, readFileSync(join(root, path), 'utf8'))) as [Kind, string[]][]) {
      const of = measure[kind]
      of.parts += parts.length
      for (const part of parts) {
        of.words += part.match(/[A-Za-z’']+/g)?.length ?? 0
        if (kind === 'comments' && WEAK_START.test(part)) of.weakStarts += 1
        for (const finding of findingsIn(part)) of.findings.push(`${path}: ${finding}`)
      }
    }
  return measure
}

/** Returns the discouraged constructions in a passage. Each finding has its context and a replacement. */
export function findingsIn(text: string): string[] {
  return CONSTRUCTIONS.flatMap(({ name, pattern, write }) =>
    [...text.matchAll(pattern)].map((match) => {
      const excerpt = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 40).replaceAll(/\s+/g, ' ')
      return `${name} in "…${excerpt}…" (write: ${write})`
    }),
  )
}
