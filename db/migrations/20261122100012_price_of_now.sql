-- What a standing offer says of its listing's price is the price of now, whoever changes it and by which way (completions 12).
-- An offer that ended keeps the last one, so that nobody reads in it what a draft is to cost.

-- Nobody offers more than the price; it may fall under the offer afterwards.
alter table offers drop constraint offers_check1;

create function offers_start_within_price() returns trigger language plpgsql as $$
begin
  raise exception 'an offer cannot be above the price' using errcode = 'check_violation';
end $$;

create trigger offers_start_within_price before insert on offers
  for each row when (new.amount_cents > new.listing_price_cents) execute function offers_start_within_price();

create function offers_follow_price() returns trigger language plpgsql as $$
begin
  update offers set listing_price_cents = new.price_cents
  where listing_id = new.id and status in ('open', 'countered') and listing_price_cents <> new.price_cents;
  return null;
end $$;

create trigger offers_follow_price after update of price_cents on listings
  for each row when (old.price_cents is distinct from new.price_cents and new.price_cents is not null)
  execute function offers_follow_price();

update offers o set listing_price_cents = l.price_cents from listings l
where l.id = o.listing_id and o.status in ('open', 'countered') and l.price_cents is not null and o.listing_price_cents <> l.price_cents;
