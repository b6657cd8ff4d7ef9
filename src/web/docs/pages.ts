import { ENDPOINTS } from '#api/index.ts'
import type { Context } from '#platform/context/index.ts'
import { openApiText } from '#platform/http/openapi.ts'
import { errorsOf } from '#platform/http/openapi/answers.ts'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import type { DocPage } from './doc-page.ts'
import { guides } from './guides.ts'
import { byTag, readReference, type Operation, type Reference } from './operations.ts'
import { operationPath } from '#web/framework/doc-paths.ts'
import { fence, operationContent } from './operation-page.ts'
import type { Sample } from './samples.ts'
import { upperFirst } from '#web/framework/format.ts'

export type Docs = {
  openApi: string
  guides: readonly (readonly [heading: string, pages: readonly DocPage[]])[]
  groups: readonly (readonly [tag: string, pages: readonly DocPage[]])[]
  records: Reference['records']
  byPath: ReadonlyMap<string, DocPage>
}

/** Builds all documentation pages from the endpoints of this process and from text files. This is slow, so call the function only once. */
export function makeDocs(ctx: Context): Docs {
  const openApi = openApiText(ENDPOINTS, ctx.config)
  const errors = new Map(ENDPOINTS.map((one) => [one.id, errorsOf(one)]))
  const reference = readReference(JSON.parse(openApi), recordedExamples(), (id) => errors.get(id) ?? [])
  const baseUrl = `${ctx.config.programsUrl}/v1`
  const groups = byTag(reference.operations).map(
    ([tag, operations]) => [tag, operations.map((operation) => operationPage(operation, reference, baseUrl))] as const,
  )
  const written = guides(ctx, reference)
  const index = indexPage(groups, ctx.config.programsUrl)
  const all = [...written, ['Reference', [index]] as const, ...groups].flatMap(([, pages]) => pages)
  return {
    openApi,
    guides: [...written, ['Reference', [index]]],
    groups,
    records: reference.records,
    byPath: new Map(all.map((page) => [page.path, page])),
  }
}

function operationPage(operation: Operation, reference: Reference, baseUrl: string): DocPage {
  return {
    path: operationPath(operation.id),
    title: titleOf(operation.id),
    about: `${operation.method} /v1${operation.path}: ${operation.summary}`,
    operation,
    ...operationContent(operation, reference, baseUrl),
  }
}

/** Returns the title of an operation: `createListing` becomes `Create listing`. */
const titleOf = (id: string): string => upperFirst(id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const indexPage = (groups: Docs['groups'], programsUrl: string): DocPage => ({
  path: '/docs/api',
  title: 'API reference',
  about: 'Every operation in the API, by resource.',
  text: [
    `The base URL is \`${programsUrl}/v1\`. Every operation has its own page. [openapi.json](/openapi.json) (OpenAPI 3.1) describes all of them for programs. The [conventions](/docs/conventions) apply to every operation.`,
    'Downloads: a collection for [Postman](/docs/api/postman.json) and one for [Bruno](/docs/api/bruno.json), each with every call that a key can make. [Arazzo](/docs/api/arazzo.json) describes the main flows: sell a lamp, haggle and buy, hold, refund, receive events. The [SDK](/docs/sdk) is a single file.',
    ...groups.map(
      ([tag, pages]) =>
        `## ${tag}\n\n${pages.map(({ path, operation }) => `- [\`${operation!.method} ${operation!.path}\`](${path})  \n  ${operation!.summary}`).join('\n')}`,
    ),
  ].join('\n\n'),
})

/** Returns a documentation page as one Markdown file. */
export const markdownOf = ({ title, text, more, samples, aside, operation }: DocPage): string =>
  [
    `# ${title}`,
    ...(operation ? [`\`${operation.method} /v1${operation.path}\``] : []),
    text,
    ...(more ? [more] : []),
    ...(samples ? [samplesText(samples)] : []),
    ...(aside ? [aside] : []),
  ]
    .join('\n\n')
    .concat('\n')

const samplesText = (samples: readonly Sample[]): string =>
  ['## Request', ...samples.flatMap(({ name, language, text }) => [`### ${name}`, fence(language, text)])].join('\n\n')
