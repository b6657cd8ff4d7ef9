import type { ProviderEvent } from '#adapters/payments/index.ts'
import type { Context } from '#context.ts'
import { ApiError } from '#lib/errors.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import { applyAccount } from './accounts.ts'
import { applyCharge } from './apply.ts'
import { provider } from './provider.ts'
import * as queries from './queries.ts'

export type { ProviderEvent } from '#adapters/payments/index.ts'

/** Reads a webhook of the provider from its raw bytes. Errors: 400 for a bad signature or a body that is none of its events. */
export function readProviderEvent(ctx: Context, raw: Uint8Array, signature: string | undefined): ProviderEvent {
  try {
    return provider(ctx).readEvent(raw, signature, ctx.now())
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    throw new ApiError('invalid_request', error.message, { cause: error })
  }
}

/**
 * Uses a provider's event once (I12): that it was seen is written in the transaction of what it changes. False when it was used
 * before.
 */
export async function takeProviderEvent(tx: Context, event: ProviderEvent): Promise<boolean> {
  const seen = { provider: provider(tx).name, id: event.id, type: event.type, received_at: tx.now() }
  if (!(await queries.insertProviderEvent(tx.db, seen))) return false
  if (event.kind === 'charge') await applyCharge(tx, { id: event.payment, ref: event.ref }, event.charged)
  if (event.kind === 'account') await applyAccount(tx, event.account)
  return true
}
