import type { Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import type { Owner } from './access.ts'
import * as queries from './queries.ts'

/**
 * Locks the account's SKUs until the transaction ends, and checks that no other listing in the account has this SKU (spec: completions
 * 13.11, `PUT /listings/by-sku/{sku}`). Ignores the listing `id`, which may already have this SKU. Errors: 409 `sku`.
 */
export async function claimSku(tx: Tx, { accountId }: Owner, sku: string, id?: string): Promise<void> {
  const other = await lockSku(tx, accountId, sku)
  if (other !== undefined && other !== id) throw conflict(`sku ${sku} already belongs to the listing ${other}.`, 'sku')
}

/** Locks the account's SKUs until the transaction ends. An import calls this function before it locks shops and listings. */
export const lockSkus = (tx: Tx, { accountId }: Owner): Promise<void> => queries.lockSkusOf(tx.db, accountId)

/** Locks the account's SKUs until the transaction ends. Returns the id of the account's listing that has this SKU. */
export async function lockSku(tx: Tx, accountId: string, sku: string): Promise<string | undefined> {
  await queries.lockSkusOf(tx.db, accountId)
  return queries.findBySku(tx.db, accountId, sku)
}
