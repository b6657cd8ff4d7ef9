import { isDeepStrictEqual } from 'node:util'
import type { Core, Operator, Tx } from '#platform/context/index.ts'
import { note } from '#admin/audit/index.ts'
import { replaceFiles, type PreparedPhoto } from '#catalog/photos/index.ts'
import { effective, lockChanged, readChanged, writeChanged, type ChangedSettings } from '#platform/settings/index.ts'
import { shown } from './present.ts'
import type { ChangeSettings } from './schema.ts'

/**
 * Returns the settings that operators have changed, from the database rather than a cache, so that operators always see the latest change.
 */
export const readSettings = (ctx: Core, _operator: Operator): Promise<ChangedSettings> => readChanged(ctx.db)

/** Changes settings. Null restores a default, and an omitted setting stays the same. Writes nothing if no value changes. */
export async function changeSettings(tx: Tx, operator: Operator, input: ChangeSettings): Promise<ChangedSettings> {
  const { fee_percent: feePercent, guest_limit: guestLimitCents, ...same } = input
  const given = { ...same, feePercent, guestLimitCents }
  return replace(tx, operator, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
}

/** Sets the logo, or removes it if `logo` is null. Errors: 409 `quota`, 503. */
export async function setLogo(tx: Tx, operator: Operator, logo: PreparedPhoto | null): Promise<ChangedSettings> {
  const before = await lockChanged(tx.db)
  await replaceFiles(tx, operator.accountId, (before.logo as PreparedPhoto['variants'] | null | undefined) ?? null, logo?.variants ?? null)
  return replace(tx, operator, { logo: logo?.variants ?? null })
}

async function replace(tx: Tx, operator: Operator, change: ChangedSettings): Promise<ChangedSettings> {
  const before = await lockChanged(tx.db)
  const after = { ...before, ...change }
  const changes = changedFields(shown(tx, effective(tx.config, before)), shown(tx, effective(tx.config, after)))
  if (isDeepStrictEqual(before, after)) return before
  await writeChanged(tx.db, after, tx.now())
  await note(tx, operator, { verb: 'settings.change', subject: { kind: 'settings', id: 'settings' }, reason: null, ...changes })
  return after
}

type Values = Record<string, unknown>

function changedFields(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return { before: pick(before), after: pick(after) }
}
