import { HOLD_RULES } from '#commerce/holds/rules.ts'
import { LISTING_RULES } from '#catalog/listings/rules/listing.ts'
import { OFFER_RULES } from '#commerce/offers/rules.ts'
import { ORDER_RULES } from '#commerce/orders/rules/order.ts'
import { PURCHASE_RULES } from '#commerce/purchases/rules.ts'
import { RETURN_RULES } from '#commerce/orders/rules/return.ts'
import type { Fault } from './imports.ts'

type Transitions = readonly { from: string; to: string }[]

/** The transition rules for each kind of record whose status a trigger guards. The trigger function is generated from these rules. */
export const GUARDED: Readonly<Record<string, Transitions>> = {
  listing: LISTING_RULES,
  offer: OFFER_RULES,
  hold: HOLD_RULES,
  purchase: PURCHASE_RULES,
  order: ORDER_RULES,
  return: RETURN_RULES,
}

/** Columns that store the state of a record if the record's own table has no `status` column. */
const COLUMNS: Readonly<Record<string, string>> = { return: 'return_status' }

/**
 * Returns the SQL of the trigger function that guards a kind of record: it allows only the transitions in the rules. In a column other than
 * `status`, null counts as the state `none`.
 */
export function guardSql(record: string, rules: Transitions): string {
  const column = COLUMNS[record] ?? 'status'
  const state = (row: 'old' | 'new') => (column === 'status' ? `${row}.status` : `coalesce(${row}.${column}, 'none')`)
  const pairs = new Set(rules.filter(({ from, to }) => from !== to).map(({ from, to }) => `('${from}', '${to}')`))
  return `create or replace function ${record}_moves() returns trigger language plpgsql as $$
begin
  if (${state('old')}, ${state('new')}) not in (
    ${[...pairs].join(',\n    ')}) then
    raise exception '${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record} cannot move from % to %', ${state('old')}, ${state('new')} using errcode = 'check_violation';
  end if;
  return new;
end $$;
`
}

/** Compares each trigger function in db/schema.sql with its transition rules. Returns a message for each difference. */
export function driftedTriggers(schema: string, guarded = GUARDED): Fault[] {
  return Object.entries(guarded)
    .filter(([record, rules]) => bodyOf(schema, record) !== bodyOf(guardSql(record, rules), record))
    .map(([record]) => `${record}_moves does not say what the rules of a ${record} say: run node bin/states.ts`)
}

function bodyOf(sql: string, record: string): string | undefined {
  return new RegExp(`function (?:public\\.)?${record}_moves\\(\\)[\\s\\S]*?\\$\\n([\\s\\S]*?\\nend) \\$`, 'i').exec(sql)?.[1]
}
