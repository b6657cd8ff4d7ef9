import type { Operator, Tx } from '#platform/context.ts'
import { note } from '#people/operator/audit/index.ts'
import { hideReview as hide, lockAnyReview } from '#market/reviews/writing.ts'
import { notFound } from '#platform/errors.ts'
import * as queries from './queries.ts'
import { liftMeasure, takeMeasure } from './index.ts'

/** Takes a review from public sight, with a reason (completions 8); again gives it the new reason. Errors: 404. */
export async function hideReview(tx: Tx, operator: Operator, id: string, reason: string): Promise<void> {
  const found = await lockAnyReview(tx, id)
  if (!found) throw notFound('review')
  const standing = await queries.lockStanding(tx.db, 'review', id)
  if (!standing) {
    await takeMeasure(tx, operator, { kind: 'review', id, reason })
    return
  }
  if (standing.reason === reason) return
  await queries.rewordMeasure(tx.db, standing.id, reason)
  await hide(tx, id, reason)
  const [before, after] = [{ reason: standing.reason }, { reason }]
  await note(tx, operator, { verb: 'review.reword', subject: { kind: 'review', id }, reason, before, after })
}

/** Back into public sight; one that is there already stays. Errors: 404. */
export async function showReview(tx: Tx, operator: Operator, id: string, reason = 'The operator shows it again.'): Promise<void> {
  if (!(await lockAnyReview(tx, id))) throw notFound('review')
  const standing = await queries.lockStanding(tx.db, 'review', id)
  if (standing) await liftMeasure(tx, operator, standing.id, reason)
}
