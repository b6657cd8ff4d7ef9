import type { Context, Person } from '#platform/context/index.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import type { Fields } from './form.ts'
import type { Problem } from './problem.ts'

/** A request for a page, or a submission of the page's form. */
export type PageRequest<V extends Viewer = Person> = {
  ctx: Context
  c: Call
  viewer: V
  /** The submitted fields. Set together with `problem` when the page is shown again after an error. */
  typed: Fields
  problem?: Problem | undefined
}
