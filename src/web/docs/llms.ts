import type { Context } from '#platform/context.ts'
import { markdownOf, type DocPage, type Docs } from './pages.ts'

const ABOUT =
  'A marketplace for second-hand things. Sellers run shops, buyers search, offer and buy; everything the app does, the API does.'

/** The index for language models, after llmstxt.org: each page with one line, all of them Markdown. */
export function llmsText({ config }: Context, { guides, groups }: Docs): string {
  const line = ({ path, title, about }: DocPage): string => `- [${title}](${config.programsUrl}${path}.md): ${about}`
  return [
    '# resale',
    `> ${ABOUT}`,
    `The API is at ${config.programsUrl}/v1, with bearer keys; the marketplace is read without one. Errors are JSON and say what to do.`,
    `## Guides\n\n${guides.map(line).join('\n')}`,
    ...groups.map(([tag, pages]) => `## ${tag}\n\n${pages.map(line).join('\n')}`),
    [
      '## Optional',
      '',
      `- [openapi.json](${config.programsUrl}/openapi.json): all operations and records, OpenAPI 3.1`,
      `- [llms-full.txt](${config.programsUrl}/llms-full.txt): all of these pages in one file`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

/** All pages in one file, in the order of the index. */
export const llmsFullText = (ctx: Context, { byPath }: Docs): string =>
  [...byPath.values()].map((page) => `<!-- ${ctx.config.programsUrl}${page.path} -->\n\n${markdownOf(page)}`).join('\n')
