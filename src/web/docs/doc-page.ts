import type { Operation } from './operations.ts'
import type { Sample } from './samples.ts'

/** A documentation page in Markdown, which is sent as HTML or as `.md`. */
export type DocPage = {
  path: string
  title: string
  /** Description in one line, for search engines and `llms.txt`. */
  about: string
  /** Markdown text without the title. */
  text: string
  /** Text at the end of the page. The single-file version of the documentation omits it. */
  more?: string
  /** Code samples of an operation in each language. */
  samples?: readonly Sample[]
  /** Content of the side column. On a narrow screen it follows the text. */
  aside?: string
  operation?: Operation
}
