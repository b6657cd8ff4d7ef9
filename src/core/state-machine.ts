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

/**
 * Returns the SQL for a trigger function that allows only the transitions in the rules. In a `column` other than `status`, null counts as
 * the state `none`.
 */
export function transitionsSql(record: string, rules: readonly { from: string; to: string }[], column = 'status'): string {
  const state = (row: 'old' | 'new') => (column === 'status' ? `${row}.status` : `coalesce(${row}.${column}, 'none')`)
  const pairs = new Set(rules.filter(({ from, to }) => from !== to).map(({ from, to }) => `('${from}', '${to}')`))
  return `create or replace function ${record}_moves() returns trigger language plpgsql as $$
begin
  if (${state('old')}, ${state('new')}) not in (
    ${[...pairs].join(',\n    ')}) then
    raise exception '${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record} cannot move from % to %', ${state('old')}, ${state('new')} using errcode = 'check_violation';
  end if;
  return new;
end $$;
`
}
