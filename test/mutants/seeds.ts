/** A defect that somebody could write, and the promise of a test that must notice it. */
export type Seed = {
  /** What goes wrong, in a few words, with what it stands on: law, money, floor, authority, limit, privacy. */
  title: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  /** The test file, and a part of the name of the test that turns red. */
  test: string
  promise: string
}

const of = (test: string, promise: string) => ({ test, promise })

export const SEEDS: readonly Seed[] = [
  // --- the floor
  {
    title: 'floor: a counter goes under it',
    file: 'src/domain/negotiation.ts',
    find: 'Math.max(halfway, floorStep)',
    replace: 'halfway',
    ...of('src/domain/negotiation.test.ts', ' on $'),
  },
  {
    title: 'floor: the cap wins over it',
    file: 'src/domain/negotiation.ts',
    find: 'counter <= offerCents || counter < floor',
    replace: 'counter <= offerCents',
    ...of('src/domain/negotiation.test.ts', 'a million rounds of haggling'),
  },
  {
    title: 'floor: a counter reveals it to the dollar',
    file: 'src/domain/negotiation.ts',
    find: 'const floorStep = upToStep(floor, step)',
    replace: 'const floorStep = floor',
    ...of('src/domain/negotiation.test.ts', ' on $'),
  },
  {
    title: 'floor: the percentage floor goes above the price',
    file: 'src/domain/money.ts',
    find: 'return Math.min(dollars * 100, priceCents)',
    replace: 'return dollars * 100',
    ...of('src/domain/money.test.ts', 'a floor of sixty cents'),
  },
  {
    title: 'floor: a change leaves it above the price',
    file: 'src/domain/prices.ts',
    find: 'lowestPriceCents: capped(current.lowestPriceCents, priceCents)',
    replace: 'lowestPriceCents: current.lowestPriceCents',
    ...of('src/domain/prices.test.ts', 'a price lowered under the floor pulls the floor down to it'),
  },
  {
    title: 'floor: research asks for less than the seller takes',
    file: 'src/domain/merging.ts',
    find: 'Math.max(cents, floorCents ?? 0)',
    replace: 'cents',
    ...of('src/domain/merging.test.ts', 'never asks for less than the floor that the seller has set'),
  },
  {
    title: 'floor: the wording of a counter may say that it is the lowest',
    file: 'src/domain/counter-words.ts',
    find: '  /lowest|\\bfloor\\b|minimum',
    replace: '  /minimum',
    ...of('src/domain/counter-words.test.ts', 'the floor by name'),
  },
  {
    title: 'floor: a model words another amount',
    file: 'src/domain/counter-words.ts',
    find: '    if (!allowed.includes(cents)) return false\n',
    replace: '',
    ...of('src/domain/counter-words.test.ts', 'of 150 000 wordings that name a foreign amount beside the counter, none is used'),
  },
  // --- the law of offers
  {
    title: 'law: an offer that ran out is accepted',
    file: 'src/domain/offer.ts',
    find: "isStanding(status) && expiresAt <= now ? 'expired' : status",
    replace: 'status',
    ...of('src/domain/offer.test.ts', 'once its time is up, nothing but its end can be written'),
  },
  {
    title: 'law: the agent accepts',
    file: 'src/domain/offer.ts',
    find: "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },",
    replace:
      "  { from: 'open', operation: 'decline', by: 'owner', to: 'declined' },\n  { from: 'open', operation: 'accept', by: 'agent', to: 'accepted' },",
    ...of('src/domain/offer.test.ts', 'the agent can do nothing but counter'),
  },
  {
    title: 'law: a lower offer replaces a standing one',
    file: 'src/features/offers/make.ts',
    find: 'if (amountCents <= standing.amount_cents)',
    replace: 'if (amountCents < 0)',
    ...of('src/features/offers/offers.test.ts', 'a higher one replaces the standing one; not higher is 400'),
  },
  {
    title: 'law: an offer above the price is taken',
    file: 'src/features/offers/make.ts',
    find: 'if (input.amount > listing.price_cents)',
    replace: 'if (input.amount > 1e12)',
    ...of('src/features/offers/offers.test.ts', 'more than the price'),
  },
  {
    title: 'law: a counter at or under the offer',
    file: 'src/features/offers/counter.ts',
    find: 'if (counterCents > offerCents && counterCents < priceCents) return',
    replace: 'if (counterCents < priceCents) return',
    ...of('src/features/offers/offers.test.ts', 'for an offer of 50 on 100'),
  },
  {
    title: 'law: an acceptance at another amount than was seen',
    file: 'src/features/offers/accept.ts',
    find: 'if (expectedCents === undefined || expectedCents === amountCents) return',
    replace: 'if (expectedCents !== null) return',
    ...of('src/features/offers/sides.test.ts', 'expected_amount that differs is 409'),
  },
  {
    title: 'law: an accepted offer blocks nothing when the listing is gone',
    file: 'src/features/listings/moves.ts',
    find: "  await closeOffers(tx, [row.id], to === 'sold' ? 'sold' : 'unpublished')\n",
    replace: '',
    ...of('src/features/offers/closing.test.ts', 'closes open and countered offers on a listing that is'),
  },
  // --- the law of listings
  {
    title: 'law: a listing goes live without a price',
    file: 'src/domain/listing.ts',
    find: "    draft: { to: 'live', needs: 'title and price' },",
    replace: "    draft: { to: 'live' },",
    ...of('src/domain/listing.test.ts', 'publishing and relisting need a title and a price'),
  },
  // --- one item sold once
  {
    title: 'law: an item that is reserved is ordered again',
    file: 'src/features/orders/start.ts',
    find: "  if (reserved && reserved.buyerId !== buyerId) throw conflict('This listing is reserved for another buyer.')\n",
    replace: '',
    ...of('src/features/holds/holds.test.ts', 'one active hold on an item'),
  },
  // --- money
  {
    title: 'money: an order is paid after its time',
    file: 'src/domain/order.ts',
    find: "pay: { awaiting_payment: { to: 'paid', by: ['provider'], when: 'in time to pay', money: ['take'] } },",
    replace: "pay: { awaiting_payment: { to: 'paid', by: ['provider'], money: ['take'] } },",
    ...of('src/domain/order.test.ts', 'pay on awaiting_payment'),
  },
  {
    title: 'money: the window ends at once',
    file: 'src/domain/order.ts',
    find: "'the window is over': { holds: (o, now) => passed(o.protect_until, now)",
    replace: "'the window is over': { holds: (o, now) => o.protect_until !== null || passed(o.protect_until, now)",
    ...of('src/domain/order.test.ts', 'end_window on'),
  },
  {
    title: 'money: a seller completes their own sale',
    file: 'src/domain/order.ts',
    find: "    delivered: { to: 'completed', by: ['buyer'], money: OUT },",
    replace: "    delivered: { to: 'completed', by: ['buyer', 'seller'], money: OUT },",
    ...of('src/domain/order.test.ts', 'seller: confirm on delivered'),
  },
  {
    title: 'money: the fee is taken of what was given back',
    file: 'src/domain/order.ts',
    find: 'const rest = order.totalCents - order.refundedCents',
    replace: 'const rest = order.totalCents',
    ...of('src/domain/order.test.ts', 'the shares of an order are whole'),
  },
  {
    title: 'money: a posting that does not sum to zero',
    file: 'src/domain/ledger.ts',
    find: ' && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0',
    replace: '',
    ...of('src/domain/ledger.test.ts', 'lines that do not sum to zero'),
  },
  {
    title: 'money: a payment counts twice',
    file: 'src/features/payments/record.ts',
    find: 'if (STEPS.indexOf(charged.status) <= STEPS.indexOf(row.status)) return null',
    replace: 'if (STEPS.indexOf(charged.status) < STEPS.indexOf(row.status)) return null',
    ...of('src/features/orders/books.test.ts', 'a payment takes its money once'),
  },
  {
    title: 'money: what was sent is sent again',
    file: 'src/features/orders/money/send.ts',
    find: "  if (move?.status !== 'due') return\n",
    replace: '  if (!move) return\n',
    ...of('src/features/orders/books.test.ts', 'is sent once'),
  },
  {
    title: 'money: a part above what was paid is offered',
    file: 'src/features/orders/problems.ts',
    find: 'if (amount !== undefined && amount > leftCents)',
    replace: 'if (amount !== undefined && amount < 0)',
    ...of('src/features/orders/rights.test.ts', 'wrong input is refused with its name'),
  },
  {
    title: 'money: a deposit above the price',
    file: 'src/domain/hold.ts',
    find: 'Math.min(Math.max(Math.round(priceCents / 1_000) * 100, 500), priceCents)',
    replace: 'Math.max(Math.round(priceCents / 1_000) * 100, 500)',
    ...of('src/domain/hold.test.ts', 'whatever the price, the deposit is above nothing, not above the price'),
  },
  {
    title: 'money: a hold that ran out is given back',
    file: 'src/domain/hold.ts',
    find: '  if (until > now) return status\n',
    replace: "  if (until > now || status === 'active') return status\n",
    ...of('src/domain/hold.test.ts', 'time ends an asked and an active hold at every read'),
  },
  {
    title: 'money: dollars with three decimals are rounded',
    file: 'src/domain/money.ts',
    find: '  if (cents / 100 !== dollars) return null\n',
    replace: '',
    ...of('src/domain/money.test.ts', 'refuses more than two decimals'),
  },
  // --- authority
  {
    title: 'authority: a key that must ask decides on an approval',
    file: 'src/features/approvals/service.ts',
    find: ' && !actor.askFirst.includes(action)',
    replace: '',
    ...of('src/features/approvals/approvals.test.ts', 'an agent can decide nothing'),
  },
  {
    title: 'authority: a revoked key works on',
    file: 'src/features/keys/authenticate.ts',
    find: 'if (!key || key.revoked_at || key.closed_at',
    replace: 'if (!key || key.closed_at',
    ...of('src/features/accounts/accounts.test.ts', 'are revoked at once'),
  },
  {
    title: 'authority: a stranger reads an order',
    file: 'src/features/orders/access.ts',
    find: 'if (!row || !side) throw',
    replace: 'if (!row) throw',
    ...of('src/features/orders/orders.test.ts', 'an order exists for its buyer and its seller alone'),
  },
  {
    title: 'authority: the brake stops no agent key',
    file: 'src/features/keys/authenticate.ts',
    find: "if (key.kind === 'agent' && key.brake)",
    replace: "if (key.kind === 'agent' && key.brake && !writes && writes)",
    ...of('src/features/approvals/approvals.test.ts', 'the brake stops every agent key at once'),
  },
  {
    title: 'authority: a cookie writes from another site',
    file: 'src/features/keys/authenticate.ts',
    find: 'if (origin === new URL(publicUrl).origin || origin === new URL(programsUrl).origin) return',
    replace: "if (origin !== '') return",
    ...of('src/features/accounts/accounts.test.ts', 'takes a write with a cookie from its own origin only'),
  },
  {
    title: 'authority: a page of another origin is told who looks',
    file: 'src/web/hosts.ts',
    find: 'return origin === new URL(`${protocol}//${slug}.${storeDomain}`).origin ? { slug } : null',
    replace: 'return { slug }',
    ...of('test/attacks/here.test.ts', 'a page of another origin is told nothing of who looks'),
  },
  {
    title: 'authority: a key without the scope writes',
    file: 'src/lib/http/run.ts',
    find: 'if (scopes.some((scope) => actor.scopes.includes(scope))) return',
    replace: 'if (actor.scopes.length > 0) return',
    ...of('src/features/shops/shops.test.ts', 'asks for a key, and for the scope before anything about the shop'),
  },
  // --- the outside
  {
    title: 'privacy: a picture is fetched from a private address',
    file: 'src/lib/egress/policy.ts',
    find: "return kind === 'public' || (kind === 'loopback' && mode === 'local') || isAllowListed(address)",
    replace: "return kind !== 'loopback' || mode === 'local' || isAllowListed(address)",
    ...of('src/lib/egress/egress.test.ts', 'spellings, downloaded and posted to, without a byte to the canary'),
  },
  {
    title: 'privacy: a name mixes a public with a private address',
    file: 'src/lib/egress/resolve.ts',
    find: 'if (!addresses.every((address) => policy.permitsAddress(address))) throw privateAddress()',
    replace: 'if (!policy.permitsAddress(addresses[0]!)) throw privateAddress()',
    ...of('src/lib/egress/egress.test.ts', 'refuses a name with a private address, alone or among public ones'),
  },
  {
    title: 'privacy: a listing by link is in the search',
    file: 'db/migrations/0002_shops_and_listings.sql',
    find: "(status = 'live' and visibility = 'everyone' and shop_open) stored",
    replace: "(status = 'live' and shop_open) stored",
    ...of('src/features/market/visibility.test.ts', 'shows each listing to whom it is meant for, and to nobody else'),
  },
  // --- webhooks
  {
    title: 'webhooks: an old time is signed',
    file: 'src/features/webhooks/send.ts',
    find: 'Math.floor(ctx.now().getTime() / 1000)',
    replace: '1_700_000_000',
    ...of('src/features/webhooks/delivery/delivery.test.ts', 'with the same id and bytes and a fresh time'),
  },
  // --- limits
  {
    title: 'limit: a sixth offer in a day',
    file: 'src/features/offers/make.ts',
    find: 'if (times.length < OFFERS_A_DAY) return',
    replace: 'if (times.length < OFFERS_A_DAY + 1) return',
    ...of('src/features/offers/offers.test.ts', 'on one listing in 24 hours is 429'),
  },
  {
    title: 'limit: a request past the month',
    file: 'src/lib/usage.ts',
    find: 'if (cell.stored + cell.pending < limit)',
    replace: 'if (cell.stored < limit)',
    ...of('test/limits.test.ts', 'counts each request but GET /me; at the limit 429 until the month ends'),
  },
  // --- the database
  // --- what the database holds
  {
    title: 'law: a caller in a transaction takes a second connection',
    file: 'src/lib/db/pool.ts',
    find: 'if (holdsConnection()) {',
    replace: 'if (holdsConnection() && !holdsConnection()) {',
    ...of('src/lib/db/transaction.test.ts', 'gets no second connection, by whatever way it asks for one'),
  },
  {
    title: 'law: a deadlock is not run again',
    file: 'src/lib/db/transaction.ts',
    find: 'code === SERIALIZATION_FAILURE || code === DEADLOCK ||',
    replace: 'code === SERIALIZATION_FAILURE ||',
    ...of('src/lib/db/transaction.test.ts', 'runs again after a deadlock'),
  },
  // --- cost
  {
    title: 'cost: a form of any number of pairs',
    file: 'src/lib/http/pairs.ts',
    find: 'if (count > MAX_PAIRS)',
    replace: 'if (count > 1e9)',
    ...of('test/attacks/cost.test.ts', '60 000 pairs are refused with words that say so'),
  },
  {
    title: 'cost: a body of any number of values',
    file: 'src/lib/http/json.ts',
    find: 'if (values > MAX_JSON_VALUES)',
    replace: 'if (values > 1e9)',
    ...of('test/attacks/cost.test.ts', 'a body of more than 5 000 values is refused'),
  },
  // --- accounts
  {
    title: 'authority: a stolen session mints a key',
    file: 'src/domain/proof.ts',
    find: 'now.getTime() - provedAt.getTime() <= PROOF_MS',
    replace: 'PROOF_MS > 0',
    ...of('test/attacks/accounts.test.ts', 'a session that was stolen mints no key'),
  },
  {
    title: 'authority: who opened an account with a stranger’s address keeps a key',
    file: 'src/features/mailed-links/first-proof.ts',
    find: 'keys: await revokeKeys(tx, id),',
    replace: 'keys: 0,',
    ...of('test/attacks/accounts.test.ts', 'is the stranger’s alone once they set a new password'),
  },
  {
    title: 'authority: the same, and keeps the password',
    file: 'src/features/mailed-links/first-proof.ts',
    find: '{ password_hash: null, new_email: null, updated_at: tx.now() }',
    replace: '{ new_email: null, updated_at: tx.now() }',
    ...of('test/attacks/accounts.test.ts', 'is the stranger’s alone once they sign in by a mailed link'),
  },
  {
    title: 'authority: the second step is passed by',
    file: 'src/features/factors/second-step.ts',
    find: 'if (factors.length === 0) return',
    replace: 'if (factors.length < 9) return',
    ...of('src/features/factors/factors.test.ts', 'are asked for after the password'),
  },
  {
    title: 'authority: a code by app works twice',
    file: 'src/features/factors/totp/queries.ts',
    find: "    .where('last_step', '<', step)\n",
    replace: '',
    ...of('test/attacks/factors.test.ts', 'takes one code once, of ten that send it at the same time'),
  },
  {
    title: 'authority: a passkey’s challenge for something else',
    file: 'src/features/factors/passkeys/queries.ts',
    find: "    .where('purpose', '=', by.purpose)\n",
    replace: '',
    ...of('test/attacks/factors.test.ts', 'with a challenge that was used, is too old, was made for something else'),
  },
  // --- agents
  {
    title: 'authority: an approval runs on what has changed',
    file: 'src/features/approvals/service.ts',
    find: 'if (!sameVersions(row.versions as Versions, await lock(tx, asker, ready))) throw changed()',
    replace: 'await lock(tx, asker, ready)',
    ...of('test/attacks/approvals.test.ts', 'is not published'),
  },
  {
    title: 'authority: equal requests are many approvals',
    file: 'src/features/approvals/hold.ts',
    find: 'const digest = digestOf(ready)',
    replace: "const digest = Buffer.concat([digestOf(ready), Buffer.from(tx.newId('apr'))])",
    ...of('test/attacks/approvals.test.ts', 'asked for 65 times is one, with one mail'),
  },
  {
    title: 'money: a key spends past its day',
    file: 'src/features/keys/limits.ts',
    find: 'if (cents > left)',
    replace: 'if (cents > left + 1e9)',
    ...of('test/attacks/approvals.test.ts', 'is exact when many spend at once: the last dollar goes once'),
  },
  {
    title: 'money: two at once find the last dollar of the day',
    file: 'src/features/keys/limits.ts',
    find: '  await queries.lockKey(tx.db, actor.credential)\n',
    replace: '',
    ...of('test/attacks/approvals.test.ts', 'is exact when many spend at once: the last dollar goes once'),
  },
  // --- limits
  {
    title: 'limit: one more than may, counted by two at once',
    file: 'src/lib/limit-counts.ts',
    find: 'where cardinality(c.times) < ${most}::int or',
    replace: 'where cardinality(c.times) <= ${most}::int or',
    ...of('test/limits.test.ts', 'guessing a password: 10 tries in 10 minutes by email'),
  },
  {
    title: 'limit: each address of a subscriber has its own',
    file: 'src/lib/networks.ts',
    find: 'return `${groups\n    .slice(0, 4)',
    replace: 'return `${groups\n    .slice(0, 8)',
    ...of('test/limits.test.ts', 'a subscriber with many IPv6 addresses is one'),
  },
  {
    title: 'limit: a quota that is not looked at',
    file: 'src/features/quotas/service.ts',
    find: 'if (await excess(tx, accountId, name, 0)) throw overQuota(tx, name)',
    replace: 'await excess(tx, accountId, name, 0)',
    ...of('test/attacks/quotas.test.ts', 'shops: of many at once exactly as many open as may'),
  },
  {
    title: 'limit: what a caller wrote into X-Forwarded-For is believed',
    file: 'src/lib/http/forwarded.ts',
    find: 'if (address === null) return last',
    replace: 'if (address === null) continue',
    ...of('src/lib/http/forwarded.test.ts', 'believes nothing that stands left of a hop which is no address'),
  },
  // --- payments
  {
    title: 'money: a cent pays a whole order',
    file: 'src/features/payments/record.ts',
    find: 'if (proof.amountCents !== row.amount_cents)',
    replace: 'if (proof.amountCents > row.amount_cents)',
    ...of('test/attacks/payments.test.ts', 'money of another amount, currency, payment or object than was asked for pays nothing'),
  },
  {
    title: 'money: yen pay an order in dollars',
    file: 'src/features/payments/record.ts',
    find: "if (proof.currency !== 'usd')",
    replace: "if (proof.currency === '')",
    ...of('test/attacks/payments.test.ts', 'money of another amount, currency, payment or object than was asked for pays nothing'),
  },
]
