/**
 * One way from a state to another: who may go it by which operation. What no rule says is refused. The tables of listing, offer, hold
 * and order are lists of these; docs/states.md and the triggers that refuse everything else in the database are written from them.
 */
export type Rule<State extends string, Operation extends string, Actor extends string> = {
  from: State
  operation: Operation
  by: Actor
  to: State
  /** What else happens, for the reader. */
  also?: string
}

/** The rule for one operation by somebody on something in a state. */
export const ruleFor = <R extends Rule<string, string, string>>(
  rules: readonly R[],
  from: R['from'],
  operation: R['operation'],
  by: R['by'],
): R | undefined => rules.find((rule) => rule.from === from && rule.operation === operation && rule.by === by)

/** The trigger's function for a record: a row's status goes the ways of the rules and no other. */
export function transitionsSql(record: string, rules: readonly { from: string; to: string }[]): string {
  const pairs = new Set(rules.filter(({ from, to }) => from !== to).map(({ from, to }) => `('${from}', '${to}')`))
  return `create or replace function ${record}_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ${[...pairs].join(',\n    ')}) then
    raise exception '${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record} cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
`
}
