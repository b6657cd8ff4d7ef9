import type { Operation } from './operations.ts'
import type { Sample } from './samples.ts'

/** A documentation page in Markdown, sent as HTML or `.md`. */
export type DocPage = {
  path: string
  title: string
  /** One line, for search engines and `llms.txt`. */
  about: string
  /** Text without the title. */
  text: string
  /** Text below the page, left out of the single-file version. */
  more?: string
  /** Samples of an operation in each language. */
  samples?: readonly Sample[]
  /** Side column on a wide screen, else after the text. */
  beside?: string
  operation?: Operation
}
