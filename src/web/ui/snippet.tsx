import { raw } from '#web/framework/jsx/index.ts'
import { highlighted } from './highlight.ts'

type Language = 'sh' | 'json' | 'js' | 'python' | 'text'

/** A highlighted code block that scrolls independently of the page. A script adds a copy button. */
export const Snippet = ({ text, language = 'text' }: { text: string; language?: Language }) => raw(snippetHtml(text, language))

/** Returns the HTML of a highlighted code block. */
export const snippetHtml = (text: string, language: string): string =>
  `<div class="snippet"><pre tabindex="0"><code>${highlighted(text, language)}</code></pre></div>`
