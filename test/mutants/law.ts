import { of, type Seed } from './seed.ts'

/** Defects in the rules of floors, offers and listings, and of an item that is sold once. */
export const LAW_SEEDS: readonly Seed[] = [
  // --- the floor
  {
    title: 'floor: a counter goes under it',
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'Math.max(halfway, floorStep)',
    replace: 'halfway',
    ...of('src/commerce/negotiations/rules/negotiation.test.ts', ' on $'),
  },
  {
    title: 'floor: the cap wins over it',
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'counter <= offerCents || counter < floor',
    replace: 'counter <= offerCents',
    ...of('src/commerce/negotiations/rules/negotiation.test.ts', 'a million rounds of haggling'),
  },
  {
    title: 'floor: a counter reveals it to the dollar',
    file: 'src/commerce/negotiations/rules/negotiation.ts',
    find: 'const floorStep = upToStep(floor, step)',
    replace: 'const floorStep = floor',
    ...of('src/commerce/negotiations/rules/negotiation.test.ts', ' on $'),
  },
  {
    title: 'floor: the percentage floor goes above the price',
    file: 'src/core/money.ts',
    find: 'return Math.min(dollars * 100, priceCents)',
    replace: 'return dollars * 100',
    ...of('src/core/money.test.ts', 'caps a rounded floor at the price'),
  },
  {
    title: 'floor: a change leaves it above the price',
    file: 'src/catalog/listings/rules/prices.ts',
    find: 'lowestPriceCents: capped(current.lowestPriceCents, priceCents)',
    replace: 'lowestPriceCents: current.lowestPriceCents',
    ...of('src/catalog/listings/rules/prices.test.ts', 'lowering the price below the floor lowers the floor'),
  },
  {
    title: 'floor: research asks for less than the seller takes',
    file: 'src/catalog/listings/rules/merge.ts',
    find: 'Math.max(cents, floorCents ?? 0)',
    replace: 'cents',
    ...of('src/catalog/listings/rules/merge.test.ts', 'never suggests a price below the seller’s floor'),
  },
  {
    title: 'floor: the wording of a counter may say that it is the lowest',
    file: 'src/commerce/negotiations/rules/counter-message.ts',
    find: '  /lowest|\\bfloor\\b|minimum',
    replace: '  /minimum',
    ...of('src/commerce/negotiations/rules/counter-message.test.ts', 'the floor by name'),
  },
  {
    title: 'floor: a model words another amount',
    file: 'src/commerce/negotiations/rules/counter-message.ts',
    find: '    if (!allowed.includes(cents)) return false\n',
    replace: '',
    ...of(
      'src/commerce/negotiations/rules/counter-message.test.ts',
      'of 150 000 wordings that name a foreign amount beside the counter, none is used',
    ),
  },
  // --- rules of offers
  {
    title: 'law: an offer that ran out is accepted',
    file: 'src/commerce/offers/rules.ts',
    find: "isActive(status) && expiresAt <= now ? 'expired' : status",
    replace: 'status',
    ...of('src/commerce/offers/rules.test.ts', 'once its time is up, nothing but its end can be written'),
  },
  {
    title: 'law: the agent accepts',
    file: 'src/commerce/offers/rules.ts',
    find: "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },",
    replace:
      "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },\n  { from: 'open', operation: 'accept', by: 'agent', to: 'accepted' },",
    ...of('src/commerce/offers/rules.test.ts', 'the agent can do nothing but counter'),
  },
  {
    title: 'law: a lower offer replaces a standing one',
    file: 'src/commerce/offers/make.ts',
    find: 'if (amountCents <= standing.amount_cents)',
    replace: 'if (amountCents < 0)',
    ...of('src/commerce/offers/offers.test.ts', 'a higher one replaces the standing one; not higher is 400'),
  },
  {
    title: 'law: an offer above the price is taken',
    file: 'src/commerce/offers/make.ts',
    find: 'if (input.amount > listing.price_cents)',
    replace: 'if (input.amount > 1e12)',
    ...of('src/commerce/offers/offers.test.ts', 'more than the price'),
  },
  {
    title: 'law: a counter at or under the offer',
    file: 'src/commerce/offers/counter.ts',
    find: 'if (counterCents > offerCents && counterCents < priceCents) return',
    replace: 'if (counterCents < priceCents) return',
    ...of('src/commerce/offers/offers.test.ts', 'for an offer of 50 on 100'),
  },
  {
    title: 'law: an acceptance at another amount than was seen',
    file: 'src/commerce/sale/accept-offer.ts',
    find: 'if (expectedCents === undefined || expectedCents === amountCents) return',
    replace: 'if (expectedCents !== null) return',
    ...of('src/commerce/offers/sides.test.ts', 'expected_amount that differs is 409'),
  },
  {
    title: 'law: an accepted offer blocks nothing when the listing is gone',
    file: 'src/catalog/listings/publish.ts',
    find: "  await tx.hooks.listingDelisted(tx, [row.id], to === 'sold' ? 'sold' : 'unpublished')\n",
    replace: '',
    ...of('src/commerce/offers/close.test.ts', 'closes open and countered offers on a listing that is'),
  },
  // --- rules of listings
  {
    title: 'law: a listing goes live without a price',
    file: 'src/catalog/listings/rules/listing.ts',
    find: "  { from: 'draft', operation: 'publish', by: 'owner', to: 'live', ...NEEDS },",
    replace: "  { from: 'draft', operation: 'publish', by: 'owner', to: 'live' },",
    ...of('src/catalog/listings/rules/listing.test.ts', 'publishing and relisting require a title, then a price, and name what is missing'),
  },
  // --- one item sold once
  {
    title: 'law: an item that is reserved is ordered again',
    file: 'src/commerce/orders/start.ts',
    find: "  if (reserved && reserved.buyerId !== buyerId) throw conflict('This listing is reserved for another buyer.')\n",
    replace: '',
    ...of('src/commerce/holds/holds.test.ts', 'one active hold on an item'),
  },
]
