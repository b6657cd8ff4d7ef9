const isTouch = matchMedia('(pointer: coarse)').matches

const HOLD_MS = 300
/** Distance in pixels. If the finger moves farther than this, the page scrolls, and the photo is not dragged. */
const SLACK_PX = 10

/** Moves a photo to a position. Returns false if the position is not allowed. */
type Insert = (tile: HTMLElement, to: number) => boolean

/** Returns the photo that an element belongs to. */
export const tileAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('li[data-photo]') : null

/** Lets the user drag photos. Users can also move photos with arrow keys and buttons (WCAG 2.5.7). */
export function drag(rail: HTMLElement, tiles: () => HTMLElement[], insertAt: Insert): void {
  if (isTouch) touchDrag(rail, tiles, insertAt)
  else mouseDrag(rail, tiles, insertAt)
}

function mouseDrag(rail: HTMLElement, tiles: () => HTMLElement[], insertAt: Insert): void {
  let held: HTMLElement | null = null
  const ready = (): void => {
    for (const tile of tiles()) {
      const handle = tile.querySelector<HTMLElement>('img, video')
      if (handle) handle.draggable = true
    }
  }
  ready()
  document.addEventListener('swapped', ready)
  rail.addEventListener('dragstart', (event) => {
    held = tileAt(event.target)
    if (!held || !event.dataTransfer) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', held.dataset.photo!)
    held.classList.add('held')
  })
  rail.addEventListener('dragover', (event) => {
    if (!held) return
    event.preventDefault()
    for (const tile of tiles()) tile.classList.toggle('target', tile === tileAt(event.target) && tile !== held)
  })
  rail.addEventListener('drop', (event) => {
    const target = tileAt(event.target)
    if (!held || !target) return
    event.preventDefault()
    insertAt(held, tiles().indexOf(target))
  })
  rail.addEventListener('dragend', () => {
    for (const tile of tiles()) tile.classList.remove('held', 'target')
    held = null
  })
}

/** Starts to drag a photo when the user presses and holds it. A short touch scrolls the page as usual. */
function touchDrag(rail: HTMLElement, tiles: () => HTMLElement[], insertAt: Insert): void {
  let held: HTMLElement | null = null
  let target: HTMLElement | null = null
  let timer = 0
  let start = { x: 0, y: 0 }

  const end = (): void => {
    clearTimeout(timer)
    for (const tile of tiles()) tile.classList.remove('held', 'target')
    held = target = null
  }
  rail.addEventListener(
    'touchstart',
    (event) => {
      end()
      const tile = event.target instanceof Element && event.target.matches('li > :is(img, video)') ? tileAt(event.target) : null
      if (!tile || event.touches.length > 1) return
      // disables the browser's own dragging, which would cancel the touch gesture
      ;(event.target as HTMLElement).draggable = false
      start = { x: event.touches[0]!.clientX, y: event.touches[0]!.clientY }
      timer = window.setTimeout(() => {
        held = tile
        tile.classList.add('held')
      }, HOLD_MS)
    },
    { passive: true },
  )
  rail.addEventListener(
    'touchmove',
    (event) => {
      const { clientX: x, clientY: y } = event.touches[0]!
      if (!held) {
        if (Math.hypot(x - start.x, y - start.y) > SLACK_PX) clearTimeout(timer)
        return
      }
      event.preventDefault()
      target = tileAt(document.elementFromPoint(x, y))
      for (const tile of tiles()) tile.classList.toggle('target', tile === target && tile !== held)
    },
    { passive: false },
  )
  rail.addEventListener('touchend', () => {
    const [tile, to] = [held, target]
    end()
    if (tile && to) insertAt(tile, tiles().indexOf(to))
  })
  rail.addEventListener('touchcancel', end)
  // prevents the menu that some phones open on a long press on a picture
  rail.addEventListener('contextmenu', (event) => {
    if (event.target instanceof Element && event.target.matches('#photo-list img')) event.preventDefault()
  })
}
