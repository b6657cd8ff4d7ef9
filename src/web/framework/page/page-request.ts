import type { Context, Person } from '#platform/context/index.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import type { Fields } from './form.ts'
import type { Problem } from './problem.ts'

/** One request for a page, or one form sent to it. */
export type PageRequest<V extends Viewer = Person> = {
  ctx: Context
  c: Call
  viewer: V
  /** What was typed into the form, where the page comes again, and why it does. */
  typed: Fields
  problem?: Problem | undefined
}
