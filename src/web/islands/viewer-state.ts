import { each } from './find.ts'

/** What the main address says of who looks (web/here.ts). */
type Here = { is: string[]; follows: boolean; liked: string[]; waiting: Record<string, number> }

/** Whether a person looks, as soon as that is known; null where the page did not ask, or was not told. */
export type Known = Promise<boolean | null>

/** A page that is the same for all asks who looks, and shows each part to those whom it is for. */
export function here(): Known {
  const nav = document.querySelector<HTMLElement>('[data-here]')
  if (!nav) return Promise.resolve(null)
  return ask(nav.dataset.here!).then(
    (known) => {
      show(known)
      return known.is.includes('person')
    },
    () => null,
  )
}

async function ask(address: string): Promise<Here> {
  const url = new URL(address, location.href)
  const shown = hearts().map(listingOf)
  if (shown.length > 0 && url.origin !== location.origin) url.searchParams.set('of', [...new Set(shown)].join())
  const answer = await fetch(url, { credentials: 'include' })
  if (!answer.ok) throw new Error(`The server said ${answer.status}.`)
  return (await answer.json()) as Here
}

const hearts = (): HTMLButtonElement[] => each<HTMLButtonElement>('form[data-island="tap"] button[name="liked"]')
const listingOf = (heart: HTMLButtonElement): string => heart.form!.action.split('/').pop()!

function show({ is, follows, liked, waiting }: Here): void {
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

/** How a heart and a follow show what is kept, and what the next tap sends. */
export function press(button: HTMLButtonElement, on: boolean): void {
  button.setAttribute('aria-pressed', String(on))
  button.value = String(!on)
}
