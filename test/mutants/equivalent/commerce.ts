import type { EquivalentByFile } from './index.ts'

export const COMMERCE: EquivalentByFile = {
  'src/commerce/carts/queries.ts': [
    {
      before:
        'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${row.buyer && JSON.stringify(row.buyer)}::jsonb,',
      after: 'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${(row.buyer)}::jsonb,',
      reason: 'The driver converts an object to JSON.',
    },
    {
      before: '.set({ ...put, items: JSON.stringify(items), buyer: buyer && JSON.stringify(buyer) })',
      after: '.set({ ...put, items: JSON.stringify(items), buyer: (buyer) })',
      reason: 'The driver converts an object to JSON.',
    },
    {
      before:
        'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${row.buyer && JSON.stringify(row.buyer)}::jsonb,',
      after:
        'select ${row.id}, ${row.account_id}, ${row.key_id}, ${JSON.stringify(row.items)}::jsonb, ${(JSON.stringify(row.buyer))}::jsonb,',
      reason: 'JSON null is read as null.',
    },
    {
      before: '.set({ ...put, items: JSON.stringify(items), buyer: buyer && JSON.stringify(buyer) })',
      after: '.set({ ...put, items: JSON.stringify(items), buyer: (JSON.stringify(buyer)) })',
      reason: 'JSON null is read as null.',
    },
  ],
  'src/commerce/checkouts/complete.ts': [
    {
      before: "const wrong = messages.find((one) => one.type === 'error' && one.severity === 'recoverable')",
      after: "const wrong = messages.find((one) => (one.severity === 'recoverable'))",
      reason: 'Only errors have a severity; the check exists for the types alone.',
    },
    {
      before: 'const { value } = await pay(ctx, buyer, subject.id, { method, ...(destination && { address: destination }) })',
      after: 'const { value } = await pay(ctx, buyer, subject.id, { method, ...(({ address: destination })) })',
      reason: 'An address of null counts as no address.',
    },
    {
      before: 'const address = addressOf(row.destination, row.buyer, actor) ?? undefined',
      after: 'const address = (addressOf(row.destination, row.buyer, actor))',
      reason: 'An address of null counts as no address.',
    },
    {
      before: 'const first = made.orders[0]!',
      after: 'const first = made.orders[(0 + 1)]!',
      reason: 'Any order of the purchase identifies it.',
    },
    {
      before: 'if (method === undefined || !takes(method))',
      after: 'if ((!takes(method)))',
      reason: 'No provider takes an undefined method; the check exists for the types alone.',
    },
  ],
  'src/commerce/checkouts/from-cart.ts': [
    {
      before: 'line_items: items.map(({ id }) => ({ item: { id }, quantity: 1 })),',
      after: 'line_items: items.map(({ id }) => ({ item: { id }, quantity: (1 - 1) })),',
      reason: 'The quantity is not read, because each item exists once; the type requires it.',
    },
    {
      before: 'line_items: items.map(({ id }) => ({ item: { id }, quantity: 1 })),',
      after: 'line_items: items.map(({ id }) => ({ item: { id }, quantity: (1 + 1) })),',
      reason: 'The quantity is not read, because each item exists once; the type requires it.',
    },
    {
      before: 'buyer: cart.buyer ?? undefined,',
      after: 'buyer: (cart.buyer),',
      reason: 'A buyer of null counts as no buyer; the check exists for the types alone.',
    },
  ],
  'src/commerce/checkouts/queries.ts': [
    {
      before: ".where('account_id', '=', accountId) .where('webhook_url', 'is not', null)",
      after: ".where('account_id', '=', accountId)",
      reason: 'A checkout without a URL would only be written again with the same values.',
    },
    {
      before: 'if (orderIds.length === 0) return []',
      after: 'if (false) return []',
      reason: 'Without ids, the query finds nothing, so the check only saves a query.',
    },
    {
      before: 'if (orderIds.length === 0) return []',
      after: 'if (orderIds.length === (0 - 1)) return []',
      reason: 'Without ids, the query finds nothing, so the check only saves a query.',
    },
  ],
  'src/commerce/checkouts/quote.ts': [
    {
      before: "if (error instanceof ApiError && error.type === 'not_found') return null",
      after: "if ((error.type === 'not_found')) return null",
      reason: 'Only an ApiError has the type `not_found`; the check exists for the types alone.',
    },
  ],
  'src/commerce/guests/join/queries.ts': [
    {
      before: 'where account_id = ${guestId} and (select media_bytes > 0 from account_use where account_id = ${guestId})`.execute(db)',
      after: 'where account_id = ${guestId} `.execute(db)',
      reason: 'A guest without stored bytes has no files, so the condition only saves a scan of the table.',
    },
  ],
  'src/commerce/inbox/rules.ts': [
    {
      before:
        "{ task: 'answer_cancelling', when: cancelRequested, until: (o) => (o.ship_by && o.ship_by < o.cancel_by! ? o.ship_by : o.cancel_by) },",
      after:
        "{ task: 'answer_cancelling', when: cancelRequested, until: (o) => (o.ship_by && o.ship_by <= o.cancel_by! ? o.ship_by : o.cancel_by) },",
      reason: 'Both deadlines are the same time.',
    },
  ],
  'src/commerce/invitations/close.ts': [
    {
      before: 'if (listingIds.length > 0) await queries.closeOn(tx.db, listingIds, tx.now())',
      after: 'if (true) await queries.closeOn(tx.db, listingIds, tx.now())',
      reason: 'Without listings, the statement changes no invitation.',
    },
    {
      before: 'if (listingIds.length > 0) await queries.closeOn(tx.db, listingIds, tx.now())',
      after: 'if (listingIds.length >= 0) await queries.closeOn(tx.db, listingIds, tx.now())',
      reason: 'Without listings, the statement changes no invitation.',
    },
    {
      before: 'queries.closeBetween(tx.db, blockerId, blockedId, tx.now())',
      after: 'queries.closeBetween(tx.db, blockedId, blockerId, tx.now())',
      reason: 'The query treats both people alike.',
    },
  ],
  'src/commerce/invitations/invite.ts': [
    {
      before: 'note: note ?? null,',
      after: 'note: (note),',
      reason: 'An omitted column is null.',
    },
  ],
  'src/commerce/invitations/queries.ts': [
    {
      before: 'await sql`select from accounts where id = ${accountId} for no key update`.execute(db)',
      after: 'await sql`select from accounts for no key update`.execute(db)',
      reason: 'It locks more accounts than needed.',
    },
  ],
  'src/commerce/labels/access.ts': [
    {
      before: 'const sorted = (address: StoredAddress) => Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1))',
      after: 'const sorted = (address: StoredAddress) => Object.entries(address).toSorted(([a], [b]) => (a <= b ? -1 : 1))',
      reason: 'The keys of an object are different.',
    },
  ],
  'src/commerce/labels/buy.ts': [
    {
      before: "if (isNew && error instanceof ShippingError && (error.reason === 'stale' || error.reason === 'refused'))",
      after: "if ((isNew) && (error.reason === 'stale' || error.reason === 'refused'))",
      reason: 'Only a ShippingError has these reasons; the check exists for the types alone.',
    },
    {
      before: "if (active?.status === 'bought') return { label: active, isNew: false }",
      after: "if (active?.status === 'bought') return { label: active, isNew: true }",
      reason: '`isNew` is read only if the provider was called.',
    },
    {
      before: 'asks: 1,',
      after: 'asks: (1 + 1),',
      reason: 'The count is only compared with a later count of the same label.',
    },
    {
      before: 'asks: 1,',
      after: 'asks: (1 - 1),',
      reason: 'The count is only compared with a later count of the same label.',
    },
    {
      before: "if (bought === null || label.status === 'bought' || label.status === 'voided') return { label, isNew: false }",
      after: "if ((label.status === 'bought') || label.status === 'voided') return { label, isNew: false }",
      reason: 'The provider is not called only if the label is already bought; the check exists for the types alone.',
    },
    {
      before: "if (label.status === 'buying' && label.asks === asks) await queries.updateLabel(tx.db, id, { status: 'failed' })",
      after: "if ((label.asks === asks)) await queries.updateLabel(tx.db, id, { status: 'failed' })",
      reason: 'Only a later call of the provider can buy the label, and each call changes the count.',
    },
  ],
  'src/commerce/labels/carrier-events.ts': [
    {
      before: 'const row = { provider, id: event.id, label_id: label?.id ?? null, status: event.status, received_at: tx.now() }',
      after: 'const row = { provider, id: event.id, label_id: (label?.id), status: event.status, received_at: tx.now() }',
      reason: 'An omitted column is null.',
    },
  ],
  'src/commerce/ledger/index.ts': [
    {
      before: "if (written.length > 0) await queries.insertPosting(tx.db, tx.newId('pst'), tx.now(), written)",
      after: "if (written.length > (0 + 1)) await queries.insertPosting(tx.db, tx.newId('pst'), tx.now(), written)",
      reason: 'A posting that sums to zero has no line or at least two.',
    },
  ],
  'src/commerce/ledger/rules.ts': [
    {
      before:
        'lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0',
      after:
        'lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum - amountCents, 0) === 0',
      reason: 'The sum is zero exactly if its negative is.',
    },
  ],
  'src/commerce/negotiations/queries.ts': [
    {
      before: ".selectAll() .where('offer_id', '=', sql<string>`any(${offerIds})`)",
      after: '.selectAll()',
      reason: 'The caller looks up only the negotiations of these offers; the condition only saves reading the others.',
    },
  ],
  'src/commerce/offers/close.ts': [
    {
      before: 'if (listingIds.length === 0) return',
      after: 'if (false) return',
      reason: 'Without listings, no offer is found; the check only saves the statements.',
    },
    {
      before: 'if (listingIds.length === 0) return',
      after: 'if (listingIds.length === (0 - 1)) return',
      reason: 'Without listings, no offer is found; the check only saves the statements.',
    },
    {
      before: 'if (made.length === 0) return',
      after: 'if (false) return',
      reason: 'Without listings, no offer is found; the check only saves the statements.',
    },
    {
      before: 'if (made.length === 0) return',
      after: 'if (made.length === (0 - 1)) return',
      reason: 'Without listings, no offer is found; the check only saves the statements.',
    },
    {
      before: "const { ended, refused } = sorted(tx, await queries.lockActiveBetween(tx.db, blockerId, blockedId), 'close', 'listing')",
      after: "const { ended, refused } = sorted(tx, await queries.lockActiveBetween(tx.db, blockedId, blockerId), 'close', 'listing')",
      reason: 'The query treats both people alike.',
    },
  ],
  'src/commerce/offers/counter.ts': [
    {
      before: "if (listing?.status !== 'live' || listing.price_cents === null) throw conflict('This listing is no longer for sale.')",
      after: "if ((listing?.status !== 'live')) throw conflict('This listing is no longer for sale.')",
      reason: 'A live listing has a price.',
    },
  ],
  'src/commerce/offers/make.ts': [
    {
      before: 'note: note ?? null,',
      after: 'note: (note),',
      reason: 'An omitted column is null.',
    },
  ],
  'src/commerce/offers/queries.ts': [
    {
      before: '.where(between(one, other))',
      after: '.where(between(other, one))',
      reason: 'The condition is symmetric.',
    },
    {
      before: ".where(between(one, other)) .where('o.status', 'in', ['open', 'countered'])",
      after: '.where(between(one, other))',
      reason: 'The state table refuses ended offers; the condition only saves reading them.',
    },
    {
      before: ".where(sql<boolean>`o.listing_id = any(${[...listingIds]}::text[])`) .where('o.status', 'in', ['open', 'countered'])",
      after: '.where(sql<boolean>`o.listing_id = any(${[...listingIds]}::text[])`)',
      reason: 'The state table refuses ended offers; the condition only saves reading them.',
    },
    {
      before: 'if (ids.length === 0) return',
      after: 'if (false) return',
      reason: 'Without ids, the statement finds no row; the check only saves it.',
    },
    {
      before: 'if (ids.length === 0) return',
      after: 'if (ids.length === (0 - 1)) return',
      reason: 'Without ids, the statement finds no row; the check only saves it.',
    },
    {
      before: ".where('o.status', 'in', ['open', 'countered']) .where('o.expires_at', '<=', now)",
      after: ".where('o.status', 'in', ['open', 'countered'])",
      reason: 'The due offers come first, and the state table does not let the others expire.',
    },
    {
      before: "where ${isOf('offers', accountId)} and status in ('open', 'countered')",
      after: "where status in ('open', 'countered')",
      reason: 'The caller omits the offers of other accounts; the condition only saves locks.',
    },
    {
      before: "where ${isOf('offers', accountId)} and status in ('open', 'countered') order by listing_id`.execute(db)",
      after: "where ${isOf('offers', accountId)} order by listing_id`.execute(db)",
      reason: 'The caller omits offers that are not active; the condition only saves locks.',
    },
  ],
  'src/commerce/orders/access.ts': [
    {
      before: "if (!isIdOf('ord', id)) throw notFound('order')",
      after: "if (false) throw notFound('order')",
      reason: 'The condition only saves a query: no order has an id of another format.',
    },
  ],
  'src/commerce/orders/disputes/index.ts': [
    {
      before: "if (!isIdOf('ord', id)) throw notFound('order')",
      after: "if (false) throw notFound('order')",
      reason: 'The condition only saves a query: no order has an id of another format.',
    },
  ],
  'src/commerce/orders/money.ts': [
    {
      before: 'if (amountCents === 0) return',
      after: 'if (false) return',
      reason: 'A refund of 0 records nothing.',
    },
    {
      before: 'if (amountCents === 0) return',
      after: 'if (amountCents === (0 - 1)) return',
      reason: 'A refund of 0 records nothing.',
    },
    {
      before: 'if (labelCents + recoveredCents > 0) await queries.updateOrder(tx.db, row.id, paid)',
      after: 'if (true) await queries.updateOrder(tx.db, row.id, paid)',
      reason: 'Without labels, the order already has these values.',
    },
    {
      before: 'if (labelCents + recoveredCents > 0) await queries.updateOrder(tx.db, row.id, paid)',
      after: 'if (labelCents + recoveredCents >= 0) await queries.updateOrder(tx.db, row.id, paid)',
      reason: 'Without labels, the order already has these values.',
    },
    {
      before: 'if (!isDue) return 0',
      after: 'if (false) return 0',
      reason: 'Without unpaid labels, the query finds no order.',
    },
    {
      before: 'if (part === 0) break',
      after: 'if (false) break',
      reason: 'A part of 0 changes nothing.',
    },
    {
      before: 'if (part === 0) break',
      after: 'if (part === (0 - 1)) break',
      reason: 'A part of 0 changes nothing.',
    },
  ],
  'src/commerce/orders/problems.ts': [
    {
      before: 'if (amount !== undefined && amount > leftCents)',
      after: 'if ((amount > leftCents))',
      reason: 'A missing amount exceeds no amount.',
    },
  ],
  'src/commerce/orders/queries.ts': [
    {
      before: '.limit(20)',
      after: '.limit((20 + 1))',
      reason: 'The size of a batch changes only how many sales pay for the labels.',
    },
    {
      before: '.limit(20)',
      after: '.limit((20 - 1))',
      reason: 'The size of a batch changes only how many sales pay for the labels.',
    },
    {
      before:
        'where x.id = ${id} and (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
      after: 'where (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
      reason: 'It locks more purchases than needed.',
    },
    {
      before:
        'where x.id = ${id} and (${accountId}::text is null or ${accountId} in (x.seller_id, x.buyer_id)) for update of p) locked) >= 0`)',
      after: 'where x.id = ${id} for update of p) locked) >= 0`)',
      reason: 'It locks more purchases than needed.',
    },
  ],
  'src/commerce/orders/shared-shipping.ts': [
    {
      before: 'if (row.purchase_id === null) return 0',
      after: 'if (false) return 0',
      reason: 'Without a purchase, the query finds no other order.',
    },
  ],
  'src/commerce/orders/start.ts': [
    {
      before: '...{ refunded_cents: 0, disputed_cents: 0, charged_back_cents: 0, code_tries: 0, code_tries_from: null, problem: null },',
      after:
        '...{ refunded_cents: 0, disputed_cents: 0, charged_back_cents: 0, code_tries: (0 + 1), code_tries_from: null, problem: null },',
      reason: 'The first wrong code sets the number to 1, and nothing reads it before.',
    },
    {
      before: '...{ refunded_cents: 0, disputed_cents: 0, charged_back_cents: 0, code_tries: 0, code_tries_from: null, problem: null },',
      after:
        '...{ refunded_cents: 0, disputed_cents: 0, charged_back_cents: 0, code_tries: (0 - 1), code_tries_from: null, problem: null },',
      reason: 'The first wrong code sets the number to 1, and nothing reads it before.',
    },
  ],
  'src/commerce/payment-exceptions/index.ts': [
    {
      before: 'reason: found.reason?.slice(0, 500) ?? null,',
      after: 'reason: (found.reason?.slice(0, 500)),',
      reason: 'A column without a value becomes null.',
    },
  ],
  'src/commerce/payments/attempt.ts': [
    {
      before: 'order_id: subject.orderId ?? null,',
      after: 'order_id: (subject.orderId),',
      reason: 'An omitted column is null.',
    },
  ],
  'src/commerce/payments/queries.ts': [
    {
      before:
        "purchaseId === null ? null : ((await db.selectFrom('orders').select('id').where('purchase_id', '=', purchaseId).orderBy('id').limit(1).executeTakeFirst())?.id ?? null)",
      after:
        "((await db.selectFrom('orders').select('id').where('purchase_id', '=', purchaseId).orderBy('id').limit(1).executeTakeFirst())?.id ?? null)",
      reason: 'No order has a purchase that equals null, so the check only saves a query.',
    },
    {
      before: "...(order.hold_id === null ? [] : [eb('hold_id', '=', order.hold_id)]),",
      after: "...(([eb('hold_id', '=', order.hold_id)])),",
      reason: 'A comparison with null finds no row.',
    },
    {
      before: "...(order.purchase_id === null ? [] : [eb('purchase_id', '=', order.purchase_id)]),",
      after: "...(([eb('purchase_id', '=', order.purchase_id)])),",
      reason: 'A comparison with null finds no row.',
    },
  ],
  'src/commerce/payouts/claim.ts': [
    {
      before: 'const [transfer] = await queries.duePayouts(tx.db, { ...by, id, limit: 1 })',
      after: 'const [transfer] = await queries.duePayouts(tx.db, { ...by, id, limit: (1 + 1) })',
      reason: 'There is only one transfer with an id.',
    },
  ],
  'src/commerce/payouts/mark-sent.ts': [
    {
      before: "if (missingCents < 0 && transfer.kind === 'refund') await recordExcessRefund(tx, transfer.payment_id!, -missingCents)",
      after: "if (missingCents <= 0 && transfer.kind === 'refund') await recordExcessRefund(tx, transfer.payment_id!, -missingCents)",
      reason: 'The function runs only if the amounts differ.',
    },
    {
      before: "if (kind === 'reversal') await coverByTransfer(tx, id, Math.min(cents, made.amountCents))",
      after: 'if (true) await coverByTransfer(tx, id, Math.min(cents, made.amountCents))',
      reason: 'A chargeback names no transfer except a reversal.',
    },
  ],
  'src/commerce/payouts/queries.ts': [
    {
      before: "...(of.orderId === undefined ? [] : [eb('order_id', '=', of.orderId)]),",
      after: "...(([eb('order_id', '=', of.orderId)])),",
      reason: 'A comparison with null finds no row.',
    },
    {
      before: "...(of.holdId === undefined ? [] : [eb.and([eb('hold_id', '=', of.holdId), eb('order_id', 'is', null)])]),",
      after: "...(([eb.and([eb('hold_id', '=', of.holdId), eb('order_id', 'is', null)])])),",
      reason: 'A comparison with null finds no row.',
    },
  ],
  'src/commerce/payouts/send.ts': [
    {
      before: "if (!isTest && error instanceof PaymentsError && error.reason === 'refused' && tries + 1 >= TRIES_BEFORE_CASE)",
      after: "if ((!isTest) && error.reason === 'refused' && tries + 1 >= TRIES_BEFORE_CASE)",
      reason: 'Only the payment provider can refuse a transfer; the check exists for the types alone.',
    },
  ],
  'src/commerce/provider-events/chargebacks.ts': [
    {
      before: 'order_id: subject.orderId ?? null,',
      after: 'order_id: (subject.orderId),',
      reason: 'An omitted column is null, and a chargeback on an order never becomes a chargeback on a hold.',
    },
  ],
  'src/commerce/purchases/access.ts': [
    {
      before: 'await readPurchase(tx, actor, id, party)',
      after: ';',
      reason: 'The role is checked again after the lock; the first check only prevents locks by other accounts.',
    },
  ],
  'src/commerce/purchases/bundle.ts': [
    {
      before:
        "if (error instanceof ApiError && error.type === 'conflict' && error.code === undefined) throw conflict(error.message, paramOf(index))",
      after: "if ((error.type === 'conflict') && error.code === undefined) throw conflict(error.message, paramOf(index))",
      reason: 'Only an ApiError has the type `conflict`; the check exists for the types alone.',
    },
    {
      before: 'shippingCents: shippingCents ?? 0,',
      after: 'shippingCents: shippingCents ?? (0 + 1),',
      reason: 'An item without a shipping price is rejected before; the check exists for the types alone.',
    },
    {
      before: 'shippingCents: shippingCents ?? 0,',
      after: 'shippingCents: shippingCents ?? (0 - 1),',
      reason: 'An item without a shipping price is rejected before; the check exists for the types alone.',
    },
    {
      before: 'shippingCents: shippingCents ?? 0,',
      after: 'shippingCents: (shippingCents),',
      reason: 'An item without a shipping price is rejected before; the check exists for the types alone.',
    },
  ],
  'src/commerce/purchases/create.ts': [
    {
      before:
        "summary: `Order for ${priceText(amountCents)}${discount}: ${counted(listings.length, 'item')} in the shop ${quoteName(bundle.listings[0]!.shop_name)}: ${titles}.`,",
      after:
        "summary: `Order for ${priceText(amountCents)}${discount}: ${counted(listings.length, 'item')} in the shop ${quoteName(bundle.listings[(0 + 1)]!.shop_name)}: ${titles}.`,",
      reason: 'All items in a purchase are from the same shop.',
    },
    {
      before: 'const shop = listings[0]!',
      after: 'const shop = listings[(0 + 1)]!',
      reason: 'All items in a purchase are from the same shop.',
    },
  ],
  'src/commerce/statements/queries.ts': [
    {
      before: "where o.id in (select order_id from ledger_entries where created_at >= ${from}) and ${ofMarket('o.seller_id')}",
      after: "where ${ofMarket('o.seller_id')}",
      reason: 'Entries before `from` change only days before the first day, so the condition only saves reading them.',
    },
    {
      before: "where o.id in (select order_id from ledger_entries where created_at >= ${from}) and ${ofMarket('o.seller_id')}",
      after: "where o.id in (select order_id from ledger_entries ) and ${ofMarket('o.seller_id')}",
      reason: 'Entries before `from` change only days before the first day, so the condition only saves reading them.',
    },
    {
      before: "where h.id in (select hold_id from ledger_entries where created_at >= ${from}) and ${ofMarket('h.seller_id')}`",
      after: "where ${ofMarket('h.seller_id')}`",
      reason: 'Entries before `from` change only days before the first day, so the condition only saves reading them.',
    },
    {
      before: "where h.id in (select hold_id from ledger_entries where created_at >= ${from}) and ${ofMarket('h.seller_id')}`",
      after: "where h.id in (select hold_id from ledger_entries ) and ${ofMarket('h.seller_id')}`",
      reason: 'Entries before `from` change only days before the first day, so the condition only saves reading them.',
    },
    {
      before: "select (paid_at at time zone 'UTC')::date, 1, 0, 0, 0, 0 from orders where paid_at >= ${from} and ${ofMarket('seller_id')}",
      after: "select (paid_at at time zone 'UTC')::date, 1, 0, 0, 0, 0 from orders where ${ofMarket('seller_id')}",
      reason: 'Earlier rows belong to days before the first day, so the condition only saves reading them.',
    },
    {
      before: "where s.status = 'problem' and s.at >= ${from} and ${ofMarket('o.seller_id')}",
      after: "where s.status = 'problem' and ${ofMarket('o.seller_id')}",
      reason: 'Earlier rows belong to days before the first day, so the condition only saves reading them.',
    },
  ],
}
