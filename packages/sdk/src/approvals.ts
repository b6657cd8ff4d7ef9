import type { Approval } from './contract.ts'
import { ApprovalNeeded, ApprovalRefused, TimeoutError } from './errors.ts'
import { errorFrom, sleep } from './send.ts'
import type { WaitOptions } from './types.ts'

const POLL_MS = 3_000

/**
 * Waits until the owner has decided, and returns the response to the stored request. Errors: `ApprovalRefused` if the owner declined or the
 * approval expired; the request's own error if the request failed; `TimeoutError` after `timeoutMs`.
 */
export async function waitForApproval(
  get: (id: string, options: { signal?: AbortSignal }) => Promise<Approval>,
  requested: ApprovalNeeded | Approval | string,
  { timeoutMs = Number.POSITIVE_INFINITY, pollMs = POLL_MS, signal }: WaitOptions = {},
): Promise<unknown> {
  const id = typeof requested === 'string' ? requested : requested instanceof ApprovalNeeded ? requested.approval.id : requested.id
  const until = Date.now() + timeoutMs
  for (;;) {
    const approval = await get(id, signal ? { signal } : {})
    if (approval.status !== 'pending' && approval.status !== 'approved') return outcome(approval)
    if (Date.now() + pollMs > until) throw new TimeoutError(`The owner has not decided yet: ${approval.summary} (${approval.url})`)
    await sleep(pollMs, signal)
  }
}

function outcome(approval: Approval): unknown {
  const { status, result } = approval
  if (result && status === 'done') return result.body
  if (result && status === 'failed') throw errorFrom(result.status, result.body as Parameters<typeof errorFrom>[1])
  throw new ApprovalRefused(approval)
}
