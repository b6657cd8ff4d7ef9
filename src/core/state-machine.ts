/**
 * An allowed state transition, with the operation that causes it and the actor who may perform it. The service and the database reject any
 * other transition. docs/states.md and the database triggers are generated from these rules.
 */
export type Rule<State extends string, Operation extends string, Actor extends string> = {
  from: State
  operation: Operation
  by: Actor
  to: State
  /** Side effects of the transition, as text for the documentation. */
  also?: string
}

export const ruleFor = <R extends Rule<string, string, string>>(
  rules: readonly R[],
  from: R['from'],
  operation: R['operation'],
  by: R['by'],
): R | undefined => rules.find((rule) => rule.from === from && rule.operation === operation && rule.by === by)
