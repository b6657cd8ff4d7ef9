import { writeXml } from '#platform/encoding/xml.ts'
import { renderMarkdown, slugOf } from './markdown.ts'
import { anchorOf } from './anchors.ts'

/** One entry of CHANGELOG.md: its day, its anchor, and its Markdown. */
export type Change = { day: string; id: string; text: string }

/** Parses CHANGELOG.md: a heading per day, `## 2026-11-22`, and below it a list. Throws on anything else. */
export function readChanges(markdown: string): Change[] {
  const used = new Map<string, number>()
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [day = '', ...lines] = part.trim().split('\n')
      if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`CHANGELOG.md: the heading "${day}" is no day`)
      return lines
        .filter((line) => line !== '')
        .map((line): Change => {
          if (!line.startsWith('- ')) throw new Error(`CHANGELOG.md: under ${day} stands no list: ${line.slice(0, 60)}`)
          return { day, id: idOf(line.slice(2), used), text: line.slice(2) }
        })
    })
}

/** Returns an id of the first words, so later edits to the end keep the anchor. */
const idOf = (text: string, used: Map<string, number>): string => anchorOf(slugOf(text).split('-').slice(0, 6).join('-'), used)

/** Renders the changelog page: the same list, with an anchor per entry. */
export const changesText = (changes: readonly Change[]): string =>
  [...Map.groupBy(changes, ({ day }) => day)]
    .map(([day, entries]) => `## ${day}\n\n${entries.map(({ id, text }) => `- ${text} [#](#${id})`).join('\n')}`)
    .join('\n\n')

/** Renders the Atom feed, newest first. */
export function changesFeed(changes: readonly Change[], publicUrl: string): string {
  const page = `${publicUrl}/docs/changelog`
  const at = (day = '2026-01-01'): string => `${day}T00:00:00Z`
  const entry = changes.map(({ day, id, text }) => {
    const { html } = renderMarkdown(text)
    return {
      id: `urn:resale:change:${id}`,
      title: titleOf(html),
      link: { '@href': `${page}#${id}` },
      updated: at(day),
      content: { '@type': 'html', '#text': html },
    }
  })
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: 'urn:resale:changelog',
    title: 'resale for developers: what changed',
    link: [{ '@href': page }, { '@rel': 'self', '@href': `${page}.atom` }],
    updated: at(changes[0]?.day),
    author: { name: 'resale' },
    entry,
  }
  return writeXml({ feed })
}

/** Returns the first sentence as plain text, cut between two words. */
function titleOf(html: string): string {
  const text = html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name]!)
    .trim()
  const sentence = text.split(/(?<=\.) /)[0]!.replace(/\.$/, '')
  return sentence.length <= LONGEST_TITLE ? sentence : `${sentence.slice(0, LONGEST_TITLE).replace(/\s\S*$/, '')} …`
}

const LONGEST_TITLE = 120
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
