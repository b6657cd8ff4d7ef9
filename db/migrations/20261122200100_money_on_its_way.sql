-- Money on its way to the provider: from the moment it is handed over until the provider has said yes or no, nobody knows whether it
-- left. Meanwhile nothing of it changes but by that answer. The checks hold for what is written from now on: no row is read again.
alter table money_moves
  add column sending_since timestamptz,
  add constraint money_moves_sending_check check (sending_since is null or status = 'due') not valid;

create function money_move_steps() returns trigger language plpgsql as $$
declare
  by_hand boolean := coalesce(new.provider_ref, '') like 'by hand %';
begin
  if old.status in ('sent', 'failed', 'dropped') and
     (new.amount_cents <> old.amount_cents or (new.status <> old.status and (old.status, new.status) <> ('sent', 'failed'))) then
    raise exception 'money move % is over: it is %', old.id, old.status using errcode = 'check_violation';
  end if;
  if old.sending_since is not null and (new.status in ('held', 'dropped') or by_hand
     or (new.amount_cents <> old.amount_cents and new.status <> 'sent')) then
    raise exception 'money move % is being sent', old.id using errcode = 'check_violation';
  end if;
  if old.status in ('due', 'held') and new.status = 'sent' and old.sending_since is null and not by_hand then
    raise exception 'money move % was not marked as being sent', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger money_move_steps before update of status, amount_cents, provider_ref on money_moves
  for each row execute function money_move_steps();

create index money_moves_sending on money_moves (sending_since) where sending_since is not null;

-- A case about money that waits is over with it, and is of its amount.
update money_cases c
set closed_at = case when m.status in ('due', 'held') then c.closed_at else now() end, amount_cents = m.amount_cents
from money_moves m
where m.id = c.move_id and c.closed_at is null and c.kind in ('refund_failed', 'transfer_failed', 'transfer_reversed')
  and (m.status not in ('due', 'held') or c.amount_cents <> m.amount_cents);

-- Each chargeback has a reversal of its own: where two were tied to one, the older keeps it.
update money_cases c set move_id = null
where c.kind = 'chargeback' and c.move_id is not null and exists (
  select from money_cases o where o.kind = 'chargeback' and o.move_id = c.move_id and (o.created_at, o.id) < (c.created_at, c.id));
create unique index money_cases_reversal on money_cases (move_id) where kind = 'chargeback';
