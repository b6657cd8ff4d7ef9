import { element } from './element.ts'
import { each } from './find.ts'

/** Marks the thumbnail of the visible photo, without changing the URL, and opens a photo on the whole screen. */
export function galleries(): void {
  for (const gallery of each('[data-island="gallery"]')) {
    for (const link of gallery.querySelectorAll<HTMLAnchorElement>('a[data-zoom]')) {
      link.addEventListener('click', (event) => {
        // a click with a modifier key opens the file in a new tab
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        zoom(link)
      })
    }
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

/**
 * Opens the large photo of a link in a dialog. Pressing the photo enlarges it around the pressed point. Escape and the Close button close
 * the dialog.
 */
function zoom(link: HTMLAnchorElement): void {
  const alt = link.querySelector('img')?.alt ?? ''
  const image = element('img', { src: link.href }, [])
  image.alt = alt
  const photo = element('button', { class: 'photo', type: 'button', 'aria-pressed': 'false', 'aria-label': `Enlarge ${alt}` }, [image])
  const view = element('div', { class: 'view' }, [photo])
  const close = element('button', { class: 'round', type: 'button', 'aria-label': 'Close' }, [])
  const dialog = element('dialog', { class: 'zoom', 'aria-label': alt }, [view, close])
  photo.addEventListener('click', ({ clientX, clientY }) => {
    const isLarge = photo.getAttribute('aria-pressed') !== 'true'
    // a key press has no point, so it enlarges the middle
    const [x, y] = clientX === 0 && clientY === 0 ? [0.5, 0.5] : [clientX / view.clientWidth, clientY / view.clientHeight]
    photo.setAttribute('aria-pressed', String(isLarge))
    if (isLarge) view.scrollTo((view.scrollWidth - view.clientWidth) * x, (view.scrollHeight - view.clientHeight) * y)
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus({ preventScroll: true })
  })
  document.body.append(dialog)
  dialog.showModal()
}
