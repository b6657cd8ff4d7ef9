import { CONDITIONS, ORDER_RULES } from '#commerce/orders/rules/order.ts'
import { PURCHASE_RULES } from '#commerce/purchases/rules.ts'
import { change, remove, replace, type Defect } from './defects.ts'
import { BUNDLE_RULES } from './two-listings.ts'

const { quoteBundle, splitCents } = BUNDLE_RULES
const rule = (from: string, operation: string, by: string) => ({ from, operation, by })

/** Plausible defects in the rules for purchases. The search over two listings must find each of them. */
export const BUNDLE_DEFECTS: Readonly<Record<string, Defect>> = {
  'a bundle costs the shipping of all its items': () =>
    replace(BUNDLE_RULES, 'quoteBundle', (items: never, shop: object) => quoteBundle(items, { ...shop, shipping: 'sum' } as never)),
  'the last item of a bundle gets the rest of a discount': () =>
    replace(BUNDLE_RULES, 'quoteBundle', (...all: Parameters<typeof quoteBundle>) => {
      const quote = quoteBundle(...all)
      const [first, ...others] = quote.parts
      const cents = Math.floor((quote.discountCents * all[0][0]!.priceCents) / quote.priceCents)
      const rest = first!.discountCents - cents
      const moved = others.map((part) => ({ ...part, itemCents: part.itemCents - rest }))
      return { ...quote, parts: [{ ...first!, itemCents: first!.itemCents + rest }, ...moved] }
    }),
  'an order that ended takes over shipping': () => replace(BUNDLE_RULES, 'takesShipping', () => true),
  'a refunded order keeps its shipping, although another order is open': () => replace(BUNDLE_RULES, 'takesShipping', () => false),
  'a completed order collects the shipping of an order that a bank disputes': () =>
    replace(BUNDLE_RULES, 'givesShipping', BUNDLE_RULES.takesShipping),
  'a completed order collects no shipping': () => replace(BUNDLE_RULES, 'givesShipping', () => false),
  'a dispute is divided evenly': () =>
    replace(BUNDLE_RULES, 'splitCents', (cents: number, weights: Parameters<typeof splitCents>[1]) =>
      splitCents(
        cents,
        weights.map(({ id }) => ({ id, weight: 1 })),
      ),
    ),
  'a seller who cancels an order of a purchase returns no money': () =>
    change(ORDER_RULES, rule('paid', 'cancel', 'seller'), { money: [] }),
  'a buyer who takes a part gets nothing': () => change(ORDER_RULES, rule('problem', 'take_part', 'buyer'), { money: ['pay out'] }),
  'an unpaid purchase never expires': () => remove(PURCHASE_RULES, rule('awaiting_payment', 'expire', 'clock')),
  'a buyer cancels no unpaid purchase': () => remove(PURCHASE_RULES, rule('awaiting_payment', 'cancel', 'buyer')),
  'the payment of a purchase cancels it': () => change(PURCHASE_RULES, rule('awaiting_payment', 'pay', 'provider'), { to: 'cancelled' }),
  'a bank disputes no shipped order of a purchase': () => remove(ORDER_RULES, rule('shipped', 'dispute', 'provider')),
  'an order that was never sent completes when the bank decides for the seller': () =>
    replace(CONDITIONS, 'only the bank disputes the order', { holds: () => true, refuse: '' }),
}
