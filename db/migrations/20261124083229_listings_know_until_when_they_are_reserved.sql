-- Until when an unpaid order or a paid deposit reserves a listing, at the latest; null: nothing does. Cards, pages and searches read it
-- without a look at orders, and the change of the row tells caches and search indexes of its beginning and end.
alter table listings add column reserved_until timestamptz;

create function listing_reserved() returns trigger language plpgsql as $$
declare reserved timestamptz;
begin
  select max(standing.until) into reserved from (
    select pay_by as until from orders where listing_id = new.listing_id and status = 'awaiting_payment'
    union all
    select until from holds where listing_id = new.listing_id and status = 'active') standing;
  update listings set reserved_until = reserved where id = new.listing_id and reserved_until is distinct from reserved;
  return null;
end $$;

create trigger listing_reserved after update on orders for each row
  when (old.status is distinct from new.status or old.pay_by is distinct from new.pay_by) execute function listing_reserved();
create trigger listing_reserved_by_insert after insert on orders for each row
  when (new.status = 'awaiting_payment') execute function listing_reserved();
create trigger listing_reserved after update on holds for each row
  when (old.status is distinct from new.status or old.until is distinct from new.until) execute function listing_reserved();
create trigger listing_reserved_by_insert after insert on holds for each row
  when (new.status = 'active') execute function listing_reserved();
create trigger market_changed_by_reservation after update on listings for each row
  when ((old.in_market or new.in_market) and old.reserved_until is distinct from new.reserved_until) execute function market_changed();

-- The reservations of this moment: few, and found by the indexes of what is unpaid and what is active.
update listings l set reserved_until = standing.until
from (
  select listing_id, max(until) as until from (
    select listing_id, pay_by as until from orders where status = 'awaiting_payment'
    union all
    select listing_id, until from holds where status = 'active') each group by listing_id) standing
where l.id = standing.listing_id;

-- Earlier releases: go on.
