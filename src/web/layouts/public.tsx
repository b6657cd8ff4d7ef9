import type { Child } from '#web/jsx/index.ts'
import type { Viewer } from '#web/base/answer.ts'
import { Document, type HeadProps } from './document.tsx'
import { Foot, Top } from './frame.tsx'

export type LayoutProps = HeadProps & { viewer?: Viewer; q?: string; listing?: string; front?: boolean; children?: Child }

/** The frame of public pages: header with the search, the page, a footer. */
export const Layout = ({ viewer, q, listing, front, children, ...head }: LayoutProps) => (
  <Document {...head}>
    <Top site={head.site} viewer={viewer} q={q} listing={listing} front={front} />
    <main class="main" id="content" tabindex={-1}>
      {children}
    </main>
    <Foot site={head.site} viewer={viewer} />
  </Document>
)
