import type { Context, Person } from '#platform/context/index.ts'
import { call, type Input } from '#platform/http/call.ts'
import type { AnswerOf, Defined } from '#platform/http/endpoint.ts'
import type { Fields } from './form.ts'

/** Performs the action of a button on the record that the URL names. Returns the message for the user. */
type Deed = (ctx: Context, viewer: Person, params: { id: string }, fields: Fields) => Promise<string>

/** Actions of one page, by the `do` value of their buttons. */
export type FormActions = Readonly<Record<string, Deed>>

/** Creates an action that calls an API action. `body` builds the request body from the form fields. */
export const formAction =
  <E extends Defined>(endpoint: E, says: string | ((answer: AnswerOf<E>) => string), body?: (fields: Fields) => Input<E>['body']): Deed =>
  async (ctx, viewer, params, fields) => {
    const answer = await call(ctx, viewer, endpoint, ...([{ params, body: body?.(fields) }] as never))
    return typeof says === 'string' ? says : says(answer)
  }

/** Returns the action with this name, or null. */
export const formActionIn = (deeds: FormActions, name: string | undefined): Deed | null =>
  name !== undefined && Object.hasOwn(deeds, name) ? deeds[name]! : null
