import { element } from './element.ts'
import { each } from './find.ts'

const SWIPE_PX = 48

/** Marks the thumbnail of the photo in view without changing the URL. Also opens photos in full-screen view. */
export function galleries(): void {
  for (const gallery of each('[data-island="gallery"]')) {
    const photos = [...gallery.querySelectorAll<HTMLAnchorElement>('a[data-zoom]')]
    photos.forEach((link, index) => {
      link.addEventListener('click', (event) => {
        // a click with a modifier key opens the file in a new tab
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        zoom(photos, index)
      })
    })
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
 * Opens the large photo that a link points to in a dialog. A click or tap enlarges the photo around that point. A swipe or an arrow key
 * shows the next photo.
 */
function zoom(links: readonly HTMLAnchorElement[], first: number): void {
  const image = element('img', {}, [])
  const photo = element('button', { class: 'photo', type: 'button' }, [image])
  const view = element('div', { class: 'view' }, [photo])
  const position = element('span', { class: 'flag position' }, [])
  position.hidden = links.length === 1
  const close = element('button', { class: 'round', type: 'button', 'aria-label': 'Close' }, [])
  const dialog = element('dialog', { class: 'zoom' }, [view, position, close])
  let current = first
  const setLarge = (isLarge: boolean) => photo.setAttribute('aria-pressed', String(isLarge))
  const isLarge = () => photo.getAttribute('aria-pressed') === 'true'
  const show = (index: number) => {
    const link = links[index]
    if (!link) return
    current = index
    image.src = link.href
    image.alt = link.querySelector('img')?.alt ?? ''
    setLarge(false)
    photo.setAttribute('aria-label', `Enlarge ${image.alt}`)
    dialog.setAttribute('aria-label', image.alt)
    position.textContent = `${index + 1} / ${links.length}`
  }
  show(first)
  photo.addEventListener('click', ({ clientX, clientY }) => {
    setLarge(!isLarge())
    // a key press has no position, so it enlarges the photo around its center
    const [x, y] = clientX === 0 && clientY === 0 ? [0.5, 0.5] : [clientX / view.clientWidth, clientY / view.clientHeight]
    if (isLarge()) view.scrollTo((view.scrollWidth - view.clientWidth) * x, (view.scrollHeight - view.clientHeight) * y)
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (!isLarge() && (key === 'ArrowLeft' || key === 'ArrowRight')) show(current + (key === 'ArrowLeft' ? -1 : 1))
  })
  let startX = 0
  view.addEventListener('touchstart', ({ touches }) => (startX = touches.length === 1 ? touches[0]!.clientX : NaN), { passive: true })
  view.addEventListener('touchend', ({ changedTouches }) => {
    // ignores gestures that the browser handles: two fingers zoom the page, and one finger scrolls an enlarged photo
    const moved = changedTouches[0]!.clientX - startX
    if (!isLarge() && Math.abs(moved) > SWIPE_PX) show(current + (moved > 0 ? -1 : 1))
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    links[current]!.focus({ preventScroll: true })
  })
  document.body.append(dialog)
  dialog.showModal()
}
