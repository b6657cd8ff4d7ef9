-- A checkout of a shopping agent can have 2 to 10 items of one shop, which become one purchase.

alter table checkouts
  -- the items in the order of the lines, with their prices before the discount; null for a checkout of one listing
  add column items jsonb,
  add column discount_cents integer;
alter table checkouts add constraint checkouts_items_check
  check (items is null or (jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 2 and 10)) not valid;
alter table checkouts add constraint checkouts_discount_check
  check ((items is null) = (discount_cents is null) and discount_cents between 0 and item_cents) not valid;
