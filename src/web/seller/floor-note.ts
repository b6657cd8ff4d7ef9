import { counted } from '#core/format/count.ts'
import { leftToGuessCents } from '#commerce/negotiations/rules/negotiation.ts'
import { OFFERS_A_DAY } from '#commerce/offers/rules.ts'

const left = (priceCents: number): string => counted(leftToGuessCents(priceCents, OFFERS_A_DAY), 'cent')

/** Tells sellers how much a single day of offers can reveal about their minimum price (spec: completions 6, docs/negotiation.md). */
export const FLOOR_NOTE = `A buyer can make ${OFFERS_A_DAY} offers a day on one item. If the minimum is above half the price, the counteroffers can reveal it to within ${left(100_00)} (${left(99_00)} for prices under $100). Choose a minimum price that you would be happy to accept.`
