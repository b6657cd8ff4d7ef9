import { Marked } from 'marked'
import { escaped, snippetHtml } from '#web/ui/index.ts'
import { anchorOf } from './anchors.ts'

export type Heading = { id: string; text: string }
export type Rendered = { html: string; headings: readonly Heading[] }

/**
 * Renders the project's Markdown to HTML. Escapes raw HTML, allows only known kinds of links, and gives headings anchors. Wide content
 * scrolls inside a focusable frame.
 */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = []
  const used = new Map<string, number>()
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      html: ({ text }) => escaped(text),
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = anchorOf(slugOf(text), used)
        if (depth === 2) headings.push({ id, text: plain(text) })
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      code: ({ text, lang = '' }) => snippetHtml(text, lang) + '\n',
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (!SAFE.test(href)) return text
        // `[#](#id)` in a changelog entry becomes the anchor for that entry and a link to it
        if (text === '#')
          return `<a class="docs-mark" id="${escaped(href.slice(1))}" href="${escaped(href)}" aria-label="Link to this entry">#</a>`
        return `<a href="${escaped(href)}"${href.startsWith('http') ? ' rel="noopener"' : ''}>${text}</a>`
      },
      image: ({ text }) => escaped(text),
      table({ header, rows }) {
        const inline = ({ tokens }: (typeof header)[number]) => this.parser.parseInline(tokens)
        const labels = header.map(({ tokens }) => escaped(plain(this.parser.parseInline(tokens, this.parser.textRenderer))))
        const head = header
          .map((cell) => `<th scope="col" role="columnheader">${inline(cell) || '<span class="hidden-text">Also</span>'}</th>`)
          .join('')
        const body = rows.map((row) => row.map((cell, at) => `<td role="cell" data-label="${labels[at]}">${inline(cell)}</td>`).join(''))
        const name = escaped(headings.at(-1)?.text ?? 'Table')
        // sets explicit roles, because phones lay out table rows as blocks, and blocks lose the table semantics
        return `<div class="table-wrap" role="group" aria-label="${name}" tabindex="0"><table class="table" role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.map((row) => `<tr role="row">${row}</tr>`).join('')}</tbody></table></div>\n`
      },
    },
  })
  return { html: marked.parse(markdown, { async: false }), headings }
}

/** Allowed links: our own pages, anchors on this page, and other sites. */
const SAFE = /^(?:\/(?!\/)|#|https?:\/\/)/

const plain = (text: string): string =>
  text
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&amp;/g, '&')

/** Returns the anchor for a heading: `The nine events` becomes `the-nine-events`. */
export const slugOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part'
