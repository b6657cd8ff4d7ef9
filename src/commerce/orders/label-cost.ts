import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'

/** Stores the cost of an order's label, which is later deducted from the seller's share. The caller must lock the order. */
export const setLabelCost = (tx: Tx, { id }: OrderRow, cents: number): Promise<void> =>
  queries.updateOrder(tx.db, id, { label_cents: cents, updated_at: tx.now() })
