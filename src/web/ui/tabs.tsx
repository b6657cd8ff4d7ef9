export type Tab = { href: string; label: string; count?: number; current?: boolean }

/** Tabs on a page. Each tab has its own URL. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, label, count, current }) => (
      <a href={href} aria-current={current ? 'page' : undefined}>
        {label}
        {count === undefined ? null : <span class="of">{count}</span>}
      </a>
    ))}
  </nav>
)

type PagerProps = { next?: string | null; previous?: string | null; more?: string }

/** Links to the next and previous pages. Lists do not scroll infinitely. */
export const Pager = ({ next, previous, more = 'Load 20 more' }: PagerProps) =>
  next || previous ? (
    <nav class="pager" aria-label="Pages">
      {previous ? (
        <a class="button" rel="prev" href={previous}>
          Back
        </a>
      ) : null}
      {next ? (
        <a class="button" rel="next" href={next}>
          {more}
        </a>
      ) : null}
    </nav>
  ) : null
