import type { Context, Person } from '#platform/context/index.ts'
import { call, type Input } from '#platform/http/call.ts'
import type { AnswerOf, Defined } from '#platform/http/endpoint.ts'
import type { Fields } from './form.ts'

/** What a button of a page does to the record of its address, and what to say of it. */
type Deed = (ctx: Context, viewer: Person, params: { id: string }, fields: Fields) => Promise<string>

/** Deeds of one page by their buttons' `do`. */
export type Deeds = Readonly<Record<string, Deed>>

/** Calls a verb of the API. `body`: what it is told of the form. */
export const deed =
  <E extends Defined>(endpoint: E, says: string | ((answer: AnswerOf<E>) => string), body?: (fields: Fields) => Input<E>['body']): Deed =>
  async (ctx, viewer, params, fields) => {
    const answer = await call(ctx, viewer, endpoint, ...([{ params, body: body?.(fields) }] as never))
    return typeof says === 'string' ? says : says(answer)
  }

/** Null for none of them. */
export const deedIn = (deeds: Deeds, name: string | undefined): Deed | null =>
  name !== undefined && Object.hasOwn(deeds, name) ? deeds[name]! : null
