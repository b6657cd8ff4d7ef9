import type { Operation } from './operations.ts'
import type { Sample } from './samples.ts'

/** A documentation page that is written in Markdown and served as HTML or as `.md`. */
export type DocPage = {
  path: string
  title: string
  about: string
  text: string
  /** Content at the end of the page. The single-file version of the documentation omits it. */
  more?: string
  samples?: readonly Sample[]
  /** Content of the side column. On a narrow screen, the column appears below the main content. */
  aside?: string
  operation?: Operation
}
