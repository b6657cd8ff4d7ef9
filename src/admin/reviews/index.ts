import type { Operator, Tx } from '#platform/context/index.ts'
import { note } from '#admin/audit/index.ts'
import { hideReview as hide, lockAnyReview } from '#catalog/reviews/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { liftMeasure, lockActiveMeasure, rewordMeasure, takeMeasure } from '#admin/moderation/index.ts'

/** Hides a review and stores the reason (spec: completions 8). If the review is already hidden, replaces the stored reason. Errors: 404. */
export async function hideReview(tx: Tx, operator: Operator, id: string, reason: string): Promise<void> {
  const found = await lockAnyReview(tx, id)
  if (!found) throw notFound('review')
  const active = await lockActiveMeasure(tx, 'review', id)
  if (!active) {
    await takeMeasure(tx, operator, { kind: 'review', id, reason })
    return
  }
  if (active.reason === reason) return
  await rewordMeasure(tx, active.id, reason)
  await hide(tx, id, reason)
  const [before, after] = [{ reason: active.reason }, { reason }]
  await note(tx, operator, { verb: 'review.reword', subject: { kind: 'review', id }, reason, before, after })
}

/** Shows a hidden review again. Idempotent. Errors: 404. */
export async function showReview(
  tx: Tx,
  operator: Operator,
  id: string,
  reason = 'An operator made the review visible again.',
): Promise<void> {
  if (!(await lockAnyReview(tx, id))) throw notFound('review')
  const active = await lockActiveMeasure(tx, 'review', id)
  if (active) await liftMeasure(tx, operator, active.id, reason)
}
