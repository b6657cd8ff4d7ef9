/**
 * A part of an email. The plain text is the only source of an email, so its text and HTML versions have the same content. `button`: a
 * paragraph that contains only a URL. `items`: a list whose items may have links. `end`: everything below the signature separator.
 */
export type Block =
  | { kind: 'text' | 'quote' | 'heading' | 'end'; text: string }
  | { kind: 'button'; href: string }
  | { kind: 'items'; title: string | null; items: readonly Item[]; href: string | null }

export type Item = { text: string; href: string | null }

const URL_LINE = /^https?:\/\/\S+$/
const END_MARK = '-- \n'

/**
 * Splits the text of an email into its parts. Text from a user cannot imitate a different part, because it is in a quotation or inside a
 * sentence.
 */
export const blocksOf = (text: string): Block[] => text.split('\n\n').map(blockOf)

function blockOf(part: string): Block {
  if (part.startsWith(END_MARK)) return { kind: 'end', text: part.slice(END_MARK.length) }
  if (URL_LINE.test(part)) return { kind: 'button', href: part }
  if (part.startsWith('* ')) return { kind: 'heading', text: part.slice(2) }
  const lines = part.split('\n')
  if (lines.every((line) => line.startsWith('>'))) return { kind: 'quote', text: lines.map((line) => line.replace(/^> ?/, '')).join('\n') }
  return lines.some((line) => line.startsWith('- ')) ? listOf(lines) : { kind: 'text', text: part }
}

/**
 * Parses `- item` lines. The URL below an item belongs to that item, and a further URL belongs to the list. Text before the first item is
 * the title.
 */
function listOf(lines: readonly string[]): Block {
  const items: Item[] = []
  const title: string[] = []
  let href: string | null = null
  for (const line of lines) {
    const [last] = items.slice(-1)
    if (line.startsWith('- ')) items.push({ text: line.slice(2), href: null })
    else if (!last) title.push(line)
    else if (last.href === null && last.text !== MORE) last.href = line.trim()
    else href = line.trim()
  }
  return { kind: 'items', title: title.join(' ') || null, items, href }
}

/** Text of the last list item when there are more results than the list shows. */
const MORE = 'and more'
