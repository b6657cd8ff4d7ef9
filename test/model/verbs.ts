import * as rules from './law.ts'
import type { Made } from './law.ts'
import { byId, copyOf, type Who, type Model } from './world.ts'

/**
 * One of the transactions in a user's action, applied to the model. Returns the response status, or null if the next transaction determines
 * it.
 */
export type Atom = (w: Model, made: Made) => number | null

/** A request to the service. `atoms` is the expected effect on the model. */
export type Call = {
  verb: string
  who: Who
  endpoint: string
  params: Record<string, string>
  body: Record<string, unknown>
  atoms: Atom[]
  trouble?: 'lost' | 'rate_limited'
  photo?: true
}

/**
 * A choice made by fast-check. `verb`: an action, or a number that selects one of the actions that would succeed now. `who`: the caller.
 * `at`: selects a record, newest first. `n`: a number whose meaning depends on the action.
 */
export type Choice = { verb: Verb | number; who: Who | 'right'; at: number; n: number }

const OK: rules.Method = { name: 'pm_card_visa', truth: 'succeeded' }
const CARD: rules.Method = { name: 'card', truth: 'pending' }
const DECLINED: rules.Method = { name: 'pm_card_visa_chargeDeclined', truth: 'failed' }
const METHODS: readonly rules.Method[] = [
  OK,
  CARD,
  DECLINED,
  OK,
  { ...OK, trouble: 'lost' },
  OK,
  CARD,
  { ...OK, trouble: 'rate_limited' },
  OK,
]
/** The prices that `create` and `price` choose from. At 600 dollars, an item exceeds the guest limit. */
const PRICES = [60, 20, 4, 55, 250, 600, 20, 4]
const SHARES = [0.5, 0.8, 1, 0.75, 1.1]
/** Name of the call that opens the email link for a guest's order. The call opens a page, because no API endpoint does this. */
export const JOIN = 'joinGuest'
/** Name of the call that orders several items for a guest. The call submits a page, because no API endpoint does this. */
export const GUEST_BUNDLE = 'createGuestPurchase'
const ADDRESS = { name: 'Ann Bee', line1: '1 Main St', city: 'Portland', postal_code: '97201', country: 'US' }
const BUYERS = ['ann', 'bob'] as const

type Target = { id: string; buyer?: Who }
type Kind = 'listings' | 'offers' | 'invitations' | 'orders' | 'holds' | 'purchases' | 'shop' | 'none'
type Spec = {
  on: Kind
  /** The role of the user who would normally perform this action. */
  by: 'owner' | 'buyer' | 'guest' | 'ann'
  endpoint: string
  /** Returns the buyer for an action on the shop. By default, `n` selects the buyer. */
  buyer?(w: Model, n: number): Who | undefined
  make(w: Model, target: Target, who: Who, n: number): Pick<Call, 'body' | 'atoms' | 'photo'> & { trouble?: Call['trouble'] }
}

const plain = (body: Record<string, unknown>, atom: Atom): { body: Record<string, unknown>; atoms: Atom[] } => ({ body, atoms: [atom] })
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!

export const VERBS = {
  create: {
    on: 'none',
    by: 'owner',
    endpoint: 'createListing',
    make(_w, _target, _who, n) {
      const [price, shipping, publish] = [n % 6 === 5 ? null : pick(PRICES, n), n % 2 === 0 ? 0 : 5, n % 3 > 0]
      return plain({ title: 'Lamp', price, shipping, publish }, (w, made) =>
        rules.createListing(w, made, cents(price), shipping * 100, publish),
      )
    },
  },
  publish: act('listings', 'owner', 'publishListing', (w, _who, id) => rules.publish(w, id, false)),
  relist: act('listings', 'owner', 'relistListing', (w, _who, id) => rules.publish(w, id, true)),
  unpublish: act('listings', 'owner', 'unpublishListing', (w, _who, id) => rules.unpublish(w, id)),
  markSold: act('listings', 'owner', 'markListingSold', (w, _who, id) => rules.markSold(w, id)),
  delete: act('listings', 'owner', 'deleteListing', (w, _who, id) => rules.deleteListing(w, id)),
  price: {
    on: 'listings',
    by: 'owner',
    endpoint: 'changeListing',
    make: (_w, { id }, _who, n) => plain({ price: pick(PRICES, n) }, (w) => rules.changeListing(w, id, { price: pick(PRICES, n) * 100 })),
  },
  takeOffers: {
    on: 'listings',
    by: 'owner',
    endpoint: 'changeListing',
    make: (_w, { id }, _who, n) => plain({ take_offers: n % 2 === 1 }, (w) => rules.changeListing(w, id, { takesOffers: n % 2 === 1 })),
  },
  offer: {
    on: 'listings',
    by: 'buyer',
    endpoint: 'makeOffer',
    make(model, { id }, who, n) {
      const active = model.offers.find((o) => o.listing === id && o.buyer === who && (o.status === 'open' || o.status === 'countered'))
      const share = Math.max(1, Math.floor(((byId(model.listings, id)?.price ?? 6000) / 100) * pick(SHARES, n)))
      const amount = active && n % 3 > 0 ? active.amount / 100 + 1 : share
      return plain({ listing: id, amount }, (w, made) => rules.makeOffer(w, made, who, id, amount * 100))
    },
  },
  counter: {
    on: 'offers',
    by: 'owner',
    endpoint: 'counterOffer',
    make(model, { id }, who, n) {
      const amount = (byId(model.offers, id)?.amount ?? 100) / 100 + [1, 5, 0, 500][n % 4]!
      return plain({ amount }, (w) => rules.counterOffer(w, who, id, amount * 100))
    },
  },
  accept: act('offers', 'owner', 'acceptOffer', (w, who, id, made) => rules.acceptOffer(w, made, who, id)),
  take: act('offers', 'buyer', 'acceptOffer', (w, who, id, made) => rules.acceptOffer(w, made, who, id)),
  decline: act('offers', 'owner', 'declineOffer', rules.declineOffer),
  refuse: act('offers', 'buyer', 'declineOffer', rules.declineOffer),
  withdraw: act('offers', 'buyer', 'withdrawOffer', rules.withdrawOffer),
  invite: {
    on: 'listings',
    by: 'owner',
    endpoint: 'inviteLikers',
    make(model, { id }, _who, n) {
      const amount = Math.max(1, Math.floor(((byId(model.listings, id)?.price ?? 6000) / 100) * pick([0.95, 0.9, 0.8, 1], n)))
      return plain({ amount }, (w, made) => rules.invite(w, made, id, amount * 100))
    },
  },
  takeInvitation: act('invitations', 'buyer', 'takeInvitation', (w, who, id, made) => rules.takeInvitation(w, made, who, id)),
  declineInvitation: act('invitations', 'buyer', 'declineInvitation', rules.declineInvitation),
  withdrawInvitation: act('invitations', 'owner', 'withdrawInvitation', rules.withdrawInvitation),
  buy: {
    on: 'listings',
    by: 'buyer',
    endpoint: 'createOrder',
    make(model, { id }, who, n) {
      const l = byId(model.listings, id)
      const expected = ((l?.price ?? 0) + (l?.shipping ?? 0)) / 100 + (n % 6 === 5 ? 1 : 0)
      const hold = n % 4 === 3
      return plain({ listing: id, expected_total: expected, hold }, (w, made) => rules.buy(w, made, who, id, expected * 100, hold))
    },
  },
  guestBuy: {
    on: 'listings',
    by: 'guest',
    endpoint: 'createGuestCheckout',
    make(model, { id }, _who, n) {
      const l = byId(model.listings, id)
      const expected = ((l?.price ?? 0) + (l?.shipping ?? 0)) / 100 + (n % 6 === 5 ? 1 : 0)
      // creates at most three of these orders, because one email address can place at most five orders a day
      const toAnn = n % 2 === 0 && model.orders.filter((o) => o.toAnn).length < 3
      const email = toAnn ? 'ann@example.test' : `guest${model.orders.length}@example.test`
      const address = n % 5 === 4 ? {} : { address: ADDRESS }
      return plain({ listing: id, email, expected_total: expected, ...address }, (w, made) =>
        rules.buyAsGuest(w, made, id, expected * 100, { hasAddress: n % 5 !== 4, toAnn }),
      )
    },
  },
  guestBundle: {
    on: 'listings',
    by: 'guest',
    endpoint: GUEST_BUNDLE,
    make(model, { id }, _who, n) {
      const { listings, expected } = bundleOf(model, id, n)
      const toAnn = n % 2 === 0 && model.orders.filter((o) => o.toAnn).length < 3
      const email = toAnn ? 'ann@example.test' : `guest${model.orders.length}@example.test`
      return plain({ listings, email, expected_total: expected / 100, address: ADDRESS }, (w, made) =>
        rules.buyBundleAsGuest(w, made, listings, expected, toAnn),
      )
    },
  },
  joinGuest: act('orders', 'ann', JOIN, (w, _who, id) => rules.joinGuest(w, id)),
  pay: payment('orders', 'payOrder', rules.beginPay, { address: ADDRESS }),
  bundle: {
    on: 'listings',
    by: 'buyer',
    endpoint: 'createPurchase',
    make(model, { id }, who, n) {
      const { listings, expected } = bundleOf(model, id, n)
      return plain({ listings, expected_total: expected / 100, address: ADDRESS }, (w, made) =>
        rules.createPurchase(w, made, who, listings, expected),
      )
    },
  },
  payPurchase: payment('purchases', 'payPurchase', rules.beginPayPurchase),
  cancelPurchase: act('purchases', 'buyer', 'cancelPurchase', rules.cancelPurchase),
  shipPurchase: {
    on: 'purchases',
    by: 'owner',
    endpoint: 'shipPurchase',
    make: (_w, { id }, who, n) => plain(n % 2 ? { carrier: 'other', number: 'X1' } : {}, (w) => rules.shipPurchase(w, who, id)),
  },
  askHold: {
    on: 'listings',
    by: 'buyer',
    endpoint: 'askHold',
    make: (_w, { id }, who) => plain({ listing: id }, (w, made) => rules.askHold(w, made, who, id)),
  },
  payHold: payment('holds', 'payHold', rules.beginPayHold),
  returnHold: act('holds', 'owner', 'returnHold', rules.returnHold),
  cancel: act('orders', 'buyer', 'cancelOrder', rules.cancel),
  cancelSale: act('orders', 'owner', 'cancelOrder', rules.cancel),
  ship: {
    on: 'orders',
    by: 'owner',
    endpoint: 'shipOrder',
    make: (_w, { id }, who, n) => plain(n % 2 ? { carrier: 'other', number: 'X1' } : {}, (w) => rules.ship(w, who, id)),
  },
  deliver: act('orders', 'buyer', 'deliverOrder', (w, who, id) => rules.deliver(w, who, id, false)),
  confirm: act('orders', 'buyer', 'confirmOrder', rules.confirm),
  report: act('orders', 'buyer', 'reportProblem', rules.report, { reason: 'damaged', body: 'It is broken.' }),
  refund: {
    on: 'orders',
    by: 'owner',
    endpoint: 'refundOrder',
    make(model, { id }, who, n) {
      const o = byId(model.orders, id)
      const total = (o?.item ?? 0) + (o?.shipping ?? 0)
      const amount = [null, 200, total, total + 100, 100][n % 5]!
      return plain(amount === null ? {} : { amount: amount / 100 }, (w) => rules.refund(w, who, id, amount))
    },
  },
  agree: {
    on: 'orders',
    by: 'buyer',
    endpoint: 'answerOrder',
    make: (_w, { id }, who, n) => plain({ agree: n % 3 > 0, body: 'So be it.' }, (w) => rules.answer(w, who, id, n % 3 > 0)),
  },
  answer: {
    on: 'orders',
    by: 'owner',
    endpoint: 'answerOrder',
    make: (_w, { id }, who, n) => plain({ agree: n % 2 > 0, body: 'So be it.' }, (w) => rules.answer(w, who, id, n % 2 > 0)),
  },
  offerReturn: {
    on: 'orders',
    by: 'owner',
    endpoint: 'offerReturn',
    make: (_w, { id }, who, n) => plain({ payer: n % 2 ? 'buyer' : 'seller' }, (w) => rules.offerReturn(w, who, id)),
  },
  agreeToReturn: act('orders', 'buyer', 'agreeToReturn', rules.agreeToReturn),
  declineReturn: act('orders', 'buyer', 'declineReturn', rules.declineReturn),
  sendReturn: act('orders', 'buyer', 'sendReturn', rules.sendReturn, { carrier: 'other', number: 'X1' }),
  receiveReturn: act('orders', 'owner', 'receiveReturn', rules.receiveReturn),
  contestReturn: {
    on: 'orders',
    by: 'owner',
    endpoint: 'contestReturn',
    make: (_w, { id }, who, n) => ({
      ...plain({ body: 'It is broken.' }, (w) => rules.contestReturn(w, who, id, n % 4 !== 1)),
      ...(n % 4 === 1 ? {} : { photo: true as const }),
    }),
  },
  review: {
    on: 'orders',
    by: 'buyer',
    endpoint: 'writeReview',
    make: (_w, { id }, who, n) => plain({ rating: 1 + (n % 5), body: '' }, (w) => rules.review(w, who, id)),
  },
  block: {
    on: 'shop',
    by: 'buyer',
    endpoint: 'blockStore',
    buyer: (w, n) => (n % 4 === 3 ? undefined : rules.mayLose(w)),
    make: (_w, _target, who) => plain({}, (w) => rules.block(w, who)),
  },
  unblock: {
    on: 'shop',
    by: 'buyer',
    endpoint: 'unblockStore',
    buyer: (w, n) => (n % 4 === 3 ? undefined : w.blocks.at(-1)),
    make: (_w, _target, who) => plain({}, (w) => rules.unblock(w, who)),
  },
  shop: {
    on: 'shop',
    by: 'owner',
    endpoint: 'changeShop',
    make(_w, _target, _who, n) {
      const { ask_hold, ...rest } = pick(SHOP, n)
      return plain(pick(SHOP, n), (w) => rules.changeShop(w, { ...rest, ...(ask_hold === undefined ? {} : { asksHold: ask_hold }) }))
    },
  },
} as const satisfies Record<string, Spec>
export type Verb = keyof typeof VERBS

const SHOP: readonly { paused?: boolean; visibility?: Model['shop']['visibility']; ask_hold?: boolean }[] = [
  { paused: false, visibility: 'public', ask_hold: true },
  { paused: true },
  { visibility: 'link' },
  { visibility: 'private' },
  { ask_hold: false },
  { paused: false, visibility: 'public' },
]

/** Chooses two or three listings, one of which is given, and the total that the buyer expects. */
function bundleOf(model: Model, id: string, n: number): { listings: string[]; expected: number } {
  const others = model.listings.filter((l) => l.id !== id && (n % 5 === 4 || (l.status === 'live' && !l.gone && l.shipping > 0)))
  const picked = [
    id,
    ...others
      .toReversed()
      .slice(0, 1 + (n % 2))
      .map((l) => l.id),
  ]
  const listings = n % 3 === 2 ? picked.toReversed() : picked
  const items = listings.map((one) => byId(model.listings, one) ?? { id: one, price: 0, shipping: 0 })
  return { listings, expected: rules.priceOf(items).total + (n % 6 === 5 ? 100 : 0) }
}

type Rule = (w: Model, who: Who, id: string, made: Made) => number | null

/** Defines an action whose request depends on nothing but the record. */
function act(on: Kind, by: Spec['by'], endpoint: string, rule: Rule, body: Record<string, unknown> = {}): Spec {
  return { on, by, endpoint, make: (_w, { id }, who) => plain({ ...body }, (w, made) => rule(w, who, id, made)) }
}

/** Defines a payment with the payment method that `n` selects. */
function payment(on: Kind, endpoint: string, begin: typeof rules.beginPay, more: Record<string, unknown> = {}): Spec {
  return {
    on,
    by: 'buyer',
    endpoint,
    make(_w, { id }, who, n) {
      const method = pick(METHODS, n)
      const atoms: Atom[] = [(w, made) => begin(w, made, who, id, method), (w, made) => rules.finishPay(w, made, method)]
      return { body: { method: method.name, ...more }, atoms, ...(method.trouble ? { trouble: method.trouble } : {}) }
    },
  }
}

/**
 * Builds the request for a choice, or returns null if no record exists for it. Usually targets the newest record that the rules allow for
 * the action, or any record if there is none. Only the owner changes listings and the shop; any user may try all other actions.
 */
export function callOf(w: Model, choice: Choice, slug: string): Call | null {
  const { who, at, n } = choice
  const verb = typeof choice.verb === 'number' ? fitting(w, choice.verb) : choice.verb
  const spec: Spec = VERBS[verb]
  const build = (target: Target): Call => {
    const actor = actorOf(spec, target, who, n)
    const { body, trouble, photo, ...made } = spec.make(w, target, actor, n)
    const params: Record<string, string> = spec.on === 'shop' ? { slug } : spec.on === 'none' ? {} : { id: target.id }
    const atoms = actor === 'guest' && !rules.isForGuests(spec.endpoint) ? [() => 403] : made.atoms
    return { verb, who: actor, endpoint: spec.endpoint, params, body, atoms, ...(trouble ? { trouble } : {}), ...(photo ? { photo } : {}) }
  }
  if (spec.on === 'none' || spec.on === 'shop') {
    const buyer = spec.buyer?.(w, n)
    return build({ id: '', ...(buyer ? { buyer } : {}) })
  }
  const targets = w[spec.on].toReversed()
  if (targets.length === 0) return null
  const fits = at < 3 ? targets.find((target) => isAllowed(w, build(target))) : undefined
  return build(fits ?? targets[at % targets.length]!)
}

/**
 * Returns an action that would succeed now with `n` = 0. With a different `n`, the rules may refuse the action. Actions late in an order's
 * life have a higher weight.
 */
function fitting(w: Model, which: number): Verb {
  const verbs = (Object.keys(STORY) as Verb[]).filter((verb) => {
    const call = callOf(w, { verb, who: 'right', at: 0, n: 0 }, '')
    return call !== null && isAllowed(w, call)
  })
  return (
    pick(
      verbs.flatMap((verb) => Array.from({ length: STORY[verb]! }, () => verb)),
      which,
    ) ?? 'create'
  )
}

const STORY: Partial<Record<Verb, number>> = {
  offer: 2,
  counter: 2,
  accept: 2,
  take: 3,
  invite: 2,
  takeInvitation: 4,
  declineInvitation: 1,
  withdrawInvitation: 1,
  buy: 2,
  guestBuy: 2,
  guestBundle: 3,
  joinGuest: 3,
  bundle: 3,
  payPurchase: 6,
  shipPurchase: 3,
  cancelPurchase: 1,
  askHold: 1,
  payHold: 4,
  pay: 5,
  ship: 5,
  deliver: 2,
  confirm: 1,
  report: 3,
  refund: 4,
  agree: 3,
  offerReturn: 4,
  agreeToReturn: 5,
  declineReturn: 1,
  sendReturn: 6,
  receiveReturn: 5,
  contestReturn: 2,
  answer: 2,
  review: 3,
  cancel: 1,
  cancelSale: 1,
  relist: 1,
  returnHold: 1,
  refuse: 1,
}

function actorOf({ on, by }: Spec, target: Target, who: Choice['who'], n: number): Who {
  const isOwners = on === 'listings' || on === 'shop' || on === 'none'
  if (by === 'guest' || by === 'ann') return by
  if (by === 'owner') return who === 'right' || isOwners ? 'owner' : who
  return who !== 'right' ? who : (target.buyer ?? pick(BUYERS, n))
}

function isAllowed(w: Model, { atoms }: Call): boolean {
  const made = { order: 'ord_new', purchase: 'pur_new', orders: ['ord_one', 'ord_other', 'ord_third'] }
  const status = atoms[0]!(copyOf(w), made)
  return status === null || status < 300
}

const cents = (dollars: number | null): number | null => (dollars === null ? null : dollars * 100)
