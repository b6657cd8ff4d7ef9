import { raw } from 'hono/html'
import { snippetHtml } from '#web/docs/markdown.ts'

type Language = 'sh' | 'json' | 'js' | 'python' | 'text'

/** A block of code as the documentation shows it: coloured, scrolling inside itself, with a button to copy it. */
export const Snippet = ({ text, language = 'text' }: { text: string; language?: Language }) => raw(snippetHtml(text, language))
