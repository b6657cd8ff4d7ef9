import { announce } from './announce.ts'
import { each } from './find.ts'
import { load, swap } from './page.ts'
import { toast } from './toast.ts'

/** Everything may have changed. */
export const all = (): Set<string> => new Set(['all'])

export const mayBeLate = (): void => toast('No connection: what you see may be old.')

/**
 * Asks for this page once more and puts the parts in place that name one of the changes: `offer`, `order:ord_1`, or `any`. What one
 * types, chose and looks at stays. Gives what could not be put in place yet.
 */
export async function refresh(changes: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const ids = each('[data-live]')
    .filter((region) => concerns(region, changes))
    .map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const { page, url, status } = await load('GET', location.href, { part: true })
  // signed out, or gone: what to do about it is for whoever looks to decide
  if (status >= 400 || new URL(url).pathname !== location.pathname) return new Set()
  const said = words(document)
  let left = false
  for (const id of ids) if (!put(page, id)) left = true
  const news = words(page).filter((one) => !said.includes(one))
  if (news.length > 0) announce(news.join(' '))
  return left ? changes : new Set()
}

function concerns({ dataset }: HTMLElement, changes: ReadonlySet<string>): boolean {
  if (changes.has('all') || dataset.live === 'any') return true
  const names = dataset.live!.split(' ')
  return [...changes].some((change) => {
    const [kind = '', id = ''] = change.split(' ')
    return names.includes(kind) || names.includes(`${kind}:${id}`)
  })
}

/** What is read out where it is new. */
const words = (page: Document): string[] => [...page.querySelectorAll<HTMLElement>('[data-says]')].map(({ dataset }) => dataset.says!)

/** False where something that must not be lost is in the way. */
function put(page: Document, id: string): boolean {
  const old = document.getElementById(id)
  const next = page.getElementById(id)
  if (!old || !next || same(old, next)) return true
  if (old.dataset.log !== undefined) {
    for (const line of [...next.children]) if (!document.getElementById(line.id)) old.append(document.adoptNode(line))
    return true
  }
  if (old.querySelector('dialog[open], :popover-open, [aria-busy="true"]')) return false
  // a form that was refused, with what its person wrote, or pictures they chose: those would be lost
  const chose = [...old.querySelectorAll<HTMLInputElement>('input[type="file"]')].some(({ files }) => files?.length)
  if (chose || old.querySelector('[role="alert"], .problem')) {
    toast('Something changed here. Load the page again to see it.')
    return true
  }
  swap(page, id)
  return true
}

/** But for what differs in every answer: the tokens of forms. */
const same = (one: Element, other: Element): boolean => one.isEqualNode(other) || bare(one).isEqualNode(bare(other))

function bare(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  for (const token of copy.querySelectorAll('input[name="form_token"]')) token.remove()
  return copy
}
