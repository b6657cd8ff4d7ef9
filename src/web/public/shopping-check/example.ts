import { shoppingScore } from '#helpers/shopping-check/rules.ts'
import type { Check } from '#helpers/shopping-check/index.ts'

const COST_CENTS = 80_00
const RESALE_CENTS = 52_00

const row = (title: string, dollars: number, sold: boolean): Check['comparables'][number] => ({
  title,
  cents: dollars * 100,
  shippingCents: null,
  condition: 'good',
  sold,
  url: '',
  image: null,
  source: 'made up',
})

/** An example of a check, for a fictional item. A test compares its numbers with the rules. */
export const EXAMPLE: Check = {
  item: {
    name: 'Fernhollow canvas daypack',
    brand: 'Fernhollow',
    category: 'Bags',
    color: null,
    size: null,
    condition: 'unknown',
    facts: [],
    questions: [],
  },
  link: null,
  image: null,
  costCents: COST_CENTS,
  costFrom: 'catalog',
  newCents: COST_CENTS,
  newFrom: 'catalog',
  resaleCents: RESALE_CENTS,
  comparables: [
    row('Fernhollow canvas daypack, olive', 44, true),
    row('Fernhollow daypack, hardly used', 60, true),
    row('Canvas daypack by Fernhollow', 52, true),
  ],
  score: shoppingScore(COST_CENTS, RESALE_CENTS),
}
