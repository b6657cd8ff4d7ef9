import { each } from './find.ts'

/** Marks the thumbnail of the visible photo, without changing the URL. */
export function galleries(): void {
  for (const gallery of each('[data-island="gallery"]')) {
    const shots = [...gallery.querySelectorAll<HTMLElement>('.shot')]
    const links = [...gallery.querySelectorAll<HTMLAnchorElement>('.thumbs a')]
    const row = gallery.querySelector<HTMLElement>('.shots')
    if (!row || links.length === 0) continue
    links.forEach((link, index) => {
      link.addEventListener('click', (event) => {
        event.preventDefault()
        row.scrollTo({ left: shots[index]!.offsetLeft - row.offsetLeft })
      })
    })
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) mark(links, shots.indexOf(target as HTMLElement))
      },
      { root: row, threshold: 0.6 },
    )
    for (const shot of shots) seen.observe(shot)
  }
}

function mark(links: readonly HTMLAnchorElement[], current: number): void {
  links.forEach((link, index) => {
    if (index === current) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  })
}
