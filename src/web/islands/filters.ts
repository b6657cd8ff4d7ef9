import { counted } from '#core/format/count.ts'
import { each } from './find.ts'

const WAIT_MS = 200

/**
 * Applies a filter as soon as it changes. On a phone, a button applies all filters at once and shows the number of results. On a wide
 * screen, the script hides that button.
 */
export function filters(): void {
  for (const form of each<HTMLFormElement>('form[data-island="filters"]')) {
    const buttons = form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')
    const isWide = matchMedia('(width > 56em)')
    const follow = () => {
      for (const button of buttons) button.hidden = isWide.matches
    }
    follow()
    isWide.addEventListener('change', follow)
    const say = (text: string) => {
      for (const button of buttons) button.textContent = text
    }
    const count = counter(form, say)
    form.addEventListener('change', () => {
      if (isWide.matches) return form.requestSubmit()
      // hides the number on the button, because it still counts the results of the previous filters
      say('Show items')
      count()
    })
    // omits empty fields, which would only lengthen the URL
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    })
  }
}

/** Returns a function that requests the number of results for the current filters. Shows only the latest response. */
function counter(form: HTMLFormElement, say: (text: string) => void): () => void {
  const { countAt } = form.dataset
  let timer = 0
  let turn = 0
  return () => {
    if (countAt === undefined) return
    const own = ++turn
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      const query = new URLSearchParams()
      for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value)
      query.set('limit', '1')
      totalAt(`${countAt}?${query.toString()}`).then(
        (total) => own === turn && total !== null && say(`Show ${counted(total, 'item')}`),
        () => {},
      )
    }, WAIT_MS)
  }
}

async function totalAt(path: string): Promise<number | null> {
  const answer = await fetch(path, { credentials: 'omit' })
  return answer.ok ? ((await answer.json()) as { total: number }).total : null
}
