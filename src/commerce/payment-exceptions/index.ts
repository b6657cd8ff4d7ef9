import type { Tx, Core } from '#platform/context/index.ts'
import type { MoneyCaseKind } from './rules.ts'
import * as queries from './queries.ts'
import type { CaseRow } from './queries.ts'
import { recordCaseEvent } from './notify.ts'

export { endCase, findCase, lockCaseForEnd, pageOfCases } from './close.ts'
export type { CaseRow, ShownCase } from './queries.ts'

export type NewCase = {
  kind: Exclude<MoneyCaseKind, 'chargeback'>
  ref: string
  orderId?: string | null
  holdId?: string | null
  paymentId?: string | null
  transferId?: string | null
  accountId?: string | null
  amountCents?: number
  reason: string | null
}

/**
 * Opens a payment exception for the operator and notifies the affected users. For each kind and provider reference, there is only one
 * exception: if the exception was closed, it is reopened. Returns null if the exception is already open.
 */
export async function openCase(tx: Tx, found: NewCase): Promise<CaseRow | null> {
  const now = tx.now()
  const key = { provider: tx.payments!.name, kind: found.kind, ref: found.ref }
  const facts = {
    order_id: found.orderId ?? null,
    hold_id: found.holdId ?? null,
    payment_id: found.paymentId ?? null,
    move_id: found.transferId ?? null,
    account_id: found.accountId ?? null,
    amount_cents: found.amountCents ?? 0,
    reason: found.reason?.slice(0, 500) ?? null,
    updated_at: now,
  }
  const made = await queries.insertCase(tx.db, { id: tx.newId('mcs'), ...key, ...facts, created_at: now })
  const before = made ? null : await queries.lockCase(tx.db, key)
  if (before && before.closed_at === null) return null
  const row = made ?? (await queries.updateCase(tx.db, before!.id, { ...facts, closed_at: null }))
  await recordCaseEvent(tx, row, 'opened')
  return row
}

/** Closes a payment exception that was resolved without an operator. Returns false if it was not open. */
export async function closeCase(tx: Tx, kind: MoneyCaseKind, ref: string): Promise<boolean> {
  const row = await queries.lockCase(tx.db, { provider: tx.payments!.name, kind, ref })
  if (!row || row.closed_at !== null) return false
  await recordCaseEvent(tx, await queries.updateCase(tx.db, row.id, { closed_at: tx.now(), updated_at: tx.now() }), 'closed')
  return true
}

/** Lists the open payment exceptions that affect a seller's money, for the Today page. */
export const openCasesOf = (ctx: Core, accountId: string, limit: number) => queries.openCasesOf(ctx.db, accountId, limit)

/** Locks a chargeback, found by its reference at the provider. The caller must lock its order or hold first. */
export const lockChargeback = (tx: Tx, ref: string): Promise<CaseRow | undefined> =>
  queries.lockCase(tx.db, { provider: tx.payments!.name, kind: 'chargeback', ref })

/** Returns the amounts of known chargebacks, in cents, by reference. */
export const chargebackAmounts = (tx: Tx, refs: readonly string[]): Promise<Map<string, number>> =>
  queries.chargebackAmounts(tx.db, tx.payments!.name, refs)

/** Stores the state of a chargeback. If its stage has changed, notifies the users whom it concerns. */
export async function saveChargeback(
  tx: Tx,
  before: CaseRow | undefined,
  facts: Pick<CaseRow, 'ref' | 'amount_cents' | 'stage' | 'taken_cents' | 'covered_cents' | 'entries' | 'reason' | 'due_by' | 'move_id'> &
    Pick<CaseRow, 'order_id' | 'hold_id' | 'payment_id' | 'account_id'>,
): Promise<CaseRow> {
  const now = tx.now()
  const over = facts.stage === 'won' || facts.stage === 'lost'
  const change = { ...facts, updated_at: now, closed_at: over ? (before?.closed_at ?? now) : null }
  const row = before
    ? await queries.updateCase(tx.db, before.id, change)
    : (await queries.insertCase(tx.db, {
        id: tx.newId('mcs'),
        provider: tx.payments!.name,
        kind: 'chargeback',
        ...change,
        created_at: now,
      }))!
  if (row.stage !== before?.stage) await recordCaseEvent(tx, row, over ? 'closed' : 'opened')
  return row
}

/** Increases the covered part of a chargeback by the amount that the reversal of a transfer recovered. */
export const coverByTransfer = (tx: Tx, transferId: string, cents: number): Promise<void> =>
  queries.coverByTransfer(tx.db, transferId, cents, tx.now())
