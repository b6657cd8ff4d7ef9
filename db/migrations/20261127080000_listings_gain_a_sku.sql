-- A listing can have the seller's own stock number. It is private, and an account uses each number once.
alter table listings add column sku text;
alter table listings add constraint listings_sku_check check (char_length(sku) between 1 and 64) not valid;
-- the new column is empty, so the partial index is built in one scan without entries
-- squawk-ignore require-concurrent-index-creation
create unique index if not exists listings_sku on listings (owner_id, sku) where sku is not null;
