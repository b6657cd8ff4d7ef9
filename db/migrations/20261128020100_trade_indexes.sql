-- Indexes for the operator's trade numbers, which read the days of a period over all sellers.

-- a migration runs in a transaction; large deployments create these indexes by hand before (CONTRIBUTING.md)
-- squawk-ignore require-concurrent-index-creation
create index if not exists ledger_entries_created_at on ledger_entries (created_at);
-- squawk-ignore require-concurrent-index-creation
create index if not exists orders_paid_at on orders (paid_at) where paid_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index if not exists order_steps_problems on order_steps (at) where status = 'problem';
