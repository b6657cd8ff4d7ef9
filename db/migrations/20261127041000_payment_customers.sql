-- Customers at the payment provider, which stores the buyers' saved cards. The service stores no card.
create table payment_customers (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  provider text not null constraint payment_customers_provider_check check (provider in ('test', 'stripe')),
  -- mode of the provider's keys, because the two modes share no customers
  mode text not null constraint payment_customers_mode_check check (mode in ('test', 'live')),
  -- null until the provider has created the customer
  provider_ref text collate "C",
  -- when the email address that the customer has was verified; null when it has none
  email_verified_at timestamptz,
  created_at timestamptz not null,
  -- when a job deletes the customer at the provider, and then the row; null while the account uses the customer
  delete_at timestamptz
);
-- payments at the same time share one customer
create unique index payment_customers_account on payment_customers (account_id, provider, mode) where delete_at is null;
create index payment_customers_delete on payment_customers (delete_at) where delete_at is not null;
create trigger test_world_pays_nothing before insert or update of provider on payment_customers
  for each row execute function test_world_pays_nothing();

-- The customer whose saved cards the payment page offers. A repeated attempt must send the same customer.
alter table payments add column customer_ref text collate "C";
