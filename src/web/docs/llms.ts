import type { Core } from '#platform/context/index.ts'
import type { DocPage } from './doc-page.ts'
import { markdownOf, type Docs } from './pages.ts'
import { briefReference } from './brief.ts'

const ABOUT =
  'A marketplace for second-hand items. Sellers run shops; buyers search, make offers and buy. The API can do everything that the app does.'

/** Returns the index for language models (llmstxt.org) in under 4 KB: an introduction, then one line per guide, with Markdown links. */
export function llmsText({ config: { programsUrl: at } }: Core, { guides, groups }: Docs): string {
  const line = ({ path, title, about }: DocPage): string => `- [${title}](${path}.md): ${about}`
  return [
    '# resale',
    `> ${ABOUT}`,
    `Acting for a person? Connect to ${at}/mcp (MCP, streamable HTTP): without a key, its tools search the market; with "Authorization: Bearer <key>", they also sell and buy. Writing code? The API is at ${at}/v1 with bearer keys; errors say what to do.`,
    `Addresses below are on ${at}. Before you move or commit money, read [approvals](/docs/approvals.md).`,
    ...guides.map(([heading, pages]) => `## ${heading}\n\n${pages.map(line).join('\n')}`),
    `Each operation has a page: /docs/api/{operationId}.md, such as [makeOffer](/docs/api/makeOffer.md). Groups: ${groups.map(([tag]) => tag).join(', ')}.`,
    [
      '## Optional',
      '',
      '- [llms-full.txt](/llms-full.txt): these pages and every operation in one file',
      '- [openapi.json](/openapi.json): OpenAPI 3.1',
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

/**
 * Returns all guides as one document of less than 175 KB, followed by a short reference for every operation. Omits the changelog and the
 * illustrations.
 */
export const llmsFullText = (ctx: Core, docs: Docs): string =>
  [
    ...docs.guides
      .flatMap(([, pages]) => pages)
      .filter(({ path }) => path !== '/docs/changelog' && path !== '/docs/api')
      .map(({ more: _, ...page }) => `<!-- ${page.path} -->\n\n${markdownOf(page)}`),
    briefReference(docs),
  ].join('\n')
