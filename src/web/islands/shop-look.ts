import { each } from './find.ts'
import { element } from './element.ts'

const WAIT_MS = 300

type Address = { slug: string; host: string; free: boolean; message: string; near: readonly string[] }

/** Previews a shop's name, color and description while the user types, and checks whether its address is available. */
export function shopAppearance(): void {
  const band = document.getElementById('look-band')
  for (const form of each<HTMLFormElement>('form[data-island="shop-look"]')) {
    const field = (name: string) => form.elements.namedItem(name)
    const valueOf = (name: string): string => {
      const one = field(name)
      return one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof RadioNodeList ? one.value : ''
    }
    if (band && field('tone')) form.addEventListener('input', () => paint(band, valueOf))
    const slug = field('slug')
    if (slug instanceof HTMLInputElement) address(form, slug, field('name'), band)
  }
}

function paint(band: HTMLElement, valueOf: (name: string) => string): void {
  const name = valueOf('name').trim() || 'Your shop'
  band.className = `band tone-${valueOf('tone')}`
  band.querySelector('.title')!.textContent = name
  const letter = band.querySelector('span.avatar')
  if (letter) letter.textContent = [...name][0]!.toUpperCase()
  const first = /^[^]*?[.!?](?=\s|$)/.exec(valueOf('about').trim())?.[0] ?? valueOf('about').trim()
  const line = band.querySelector<HTMLElement>('.line')!
  line.dataset.without ??= line.textContent
  line.textContent = first || line.dataset.without
}

/** Checks the shop's address when the user stops typing, and suggests available addresses. */
function address(form: HTMLFormElement, slug: HTMLInputElement, name: unknown, band: HTMLElement | null): void {
  const state = form.querySelector<HTMLElement>('.slug-state')
  if (!state) return
  let timer = 0
  let latest = 0
  const loadPreview = (): void => {
    const sequence = ++latest
    const query = new URLSearchParams({
      check: slug.value,
      name: name instanceof HTMLInputElement ? name.value : '',
      own: form.dataset.own ?? '',
    })
    fetch(`/app/open-shop?${query.toString()}`, { headers: { Accept: 'application/json' } })
      .then(async (answer) => (await answer.json()) as Address)
      .then((found) => {
        if (sequence === latest) show(found)
      })
      .catch(() => {
        state.textContent = ''
      })
  }
  const show = (found: Address): void => {
    state.replaceChildren(element('p', { class: found.slug === '' ? '' : found.free ? 'is-free' : 'is-taken' }, [found.message]))
    for (const one of found.near) {
      const button = element('button', { type: 'button', class: 'button small', 'aria-label': `Use ${one}` }, [one])
      button.addEventListener('click', () => {
        slug.value = one
        slug.dispatchEvent(new Event('change', { bubbles: true }))
        slug.focus()
        loadPreview()
      })
      state.append(' ', button)
    }
    const host = band?.querySelector('.host')
    if (host) host.textContent = found.host
  }
  form.addEventListener('input', (event) => {
    if (event.target !== slug && (event.target !== name || slug.value !== '')) return
    clearTimeout(timer)
    timer = window.setTimeout(loadPreview, WAIT_MS)
  })
}
