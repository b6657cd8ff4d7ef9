import type { Child } from '#web/framework/jsx/index.ts'

/** A list of rows that link to pages. */
export const Rows = ({ children }: { children?: Child }) => (
  <ul class="app-threads" role="list">
    {children}
  </ul>
)

type RowProps = { href: string; title: Child; line: Child; photo?: string | null; when?: Child; children?: Child }

/** A row with a title, a line of text, badges and a time. */
export const Row = ({ href, title, line, photo, when, children }: RowProps) => (
  <li>
    {photo ? <img class="row-photo" src={photo} width={48} height={60} alt="" loading="lazy" decoding="async" /> : null}
    <a href={href}>
      <strong>{title}</strong>
      <span class="clip">{line}</span>
    </a>
    <span class="marks">
      {children}
      {when ? <span class="small quiet">{when}</span> : null}
    </span>
  </li>
)
