import { raw } from '#web/framework/jsx/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Document } from '#web/ui/layouts/document.tsx'
import { Foot, Top } from '#web/ui/layouts/frame.tsx'
import { RunForm, Samples } from './call-panel.tsx'
import { renderMarkdown, type Heading } from './markdown.ts'
import type { DocPage } from './doc-page.ts'
import type { Docs } from './pages.ts'
import { Found, SearchField } from './search-page.tsx'
import { searchDocs } from './search.ts'
import { siteOf } from '#web/framework/site.ts'

type Props = { ctx: Context; docs: Docs; page: DocPage; viewer: Viewer; personal?: Child; hasTests?: boolean }

/** A documentation page: the navigation, the main content, and a side column with examples or a list of sections. */
export const DocsPage = ({ ctx, docs, page, viewer, personal, hasTests = false }: Props) => {
  const text = renderMarkdown([page.text, ...(page.more ? [page.more] : [])].join('\n\n'))
  return (
    <Frame ctx={ctx} docs={docs} page={page} viewer={viewer}>
      <Head page={page} />
      {personal}
      <div class={page.operation ? 'docs-columns docs-wide' : 'docs-columns'}>
        <div class="docs-text">{raw(text.html)}</div>
        {page.operation ? (
          <div class="docs-beside">
            <Samples samples={page.samples ?? []} />
            {page.aside === undefined ? null : raw(renderMarkdown(page.aside).html)}
            <RunForm operation={page.operation} viewer={viewer} hasTests={hasTests} />
          </div>
        ) : (
          <Parts headings={text.headings} />
        )}
      </div>
      <Next docs={docs} page={page} />
    </Frame>
  )
}

/** The results page of the documentation search. */
export const DocsSearchPage = ({ ctx, docs, viewer, query }: Omit<Props, 'page' | 'personal'> & { query: string }) => (
  <Frame
    ctx={ctx}
    docs={docs}
    page={{ title: 'Search', path: '/docs/search', about: 'Search the documentation.' }}
    viewer={viewer}
    query={query}
  >
    <header class="docs-head">
      <h1>Search</h1>
    </header>
    <Found query={query} found={searchDocs(docs, query)} />
  </Frame>
)

type FrameProps = {
  ctx: Context
  docs: Docs
  page: Pick<DocPage, 'title' | 'path' | 'about'>
  viewer: Viewer
  query?: string | undefined
  children: Child
}

const Frame = ({ ctx, docs, page, viewer, query, children }: FrameProps) => (
  <Document
    site={siteOf(ctx)}
    title={`${page.title} · ${siteOf(ctx).name} for developers`}
    description={page.about}
    canonical={`${ctx.config.publicUrl}${page.path}`}
    scripts={['docs']}
    feeds={[
      ...(docs.byPath.has(page.path) ? [{ type: 'text/markdown', title: 'As Markdown', href: `${page.path}.md` }] : []),
      { type: 'application/atom+xml', title: 'Releases', href: '/docs/changelog.atom' },
    ]}
  >
    <Top site={siteOf(ctx)} viewer={viewer} />
    <div class="docs">
      <main class="main" id="content" tabindex={-1}>
        {children}
      </main>
      <DocLinks docs={docs} path={page.path} query={query} />
    </div>
    <Foot site={siteOf(ctx)} viewer={viewer} />
  </Document>
)

const Head = ({ page: { title, path, about, operation } }: { page: DocPage }) => (
  <header class="docs-head">
    <div class="docs-above">
      <span>{operation ? <a href="/docs/api">{operation.tag}</a> : 'For developers'}</span>
      <a class="docs-jump" href="#contents">
        All pages
      </a>
      <span class="actions">
        <a href={`${path}.md`} data-copy="Copy as Markdown">
          View as Markdown
        </a>
      </span>
    </div>
    <h1>{title}</h1>
    {operation ? (
      <p class="docs-call">
        <span class={`docs-${operation.method.toLowerCase()}`}>{operation.method}</span>
        <code>/v1{operation.path}</code>
      </p>
    ) : (
      <p class="lead">{about}</p>
    )}
  </header>
)

const Parts = ({ headings }: { headings: readonly Heading[] }) =>
  headings.length < 2 ? null : (
    <nav class="docs-parts" aria-label="On this page">
      <h2>On this page</h2>
      <ul role="list">
        {headings.map(({ id, text }) => (
          <li>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )

const DocLinks = ({ docs: { guides, groups }, path, query }: { docs: Docs; path: string; query?: string | undefined }) => (
  <nav class="docs-places" id="contents" aria-label="Documentation">
    <div>
      <SearchField query={query} />
      {guides.map(([heading, pages]) => (
        <>
          <h2>{heading}</h2>
          <ul role="list">
            {pages.map((one) => (
              <DocLink page={one} current={path} />
            ))}
          </ul>
        </>
      ))}
      {groups.map(([tag, pages]) => (
        <details open={pages.some((one) => one.path === path)}>
          <summary>{tag}</summary>
          <ul role="list">
            {pages.map((one) => (
              <DocLink page={one} current={path} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  </nav>
)

const DocLink = ({ page, current }: { page: DocPage; current: string }) => (
  <li>
    <a href={page.path} aria-current={page.path === current ? 'page' : undefined}>
      {page.title}
    </a>
  </li>
)

const Next = ({ docs, page }: { docs: Docs; page: DocPage }) => {
  const all = [...docs.byPath.values()]
  const at = all.indexOf(page)
  const [before, after] = [all[at - 1], all[at + 1]]
  return (
    <nav class="docs-next" aria-label="Next pages">
      {before ? <ButtonLink href={before.path} icon="left" label={before.title} /> : <span />}
      {after ? <ButtonLink href={after.path} label={after.title} /> : null}
    </nav>
  )
}
