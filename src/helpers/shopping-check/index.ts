import type { ReadPage } from '#platform/browser/index.ts'
import type { Context, Person, Core } from '#platform/context/index.ts'
import { identifyFromText, isNamed, plain, searchedBy, type Identification } from '#helpers/research/rules/pricing/identification.ts'
import { priceFully } from '#helpers/research/rules/pricing/index.ts'
import { shoppingScore } from './rules.ts'
import { oneLine } from '#core/text.ts'
import { requireNotPaused } from '#helpers/state/pause.ts'
import { storeRun } from '#helpers/state/runs.ts'
import { storedComparable, newPriceOf, within, type StoredComparable } from '#helpers/research/evidence.ts'
import { identify, type Identified } from '#helpers/research/identify.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { readLink } from './read.ts'
import type { Check } from './present.ts'
import type { CheckShopping } from './schema.ts'

export { CheckShopping } from './schema.ts'
export { type Check, presentCheck } from './present.ts'

const CHECK_MS = 60_000
const LIMIT = 50
const MAX_QUERY = 100

/**
 * Checks a purchase (spec: interface, helper 9): reads the product, finds its cost and second-hand prices, and applies the rule. Stops if
 * the account's helpers are paused during the check. Errors: 400 unless exactly one of `link` and `words` is given; 409 while helpers are
 * paused (`brake`); 503 if a provider is not configured.
 */
export async function checkShopping(ctx: Context, actor: Person, input: CheckShopping): Promise<Check> {
  const { browser, model } = ctx.providers
  if (!browser || !model)
    throw new ApiError(
      'unavailable',
      'The shopping check is coming soon. It needs a page reader and a model, which this server does not have yet.',
    )
  if (Boolean(input.link) === Boolean(input.words)) throw invalid(input.link ? 'words' : 'link', 'Send either link or words, not both.')
  await requireFreeBrake(ctx, actor)

  const startedAt = ctx.now()
  const signal = AbortSignal.timeout(CHECK_MS)
  const page = input.link ? await readLink(ctx, input.link) : null
  const { item, used } = await whatItIs(ctx, actor, page, input, signal)
  await requireFreeBrake(ctx, actor)
  const prices = await findPrices(ctx, item, input.price == null, signal)
  const check = judge(item, page, input, prices)
  await requireFreeBrake(ctx, actor)
  await storeRun(ctx, {
    accountId: actor.accountId,
    helper: 'sidekick',
    subject: actor.accountId,
    decision: check.score?.verdict ?? 'no verdict',
    startedAt,
    promptVersion: 'sidekick/1',
    snapshot: { link: input.link ?? null, words: input.words ?? null },
    detail: { name: item.name, costCents: check.costCents, resaleCents: check.resaleCents },
    ...(used === null ? {} : { model: used.model, used }),
  })
  return check
}

async function requireFreeBrake(ctx: Core, { accountId }: Person): Promise<void> {
  try {
    await requireNotPaused(ctx, accountId)
  } catch (error) {
    if (error instanceof ProviderError) throw conflict('All automation of this account is paused. Resume it first, then check again.')
    throw error
  }
}

/**
 * Identifies the product. If the model fails, uses the wording on the page or in the request: decisions must not depend on a model (spec:
 * interface).
 */
async function whatItIs(
  ctx: Context,
  { accountId }: Person,
  page: ReadPage | null,
  { words }: CheckShopping,
  signal: AbortSignal,
): Promise<Identified> {
  const query = oneLine(page ? plain(page.title, 200) : (words ?? ''))
  const text = page
    ? `A page of a shop (JSON):\n${JSON.stringify(shownOf(page))}`
    : `The buyer's words (JSON):\n${JSON.stringify({ words })}`
  try {
    return await identify(ctx, { accountId, helper: 'sidekick', signal }, { words: query, parts: [{ kind: 'text', text }] })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error }, 'a shopping check continues without its model')
    return { item: identifyFromText(query), used: null }
  }
}

const MAX_TEXT = 4_000
const shownOf = ({ title, brand, text }: ReadPage) => ({ title, brand, text: plain(text, MAX_TEXT) })

type PriceFindings = { newCents: number | null; listings: StoredComparable[]; offers: StoredComparable[] }

/** Searches for comparable prices. If a provider fails, continues without it. */
async function findPrices(ctx: Context, item: Identification, wantsNew: boolean, signal: AbortSignal): Promise<PriceFindings> {
  if (!isNamed(item)) return { newCents: null, listings: [], offers: [] }
  const { comparables, catalog } = ctx.providers
  const query = plain(searchedBy(item), MAX_QUERY)
  const [listings, newCents, offers] = await Promise.all([
    orElse(ctx, [], async () => (await comparables?.search({ query, limit: LIMIT }, within(signal)))?.flatMap(storedComparable)),
    orElse(ctx, null, async () => {
      const match = wantsNew ? await catalog?.match({ query }, within(signal)) : null
      return match ? newPriceOf(match) : null
    }),
    orElse(ctx, [], async () => (await catalog?.used({ query }, within(signal)))?.flatMap(storedComparable)),
  ])
  return { listings, newCents, offers }
}

async function orElse<T>(ctx: Core, without: T, request: () => Promise<T | undefined>): Promise<T> {
  try {
    return (await request()) ?? without
  } catch (error) {
    ctx.log.warn({ err: error }, 'a shopping check continues without a provider')
    return without
  }
}

/**
 * Applies the rule for the verdict. Uses the cost that the caller gave, otherwise the cost on the page, otherwise the price of a new item.
 */
function judge(item: Identification, page: ReadPage | null, { link, price }: CheckShopping, found: PriceFindings): Check {
  const pageCents = page?.priceCents || null
  const newCents = found.newCents ?? (page?.condition === 'used' ? null : pageCents)
  const newFrom = newCents === null ? null : found.newCents === null ? 'page' : 'catalog'
  const costCents = price ?? pageCents ?? newCents
  const costFrom = price != null ? 'you' : pageCents === null ? newFrom : 'page'
  // the condition at the time of resale is unknown
  const resale = priceFully({ ...item, condition: 'unknown' }, { ...found, newCents })
  const resaleCents = resale.used.length === 0 ? null : resale.suggestedCents
  return {
    item,
    link: link ?? null,
    image: page?.image ?? null,
    costCents,
    costFrom,
    newCents,
    newFrom,
    resaleCents,
    comparables: resale.used,
    score: shoppingScore(costCents, resaleCents),
  }
}
