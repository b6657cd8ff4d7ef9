import type { BrowserContext } from 'playwright-core'

/** Taps and filled fields on the page. Only real input events count, not scripted ones. */
export type Effort = { taps: string[]; fields: Set<string> }

/** Counts taps and filled fields on all pages of this browser context from now on. */
export async function countedIn(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { taps: [], fields: new Set() }
  await context.exposeFunction('countEffort', (kind: 'tap' | 'field', name: string) => {
    if (kind === 'tap') effort.taps.push(name)
    else effort.fields.add(name)
  })
  await context.addInitScript(`
    let forwarded = null
    addEventListener('click', (event) => {
      if (!event.isTrusted) return
      // a tap on a label also clicks its field, and is one tap
      if (event.target === forwarded) return
      const field = event.target.closest('label')?.control ?? null
      forwarded = field === event.target ? null : field
      setTimeout(() => (forwarded = null))
      countEffort('tap', (event.target.closest('a, button, label, summary') ?? event.target).textContent.trim().slice(0, 40))
    }, true)
    addEventListener('input', ({ target }) => countEffort('field', location.pathname + ' ' + (target.name || target.id)), true)
  `)
  return effort
}
