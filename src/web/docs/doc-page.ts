import type { Operation } from './operations.ts'
import type { Sample } from './samples.ts'

/** A page of the documentation: Markdown is what it is, HTML and `.md` are two ways to send it. */
export type DocPage = {
  path: string
  title: string
  /** One line, for search engines and `llms.txt`. */
  about: string
  /** Without the title. */
  text: string
  /** What stands below the text, and is left out where all pages are one file. */
  more?: string
  /** Of an operation: its call in each language. */
  samples?: readonly Sample[]
  /** What stands beside the text on a wide screen and after it elsewhere. */
  beside?: string
  operation?: Operation
}
