import { HOLD_RULES } from '#commerce/holds/rules.ts'
import { LISTING_RULES } from '#catalog/listings/rules/listing.ts'
import { OFFER_RULES } from '#commerce/offers/rules.ts'
import { ORDER_RULES } from '#commerce/orders/rules/order.ts'
import { transitionsSql } from '#core/state-machine.ts'
import type { Fault } from './imports.ts'

type Ways = readonly { from: string; to: string }[]

/** The records whose status a trigger guards, each with the rules that its function is written from. */
export const GUARDED: Readonly<Record<string, Ways>> = { listing: LISTING_RULES, offer: OFFER_RULES, hold: HOLD_RULES, order: ORDER_RULES }

/** Each trigger's function that does not say what its rules say, by the text of db/schema.sql. */
export function driftedTriggers(schema: string, guarded = GUARDED): Fault[] {
  return Object.entries(guarded)
    .filter(([record, rules]) => bodyOf(schema, record) !== bodyOf(transitionsSql(record, rules), record))
    .map(([record]) => `${record}_moves does not say what the rules of a ${record} say: run node bin/states.ts`)
}

/** The text of a function without how it is quoted. */
function bodyOf(sql: string, record: string): string | undefined {
  return new RegExp(`function (?:public\\.)?${record}_moves\\(\\)[\\s\\S]*?\\$\\n([\\s\\S]*?\\nend) \\$`, 'i').exec(sql)?.[1]
}
