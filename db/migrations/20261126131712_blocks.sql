-- Blocks between two people. A block has effect in both directions.

create table blocks (
  account_id text collate "C" not null references accounts on delete cascade,
  blocked_id text collate "C" not null references accounts on delete cascade,
  -- the conversation that the account blocked from. No foreign key: its lock on the thread would wait for a message that waits for the block
  thread_id text collate "C",
  -- the shop of the blocked person; slug and name outlive it
  shop_id text collate "C" references shops on delete set null,
  shop_slug text,
  shop_name text,
  created_at timestamptz not null,
  primary key (account_id, blocked_id),
  constraint blocks_check check (account_id <> blocked_id)
);
create index blocks_account on blocks (account_id, created_at desc, blocked_id desc);
create index blocks_blocked on blocks (blocked_id);
create index blocks_shop on blocks (shop_id);
create trigger one_world before insert or update of account_id, blocked_id on blocks
  for each row execute function one_world('account account_id', 'account blocked_id');

create function pair_lock(one text, other text) returns bigint language sql immutable
  return hashtextextended(least(one collate "C", other) || ' ' || greatest(one collate "C", other), 731044);

-- Makes a concurrent block of these two accounts wait until the transaction ends. The second statement sees every earlier block.
create function is_blocked(one text, other text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(pair_lock(one, other));
  return exists (select from blocks where (account_id, blocked_id) in ((one, other), (other, one)));
end $$;

alter table account_use add column blocks integer not null default 0;
alter table account_use add constraint account_use_blocks_check check (blocks >= 0) not valid;

create function blocks_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set blocks = u.blocks + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger blocks_added_use after insert on blocks referencing new table as added
  for each statement execute function blocks_added_use();

create function blocks_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set blocks = u.blocks + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger blocks_removed_use after delete on blocks referencing old table as removed
  for each statement execute function blocks_removed_use();
