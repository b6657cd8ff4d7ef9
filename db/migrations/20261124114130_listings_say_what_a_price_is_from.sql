-- Where a price that research filled in is from (completions 13.1, Prices without evidence); null: it is the seller's own, or there is none.
-- Prices of until now count as the seller's: what research based them on was not kept apart. The check is cheap, since the column is new.
-- Earlier releases: go on.
alter table listings add column price_basis text check (price_basis in ('comparables', 'new_price', 'default'));
