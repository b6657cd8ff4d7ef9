import { LONGEST_QUERY } from './search.ts'
import type { DocPage } from './doc-page.ts'

/** The search field above the navigation. Without scripts, submitting the field opens a results page. */
export const SearchField = ({ query = '' }: { query?: string | undefined }) => (
  <search>
    <form class="docs-search" action="/docs/search" method="get" data-island="docs-search">
      <label class="hidden-text" for="docs-q">
        Search the documentation
      </label>
      <input
        class="input"
        id="docs-q"
        name="q"
        type="search"
        placeholder="Search"
        maxlength={LONGEST_QUERY}
        value={query}
        autocomplete="off"
      />
    </form>
  </search>
)

export const Found = ({ query, found }: { query: string; found: readonly DocPage[] }) => (
  <div id="docs-found" class="docs-found">
    {query === '' ? (
      <p class="quiet">Search for a field, a word or an operation.</p>
    ) : found.length === 0 ? (
      <p class="quiet">No page contains all of these words. Try fewer words.</p>
    ) : (
      <ul role="list">
        {found.map(({ path, title, about }) => (
          <li>
            <a href={path}>{title}</a>
            <span>{about.replaceAll('`', '')}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
