import type { Person } from '#context.ts'
import { ApiError } from '#lib/errors.ts'

/** Somebody who runs the service, by session. Verbs that take one are the operator's alone. */
export type Operator = Person & { isOperator: true }

/** Lets the operator pass. Errors: 404 for everybody else, as if there were nothing (docs/decisions/0023-operator.md). */
export function asOperator(actor: Person): Operator {
  if (actor.kind === 'session' && actor.isOperator) return actor as Operator
  throw new ApiError('not_found', 'There is nothing here.')
}
