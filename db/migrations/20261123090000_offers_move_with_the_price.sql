-- What an offer says of its listing's price is a part of its record: who polls by updated_after sees that it moved.
create or replace function offers_follow_price() returns trigger language plpgsql as $$
begin
  update offers set listing_price_cents = new.price_cents, updated_at = greatest(updated_at, new.updated_at)
  where listing_id = new.id and status in ('open', 'countered') and listing_price_cents <> new.price_cents;
  return null;
end $$;
