/**
 * Switches between the editor's steps without a page load, so that unsaved input and running uploads survive. On wide screens, where all
 * steps are visible, the links only scroll.
 */
export function steps(form: HTMLFormElement): void {
  const sent = form.querySelector<HTMLInputElement>('input[name="step"]')!
  const first = sent.value

  function show(step: string): void {
    document.querySelector('.editor')!.className = `editor at-${step}`
    sent.value = step
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.editor-steps a'))
      if (stepIn(link.href) === step) link.setAttribute('aria-current', 'step')
      else link.removeAttribute('aria-current')
    // opens the research tab, which shows the prices of comparable items, next to the price step
    if (step === 'price') document.querySelector<HTMLElement>('#help .tabs a[href*="help=research"]:not([aria-current])')?.click()
  }

  function go(step: string, anchor?: string): void {
    show(step)
    const url = new URL(location.href)
    url.searchParams.set('step', step)
    url.hash = ''
    history.pushState(null, '', url)
    const heading = (anchor && document.getElementById(anchor)) || document.querySelector<HTMLElement>(`[data-step="${step}"] h2`)!
    heading.scrollIntoView()
    const price = form.querySelector<HTMLInputElement>('#price')!
    // focuses the step's only required field while the tap is being handled, so that the on-screen keyboard opens
    if (step === 'price' && price.value === '') return price.focus({ preventScroll: true })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    const link = event.target.closest<HTMLAnchorElement>('main a[href*="step="]')
    const button = event.target.closest<HTMLButtonElement>('.next button')
    const step = button ? button.value.slice('step-'.length) : link && link.pathname === location.pathname ? stepIn(link.href) : null
    if (!step) return
    event.preventDefault()
    if (!button) return go(step, link!.hash.slice(1))
    const faulty = form.querySelector<HTMLElement>(`[data-step="${sent.value}"] [aria-invalid="true"]`)
    if (faulty) return faulty.focus()
    useSuggestedTitle(form)
    go(step)
  })
  window.addEventListener('popstate', () => show(stepIn(location.href) ?? first))
}

const stepIn = (url: string): string | null => new URL(url).searchParams.get('step')

/** Copies the seller's prompt into an empty title, as the server does for sellers without scripts. */
function useSuggestedTitle(form: HTMLFormElement): void {
  const suggestion = form.querySelector<HTMLInputElement>('input[name="suggested_title"]')
  const title = form.querySelector<HTMLInputElement>('#title')!
  if (!suggestion || title.value.trim() !== '') return
  title.value = suggestion.value
  title.dispatchEvent(new Event('change', { bubbles: true }))
}
