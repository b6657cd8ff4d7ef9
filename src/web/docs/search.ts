import type { DocPage } from './doc-page.ts'
import { markdownOf, type Docs } from './pages.ts'

/** Maximum length of a query in characters, and maximum number of results. */
export const LONGEST_QUERY = 100
const MOST = 20

type Entry = { page: DocPage; title: string; name: string; about: string; text: string }
const entries = new WeakMap<Docs, readonly Entry[]>()

/** Returns the pages that contain every word. Matches in the name come first, then matches in the description, then matches in the body. */
export function searchDocs(docs: Docs, query: string): DocPage[] {
  const words =
    query
      .slice(0, LONGEST_QUERY)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  if (words.length === 0) return []
  return entriesOf(docs)
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ entry: { page } }) => page)
}

function entriesOf(docs: Docs): readonly Entry[] {
  const known = entries.get(docs)
  if (known) return known
  const made = [...docs.byPath.values()].map((page): Entry => {
    const { operation } = page
    const name = operation ? `${operation.id} ${operation.method} ${operation.path}` : page.path
    return {
      page,
      title: page.title.toLowerCase(),
      name: name.toLowerCase(),
      about: page.about.toLowerCase(),
      text: markdownOf(page).toLowerCase(),
    }
  })
  entries.set(docs, made)
  return made
}

/** Returns the search score of a page, or 0 if the page lacks any of the words. */
function scoreOf({ title, name, about, text }: Entry, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    const score =
      (title.includes(word) ? 8 : 0) + (name.includes(word) ? 6 : 0) + (about.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0)
    if (score === 0) return 0
    sum += score
  }
  return sum
}
