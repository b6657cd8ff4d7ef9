import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Document, type HeadProps } from './document.tsx'
import { Foot, Top } from './frame.tsx'

export type LayoutProps = HeadProps & {
  viewer?: Viewer | undefined
  q?: string
  listing?: string
  front?: boolean
  bag?: string | undefined
  children?: Child
}

/** Layout of public pages: a header with the search, the content, and the footer. */
export const Layout = ({ site, viewer, q, listing, front, bag, children, ...head }: LayoutProps) => (
  <Document site={site} {...head}>
    <Top site={site} viewer={viewer} q={q} listing={listing} front={front} bag={bag} />
    <main class="main" id="content" tabindex={-1}>
      {children}
    </main>
    <Foot site={site} viewer={viewer} />
  </Document>
)

type PlainProps = LayoutProps & { /** Heading of the page. By default, the title. */ heading?: Child; className?: string }

/** A public page with one column under its heading. */
export const Plain = ({ title, heading = title, className = 'plain', children, ...layout }: PlainProps) => (
  <Layout {...layout} title={`${title} · ${layout.site.name}`}>
    <div class={className}>
      <h1>{heading}</h1>
      {children}
    </div>
  </Layout>
)
