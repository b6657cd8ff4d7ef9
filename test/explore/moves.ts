import type { OrderMoney, OrderOperation, OrderParty } from '#commerce/orders/rules/order.ts'
import type { ReturnOperation, ReturnParty } from '#commerce/orders/rules/return.ts'
import * as rules from '#test/model/law.ts'
import { end } from '#test/model/law/orders.ts'
import { byId, isFor, type Dispute, type Hold, type Listing, type Model, type Offer, type Order, type Payment } from '#test/model/world.ts'
import { BUYERS, type Buyer, FUTURE, LONG_AGO, NOW, PAST, PRICES, SALE } from './state.ts'
import * as verdicts from './verdicts.ts'
import type { Subject } from './verdicts.ts'

export type Actor = 'buyer' | 'owner' | 'operator' | 'clock' | 'worker' | 'bank'

/**
 * One move. `apply` changes the state according to the model's rules (test/model/law), and returns the status of the response. `verdict` is
 * the decision of the service's own rules: the next status of `subject`, or null for a refusal. With `alone`, only these rules decide.
 * Otherwise, the service may also refuse an allowed move because of other records.
 */
export type Move = {
  name: string
  by: Actor
  /** The buyer who acts, or the id of the record. Only traces use this field. */
  about: string
  apply(w: Model): number | null
  subject?: Subject
  verdict?: string | null
  alone?: boolean
  /** The money that the service's rules transfer in this move. Set only for an order whose payment also covers other orders. */
  money?: readonly OrderMoney[] | null
}

const OFFERED = [300, 3000] as const
const COUNTERED = [350, 4000] as const
/**
 * Amounts in cents of the partial refunds that a seller offers. Each amount is less than a full payment, but more than the remaining
 * payment for an order with a deposit.
 */
export const PARTS = [100] as const
export const METHOD: rules.Method = { name: 'card', truth: 'pending' }

type Facts = Partial<Move> & Pick<Move, 'about'>
const moveBy =
  (by: Actor) =>
  (name: string, facts: Facts, apply: Move['apply']): Move => ({ name, by, apply, ...facts })
export const [byBuyer, byOwner, byOperator, byBank] = [moveBy('buyer'), moveBy('owner'), moveBy('operator'), moveBy('bank')]

/** Returns every move that the search tries in a state, including moves that the rules refuse. */
export function movesOf(w: Model, buyers: readonly Buyer[] = BUYERS): Move[] {
  const orders = w.orders.filter(({ id }) => id !== SALE)
  return [
    ...w.listings.flatMap((l) => marketMoves(w, l, buyers)),
    ...w.offers.flatMap((o) => offerMoves(w, o)),
    ...w.holds.flatMap((h) => holdMoves(w, h)),
    ...orders.flatMap((o) => orderMoves(w, o)),
    ...w.payments.flatMap((p) => paymentMoves(w, p)),
    ...(Object.entries(w.payouts).some(([id, cents]) => (w.sent[id] ?? 0) !== cents)
      ? [
          {
            name: 'send money',
            by: 'worker',
            about: '',
            apply: (after: Model) => (rules.sendMoney(after, (id) => id in w.payouts), 200),
          } as const,
        ]
      : []),
  ]
}

function marketMoves(w: Model, l: Listing, buyers: readonly Buyer[]): Move[] {
  const { id } = l
  const subject = { of: 'listing', id } as const
  const owner = (name: string, operation: Parameters<typeof verdicts.listing>[2], apply: Move['apply']): Move => ({
    ...{ name, by: 'owner', about: id, apply, subject, verdict: verdicts.listing(w, l, operation), alone: true },
  })
  if (l.gone) return []
  const price = PRICES.find((one) => one !== l.price)!
  const isOfListing = (one: { listing: string }) => one.listing === id
  const sale = w.orders.some((o) => o.id === SALE && isOfListing(o))
  return [
    owner('publish', 'publish', (after) => rules.publish(after, id, false)),
    owner('relist', 'relist', (after) => rules.publish(after, id, true)),
    owner('unpublish', 'unpublish', (after) => rules.unpublish(after, id)),
    owner('mark sold', 'mark_sold', (after) => rules.markSold(after, id)),
    owner('delete', 'delete', (after) => rules.deleteListing(after, id)),
    owner('change price', 'edit', (after) => rules.changeListing(after, id, { price })),
    owner('switch offers', 'edit', (after) => rules.changeListing(after, id, { takesOffers: !l.takesOffers })),
    ...buyers.flatMap((who): Move[] => [
      ...OFFERED.map((amount): Move => {
        const active = w.offers.find((o) => isOfListing(o) && o.buyer === who && (o.status === 'open' || o.status === 'countered'))
        const replaced =
          active && ({ subject: { of: 'offer', id: active.id }, verdict: verdicts.offer(w, active.id, 'replace', 'buyer') } as const)
        const offer = freeId(w.offers, `off_${who}`)
        return {
          name: `offer ${amount}`,
          by: 'buyer',
          about: who,
          apply: (after) => rules.makeOffer(after, { offer }, who, id, amount),
          ...replaced,
        }
      }),
      byBuyer('ask for a hold', { about: who }, (after) => rules.askHold(after, { hold: freeId(w.holds, `hol_${who}`) }, who, id)),
      buyMove(w, l, who),
    ]),
    ...(sale
      ? [
          {
            name: 'the sale finishes',
            by: 'owner',
            about: SALE,
            apply: (after: Model) => ((after.orders = after.orders.filter((o) => o.id !== SALE || !isOfListing(o))), 200),
          } as const,
        ]
      : []),
  ]
}

function buyMove(w: Model, l: Listing, who: Buyer): Move {
  const active = w.holds.find((h) => h.listing === l.id && h.buyer === who && h.status === 'active')
  const used = active && ({ subject: { of: 'hold', id: active.id }, verdict: verdicts.hold(w, active.id, 'use', 'buyer') } as const)
  return {
    name: 'buy',
    by: 'buyer',
    about: who,
    apply: (after) => rules.buy(after, { order: freeId(w.orders, 'ord') }, who, l.id, l.price! + l.shipping, false),
    ...used,
  }
}

/** Returns an id that no existing record has. */
export function freeId(all: readonly { id: string }[], prefix: string): string {
  let n = 1
  while (all.some(({ id }) => id === `${prefix}.${n}`)) n++
  return `${prefix}.${n}`
}

function offerMoves(w: Model, { id, buyer, until, status }: Offer): Move[] {
  const subject = { of: 'offer', id } as const
  const made = { order: freeId(w.orders, 'ord') }
  const can = (operation: Parameters<typeof verdicts.offer>[2], by: Parameters<typeof verdicts.offer>[3]) => ({
    ...{ subject, verdict: verdicts.offer(w, id, operation, by), about: id },
  })
  return [
    byOwner('accept an offer', can('accept', 'owner'), (after) => rules.acceptOffer(after, made, 'owner', id)),
    byBuyer('accept a counteroffer', can('accept', 'buyer'), (after) => rules.acceptOffer(after, made, buyer, id)),
    byOwner('decline an offer', { ...can('decline', 'owner'), alone: true }, (after) => rules.declineOffer(after, 'owner', id)),
    byBuyer('decline a counteroffer', { ...can('decline', 'buyer'), alone: true }, (after) => rules.declineOffer(after, buyer, id)),
    byBuyer('withdraw an offer', { ...can('withdraw', 'buyer'), alone: true }, (after) => rules.withdrawOffer(after, buyer, id)),
    ...COUNTERED.map((amount) =>
      byOwner(`counter ${amount}`, can('counter', 'owner'), (after) => rules.counterOffer(after, 'owner', id, amount)),
    ),
    ...((status === 'open' || status === 'countered') && until === FUTURE
      ? [clock('an offer expires', id, (after) => void (byId(after.offers, id)!.until = PAST), subject, verdicts.offerExpired(status))]
      : []),
  ]
}

export function clock(name: string, about: string, pass: (w: Model) => void, subject: Subject, verdict: string | null): Move {
  const apply = (w: Model): number => {
    pass(w)
    rules.passTime(w, NOW)
    return 200
  }
  return { name, by: 'clock', about, apply, subject, verdict, alone: true }
}

function holdMoves(w: Model, { id, buyer, status, until }: Hold): Move[] {
  const subject = { of: 'hold', id } as const
  const moves: Move[] = [
    byOwner('return a hold', { about: id, subject, alone: true, verdict: verdicts.hold(w, id, 'return', 'seller') }, (after) =>
      rules.returnHold(after, 'owner', id),
    ),
    byBuyer('pay a deposit', { about: id }, (after) =>
      begin(after, { hold: id }, (made) => rules.beginPayHold(after, made, buyer, id, METHOD)),
    ),
  ]
  if (until === FUTURE && (status === 'asked' || status === 'active' || (status === 'used' && w.listings.length > 0)))
    moves.push(clock('a hold ends', id, (after) => void (byId(after.holds, id)!.until = PAST), subject, verdicts.holdOver(status)))
  return moves
}

/** Starts the only payment attempt for an order, a hold or a purchase. */
export function begin(
  w: Model,
  { order = null, hold = null, purchase = null }: Partial<Pick<Payment, 'order' | 'hold' | 'purchase'>>,
  work: (made: rules.Made) => number | null,
): number | null {
  const id = freeId(w.payments, `pay_${order ?? hold ?? purchase}`)
  w.fresh = [{ id, order, hold, purchase, method: METHOD.name }]
  const before = w.payments.length
  const status = work({})
  w.fresh = []
  if (w.payments.length === before) return status ?? 409
  return 200
}

function orderMoves(w: Model, o: Order): Move[] {
  const { id, buyer } = o
  const subject = { of: 'order', id } as const
  // an unpaid order in a purchase can be cancelled only with the whole purchase
  const alone = o.purchase === null || o.status !== 'awaiting_payment'
  const is = (operation: OrderOperation, by: OrderParty) => ({
    ...{ subject, verdict: verdicts.order(o, operation, by), money: verdicts.money(o, operation, by), alone, about: id },
  })
  const back = (operation: ReturnOperation, by: ReturnParty) => ({
    ...({ subject: { of: 'return', id }, verdict: verdicts.returned(o, operation, by), alone: true, about: id } as const),
  })
  const isPaid = o.status === 'paid'
  const isUnpaid = o.status === 'awaiting_payment'
  return [
    byBuyer('pay', { about: id }, (after) => begin(after, { order: id }, (made) => rules.beginPay(after, made, buyer, id, METHOD))),
    byBuyer('cancel', is(isPaid ? 'ask_to_cancel' : 'cancel', 'buyer'), (after) => rules.cancel(after, buyer, id)),
    byOwner('cancel the sale', is('cancel', 'seller'), (after) => rules.cancel(after, 'owner', id)),
    byOwner('ship', is('ship', 'seller'), (after) => rules.ship(after, 'owner', id)),
    byBuyer('deliver', is(o.pickup && !isUnpaid ? 'hand_over' : 'deliver', 'buyer'), (after) => rules.deliver(after, buyer, id, false)),
    byOwner('hand over', is('hand_over', 'seller'), (after) => rules.deliver(after, 'owner', id, true)),
    byBuyer('confirm', is('confirm', 'buyer'), (after) => rules.confirm(after, buyer, id)),
    byBuyer('report a problem', is('report', 'buyer'), (after) => rules.report(after, buyer, id)),
    byOwner('refund', is('refund', 'seller'), (after) => rules.refund(after, 'owner', id, null)),
    ...PARTS.map((cents) =>
      byOwner(`offer a part of ${cents}`, is('offer_part', 'seller'), (after) => rules.refund(after, 'owner', id, cents)),
    ),
    byOwner('agree', is(isPaid ? 'agree_to_cancel' : 'answer', 'seller'), (after) => rules.answer(after, 'owner', id, true)),
    byOwner('refuse', is(isPaid ? 'refuse_to_cancel' : 'answer', 'seller'), (after) => rules.answer(after, 'owner', id, false)),
    byBuyer('take the part', is('take_part', 'buyer'), (after) => rules.answer(after, buyer, id, true)),
    byBuyer('refuse the part', is('refuse_part', 'buyer'), (after) => rules.answer(after, buyer, id, false)),
    byOwner('offer a return', back('offer', 'seller'), (after) => rules.offerReturn(after, 'owner', id)),
    byBuyer('agree to a return', back('agree', 'buyer'), (after) => rules.agreeToReturn(after, buyer, id)),
    byBuyer('decline a return', back('decline', 'buyer'), (after) => rules.declineReturn(after, buyer, id)),
    byBuyer('send the item back', back('send', 'buyer'), (after) => rules.sendReturn(after, buyer, id)),
    byOwner('receive the item', back('receive', 'seller'), (after) => rules.receiveReturn(after, 'owner', id)),
    byOwner('contest a return', back('contest', 'seller'), (after) => rules.contestReturn(after, 'owner', id, true)),
    ...operatorMoves(o, is, back),
    {
      name: 'the worker settles',
      by: 'worker',
      about: id,
      ...settledSubject(w, o),
      money: verdicts.settledMoney(o),
      alone: true,
      apply: (after) => (rules.settle(after, id), 200),
    },
    ...deadlines(o),
  ]
}

/**
 * Returns the record that changes when an order is settled, and the record's next status. The record is the order, or the hold that an
 * expired order used.
 */
function settledSubject(w: Model, o: Order): { subject: Subject; verdict: string | null } {
  const hold = w.holds.find((h) => h.order === o.id && h.status === 'used')
  if (o.status !== 'expired' || !hold) return { subject: { of: 'order', id: o.id }, verdict: verdicts.settled(o) }
  const listing = byId(w.listings, o.listing)!
  const isForSale = listing.status === 'live' && !listing.gone
  const verdict = !isForSale
    ? verdicts.hold(w, hold.id, 'return', 'listing')
    : hold.until > NOW
      ? verdicts.hold(w, hold.id, 'resume', 'clock')
      : verdicts.hold(w, hold.id, 'run_out', 'clock')
  return { subject: { of: 'hold', id: hold.id }, verdict }
}

/**
 * The operator decides a reported problem, unless a bank is deciding a dispute over the payment (spec: completions 8). The operator may
 * grant a partial refund that the seller did not offer.
 */
function operatorMoves(o: Order, is: Is<OrderOperation, OrderParty>, back: Is<ReturnOperation, ReturnParty>): Move[] {
  return [
    byOperator('decide for the buyer', is('refund', 'operator'), (after) => decide(after, o.id, 'refund')),
    byOperator('decide for the seller', is('confirm', 'operator'), (after) => decide(after, o.id, 'complete')),
    {
      ...byOperator('decide for the part', is('take_part', 'operator'), (after) => decide(after, o.id, 'part')),
      verdict: verdicts.order({ ...o, offered: PARTS[0] }, 'take_part', 'operator'),
      money: verdicts.money({ ...o, offered: PARTS[0] }, 'take_part', 'operator'),
    },
    byOperator('order a return', back('offer', 'operator'), (after) => rules.offerReturn(after, 'owner', o.id)),
  ]
}
type Is<Operation, Party> = (operation: Operation, by: Party) => Facts

/** Applies the operator's decision on a problem to the model. */
export function decide(w: Model, id: string, decision: 'refund' | 'complete' | 'part'): number {
  const o = byId(w.orders, id)!
  if (o.status !== 'problem' || o.disputed > 0) return 409
  if (decision === 'refund') return end(w, o, 'refunded')
  if (decision === 'complete') return end(w, o, 'completed')
  o.offered = PARTS[0]
  return end(w, o, 'completed', o.offered)
}

function deadlines(o: Order): Move[] {
  const subject = { of: 'order', id: o.id } as const
  const all: [name: string, can: boolean, change: Partial<Order>, subject: Subject, verdict: string | null][] = [
    [
      'the payment deadline passes',
      // an order that belongs to a purchase has the purchase's deadline
      o.status === 'awaiting_payment' && o.purchase === null,
      { payBy: PAST },
      subject,
      verdicts.order({ ...o, payBy: PAST }, 'expire', 'service'),
    ],
    ['shipping becomes late', o.status === 'paid' && o.paidAt! > LONG_AGO, { paidAt: LONG_AGO }, subject, o.status],
    // the shipping deadline can pass only once shipping is late
    [
      'the shipping deadline passes',
      o.status === 'paid' && o.paidAt! <= LONG_AGO && o.shipBy === FUTURE,
      { shipBy: PAST },
      subject,
      o.status,
    ],
    ['the answer to a cancellation is late', o.cancelBy === FUTURE, { cancelBy: PAST }, subject, o.status],
    ['the protection ends', o.protectUntil === FUTURE, { protectUntil: PAST }, subject, o.status],
    [
      'the deadline of a return passes',
      o.returnBy === FUTURE,
      { returnBy: PAST },
      { of: 'return', id: o.id },
      o.returned === 'received' ? 'received' : verdicts.returned({ ...o, returnBy: PAST }, 'expire', 'service'),
    ],
  ]
  return all
    .filter(([, can]) => can)
    .map(([name, , change, of, verdict]) => clock(name, o.id, (after) => Object.assign(byId(after.orders, o.id)!, change), of, verdict))
}

const RANK = ['started', 'pending', 'failed', 'succeeded'] as const

function paymentMoves(w: Model, p: Payment): Move[] {
  const { id } = p
  const hears = RANK.slice(RANK.indexOf(p.status) + 1).map((status): Move => ({
    ...{ name: `a payment is ${status}`, by: 'bank', about: id },
    ...paidSubject(w, p, status),
    apply: (after) => (rules.learn(after, byId(after.payments, id)!, status as 'succeeded'), 200),
  }))
  return p.status === 'succeeded' ? [...hears, ...disputeMoves(w, p), ...refundMoves(w, p)] : hears
}

/**
 * The purchase, order or hold that a payment changes, and its next status according to the service's rules. Other records may still prevent
 * the change.
 */
function paidSubject(w: Model, p: Payment, status: string): Partial<Move> {
  if (status !== 'succeeded') return {}
  const purchase = byId(w.purchases, p.purchase)
  if (purchase)
    return { subject: { of: 'purchase', id: purchase.id }, verdict: verdicts.purchase(purchase, 'pay', 'provider') ?? purchase.status }
  const order = byId(w.orders, p.order)
  if (order) {
    const verdict = verdicts.order(order, 'pay', 'provider')
    return { subject: { of: 'order', id: order.id }, verdict: verdict ?? order.status }
  }
  const hold = byId(w.holds, p.hold)!
  return { subject: { of: 'hold', id: hold.id }, verdict: verdicts.hold(w, hold.id, 'pay', 'provider') ?? hold.status }
}

function disputeMoves(w: Model, p: Payment): Move[] {
  const known = w.disputes.find((d) => d.payment === p.id)
  // in the model, the bank opens no dispute over a payment with a failed or manual refund
  if (!known && (w.held[p.id] || w.byHand[p.id])) return []
  const stages: readonly Dispute['stage'][] = !known
    ? ['inquiry', 'open']
    : known.stage === 'inquiry'
      ? ['open', 'won']
      : known.stage === 'open'
        ? ['won', 'lost']
        : []
  return stages.map((stage) => ({
    name: stage === 'inquiry' ? 'the bank asks' : stage === 'open' ? 'the bank takes the money' : `the dispute is ${stage}`,
    by: 'bank',
    about: p.id,
    ...disputedSubject(w, p, stage),
    apply: (after) => {
      const isOwn = recordsOf(after, p)
      // when the service ends an overdue order, the same transaction decides what happens to the order's hold
      for (const one of after.orders) if (one.status === 'expired' && isOwn(one.id)) rules.settle(after, one.id)
      rules.sendMoney(after, isOwn)
      const dispute: Dispute = {
        id: `dp_${p.id}`,
        payment: p.id,
        amount: p.amount,
        stage: 'new',
        order: null,
        hold: null,
        refundedBefore: 0,
        taken: 0,
      }
      if (!known) after.disputes.push(...rules.divideDispute(after, dispute))
      for (const d of after.disputes) if (d.payment === p.id) rules.applyStage(after, d, stage)
      rules.sendMoney(after, isOwn)
      return 200
    },
  }))
}

/** Returns a predicate that is true for the ids of the orders and holds that concern the listings of a payment. */
function recordsOf(w: Model, p: Payment): (id: string) => boolean {
  const all = [...w.orders, ...w.holds]
  const paid = all.filter((one) => one.id === p.order || one.id === p.hold || ('purchase' in one && isFor(p, one)))
  const own = new Set(all.filter(({ listing }) => paid.some((one) => one.listing === listing)).map(({ id }) => id))
  return (id) => own.has(id)
}

function disputedSubject(w: Model, p: Payment, stage: Dispute['stage']): Partial<Move> {
  if (p.purchase !== null) return {}
  const used = byId(w.holds, p.hold)
  const o = byId(w.orders, p.order ?? used?.order ?? null)
  if (!o || o.id === SALE || o.paidAt === null || stage === 'inquiry') return {}
  const subject = { of: 'order', id: o.id } as const
  if (stage === 'open') return { subject, alone: true, verdict: verdicts.order(o, 'dispute', 'provider') ?? o.status }
  const wasOpen = w.disputes.find((d) => d.payment === p.id)?.stage === 'open'
  if (!wasOpen) return { subject, alone: true, verdict: o.status }
  if (stage === 'won')
    return {
      subject,
      alone: true,
      verdict:
        (o.status === 'problem' ? verdicts.order({ ...o, disputed: o.disputed - p.amount }, 'win_dispute', 'provider') : null) ?? o.status,
    }
  return {}
}

function refundMoves(w: Model, { id, refunded }: Payment): Move[] {
  if (w.disputes.some((d) => d.payment === id)) return []
  const [held, byHand] = [w.held[id] ?? 0, w.byHand[id] ?? 0]
  const cents = refunded - held - byHand
  const moves: Move[] = []
  if (cents > 0 && held === 0) moves.push(byBank('a refund fails', { about: id }, (after) => ((after.held[id] = cents), 200)))
  if (held > 0) {
    moves.push(byOperator('refund again', { about: id }, (after) => (delete after.held[id], 200)))
    moves.push(byOperator('refund by hand', { about: id }, (after) => (delete after.held[id], (after.byHand[id] = byHand + held), 200)))
  }
  return moves
}
