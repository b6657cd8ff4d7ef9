import type { EquivalentByFile } from './index.ts'

export const CATALOG: EquivalentByFile = {
  'src/catalog/browse/cache/queries.ts': [
    {
      before: 'export const MANY_CHANGES = 2_000',
      after: 'export const MANY_CHANGES = (2_000 + 1)',
      reason: 'The number only separates a few changes, which are read one by one, from many.',
    },
    {
      before: 'export const MANY_CHANGES = 2_000',
      after: 'export const MANY_CHANGES = (2_000 - 1)',
      reason: 'The number only separates a few changes, which are read one by one, from many.',
    },
  ],
  'src/catalog/browse/queries.ts': [
    {
      before:
        'export const listCards = async (db: Db, ids: readonly string[]): Promise<CardRow[]> => (ids.length === 0 ? [] : cardsById(db, ids))',
      after: 'export const listCards = async (db: Db, ids: readonly string[]): Promise<CardRow[]> => ((cardsById(db, ids)))',
      reason: 'The condition only saves a query: no card has an id from an empty list.',
    },
    {
      before:
        'export const listCards = async (db: Db, ids: readonly string[]): Promise<CardRow[]> => (ids.length === 0 ? [] : cardsById(db, ids))',
      after:
        'export const listCards = async (db: Db, ids: readonly string[]): Promise<CardRow[]> => (ids.length === (0 - 1) ? [] : cardsById(db, ids))',
      reason: 'The condition only saves a query: no card has an id from an empty list.',
    },
    {
      before: ".$if(shopId === null && tenant !== '', (query) =>",
      after: '.$if((shopId === null), (query) =>',
      reason: 'Without a test tenant, the additional conditions follow from in_market.',
    },
  ],
  'src/catalog/browse/rules/facets/color.ts': [
    {
      before: 'for (let end = words.length; end > 0; end--) {',
      after: 'for (let end = words.length; end >= 0; end--) {',
      reason: 'There is no start before an end of 0.',
    },
    {
      before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
      after: 'for (let start = Math.min(0, end - LONGEST); start < end; start++) {',
      reason: 'Only more words than any spelling has are tried in addition.',
    },
    {
      before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
      after: 'for (let start = Math.max((0 - 1), end - LONGEST); start < end; start++) {',
      reason: 'A slice from -1 to the end of a shorter part has a word that is tried anyway, or no word.',
    },
    {
      before: 'for (let start = Math.max(0, end - LONGEST); start < end; start++) {',
      after: 'for (let start = Math.max(0, end - LONGEST); start <= end; start++) {',
      reason: 'No spelling is empty.',
    },
  ],
  'src/catalog/browse/rules/facets/index.ts': [
    {
      before:
        "const found = facet === 'brand' ? brands(text) : context.isRing || context.system !== null ? sizeOf(text, context) : sizes(text)",
      after: "const found = facet === 'brand' ? brands(text) : (sizeOf(text, context))",
      reason: 'The cached function has the same result.',
    },
  ],
  'src/catalog/browse/search/queries.ts': [
    {
      before:
        'const changes = rows.flatMap(({ tx, listing_id }) => (tx === null || listing_id === null ? [] : [{ tx, listingId: listing_id }]))',
      after: 'const changes = rows.flatMap(({ tx, listing_id }) => ((tx === null) ? [] : [{ tx, listingId: listing_id }]))',
      reason: 'Both columns come from the same left join, so both are null or neither is.',
    },
    {
      before:
        'const changes = rows.flatMap(({ tx, listing_id }) => (tx === null || listing_id === null ? [] : [{ tx, listingId: listing_id }]))',
      after: 'const changes = rows.flatMap(({ tx, listing_id }) => ((listing_id === null) ? [] : [{ tx, listingId: listing_id }]))',
      reason: 'Both columns come from the same left join, so both are null or neither is.',
    },
    {
      before:
        'model === null ? sql`select ${SEARCHED} from listings` : sql`select ${SEARCHED}, v.text_hash, v.vector from listings left join listing_vectors v on v.listing_id = id and v.model = ${model}`',
      after:
        '(sql`select ${SEARCHED}, v.text_hash, v.vector from listings left join listing_vectors v on v.listing_id = id and v.model = ${model}`)',
      reason: 'No vector belongs to a model that is null.',
    },
  ],
  'src/catalog/imports/rules/columns.ts': [
    {
      before: ".filter((line, index) => line !== '' || lines[index - 1] !== '')",
      after: ".filter((line, index) => line !== '' || lines[index + 1] !== '')",
      reason: 'It keeps the last of several empty lines instead of the first.',
    },
  ],
  'src/catalog/imports/rules/ebay.ts': [
    {
      before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      reason: '`null > 1` is false; the check exists for the types alone.',
    },
  ],
  'src/catalog/imports/rules/etsy.ts': [
    {
      before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      reason: '`null > 1` is false; the check exists for the types alone.',
    },
  ],
  'src/catalog/imports/rules/shopify.ts': [
    {
      before: "...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      after: "...((pieces > 1) ? [{ label: 'Quantity', value: String(pieces) }] : []),",
      reason: '`null > 1` is false; the check exists for the types alone.',
    },
  ],
  'src/catalog/like-alerts/queries.ts': [
    {
      before: 'if (ids.length === 0) return',
      after: 'if (false) return',
      reason: 'Without ids, no row changes; the check only saves the statements.',
    },
    {
      before: 'if (ids.length === 0) return',
      after: 'if (ids.length === (0 - 1)) return',
      reason: 'Without ids, no row changes; the check only saves the statements.',
    },
    {
      before:
        'where k.listing_id = ${listingId} and k.account_id = p.account_id and k.price_cents is null and ${fromCents}::integer is not null ), queued as (',
      after: 'where k.listing_id = ${listingId} and k.account_id = p.account_id and k.price_cents is null ), queued as (',
      reason: 'Without a price, the likes would keep their null; the condition only saves the writes.',
    },
  ],
  'src/catalog/like-alerts/rules.ts': [
    {
      before: "return kind === 'liked_back' || (facts.baselineCents !== null && isPriceDrop(facts.baselineCents, facts.priceCents))",
      after: "return kind === 'liked_back' || ((isPriceDrop(facts.baselineCents, facts.priceCents)))",
      reason: '`null` is below every price; the check exists for the types alone.',
    },
  ],
  'src/catalog/listings/bulk/index.ts': [
    {
      before: 'await enqueueBulk(tx, { id: row.id, part: 0, undo: false })',
      after: 'await enqueueBulk(tx, { id: row.id, part: (0 - 1), undo: false })',
      reason: 'The number of a part only has to differ from those of the other parts.',
    },
    {
      before: 'const expires = Number(/^(\\d{1,12})\\./.exec(token)?.[1])',
      after: 'const expires = Number(/^(\\d{1,12})\\./.exec(token)?.[(1 - 1)])',
      reason: 'The point after the number does not change its value.',
    },
    {
      before: 'await requireBulk(ctx, actor, id)',
      after: ';',
      reason: 'The approvals of an undo find the bulk change first, with the same error.',
    },
  ],
  'src/catalog/listings/bulk/rules.ts': [
    {
      before: 'none: { step: 1, offset: 0 },',
      after: 'none: { step: 1, offset: (0 - 1) },',
      reason: 'With steps of one cent, every offset allows the same amounts.',
    },
  ],
  'src/catalog/listings/bulk/run.ts': [
    {
      before: 'for (let count = 0; count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      after: 'for (let count = (0 - 1); count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      reason: 'A bulk change continues in its next job; a job only has a different number of rows.',
    },
    {
      before: 'for (let count = 0; count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      after: 'for (let count = (0 + 1); count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      reason: 'A bulk change continues in its next job; a job only has a different number of rows.',
    },
    {
      before: 'for (let count = 0; count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      after: 'for (let count = 0; count <= ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return',
      reason: 'A bulk change continues in its next job; a job only has a different number of rows.',
    },
    {
      before: 'const ROWS_PER_JOB = 50',
      after: 'const ROWS_PER_JOB = (50 + 1)',
      reason: 'A bulk change continues in its next job; a job only has a different number of rows.',
    },
    {
      before: 'const ROWS_PER_JOB = 50',
      after: 'const ROWS_PER_JOB = (50 - 1)',
      reason: 'A bulk change continues in its next job; a job only has a different number of rows.',
    },
    {
      before: 'if (forbidden.length === 0) return',
      after: 'if (false) return',
      reason: 'The condition only saves queries: without forbidden actions, no required action is forbidden.',
    },
  ],
  'src/catalog/listings/change.ts': [
    {
      before: 'if (change.sku) await claimSku(tx, actor, change.sku, id)',
      after: 'if (true) await claimSku(tx, actor, change.sku, id)',
      reason: 'Without a SKU, it finds no other listing.',
    },
  ],
  'src/catalog/listings/csv/import.ts': [
    {
      before: 'if (index % ROWS_PER_SLICE === 0) await turn()',
      after: 'if (true) await turn()',
      reason: 'It only lets other requests run more often.',
    },
    {
      before: "if (rows.some((row) => 'cells' in row && Boolean(row.cells['sku']))) await lockSkus(tx, actor)",
      after: "if (rows.some((row) => ('cells' in row))) await lockSkus(tx, actor)",
      reason: 'Without a SKU, an import only locks the SKUs without need.',
    },
    {
      before: 'if (error instanceof ApiError && error.status < 500) return error',
      after: 'if (error instanceof ApiError && error.status < (500 - 1)) return error',
      reason: 'No error has the status 499.',
    },
    {
      before: 'if (index % ROWS_PER_SLICE === 0) await turn()',
      after: 'if (index % ROWS_PER_SLICE === 0) ;',
      reason: 'It only changes how often other requests can run during an import.',
    },
    {
      before: 'if (done.length % ROWS_PER_SLICE === 0) await turn()',
      after: 'if (done.length % ROWS_PER_SLICE === (0 - 1)) await turn()',
      reason: 'It only changes how often other requests can run during an import.',
    },
  ],
  'src/catalog/listings/index.ts': [
    {
      before: 'if (draft.sku !== null) await claimSku(tx, actor, draft.sku)',
      after: 'if (true) await claimSku(tx, actor, draft.sku)',
      reason: 'No listing has the SKU null; the check only saves the statements.',
    },
    {
      before: 'const rows = ids.length === 0 ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
      after: 'const rows = (await queries.ownListings(ctx.db, actor.accountId, ids))',
      reason: 'Without ids, no row is found; the check only saves the statement.',
    },
    {
      before: 'const rows = ids.length === 0 ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
      after: 'const rows = ids.length === (0 - 1) ? [] : await queries.ownListings(ctx.db, actor.accountId, ids)',
      reason: 'Without ids, no row is found; the check only saves the statement.',
    },
    {
      before: 'const EXPORT_STEP = 500',
      after: 'const EXPORT_STEP = (500 + 1)',
      reason: 'The number of rows per statement does not affect the exported rows.',
    },
    {
      before: 'const EXPORT_STEP = 500',
      after: 'const EXPORT_STEP = (500 - 1)',
      reason: 'The number of rows per statement does not affect the exported rows.',
    },
    {
      before: 'hasUnfinishedOrder: false,',
      after: 'hasUnfinishedOrder: true,',
      reason: 'An order never blocks the publication of a draft.',
    },
    {
      before: 'everSold: false,',
      after: 'everSold: true,',
      reason: 'Earlier sales never block the publication of a draft.',
    },
  ],
  'src/catalog/listings/publish.ts': [
    {
      before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
      after: 'for (let [first, count] = [1, (64 + 1)]; ; first += count, count *= 8) {',
      reason: 'It only changes how many links one statement tries.',
    },
    {
      before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
      after: 'for (let [first, count] = [1, (64 - 1)]; ; first += count, count *= 8) {',
      reason: 'It only changes how many links one statement tries.',
    },
    {
      before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
      after: 'for (let [first, count] = [1, 64]; ; first += count, count *= (8 + 1)) {',
      reason: 'It only changes how many links one statement tries.',
    },
    {
      before: 'for (let [first, count] = [1, 64]; ; first += count, count *= 8) {',
      after: 'for (let [first, count] = [1, 64]; ; first += count, count *= (8 - 1)) {',
      reason: 'It only changes how many links one statement tries.',
    },
    {
      before: 'const change = visibility === undefined || visibility === row.visibility ? {} : { visibility }',
      after: 'const change = (visibility === row.visibility) ? {} : { visibility }',
      reason: 'An undefined value is neither stored nor a change of a live listing; the check exists for the types alone.',
    },
  ],
  'src/catalog/listings/queries.ts': [
    {
      before: 'if (ids.length === 0) return new Map()',
      after: 'if (false) return new Map()',
      reason: 'Without ids, no row is found; the check only saves the statement.',
    },
    {
      before: 'if (ids.length === 0) return new Map()',
      after: 'if (ids.length === (0 - 1)) return new Map()',
      reason: 'Without ids, no row is found; the check only saves the statement.',
    },
    {
      before: '}>`select link from listings where shop_id = ${shopId} and link = any(${links}::text[])`.execute(db)',
      after: '}>`select link from listings where shop_id = ${shopId} `.execute(db)',
      reason: 'The caller looks up only the given links; the condition only saves reading the others.',
    },
  ],
  'src/catalog/listings/rules/editor-steps.ts': [
    {
      before: 'const faulty = param ? stepOfField(param) : null',
      after: 'const faulty = (stepOfField(param))',
      reason: 'No field has the name `null`, `undefined` or an empty name; the check exists for the types alone.',
    },
  ],
  'src/catalog/listings/rules/prices.ts': [
    {
      before: 'if (lowestPriceCents !== null && priceCents !== null && lowestPriceCents > priceCents) return FLOOR_ABOVE_PRICE',
      after: 'if ((priceCents !== null) && lowestPriceCents > priceCents) return FLOOR_ABOVE_PRICE',
      reason: '`null` is not above a price; the check exists for the types alone.',
    },
  ],
  'src/catalog/listings/rules/reduction.ts': [
    {
      before: 'reduction = cents < before.cents && was !== null && cents < was ? { wasCents: was, at: from } : null',
      after: 'reduction = (cents < before.cents) && cents < was ? { wasCents: was, at: from } : null',
      reason: 'No price is below null; the check exists for the types alone.',
    },
    {
      before: 'reduction = cents < before.cents && was !== null && cents < was ? { wasCents: was, at: from } : null',
      after: 'reduction = cents <= before.cents && was !== null && cents < was ? { wasCents: was, at: from } : null',
      reason: 'The loop skips equal prices before this line.',
    },
  ],
  'src/catalog/listings/rules/reservation.ts': [
    {
      before: "status === 'live' && reservedUntil !== null && reservedUntil > now",
      after: "(status === 'live') && reservedUntil > now",
      reason: '`null` is not after a time; the check exists for the types alone.',
    },
  ],
  'src/catalog/listings/sell.ts': [
    {
      before: "if (decision.kind !== 'move') return false",
      after: 'if (false) return false',
      reason: 'The state table lets an order sell every live listing.',
    },
    {
      before: "if (decision.kind !== 'move') return false",
      after: "if (decision.kind !== 'move') return true",
      reason: 'The state table lets an order sell every live listing.',
    },
    {
      before: "const decision = decideListing('sell', { status, title, priceCents, everSold, hasUnfinishedOrder: false })",
      after: "const decision = decideListing('sell', { status, title, priceCents, everSold, hasUnfinishedOrder: true })",
      reason: 'A sale does not depend on other orders.',
    },
  ],
  'src/catalog/listings/update.ts': [
    {
      before: "if (status === 'live' && (change.price_cents !== undefined || change.status !== undefined))",
      after: "if ((status === 'live'))",
      reason: 'If neither the price nor the status changes, the crossed-out price stays the same.',
    },
  ],
  'src/catalog/photos/index.ts': [
    {
      before: 'hasUnfinishedOrder: false,',
      after: 'hasUnfinishedOrder: true,',
      reason: 'Whether a listing can be edited does not depend on its orders.',
    },
  ],
  'src/catalog/photos/private.ts': [
    {
      before: 'if (photos.length === 0) return',
      after: 'if (false) return',
      reason: 'Without photos, both calls change no row.',
    },
  ],
  'src/catalog/sales/index.ts': [
    {
      before: 'const progress = ids.length === 0 ? new Map<string, queries.Progress>() : await queries.progressOf(ctx.db, ids, MAX_NAMED)',
      after:
        'const progress = ids.length === (0 - 1) ? new Map<string, queries.Progress>() : await queries.progressOf(ctx.db, ids, MAX_NAMED)',
      reason: 'Without ids, the query returns no rows; the check only saves a query.',
    },
    {
      before: 'const progress = ids.length === 0 ? new Map<string, queries.Progress>() : await queries.progressOf(ctx.db, ids, MAX_NAMED)',
      after: 'const progress = (await queries.progressOf(ctx.db, ids, MAX_NAMED))',
      reason: 'Without ids, the query returns no rows; the check only saves a query.',
    },
  ],
  'src/catalog/sales/run.ts': [
    {
      before: 'const PER_JOB = 50',
      after: 'const PER_JOB = (50 + 1)',
      reason: 'A sale continues in the next part of its job; a part only has a different number of listings.',
    },
    {
      before: 'const PER_JOB = 50',
      after: 'const PER_JOB = (50 - 1)',
      reason: 'A sale continues in the next part of its job; a part only has a different number of listings.',
    },
    {
      before: 'export const enqueueSale = (ctx: Core, id: string, part = 0): Promise<void> =>',
      after: 'export const enqueueSale = (ctx: Core, id: string, part = (0 + 1)): Promise<void> =>',
      reason: 'A part only needs a number other than that of the part that runs, because the number is in the key of the job.',
    },
    {
      before: 'export const enqueueSale = (ctx: Core, id: string, part = 0): Promise<void> =>',
      after: 'export const enqueueSale = (ctx: Core, id: string, part = (0 - 1)): Promise<void> =>',
      reason: 'A part only needs a number other than that of the part that runs, because the number is in the key of the job.',
    },
    {
      before: 'await enqueueSale(ctx, id, part + 1)',
      after: 'await enqueueSale(ctx, id, part + (1 + 1))',
      reason: 'A part only needs a number other than that of the part that runs, because the number is in the key of the job.',
    },
    {
      before: 'await enqueueSale(ctx, id, part + 1)',
      after: 'await enqueueSale(ctx, id, part - 1)',
      reason: 'A part only needs a number other than that of the part that runs, because the number is in the key of the job.',
    },
    {
      before: 'for (let count = 0; count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      after: 'for (let count = (0 + 1); count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      reason: 'A sale continues in the next part of its job; a part only has a different number of listings.',
    },
    {
      before: 'for (let count = 0; count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      after: 'for (let count = (0 - 1); count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      reason: 'A sale continues in the next part of its job; a part only has a different number of listings.',
    },
    {
      before: 'for (let count = 0; count < PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      after: 'for (let count = 0; count <= PER_JOB; count++) if (!(await inTransaction(ctx, (tx) => runNext(tx, id)))) return',
      reason: 'A sale continues in the next part of its job; a part only has a different number of listings.',
    },
    {
      before: 'return false',
      after: 'return true',
      reason: 'The next call finds that the sale has ended, and changes nothing.',
    },
  ],
  'src/catalog/saved-searches/queries.ts': [
    {
      before: '.set({ alerted_at: since > until ? since : until })',
      after: '.set({ alerted_at: since >= until ? since : until })',
      reason: 'Both times are the same.',
    },
  ],
  'src/catalog/shops/index.ts': [
    {
      before: 'about: input.about ?? null,',
      after: 'about: (input.about),',
      reason: 'An omitted column is null.',
    },
    {
      before: 'category: input.category ?? null,',
      after: 'category: (input.category),',
      reason: 'An omitted column is null.',
    },
    {
      before: 'return requireShop(known === null ? undefined : await queries.findOwnShop(ctx.db, actor.accountId, known))',
      after: 'return requireShop((await queries.findOwnShop(ctx.db, actor.accountId, known)))',
      reason: 'No shop has the slug null; the check only saves the statement.',
    },
    {
      before: 'return requireShop(known === null ? undefined : await queries.lockOwnShop(tx.db, actor.accountId, known))',
      after: 'return requireShop((await queries.lockOwnShop(tx.db, actor.accountId, known)))',
      reason: 'No shop has the slug null; the check only saves the statement.',
    },
    {
      before: 'return known === null ? null : ((await queries.resolveSlug(ctx.reads, known, tenant)) ?? null)',
      after: 'return ((await queries.resolveSlug(ctx.reads, known, tenant)) ?? null)',
      reason: 'No shop has the slug null; the check only saves the statement.',
    },
  ],
  'src/catalog/shops/queries.ts': [
    {
      before: 'ship_from: from && JSON.stringify(from),',
      after: 'ship_from: (JSON.stringify(from)),',
      reason: 'A JSON null is read as null, and no statement distinguishes it from an SQL null.',
    },
    {
      before:
        "(select count(*) from offers o where o.seller_id = s.owner_id and o.shop_id = s.id and o.status = 'open' and o.expires_at > ${now}) as offers_waiting",
      after: "(select count(*) from offers o where o.shop_id = s.id and o.status = 'open' and o.expires_at > ${now}) as offers_waiting",
      reason: 'The offers in a shop are made to its owner; the condition only makes the query use an index.',
    },
  ],
  'src/catalog/shops/rules/away.ts': [
    {
      before: 'export const isAway = (until: Date | null, now: Date): until is Date => until !== null && until > now',
      after: 'export const isAway = (until: Date | null, now: Date): until is Date => (until > now)',
      reason: 'null counts as 0, which is not after any time of the service; the comparison is for the compiler.',
    },
  ],
  'src/catalog/stats/queries.ts': [
    {
      before:
        "where t.seller_id = ${ownerId} and t.updated_at >= ${from} and t.created_at >= ${from} and t.created_at < ${until} and exists (select from messages m where m.thread_id = t.id and m.sender = 'buyer' and m.created_at < ${until})",
      after:
        "where t.seller_id = ${ownerId} and t.updated_at >= ${from} and t.created_at >= ${from} and exists (select from messages m where m.thread_id = t.id and m.sender = 'buyer' and m.created_at < ${until})",
      reason: 'Later days are not in the series; the condition only saves reading them.',
    },
    {
      before: 'where t.seller_id = ${ownerId} and t.updated_at >= ${from} and t.created_at >= ${from} and t.created_at < ${until}',
      after: 'where t.seller_id = ${ownerId} and t.created_at >= ${from} and t.created_at < ${until}',
      reason: 'A conversation is updated no earlier than it is created; the condition only makes the query use an index.',
    },
    {
      before: 'where o.seller_id = ${ownerId} and o.created_at >= ${from} and o.created_at < ${until}',
      after: 'where o.created_at >= ${from} and o.created_at < ${until}',
      reason: 'The orders in a shop are those of its owner; the condition only makes the query use an index.',
    },
    {
      before: 'from own join orders o on o.shop_id = own.id where o.paid_at >= ${from} and o.paid_at < ${until} )',
      after: 'from own join orders o on o.shop_id = own.id where o.paid_at >= ${from} )',
      reason: 'Other days are not in the series; the condition only saves reading them.',
    },
    {
      before: 'from own join offers o on o.shop_id = own.id where o.created_at >= ${from} and o.created_at < ${until} ),',
      after: 'from own join offers o on o.shop_id = own.id where o.created_at >= ${from} ),',
      reason: 'Later days are not in the series; the condition only saves reading them.',
    },
    {
      before: 'where t.seller_id = ${ownerId} and t.updated_at >= ${from} and t.created_at >= ${from} and t.created_at < ${until}',
      after: 'where t.updated_at >= ${from} and t.created_at >= ${from} and t.created_at < ${until}',
      reason: 'The conversations in a shop are with its owner; the condition only makes the query use an index.',
    },
    {
      before: 'from own join orders o on o.shop_id = own.id where o.paid_at >= ${from} and o.paid_at < ${until}',
      after: 'from own join orders o on o.shop_id = own.id where o.paid_at < ${until}',
      reason: 'Other days are not in the series; the condition only saves reading them.',
    },
    {
      before: 'where o.seller_id = ${ownerId} and o.created_at >= ${from} and o.created_at < ${until}',
      after: 'where o.seller_id = ${ownerId} and o.created_at < ${until}',
      reason: 'Other days are not in the series; the condition only saves reading them.',
    },
    {
      before: 'where o.seller_id = ${ownerId} and o.created_at >= ${from} and o.created_at < ${until} union all',
      after: 'where o.seller_id = ${ownerId} and o.created_at >= ${from} union all',
      reason: 'Other days are not in the series; the condition only saves reading them.',
    },
    {
      before: "and subject in (select id from listings where shop_id = any(${[...shopIds]}::text[]) and status = 'live')",
      after: 'and subject in (select id from listings where shop_id = any(${[...shopIds]}::text[]) )',
      reason: 'Only the views of the live listings are joined; the condition only saves reading the others.',
    },
    {
      before: 'from things join likes k on k.listing_id = things.id where k.created_at >= ${from} and k.created_at < ${until}',
      after: 'from things join likes k on k.listing_id = things.id where k.created_at < ${until}',
      reason: 'Other days are not in the series; the condition only saves reading them.',
    },
    {
      before: "and subject in (select id from listings where shop_id = any(${[...shopIds]}::text[]) and status = 'live') group by subject",
      after: 'group by subject',
      reason: 'Only the views of the live listings are joined; the condition only saves reading the others.',
    },
  ],
  'src/catalog/stores/rules.ts': [
    {
      before: 'return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)',
      after: 'return sorted.length % 2 === 1 ? sorted[middle]! : Math.ceil((sorted[middle - 1]! + sorted[middle]!) / 2)',
      reason: 'Half of a whole number has no decimals or exactly one half.',
    },
  ],
}
