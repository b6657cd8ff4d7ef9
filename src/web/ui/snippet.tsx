import { raw } from '#web/framework/jsx/index.ts'
import { highlighted } from './highlight.ts'

type Language = 'sh' | 'json' | 'js' | 'python' | 'text'

/** A block of code as the documentation shows it: coloured, scrolling inside itself, with a button to copy it. */
export const Snippet = ({ text, language = 'text' }: { text: string; language?: Language }) => raw(snippetHtml(text, language))

/** A block of code with its colours, which scrolls inside itself and can be copied where scripts run. */
export const snippetHtml = (text: string, language: string): string =>
  `<div class="snippet"><pre tabindex="0"><code>${highlighted(text, language)}</code></pre></div>`
