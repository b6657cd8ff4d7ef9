-- Written by bin/states.ts from the rules in src/domain.
create or replace function listing_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('draft', 'live'),
    ('live', 'draft'),
    ('live', 'sold'),
    ('sold', 'live')) then
    raise exception 'a listing cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function offer_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('open', 'accepted'),
    ('open', 'declined'),
    ('open', 'countered'),
    ('countered', 'accepted'),
    ('countered', 'declined'),
    ('open', 'withdrawn'),
    ('countered', 'withdrawn'),
    ('open', 'replaced'),
    ('countered', 'replaced'),
    ('open', 'expired'),
    ('countered', 'expired'),
    ('open', 'closed'),
    ('countered', 'closed'),
    ('accepted', 'lapsed')) then
    raise exception 'an offer cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function hold_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('asked', 'active'),
    ('asked', 'expired'),
    ('active', 'used'),
    ('active', 'returned'),
    ('active', 'kept'),
    ('used', 'active'),
    ('used', 'kept'),
    ('used', 'returned')) then
    raise exception 'a hold cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function order_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('awaiting_payment', 'paid'),
    ('awaiting_payment', 'expired'),
    ('awaiting_payment', 'cancelled'),
    ('paid', 'cancelled'),
    ('paid', 'shipped'),
    ('paid', 'delivered'),
    ('paid', 'problem'),
    ('shipped', 'delivered'),
    ('shipped', 'completed'),
    ('shipped', 'problem'),
    ('delivered', 'completed'),
    ('delivered', 'problem'),
    ('problem', 'completed'),
    ('problem', 'refunded')) then
    raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
