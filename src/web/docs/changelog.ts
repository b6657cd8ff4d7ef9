import { writeXml } from '#platform/encoding/xml.ts'
import { renderMarkdown, slugOf } from './markdown.ts'
import { anchorOf } from './anchors.ts'

/** An entry in CHANGELOG.md: its group, its anchor on the page, and its Markdown. */
export type Change = { group: string; id: string; text: string }
/** A version in the changelog. `day` is the release date, or null if the version is unreleased. */
export type Release = { version: string; day: string | null; changes: readonly Change[] }

const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const HEADING = /^(\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$/

/**
 * Parses CHANGELOG.md, which lists the newest release first. A release has a heading such as `## 0.2.0 (2026-12-01)` or `## 0.2.0
 * (unreleased)`, and groups such as `### Added` that contain a list. Throws if the file contains anything else.
 */
export function readReleases(markdown: string): Release[] {
  const used = new Map<string, number>()
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.trim().split('\n')
      const [, version, day] = HEADING.exec(heading) ?? fail(`the heading "${heading}" is not a version with a date`)
      return { version: version!, day: day === 'unreleased' ? null : day!, changes: readLines(lines, heading, used) }
    })
}

function readLines(lines: readonly string[], heading: string, used: Map<string, number>): Change[] {
  const changes: Change[] = []
  let group = ''
  for (const line of lines.filter((one) => one !== '')) {
    if (line.startsWith('### '))
      group = GROUPS.find((one) => one === line.slice(4)) ?? fail(`"${line.slice(4)}" is not one of ${GROUPS.join(', ')}`)
    else if (group === '' || !line.startsWith('- ')) fail(`under ${heading}, a line is not a list item of a group: ${line.slice(0, 60)}`)
    else changes.push({ group, id: idOf(line.slice(2), used), text: line.slice(2) })
  }
  return changes
}

function fail(problem: string): never {
  throw new Error(`CHANGELOG.md: ${problem}`)
}

/** Returns an anchor made from the first words of an entry, so that a later edit to the end of the entry does not change the URL. */
const idOf = (text: string, used: Map<string, number>): string => anchorOf(slugOf(text).split('-').slice(0, 6).join('-'), used)

/** Returns the changelog page as Markdown. Each entry links to itself. */
export const releasesText = (releases: readonly Release[]): string =>
  releases
    .map(({ version, day, changes }) =>
      [`## ${version} (${day ?? 'unreleased'})`, groupsText(changes, ({ id, text }) => `- ${text} [#](#${id})`)].join('\n\n'),
    )
    .join('\n\n')

const groupsText = (changes: readonly Change[], line: (change: Change) => string): string =>
  [...Map.groupBy(changes, ({ group }) => group)].map(([group, all]) => `### ${group}\n\n${all.map(line).join('\n')}`).join('\n\n')

/** Returns the Atom feed, with an entry for each published release, newest first. */
export function releasesFeed(releases: readonly Release[], publicUrl: string): string {
  const page = `${publicUrl}/docs/changelog`
  const out = releases.filter(({ day }) => day !== null)
  const at = (day = '2026-01-01'): string => `${day}T00:00:00Z`
  const entry = out.map(({ version, day, changes }) => ({
    id: `urn:resale:release:${version}`,
    title: version,
    link: { '@href': `${page}#${slugOf(`${version} (${day})`)}` },
    updated: at(day!),
    content: { '@type': 'html', '#text': renderMarkdown(groupsText(changes, ({ text }) => `- ${text}`)).html },
  }))
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: 'urn:resale:changelog',
    title: 'resale for developers: releases',
    link: [{ '@href': page }, { '@rel': 'self', '@href': `${page}.atom` }],
    updated: at(out[0]?.day ?? undefined),
    author: { name: 'resale' },
    entry,
  }
  return writeXml({ feed })
}
