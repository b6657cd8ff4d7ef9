import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import type { ChangedSettings } from './rules.ts'

const COLUMNS = sql`name, letter, logo, accent, terms, privacy, contact, fee_percent::float8 as "feePercent", fees,
  guest_limit_cents as "guestLimitCents"`

/** Reads the settings that operators have changed. */
export async function readChanged(db: Db): Promise<ChangedSettings> {
  const { rows } = await sql<ChangedSettings>`select ${COLUMNS} from operator_settings`.execute(db)
  return rows[0]!
}

/** Locks the settings, and returns the settings that operators have changed. */
export async function lockChanged(db: Tx): Promise<ChangedSettings> {
  const { rows } = await sql<ChangedSettings>`select ${COLUMNS} from operator_settings for update`.execute(db)
  return rows[0]!
}

/** Replaces the stored settings. A setting that `changed` omits gets its default value again. */
export async function writeChanged(db: Tx, changed: ChangedSettings, now: Date): Promise<void> {
  const { name, letter, logo, accent, terms, privacy, contact, feePercent, fees, guestLimitCents } = changed
  await sql`update operator_settings set name = ${name}, letter = ${letter}, logo = ${logo && JSON.stringify(logo)}::jsonb,
    accent = ${accent}, terms = ${terms}, privacy = ${privacy}, contact = ${contact},
    fee_percent = ${feePercent}, fees = ${fees && JSON.stringify(fees)}::jsonb, guest_limit_cents = ${guestLimitCents},
    updated_at = ${now}`.execute(db)
}

/** Prevents changes to the settings until the transaction ends, so that all reads in the transaction return the same fees. */
export const lockFees = (db: Tx): Promise<unknown> => sql`select from operator_settings for share`.execute(db)
