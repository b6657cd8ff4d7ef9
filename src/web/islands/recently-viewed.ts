import { element } from './element.ts'
import { readStored, writeStored } from './storage.ts'

const KEY = 'recently viewed'
const MOST = 6

type Viewed = { url: string; title: string; photo: string }

/**
 * Shows the items that the visitor opened from listing cards on this site. The list never leaves the device. The list contains no prices,
 * because prices could be outdated.
 */
export function recentlyViewed(): void {
  const part = document.querySelector<HTMLElement>('[data-island="recent"]')
  if (!part) return
  const list = part.querySelector('ul')!
  const show = () => {
    const cards = stored().map(cardOf)
    list.replaceChildren(...cards)
    part.hidden = cards.length === 0
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.card > a') : null
    if (link) remember(viewedOf(link))
  })
  part.querySelector('button')!.addEventListener('click', () => {
    writeStored('localStorage', KEY, null)
    show()
  })
  // a page restored from the back/forward cache must also show the items opened since then
  window.addEventListener('pageshow', show)
}

const viewedOf = (link: HTMLAnchorElement): Viewed => ({
  url: link.href,
  title: link.querySelector('.name')?.textContent ?? '',
  photo: link.querySelector('img')?.currentSrc ?? '',
})

function remember(viewed: Viewed): void {
  const others = stored().filter(({ url }) => url !== viewed.url)
  writeStored('localStorage', KEY, JSON.stringify([viewed, ...others].slice(0, MOST)))
}

function stored(): Viewed[] {
  try {
    const found: unknown = JSON.parse(readStored('localStorage', KEY) ?? '[]')
    return Array.isArray(found) ? (found as Viewed[]).filter(({ url }) => /^https?:/.test(url)) : []
  } catch {
    return []
  }
}

function cardOf({ url, title, photo }: Viewed): HTMLElement {
  const frame = element('span', { class: 'frame' }, [])
  if (photo !== '') {
    const image = new Image()
    // the alt text is empty, because the title next to the photo describes the item
    Object.assign(image, { alt: '', loading: 'lazy', src: photo })
    frame.append(image)
  }
  return element('li', { class: 'card' }, [element('a', { href: url }, [frame, element('span', { class: 'name' }, [title])])])
}
