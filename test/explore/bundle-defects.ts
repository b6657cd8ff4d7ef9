import { CONDITIONS, ORDER_RULES } from '#commerce/orders/rules/order.ts'
import { PURCHASE_RULES } from '#commerce/purchases/rules.ts'
import { change, remove, replace, type Defect } from './defects.ts'
import { BUNDLE_RULES } from './two-listings.ts'

const { quoteBundle, splitCents } = BUNDLE_RULES
const rule = (from: string, operation: string, by: string) => ({ from, operation, by })

/** Plausible defects in the rules for purchases. The search over two listings must find each of them. */
export const BUNDLE_DEFECTS: readonly Defect[] = [
  {
    title: 'a bundle costs the shipping of all its items',
    put: () =>
      replace(BUNDLE_RULES, 'quoteBundle', (items: never, shop: object) => quoteBundle(items, { ...shop, shipping: 'sum' } as never)),
  },
  {
    title: 'the last item of a bundle gets the rest of a discount',
    put: () =>
      replace(BUNDLE_RULES, 'quoteBundle', (...all: Parameters<typeof quoteBundle>) => {
        const quote = quoteBundle(...all)
        const [first, ...others] = quote.parts
        const cents = Math.floor((quote.discountCents * all[0][0]!.priceCents) / quote.priceCents)
        const rest = first!.discountCents - cents
        const moved = others.map((part) => ({ ...part, itemCents: part.itemCents - rest }))
        return { ...quote, parts: [{ ...first!, itemCents: first!.itemCents + rest }, ...moved] }
      }),
  },
  {
    title: 'an order that ended takes over shipping',
    put: () => replace(BUNDLE_RULES, 'takesShipping', () => true),
  },
  {
    title: 'a refunded order keeps its shipping, although another order is open',
    put: () => replace(BUNDLE_RULES, 'takesShipping', () => false),
  },
  {
    title: 'a completed order collects the shipping of an order that a bank disputes',
    put: () => replace(BUNDLE_RULES, 'givesShipping', BUNDLE_RULES.takesShipping),
  },
  {
    title: 'a completed order collects no shipping',
    put: () => replace(BUNDLE_RULES, 'givesShipping', () => false),
  },
  {
    title: 'a dispute is divided evenly',
    put: () =>
      replace(BUNDLE_RULES, 'splitCents', (cents: number, weights: Parameters<typeof splitCents>[1]) =>
        splitCents(
          cents,
          weights.map(({ id }) => ({ id, weight: 1 })),
        ),
      ),
  },
  {
    title: 'a seller who cancels an order of a purchase returns no money',
    put: () => change(ORDER_RULES, rule('paid', 'cancel', 'seller'), { money: [] }),
  },
  {
    title: 'a buyer who takes a part gets nothing',
    put: () => change(ORDER_RULES, rule('problem', 'take_part', 'buyer'), { money: ['pay out'] }),
  },
  { title: 'an unpaid purchase never expires', put: () => remove(PURCHASE_RULES, rule('awaiting_payment', 'expire', 'clock')) },
  { title: 'a buyer cancels no unpaid purchase', put: () => remove(PURCHASE_RULES, rule('awaiting_payment', 'cancel', 'buyer')) },
  {
    title: 'the payment of a purchase cancels it',
    put: () => change(PURCHASE_RULES, rule('awaiting_payment', 'pay', 'provider'), { to: 'cancelled' }),
  },
  {
    title: 'a bank disputes no shipped order of a purchase',
    put: () => remove(ORDER_RULES, rule('shipped', 'dispute', 'provider')),
  },
  {
    title: 'an order that was never sent completes when the bank decides for the seller',
    put: () => replace(CONDITIONS, 'only the bank disputes the order', { holds: () => true, refuse: '' }),
  },
]
