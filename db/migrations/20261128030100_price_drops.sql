-- A schedule that lowers the price of a listing step by step, down to its minimum price.
create table price_drops (
  listing_id text collate "C" primary key references listings on delete cascade,
  percent integer,
  amount_cents integer,
  -- price at the start, from which the step and a minimum price in percent are computed
  base_cents integer not null,
  every_days integer not null,
  next_at timestamptz not null,
  constraint price_drops_step_check check (num_nonnulls(percent, amount_cents) = 1 and percent between 1 and 50 and amount_cents > 0),
  constraint price_drops_every_days_check check (every_days between 3 and 30)
);
create index price_drops_next on price_drops (next_at);
