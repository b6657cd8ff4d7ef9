-- What an agent of another house has put aside for somebody (the open commerce protocol, docs/ucp.md). It reserves nothing.
create table carts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- the key that began it, and alone goes on with it
  key_id text not null references keys (id) on delete cascade,
  -- listings in the order of their buying, each with its title of then; never a price: what it costs is what it costs now
  items jsonb not null check (jsonb_array_length(items) <= 50),
  -- as it was sent
  buyer jsonb,
  -- the last checkout that was made of it: while that is open there is no other
  checkout_id text references checkouts (id) on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index carts_of_account on carts (account_id);
create index carts_of_key on carts (key_id);
create index carts_of_checkout on carts (checkout_id) where checkout_id is not null;
create index carts_to_forget on carts (expires_at);
