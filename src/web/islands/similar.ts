import { each } from './find.ts'
import { load } from './page.ts'
import { taps } from './quick-actions.ts'
import type { Known } from './viewer-state.ts'

/** Distance from the visible area, in px, at which the similar items begin to load. */
const AHEAD_PX = 600

/** Loads the similar items of a listing when the visitor scrolls near them. */
export function similarItems(known: Known): void {
  for (const section of each('[data-island="similar"]')) {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // if the request fails, the page still links to the similar items
        show(section, known).catch(() => {})
      },
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.observe(section)
  }
}

async function show(section: HTMLElement, known: Known): Promise<void> {
  const link = section.querySelector('a')!
  const { page, status } = await load('GET', link.href)
  if (status !== 200) return
  const grid = page.querySelector('.grid')
  if (!grid) return section.remove()
  link.parentElement!.replaceWith(grid)
  taps(known, section)
}
