import type { Context, Person } from '#platform/context/index.ts'
import { call, type Input } from '#platform/http/call.ts'
import type { AnswerOf, Defined } from '#platform/http/endpoint.ts'
import type { Fields } from './form.ts'

/** Performs the pressed button's action on the record that the URL names. Returns a message for the user. */
type FormAction = (ctx: Context, viewer: Person, params: { id: string }, fields: Fields) => Promise<string>

/** Actions that a page offers, by the `do` value of their buttons. */
export type FormActions = Readonly<Record<string, FormAction>>

/** Creates a form action that calls an API endpoint. `body` names the form fields to send, or builds the request body from them. */
export const formAction =
  <E extends Defined>(
    endpoint: E,
    message: string | ((answer: AnswerOf<E>) => string),
    body?: readonly string[] | ((fields: Fields) => Input<E>['body']),
  ): FormAction =>
  async (ctx, viewer, params, fields) => {
    const sent = typeof body === 'function' ? body(fields) : body && Object.fromEntries(body.map((name) => [name, fields[name] ?? '']))
    const answer = await call(ctx, viewer, endpoint, ...([{ params, body: sent }] as never))
    return typeof message === 'string' ? message : message(answer)
  }

/** Returns the action with this name, or null. */
export const formActionIn = (actions: FormActions, name: string | undefined): FormAction | null =>
  name !== undefined && Object.hasOwn(actions, name) ? actions[name]! : null
