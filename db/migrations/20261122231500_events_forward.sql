-- Events in an order in which a poller can go on from where it was. Ids begin with their time, but a transaction that began earlier may
-- commit later: who had read past its id would never see it. By the number of the transaction that wrote it, and only below the oldest one
-- that still runs, nothing can come in behind a reader. What is there already has number 0, and goes by its id.
alter table events add column xid xid8 not null default '0';
alter table events alter column xid set default pg_current_xact_id();
create index events_forward on events (account_id, xid, id) where is_public;
