import type { Context } from '#platform/context/index.ts'
import type { App } from '#platform/http/mount.ts'
import { testAccounts, tenantFor } from '#identity/test-mode/index.ts'
import { refuseOtherMethods } from '#platform/http/mount.ts'
import { openApiFor } from '#platform/http/openapi-served.ts'
import { goTo, securityHeaders, sendPage, anonymousCaller, type Call, type Markup } from '#web/framework/answer.ts'
import { encodedText, lazyEncodedText, sendText } from '#web/framework/cached-text.ts'
import { notFound, serveGet } from '#web/framework/page/page.tsx'
import { viewerOf } from '#web/framework/session.ts'
import { readReleases, releasesFeed } from './changelog.ts'
import { CLIENT_FILES, clientFile, EXAMPLE_FILES, projectFile } from './guides.ts'
import { DocsPage, DocsSearchPage } from './layout.tsx'
import { LONGEST_QUERY } from './search.ts'
import { llmsFullText, llmsText } from './llms.ts'
import type { DocPage } from './doc-page.ts'
import { makeDocs, markdownOf, type Docs } from './pages.ts'
import { YourKeys } from './your-keys.tsx'

/** Mounts the documentation: pages, their Markdown versions, `openapi.json` and files for language models. */
export function mountDocs(app: App, ctx: Context): void {
  let made: Docs | undefined
  // built on first use, because the OpenAPI document is too slow to build at startup
  const docs = (): Docs => (made ??= makeDocs(ctx))
  const texts: Record<string, [type: string, text: () => string]> = {
    '/llms.txt': [PLAIN, () => llmsText(ctx, docs())],
    '/llms-full.txt': [PLAIN, () => llmsFullText(ctx, docs())],
    '/docs/changelog.atom': [
      'application/atom+xml; charset=utf-8',
      () => releasesFeed(readReleases(projectFile('CHANGELOG.md')), ctx.config.publicUrl),
    ],
    ...Object.fromEntries(CLIENT_FILES.map((name) => [`/docs/api/${name}`, ['application/json', () => clientFile(name, ctx)]])),
    ...Object.fromEntries(
      Object.entries(EXAMPLE_FILES).map(([name, type]) => [`/docs/examples/${name}`, [type, () => projectFile(`docs/examples/${name}`)]]),
    ),
  }
  for (const [path, [type, text]] of Object.entries(texts)) {
    const encodedText = lazyEncodedText(text)
    serveGet(app, ctx, path, 'docs file', async (c) => sendText(c, type, encodedText()))
    refuseOtherMethods(app, ctx, path)
  }
  const openApi = openApiFor(() => docs().openApi, ctx.config)
  serveGet(app, ctx, '/openapi.json', 'docs file', async (c) => sendText(c, 'application/json', openApi(c.env.incoming.headers.host)))
  refuseOtherMethods(app, ctx, '/openapi.json')
  const html = new Map<string, string>()
  serveGet(app, ctx, '/changelog', 'docs', async (c) => goTo(c, '/docs/changelog', 308))
  serveGet(app, ctx, '/docs/search', 'docs search', (c) => sendSearch(ctx, c, docs()))
  for (const path of ['/docs', '/docs.md', '/docs/*']) {
    serveGet(app, ctx, path, 'docs', (c) => sendDoc(ctx, c, docs(), html))
  }
}

const PLAIN = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

async function sendDoc(ctx: Context, c: Call, docs: Docs, html: Map<string, string>): Promise<Response> {
  const asMarkdown = c.req.path.endsWith('.md')
  const doc = docs.byPath.get(asMarkdown ? c.req.path.slice(0, -3) : c.req.path)
  if (!doc) throw notFound()
  if (asMarkdown || prefersMarkdown(c.req.header('Accept'))) {
    return sendText(c, MARKDOWN, encodedText(markdownOf(doc)), { Vary: 'Accept', ...securityHeaders(ctx) })
  }
  if (c.req.header('Cookie') !== undefined) return sendOwn(ctx, c, docs, doc)
  const text = html.get(doc.path) ?? (await asText(<DocsPage ctx={ctx} docs={docs} page={doc} viewer={anonymousCaller(c)} />))
  html.set(doc.path, text)
  return sendPage(ctx, c, text, { cache: 'public', headers: { Vary: 'Accept, Cookie' } })
}

/** Sends the results of a documentation search. Search engines must not index them. */
async function sendSearch(ctx: Context, c: Call, docs: Docs): Promise<Response> {
  const query = (c.req.query('q') ?? '').trim().slice(0, LONGEST_QUERY)
  const viewer = c.req.header('Cookie') === undefined ? anonymousCaller(c) : await viewerOf(ctx, c)
  return sendPage(ctx, c, <DocsSearchPage ctx={ctx} docs={docs} viewer={viewer} query={query} />, {
    headers: { 'X-Robots-Tag': 'noindex' },
  })
}

const asText = async (markup: Markup): Promise<string> => markup.toString()

/**
 * Sends a page to a caller with a cookie. The page has the user's header, color scheme and keys, and lets the user choose between test and
 * live data for calls.
 */
async function sendOwn(ctx: Context, c: Call, docs: Docs, doc: DocPage): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const personal = doc.path === '/docs' && viewer.kind === 'session' ? await YourKeys({ ctx, viewer }) : undefined
  const hasTests = doc.operation !== undefined && viewer.kind === 'session' && (await testAccounts(ctx, tenantFor(viewer))).length > 0
  return sendPage(ctx, c, <DocsPage ctx={ctx} docs={docs} page={doc} viewer={viewer} personal={personal} hasTests={hasTests} />)
}

/** Returns true if the Accept header lists Markdown and gives it at least the weight of HTML. A plain `curl` request gets HTML. */
function prefersMarkdown(accept = ''): boolean {
  const weight = (type: string): number => {
    const entry = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(type))
    return entry === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1)
  }
  return weight('text/markdown') > 0 && weight('text/markdown') >= weight('text/html')
}
