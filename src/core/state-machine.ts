/**
 * One allowed transition: which actor may perform which operation. Anything without a rule is refused. The tables of listing, offer, hold
 * and order consist of rules. docs/states.md and the database triggers that refuse all other transitions are generated from them.
 */
export type Rule<State extends string, Operation extends string, Actor extends string> = {
  from: State
  operation: Operation
  by: Actor
  to: State
  /** Side effects, for documentation. */
  also?: string
}

export const ruleFor = <R extends Rule<string, string, string>>(
  rules: readonly R[],
  from: R['from'],
  operation: R['operation'],
  by: R['by'],
): R | undefined => rules.find((rule) => rule.from === from && rule.operation === operation && rule.by === by)

/** Returns the trigger function that allows only the transitions of the rules. */
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
