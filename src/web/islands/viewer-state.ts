import { element } from './element.ts'
import { each } from './find.ts'

type Invited = { price: string; until: string }
type ViewerState = { is: string[]; follows: boolean; liked: string[]; invited?: Invited; waiting: Record<string, number> }

/**
 * Resolves to true for a signed-in viewer, and to false for an anonymous viewer. Resolves to null if the page does not load the viewer's
 * state, or if the request failed.
 */
export type Known = Promise<boolean | null>

/** Fetches the viewer's state for a public page, and shows the parts of the page that are for this viewer. */
export function showViewerState(): Known {
  const nav = document.querySelector<HTMLElement>('[data-here]')
  if (!nav) return Promise.resolve(null)
  return fetchState(nav.dataset.here!).then(
    (known) => {
      show(known)
      return known.is.includes('person')
    },
    () => null,
  )
}

async function fetchState(address: string): Promise<ViewerState> {
  const url = new URL(address, location.href)
  const shown = hearts().map(listingOf)
  if (shown.length > 0 && url.origin !== location.origin) url.searchParams.set('of', [...new Set(shown)].join())
  await firstPaint()
  const answer = await fetch(url, { credentials: 'include' })
  if (!answer.ok) throw new Error(`The server responded with status ${answer.status}.`)
  return (await answer.json()) as ViewerState
}

/** Resolves after the browser has painted the page, so that the request does not compete with the first photo. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })

const hearts = (): HTMLButtonElement[] => each<HTMLButtonElement>('form[data-island="tap"] button[name="liked"]')
const listingOf = (heart: HTMLButtonElement): string => heart.form!.action.split('/').pop()!

function show({ is, follows, liked, invited, waiting }: ViewerState): void {
  if (invited)
    for (const slot of each('[data-invited]'))
      slot.append(
        slot.dataset.invited === 'price' ? invited.price : element('time', { datetime: invited.until, 'data-form': 'moment' }, []),
      )
  for (const part of each('[data-for]')) {
    if (part.dataset.for!.split(' ').some((whom) => is.includes(whom))) part.hidden = false
    else part.remove()
  }
  for (const count of each('[data-waiting]')) {
    const much = waiting[count.dataset.waiting!] ?? 0
    count.hidden = much === 0
    count.firstElementChild!.textContent = String(much)
  }
  if (is.includes('person') && document.querySelector('[data-for]')) {
    for (const heart of hearts()) press(heart, liked.includes(listingOf(heart)))
    for (const follow of each<HTMLButtonElement>('form[data-island="tap"] button[name="following"]')) press(follow, follows)
  }
}

/** Shows a like or follow button as pressed or not, and sets the value that the next press will send. */
export function press(button: HTMLButtonElement, on: boolean): void {
  button.setAttribute('aria-pressed', String(on))
  button.value = String(!on)
}
