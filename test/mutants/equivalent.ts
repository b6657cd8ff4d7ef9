/** A generated mutant that no test can detect, because the mutant does not change the behavior. */
export type Equivalent = {
  file: string
  /** The changed lines before and after the edit, in the format that `npm run mutants` prints. */
  before: string
  after: string
  /** The reason, in one line, why the code behaves the same with and without the edit. */
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/catalog/browse/rules/facets/color.ts',
    before: 'for (let end = words.length; end > 0; end--) {',
    after: 'for (let end = words.length; end >= 0; end--) {',
    reason: 'There is no start before an end of 0.',
  },
  {
    file: 'src/catalog/browse/rules/facets/color.ts',
    before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
    after: 'for (let start = Math.min(0, end - LONGEST); start < end; start++) {',
    reason: 'Only more words than any spelling has are tried in addition.',
  },
  {
    file: 'src/catalog/browse/rules/facets/color.ts',
    before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
    after: 'for (let start = Math.max((0 - 1), end - LONGEST); start < end; start++) {',
    reason: 'A slice from -1 to the end of a shorter part has a word that is tried anyway, or no word.',
  },
  {
    file: 'src/catalog/browse/rules/facets/color.ts',
    before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
    after: 'for (let start = Math.max(0, end - LONGEST); start <= end; start++) {',
    reason: 'No spelling is empty.',
  },
  {
    file: 'src/catalog/browse/rules/facets/index.ts',
    before:
      "const found = facet === 'brand' ? brands(text) : context.isRing || context.system !== null ? sizeOf(text, context) : sizes(text)",
    after: "const found = facet === 'brand' ? brands(text) : (sizeOf(text, context))",
    reason: 'The cached function has the same result.',
  },
  {
    file: 'src/catalog/imports/rules/columns.ts',
    before: ".filter((line, index) => line !== '' || lines[index - 1] !== '')",
    after: ".filter((line, index) => line !== '' || lines[index + 1] !== '')",
    reason: 'It keeps the last of several empty lines instead of the first.',
  },
  {
    file: 'src/catalog/imports/rules/ebay.ts',
    before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    reason: '`null > 1` is false; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/imports/rules/etsy.ts',
    before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    reason: '`null > 1` is false; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/imports/rules/shopify.ts',
    before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
    reason: '`null > 1` is false; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/like-alerts/rules.ts',
    before: "return kind === 'liked_back' || (facts.baselineCents !== null && isPriceDrop(facts.baselineCents, facts.priceCents))",
    after: "return kind === 'liked_back' || ((isPriceDrop(facts.baselineCents, facts.priceCents)))",
    reason: '`null` is below every price; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/listings/rules/prices.ts',
    before: 'if (lowestPriceCents !== null && priceCents !== null && lowestPriceCents > priceCents) return FLOOR_ABOVE_PRICE',
    after: 'if ((priceCents !== null) && lowestPriceCents > priceCents) return FLOOR_ABOVE_PRICE',
    reason: '`null` is not above a price; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/listings/rules/reservation.ts',
    before: "status === 'live' && reservedUntil !== null && reservedUntil > now",
    after: "(status === 'live') && reservedUntil > now",
    reason: '`null` is not after a time; the check exists for the types alone.',
  },
  {
    file: 'src/catalog/stores/rules.ts',
    before: 'return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)',
    after: 'return sorted.length % 2 === 1 ? sorted[middle]! : Math.ceil((sorted[middle - 1]! + sorted[middle]!) / 2)',
    reason: 'Half of a whole number has no decimals or exactly one half.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: "const wrong = messages.find((one) => one.type === 'error' && one.severity === 'recoverable')",
    after: "const wrong = messages.find((one) => (one.severity === 'recoverable'))",
    reason: 'Only errors have a severity; the check exists for the types alone.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: 'const { value } = await pay(ctx, buyer, subject.id, { method, ...(destination && { address: destination }) })',
    after: 'const { value } = await pay(ctx, buyer, subject.id, { method, ...(({ address: destination })) })',
    reason: 'An address of null counts as no address.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: 'else await purchasePayment.payPurchase(tx, buyer, id, tried)',
    after: 'else await purchasePayment.payPurchase(tx, id, buyer, tried)',
    reason: 'Only a free purchase uses the buyer, and a checkout of several items has at least the shipping to pay.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: 'const address = addressOf(row.destination, row.buyer, actor) ?? undefined',
    after: 'const address = (addressOf(row.destination, row.buyer, actor))',
    reason: 'An address of null counts as no address.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: 'const first = made.orders[0]!',
    after: 'const first = made.orders[(0 + 1)]!',
    reason: 'Any order of the purchase identifies it.',
  },
  {
    file: 'src/commerce/checkouts/complete.ts',
    before: 'if (method === undefined || !takes(method))',
    after: 'if ((!takes(method)))',
    reason: 'No provider takes an undefined method; the check exists for the types alone.',
  },
  {
    file: 'src/commerce/inbox/rules.ts',
    before:
      "{ task: 'answer_cancelling', when: cancelRequested, until: (o) => (o.ship_by && o.ship_by < o.cancel_by! ? o.ship_by : o.cancel_by) },",
    after:
      "{ task: 'answer_cancelling', when: cancelRequested, until: (o) => (o.ship_by && o.ship_by <= o.cancel_by! ? o.ship_by : o.cancel_by) },",
    reason: 'Both deadlines are the same time.',
  },
  {
    file: 'src/commerce/ledger/rules.ts',
    before:
      'lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0',
    after:
      'lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum - amountCents, 0) === 0',
    reason: 'The sum is zero exactly if its negative is.',
  },
  {
    file: 'src/developers/webhooks/rules.ts',
    before: "return status >= 300 && status < 400 ? 'redirect' : `answered ${status}`",
    after: "return status >= (300 - 1) && status < 400 ? 'redirect' : `answered ${status}`",
    reason: 'The line before returns for 299.',
  },
  {
    file: 'src/helpers/copywriter/rules/clip.ts',
    before: 'const LONGEST_GRAPHEME = 64',
    after: 'const LONGEST_GRAPHEME = (64 + 1)',
    reason: 'No grapheme is that long, so the margin changes only the work.',
  },
  {
    file: 'src/helpers/copywriter/rules/clip.ts',
    before: 'const LONGEST_GRAPHEME = 64',
    after: 'const LONGEST_GRAPHEME = (64 - 1)',
    reason: 'No grapheme is that long, so the margin changes only the work.',
  },
  {
    file: 'src/helpers/research/rules/pricing/identification.ts',
    before: 'return facts.length >= LEAST_FACTS ? facts : byAttribute([...facts, ...more]).slice(0, LEAST_FACTS)',
    after: 'return facts.length > LEAST_FACTS ? facts : byAttribute([...facts, ...more]).slice(0, LEAST_FACTS)',
    reason: 'Three facts stay three facts, because the list is cut to three.',
  },
  {
    file: 'src/helpers/research/rules/pricing/index.ts',
    before: 'suggestedCents: clamp(wholeDollarCents(share(base, factor)), roundedBand),',
    after: 'suggestedCents: clamp(wholeDollarCents(share(factor, base)), roundedBand),',
    reason: 'A product does not depend on the order.',
  },
  {
    file: 'src/helpers/shop-agent/rules/check.ts',
    before: 'const [low, high] = label < value.from ? [label, value.from] : [value.to, label]',
    after: 'const [low, high] = label <= value.from ? [label, value.from] : [value.to, label]',
    reason: 'No value fits between a position and itself.',
  },
  {
    file: 'src/helpers/shop-agent/rules/check.ts',
    before: "const label = sentence.indexOf(tokensOf(fact.label).at(-1) ?? '')",
    after: 'const label = sentence.indexOf((tokensOf(fact.label).at(-1)))',
    reason: 'Neither `undefined` nor an empty word occurs in a sentence; the check exists for the types alone.',
  },
  {
    file: 'src/helpers/shopping-check/rules.ts',
    before: 'if (costCents === null || costCents <= 0 || resaleCents === null) return null',
    after: 'if ((costCents <= 0) || resaleCents === null) return null',
    reason: '`null <= 0` is true; the check exists for the types alone.',
  },
  {
    file: 'src/identity/accounts/rules.ts',
    before: "const theirs = inTheirs || ABOUT.some((key) => typeof record[key] === 'string' && person.bought.has(record[key]))",
    after: 'const theirs = inTheirs || ABOUT.some((key) => (person.bought.has(record[key])))',
    reason: 'The set contains only texts; the check exists for the types alone.',
  },
  {
    file: 'src/identity/accounts/rules.ts',
    before: "const slug = typeof record['slug'] === 'string' ? person.slugs.get(record['slug']) : undefined",
    after: "const slug = (person.slugs.get(record['slug']))",
    reason: 'The map contains only texts; the check exists for the types alone.',
  },
  {
    file: 'src/platform/browser/rules/html.ts',
    before:
      "export const isTag = (piece: Piece, name: string): piece is Piece & { kind: 'tag' } => piece.kind === 'tag' && piece.name === name",
    after: "export const isTag = (piece: Piece, name: string): piece is Piece & { kind: 'tag' } => (piece.name === name)",
    reason: 'No raw element has the name of a tag that is searched for.',
  },
  {
    file: 'src/platform/browser/rules/product-page.ts',
    before: "condition: conditionOf(offer?.condition ?? product?.condition ?? micro['itemcondition'] ?? metas['product:condition'] ?? ''),",
    after: "condition: conditionOf((offer?.condition ?? product?.condition ?? micro['itemcondition'] ?? metas['product:condition'])),",
    reason: 'The text "undefined" names no condition; the check exists for the types alone.',
  },
  {
    file: 'src/platform/browser/rules/product-page.ts',
    before: "if (piece.kind !== 'tag' || !/\\bitem(?:prop|type)\\b/i.test(piece.inside)) continue",
    after: "if ((piece.kind !== 'tag')) continue",
    reason: 'Other tags have no attribute that is read; the pattern only saves the work of parsing them.',
  },
  {
    file: 'src/platform/browser/rules/product-page.ts',
    before: "isProduct ||= /^https?:\\/\\/schema\\.org\\/Product$/i.test(itemtype ?? '')",
    after: 'isProduct ||= /^https?:\\/\\/schema\\.org\\/Product$/i.test((itemtype))',
    reason: 'The text "undefined" is no type; the check exists for the types alone.',
  },
  {
    file: 'src/ucp/rules.ts',
    before: 'for (let at = 0; at < header.length;) {',
    after: 'for (let at = (0 - 1); at < header.length;) {',
    reason: 'A pattern that starts at -1 starts at 0, and an empty header has no member.',
  },
  {
    file: 'src/catalog/shops/rules/away.ts',
    before: 'export const isAway = (until: Date | null, now: Date): until is Date => until !== null && until > now',
    after: 'export const isAway = (until: Date | null, now: Date): until is Date => (until > now)',
    reason: 'null counts as 0, which is not after any time of the service; the comparison is for the compiler.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: '.where(between(one, other))',
    after: '.where(between(other, one))',
    reason: 'The condition is symmetric.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: ".where(between(one, other)) .where('o.status', 'in', ['open', 'countered'])",
    after: '.where(between(one, other))',
    reason: 'The state table refuses ended offers; the condition only saves reading them.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: ".where(sql<boolean>`o.listing_id = any(${[...listingIds]}::text[])`) .where('o.status', 'in', ['open', 'countered'])",
    after: '.where(sql<boolean>`o.listing_id = any(${[...listingIds]}::text[])`)',
    reason: 'The state table refuses ended offers; the condition only saves reading them.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: 'if (ids.length === 0) return',
    after: 'if (false) return',
    reason: 'Without ids, the statement finds no row; the check only saves it.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: 'if (ids.length === 0) return',
    after: 'if (ids.length === (0 - 1)) return',
    reason: 'Without ids, the statement finds no row; the check only saves it.',
  },
  {
    file: 'src/commerce/offers/close.ts',
    before: 'if (listingIds.length === 0) return',
    after: 'if (false) return',
    reason: 'Without listings, no offer is found; the check only saves the statements.',
  },
  {
    file: 'src/commerce/offers/close.ts',
    before: 'if (listingIds.length === 0) return',
    after: 'if (listingIds.length === (0 - 1)) return',
    reason: 'Without listings, no offer is found; the check only saves the statements.',
  },
  {
    file: 'src/commerce/offers/close.ts',
    before: 'if (made.length === 0) return',
    after: 'if (false) return',
    reason: 'Without listings, no offer is found; the check only saves the statements.',
  },
  {
    file: 'src/commerce/offers/close.ts',
    before: 'if (made.length === 0) return',
    after: 'if (made.length === (0 - 1)) return',
    reason: 'Without listings, no offer is found; the check only saves the statements.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: ".where('o.status', 'in', ['open', 'countered']) .where('o.expires_at', '<=', now)",
    after: ".where('o.status', 'in', ['open', 'countered'])",
    reason: 'The due offers come first, and the state table does not let the others expire.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: "where ${isOf('offers', accountId)} and status in ('open', 'countered')",
    after: "where status in ('open', 'countered')",
    reason: 'The caller omits the offers of other accounts; the condition only saves locks.',
  },
  {
    file: 'src/commerce/offers/queries.ts',
    before: "where ${isOf('offers', accountId)} and status in ('open', 'countered') order by listing_id`.execute(db)",
    after: "where ${isOf('offers', accountId)} order by listing_id`.execute(db)",
    reason: 'The caller omits offers that are not active; the condition only saves locks.',
  },
  {
    file: 'src/commerce/offers/make.ts',
    before: 'note: note ?? null,',
    after: 'note: (note),',
    reason: 'An omitted column is null.',
  },
  {
    file: 'src/commerce/invitations/invite.ts',
    before: 'note: note ?? null,',
    after: 'note: (note),',
    reason: 'An omitted column is null.',
  },
  {
    file: 'src/commerce/invitations/queries.ts',
    before: 'await sql`select from accounts where id = ${accountId} for no key update`.execute(db)',
    after: 'await sql`select from accounts for no key update`.execute(db)',
    reason: 'It locks more accounts than needed.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (amountCents === 0) return',
    after: 'if (false) return',
    reason: 'A refund of 0 records nothing.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (amountCents === 0) return',
    after: 'if (amountCents === (0 - 1)) return',
    reason: 'A refund of 0 records nothing.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (labelCents + recoveredCents > 0) await queries.updateOrder(tx.db, row.id, paid)',
    after: 'if (true) await queries.updateOrder(tx.db, row.id, paid)',
    reason: 'Without labels, the order already has these values.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (labelCents + recoveredCents > 0) await queries.updateOrder(tx.db, row.id, paid)',
    after: 'if (labelCents + recoveredCents >= 0) await queries.updateOrder(tx.db, row.id, paid)',
    reason: 'Without labels, the order already has these values.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (!isDue) return 0',
    after: 'if (false) return 0',
    reason: 'Without unpaid labels, the query finds no order.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (part === 0) break',
    after: 'if (false) break',
    reason: 'A part of 0 changes nothing.',
  },
  {
    file: 'src/commerce/orders/money.ts',
    before: 'if (part === 0) break',
    after: 'if (part === (0 - 1)) break',
    reason: 'A part of 0 changes nothing.',
  },
  {
    file: 'src/commerce/orders/shared-shipping.ts',
    before: 'if (row.purchase_id === null) return 0',
    after: 'if (false) return 0',
    reason: 'Without a purchase, the query finds no other order.',
  },
  {
    file: 'src/messaging/threads/queries.ts',
    before: 'if (threadIds.length === 0) return new Map()',
    after: 'if (threadIds.length === (0 - 1)) return new Map()',
    reason: 'Without threads, no message is found; the check only saves the statement.',
  },
  {
    file: 'src/messaging/threads/queries.ts',
    before: 'if (threadIds.length === 0) return new Map()',
    after: 'if (false) return new Map()',
    reason: 'Without threads, no message is found; the check only saves the statement.',
  },
  {
    file: 'src/messaging/threads/queries.ts',
    before: 'if (existing) return existing',
    after: 'if (false) return existing',
    reason: 'The insert does nothing for an existing thread, which is then locked; the check only saves the insert.',
  },
  {
    file: 'src/messaging/threads/queries.ts',
    before: "if (!thread) throw new Error('a conversation was neither found nor created')",
    after: "if (false) throw new Error('a conversation was neither found nor created')",
    reason: 'The insert fails only if the thread exists, which the locking read then returns.',
  },
  {
    file: 'src/messaging/threads/queries.ts',
    before:
      "listing_id !== null && (await db .selectFrom('orders') .select('id') .where('buyer_id', '=', buyer_id) .where('listing_id', '=', listing_id) .where('status', 'in', UNFINISHED) .where((eb) => eb.or([eb('status', '<>', 'awaiting_payment'), eb('pay_by', '>', now)])) .limit(1) .executeTakeFirst()) !== undefined",
    after:
      "((await db .selectFrom('orders') .select('id') .where('buyer_id', '=', buyer_id) .where('listing_id', '=', listing_id) .where('status', 'in', UNFINISHED) .where((eb) => eb.or([eb('status', '<>', 'awaiting_payment'), eb('pay_by', '>', now)])) .limit(1) .executeTakeFirst()) !== undefined)",
    reason: 'No order has no listing; the check only saves the statement.',
  },
  {
    file: 'src/catalog/listings/queries.ts',
    before: 'if (ids.length === 0) return new Map()',
    after: 'if (false) return new Map()',
    reason: 'Without ids, no row is found; the check only saves the statement.',
  },
  {
    file: 'src/catalog/listings/queries.ts',
    before: 'if (ids.length === 0) return new Map()',
    after: 'if (ids.length === (0 - 1)) return new Map()',
    reason: 'Without ids, no row is found; the check only saves the statement.',
  },
  {
    file: 'src/catalog/listings/index.ts',
    before: 'if (draft.sku !== null) await claimSku(tx, actor, draft.sku)',
    after: 'if (true) await claimSku(tx, actor, draft.sku)',
    reason: 'No listing has the SKU null; the check only saves the statements.',
  },
  {
    file: 'src/catalog/listings/index.ts',
    before: 'const rows = ids.length === 0 ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
    after: 'const rows = (await queries.ownListings(ctx.db, actor.accountId, ids))',
    reason: 'Without ids, no row is found; the check only saves the statement.',
  },
  {
    file: 'src/catalog/listings/index.ts',
    before: 'const rows = ids.length === 0 ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
    after: 'const rows = ids.length === (0 - 1) ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
    reason: 'Without ids, no row is found; the check only saves the statement.',
  },
  {
    file: 'src/catalog/listings/index.ts',
    before: 'const EXPORT_STEP = 500',
    after: 'const EXPORT_STEP = (500 + 1)',
    reason: 'The number of rows per statement does not affect the exported rows.',
  },
  {
    file: 'src/catalog/listings/index.ts',
    before: 'const EXPORT_STEP = 500',
    after: 'const EXPORT_STEP = (500 - 1)',
    reason: 'The number of rows per statement does not affect the exported rows.',
  },
  {
    file: 'src/catalog/listings/update.ts',
    before: 'const AT_ONCE = 500',
    after: 'const AT_ONCE = (500 + 1)',
    reason: 'The job runs again for the remaining listings.',
  },
  {
    file: 'src/catalog/listings/update.ts',
    before: 'const AT_ONCE = 500',
    after: 'const AT_ONCE = (500 - 1)',
    reason: 'The job runs again for the remaining listings.',
  },
  {
    file: 'src/catalog/listings/publish.ts',
    before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
    after: 'for (let [first, count] = [1, (64 + 1)]; ; first += count, count *= 8) {',
    reason: 'It only changes how many links one statement tries.',
  },
  {
    file: 'src/catalog/listings/publish.ts',
    before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
    after: 'for (let [first, count] = [1, (64 - 1)]; ; first += count, count *= 8) {',
    reason: 'It only changes how many links one statement tries.',
  },
  {
    file: 'src/catalog/listings/publish.ts',
    before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
    after: 'for (let [first, count] = [1, 64]; ; first += count, count *= (8 + 1)) {',
    reason: 'It only changes how many links one statement tries.',
  },
  {
    file: 'src/catalog/listings/publish.ts',
    before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
    after: 'for (let [first, count] = [1, 64]; ; first += count, count *= (8 - 1)) {',
    reason: 'It only changes how many links one statement tries.',
  },
  {
    file: 'src/catalog/listings/sell.ts',
    before: "if (decision.kind !== 'move') return false",
    after: 'if (false) return false',
    reason: 'The state table lets an order sell every live listing.',
  },
  {
    file: 'src/catalog/listings/sell.ts',
    before: "if (decision.kind !== 'move') return false",
    after: "if (decision.kind !== 'move') return true",
    reason: 'The state table lets an order sell every live listing.',
  },
  {
    file: 'src/catalog/shops/index.ts',
    before: 'about: input.about ?? null,',
    after: 'about: (input.about),',
    reason: 'An omitted column is null.',
  },
  {
    file: 'src/catalog/shops/index.ts',
    before: 'category: input.category ?? null,',
    after: 'category: (input.category),',
    reason: 'An omitted column is null.',
  },
  {
    file: 'src/catalog/shops/index.ts',
    before: 'return requireShop(known === null ? undefined : await queries.findOwnShop(ctx.db, actor.accountId, known))',
    after: 'return requireShop((await queries.findOwnShop(ctx.db, actor.accountId, known)))',
    reason: 'No shop has the slug null; the check only saves the statement.',
  },
  {
    file: 'src/catalog/shops/index.ts',
    before: 'return requireShop(known === null ? undefined : await queries.lockOwnShop(tx.db, actor.accountId, known))',
    after: 'return requireShop((await queries.lockOwnShop(tx.db, actor.accountId, known)))',
    reason: 'No shop has the slug null; the check only saves the statement.',
  },
  {
    file: 'src/catalog/shops/index.ts',
    before: 'return known === null ? null : ((await queries.resolveSlug(ctx.reads, known, tenant)) ?? null)',
    after: 'return ((await queries.resolveSlug(ctx.reads, known, tenant)) ?? null)',
    reason: 'No shop has the slug null; the check only saves the statement.',
  },
  {
    file: 'src/commerce/orders/queries.ts',
    before:
      'where x.id = ${id} and (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
    after: 'where (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
    reason: 'It locks more purchases than needed.',
  },
  {
    file: 'src/commerce/orders/queries.ts',
    before:
      'where x.id = ${id} and (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
    after: 'where x.id = ${id} for update of p) locked) >= 0`)',
    reason: 'It locks more purchases than needed.',
  },
  {
    file: 'src/commerce/carts/queries.ts',
    before:
      'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${row.buyer && JSON.stringify(row.buyer)}::jsonb,',
    after: 'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${(row.buyer)}::jsonb,',
    reason: 'The driver converts an object to JSON.',
  },
  {
    file: 'src/commerce/carts/queries.ts',
    before: '.set({ ...put, items: JSON.stringify(items), buyer: buyer && JSON.stringify(buyer) })',
    after: '.set({ ...put, items: JSON.stringify(items), buyer: (buyer) })',
    reason: 'The driver converts an object to JSON.',
  },
  {
    file: 'src/commerce/carts/queries.ts',
    before:
      'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${row.buyer && JSON.stringify(row.buyer)}::jsonb,',
    after:
      'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${(JSON.stringify(row.buyer))}::jsonb,',
    reason: 'JSON null is read as null.',
  },
  {
    file: 'src/commerce/carts/queries.ts',
    before: '.set({ ...put, items: JSON.stringify(items), buyer: buyer && JSON.stringify(buyer) })',
    after: '.set({ ...put, items: JSON.stringify(items), buyer: (JSON.stringify(buyer)) })',
    reason: 'JSON null is read as null.',
  },
  {
    file: 'src/commerce/payouts/queries.ts',
    before: "...(of.orderId === undefined ? [] : [eb('order_id', '=', of.orderId)]),",
    after: "...(([eb('order_id', '=', of.orderId)])),",
    reason: 'A comparison with null finds no row.',
  },
  {
    file: 'src/commerce/payouts/queries.ts',
    before: "...(of.holdId === undefined ? [] : [eb.and([eb('hold_id', '=', of.holdId), eb('order_id', 'is', null)])]),",
    after: "...(([eb.and([eb('hold_id', '=', of.holdId), eb('order_id', 'is', null)])])),",
    reason: 'A comparison with null finds no row.',
  },
  {
    file: 'src/commerce/payments/queries.ts',
    before: "...(order.hold_id === null ? [] : [eb('hold_id', '=', order.hold_id)]),",
    after: "...(([eb('hold_id', '=', order.hold_id)])),",
    reason: 'A comparison with null finds no row.',
  },
  {
    file: 'src/commerce/payments/queries.ts',
    before: "...(order.purchase_id === null ? [] : [eb('purchase_id', '=', order.purchase_id)]),",
    after: "...(([eb('purchase_id', '=', order.purchase_id)])),",
    reason: 'A comparison with null finds no row.',
  },
  {
    file: 'src/identity/credentials/index.ts',
    before: 'if (testId === null || testName === null)',
    after: 'if ((testId === null))',
    reason: 'The id and the name come from the same joined row; the check of the name exists for the types alone.',
  },
  {
    file: 'src/identity/credentials/index.ts',
    before: 'if (testId === null || testName === null)',
    after: 'if ((testName === null))',
    reason: 'The id and the name come from the same joined row; the check of the id exists for the types alone.',
  },
  {
    file: 'src/messaging/push/queries.ts',
    before: ".where('id', '=', subscription_id) .where((eb) => (status === 'sent' ? eb('given_up', '>', 0) : eb.lit(true)))",
    after: ".where('id', '=', subscription_id)",
    reason: 'The condition only avoids writing a row that does not change.',
  },
  {
    file: 'src/identity/email-links/passwords.ts',
    before: 'if (!person?.email || person.email !== email) throw goneLink()',
    after: 'if ((person.email !== email)) throw goneLink()',
    reason: 'The account of a link always exists, and an account without an address has not the address of the link.',
  },
  {
    file: 'src/commerce/payouts/claim.ts',
    before: 'const [transfer] = await queries.duePayouts(tx.db, { ...by, id, limit: 1 })',
    after: 'const [transfer] = await queries.duePayouts(tx.db, { ...by, id, limit: (1 + 1) })',
    reason: 'There is only one transfer with an id.',
  },
  {
    file: 'src/commerce/payouts/send.ts',
    before: "if (!isTest && error instanceof PaymentsError && error.reason === 'refused' && tries + 1 >= TRIES_BEFORE_CASE)",
    after: "if ((!isTest) && error.reason === 'refused' && tries + 1 >= TRIES_BEFORE_CASE)",
    reason: 'Only the payment provider can refuse a transfer; the check exists for the types alone.',
  },
  {
    file: 'src/commerce/checkouts/quote.ts',
    before: "if (error instanceof ApiError && error.type === 'not_found') return null",
    after: "if ((error.type === 'not_found')) return null",
    reason: 'Only an ApiError has the type `not_found`; the check exists for the types alone.',
  },
]
