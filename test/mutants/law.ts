import { of, type Seeds } from './seed.ts'

/** Defects in the rules for minimum prices, offers and listings, and in the rule that an item can be sold only once. */
export const RULE_SEEDS: Seeds = {
  // --- the minimum price
  'floor: a counter is below the minimum price': {
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'Math.max(halfway, floorStep)',
    replace: 'halfway',
    ...of('src/commerce/negotiations/rules/negotiation.test.ts', ' on $'),
  },
  'floor: the cap overrides the minimum price': {
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'if (counter < floor)',
    replace: 'if (counter <= offerCents)',
    ...of(
      'src/commerce/negotiations/rules/negotiation.test.ts',
      'in a million simulated rounds, no counteroffer is below the minimum price or above the previous counteroffer',
    ),
  },
  'floor: a counter reveals the minimum price to the dollar': {
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'const floorStep = upToStep(floor, step)',
    replace: 'const floorStep = floor',
    ...of('src/commerce/negotiations/rules/negotiation.test.ts', ' on $'),
  },
  'floor: the minimum percentage exceeds the price': {
    file: 'src/core/money.ts',
    find: 'return Math.min(dollars * 100, priceCents)',
    replace: 'return dollars * 100',
    ...of('src/core/money.test.ts', 'if rounding would raise a minimum price above the price, the minimum price equals the price'),
  },
  'floor: a price change leaves the minimum above the price': {
    file: 'src/catalog/listings/rules/prices.ts',
    find: 'lowestPriceCents: capped(current.lowestPriceCents, priceCents)',
    replace: 'lowestPriceCents: current.lowestPriceCents',
    ...of('src/catalog/listings/rules/prices.test.ts', 'lowering the price below the minimum price also lowers the minimum price'),
  },
  'floor: research sets a price below the minimum': {
    file: 'src/catalog/listings/rules/merge.ts',
    find: 'Math.max(...cents.filter((one) => one !== null))',
    replace: 'cents[0]!',
    ...of('src/catalog/listings/rules/merge.test.ts', 'a merge never suggests a price that is below the seller’s minimum price'),
  },
  'floor: the message of a counter may call it the lowest price': {
    file: 'src/commerce/negotiations/rules/counter-message.ts',
    find: '  /lowest|\\bfloor\\b|minimum',
    replace: '  /minimum',
    ...of('src/commerce/negotiations/rules/counter-message.test.ts', 'the floor by name'),
  },
  'floor: the message of a model names another amount': {
    file: 'src/commerce/negotiations/rules/counter-message.ts',
    find: '    if (!allowed.includes(cents)) return false\n',
    ...of(
      'src/commerce/negotiations/rules/counter-message.test.ts',
      'each of 150,000 generated messages that state an amount other than the counteroffer is rejected',
    ),
  },
  // --- offer rules
  'law: an expired offer is accepted': {
    file: 'src/commerce/offers/rules.ts',
    find: "isActive(status) && expiresAt <= now ? 'expired' : status",
    replace: 'status',
    ...of('src/commerce/offers/rules.test.ts', 'after its deadline, an open offer can only expire'),
  },
  'law: the agent accepts': {
    file: 'src/commerce/offers/rules.ts',
    find: "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },",
    replace:
      "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },\n  { from: 'open', operation: 'accept', by: 'agent', to: 'accepted' },",
    ...of('src/commerce/offers/rules.test.ts', 'the agent can only make counteroffers, and can never accept or decline an offer'),
  },
  'law: a lower offer replaces an open one': {
    file: 'src/commerce/offers/make.ts',
    find: 'if (amountCents <= active.amount_cents)',
    replace: 'if (amountCents < 0)',
    ...of('src/commerce/offers/offers.test.ts', 'a higher offer replaces the buyer’s open offer, and an equal or lower offer returns 400'),
  },
  'law: an offer above the price is allowed': {
    file: 'src/commerce/offers/make.ts',
    find: 'if (input.amount > listing.price_cents)',
    replace: 'if (input.amount > 1e12)',
    ...of('src/commerce/offers/offers.test.ts', 'an offer with an amount above the price'),
  },
  'law: a counter is at or below the offer': {
    file: 'src/commerce/offers/counter.ts',
    find: 'if (counterCents > offerCents && counterCents < priceCents) return',
    replace: 'if (counterCents < priceCents) return',
    ...of('src/commerce/offers/offers.test.ts', 'to an offer of $50 on a price of $100 returns 400'),
  },
  'law: an offer is accepted at an amount other than expected': {
    file: 'src/commerce/sale/accept-offer.ts',
    find: 'if (expectedCents === undefined || expectedCents === amountCents) return',
    replace: 'if (expectedCents !== null) return',
    ...of(
      'src/commerce/offers/sides.test.ts',
      'accepting an offer with a wrong expected_amount returns 409, both for the buyer and for the seller',
    ),
  },
  'law: offers stay open when their listing is gone': {
    file: 'src/catalog/listings/publish.ts',
    find: "  await tx.hooks.listingDelisted(tx, [row.id], to === 'sold' ? 'sold' : 'unpublished')\n",
    ...of('src/commerce/offers/close.test.ts', 'when a listing is'),
  },
  // --- listing rules
  'law: a listing goes live without a price': {
    file: 'src/catalog/listings/rules/listing.ts',
    find: "  { from: 'draft', operation: 'publish', by: 'owner', to: 'live', ...NEEDS },",
    replace: "  { from: 'draft', operation: 'publish', by: 'owner', to: 'live' },",
    ...of(
      'src/catalog/listings/rules/listing.test.ts',
      'a listing can be published or relisted only with a title and a price, and the error names the missing field',
    ),
  },
  // --- an item is sold only once
  'law: a reserved item is ordered by another buyer': {
    file: 'src/commerce/orders/start.ts',
    find: "  if (reserved && reserved.buyerId !== buyerId) throw conflict('This listing is reserved for another buyer.')\n",
    ...of(
      'src/commerce/holds/holds.test.ts',
      'a listing has at most one active hold, and a competing deposit payment that succeeds later is refunded',
    ),
  },
}
