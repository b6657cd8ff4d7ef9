-- Stores the delivery addresses of an account. Orders keep their own copy of an address.
create table addresses (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  name text not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text,
  postal_code text not null,
  -- ISO 3166-1 alpha-2
  country text not null check (country ~ '^[A-Z]{2}$'),
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_account on addresses (account_id, created_at desc, id desc);
-- an account has at most one default
create unique index addresses_default on addresses (account_id) where is_default;
