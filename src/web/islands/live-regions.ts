import { announce } from './announce.ts'
import { each } from './find.ts'
import { load, swap } from './page.ts'
import { toast } from './toast.ts'

/** Returns a set of changes that concerns every live region. */
export const all = (): Set<string> => new Set(['all'])

export const mayBeLate = (): void => toast('No connection. This page may be out of date.')

/**
 * Fetches this page again and replaces the regions that depend on at least one of the changes, such as `offer` or `order ord_1`. Preserves
 * input, choices and focus. Returns the changes that could not be applied yet.
 */
export async function refresh(changes: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const ids = each('[data-live]')
    .filter((region) => concerns(region, changes))
    .map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const { page, url, status } = await load('GET', location.href, { part: true })
  // the session has ended or the record is missing, so the page remains unchanged until the user acts
  if (status >= 400 || new URL(url).pathname !== location.pathname) return new Set()
  const texts = messagesIn(document)
  let left = false
  for (const id of ids) if (!put(page, id)) left = true
  const news = messagesIn(page).filter((one) => !texts.includes(one))
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

const messagesIn = (page: Document): string[] => [...page.querySelectorAll<HTMLElement>('[data-says]')].map(({ dataset }) => dataset.says!)

/** Replaces a region of the page. If user input would be lost, returns false and leaves the region unchanged. */
function put(page: Document, id: string): boolean {
  const old = document.getElementById(id)
  const next = page.getElementById(id)
  if (!old || !next || same(old, next)) return true
  if (old.dataset.log !== undefined) {
    for (const line of [...next.children]) if (!document.getElementById(line.id)) old.append(document.adoptNode(line))
    return true
  }
  if (old.querySelector('dialog[open], :popover-open, [aria-busy="true"]')) return false
  // does not replace a region with files that the user has chosen, or with a rejected form that still contains the user's input
  const chose = [...old.querySelectorAll<HTMLInputElement>('input[type="file"]')].some(({ files }) => files?.length)
  if (chose || old.querySelector('[role="alert"], .problem')) {
    toast('This page has changed. Reload it to see the latest version.')
    return true
  }
  swap(page, id)
  return true
}

/** Compares two elements without form tokens, which differ in every response. */
const same = (one: Element, other: Element): boolean => one.isEqualNode(other) || bare(one).isEqualNode(bare(other))

function bare(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  for (const token of copy.querySelectorAll('input[name="form_token"]')) token.remove()
  return copy
}
