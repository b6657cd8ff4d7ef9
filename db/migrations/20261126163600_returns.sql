-- A return of an item, inside an order with a reported problem. An order has at most one.

alter table orders
  add column return_status text,
  -- deadline of the current step of the return
  add column return_by timestamptz,
  add column return_details jsonb;
alter table orders add constraint orders_return_status_check check (
  return_status in ('offered', 'agreed', 'sent', 'received', 'declined', 'expired', 'contested', 'refunded', 'closed')
) not valid;
alter table orders add constraint orders_return_check check ((return_status is null) = (return_details is null)) not valid;
alter table orders add constraint orders_return_by_check check (
  (return_by is not null) = (return_status is not null and return_status in ('offered', 'agreed', 'received'))
) not valid;

-- No order has a return yet, so the index is empty.
-- squawk-ignore require-concurrent-index-creation
create index orders_return_by on orders (return_by) where return_by is not null;

create or replace function return_moves() returns trigger language plpgsql as $$
begin
  if (coalesce(old.return_status, 'none'), coalesce(new.return_status, 'none')) not in (
    ('none', 'offered'),
    ('offered', 'agreed'),
    ('offered', 'declined'),
    ('offered', 'expired'),
    ('agreed', 'sent'),
    ('agreed', 'expired'),
    ('sent', 'received'),
    ('received', 'contested'),
    ('offered', 'refunded'),
    ('agreed', 'refunded'),
    ('sent', 'refunded'),
    ('received', 'refunded'),
    ('declined', 'refunded'),
    ('expired', 'refunded'),
    ('contested', 'refunded'),
    ('offered', 'closed'),
    ('agreed', 'closed'),
    ('sent', 'closed'),
    ('received', 'closed'),
    ('declined', 'closed'),
    ('expired', 'closed'),
    ('contested', 'closed')) then
    raise exception 'a return cannot move from % to %', coalesce(old.return_status, 'none'), coalesce(new.return_status, 'none') using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger return_moves before update of return_status on orders
  for each row when (old.return_status is distinct from new.return_status) execute function return_moves();
