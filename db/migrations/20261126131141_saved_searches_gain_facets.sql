-- A saved search stores its filters by brand, size, condition, colour and price range. Searches that differ only in these filters are
-- different searches, so they belong to the unique key. The previous release checks for equal searches under a lock on the account.
alter table saved_searches add column facets jsonb not null default '{}'::jsonb;
alter table saved_searches add constraint saved_searches_filters_check
  check (q is not null or category is not null or price <> 'any' or offers or facets <> '{}'::jsonb) not valid;
alter table saved_searches drop constraint saved_searches_check;
alter table saved_searches drop constraint saved_searches_account_id_q_category_price_offers_key;
-- an account has at most 50 saved searches, so the table stays small and the index is built quickly
-- squawk-ignore require-concurrent-index-creation
create unique index if not exists saved_searches_same on saved_searches (account_id, q, category, price, offers, facets) nulls not distinct;
