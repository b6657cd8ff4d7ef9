-- A bulk change applies one change to many listings. A job changes one row per transaction and records the progress in that transaction.
create table bulk_changes (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  -- null for a change that a session started
  key_id text collate "C",
  change jsonb not null,
  -- actions for which the key must request approval and which the owner did not approve for this change
  forbidden text[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'undone')),
  -- the job restores rows instead of changing them
  undoing boolean not null default false,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index bulk_changes_unfinished on bulk_changes (account_id) where status in ('queued', 'running');
create index bulk_changes_account on bulk_changes (account_id, created_at);
create index bulk_changes_created on bulk_changes (created_at);

create table bulk_change_rows (
  bulk_id text collate "C" not null references bulk_changes on delete cascade,
  position integer not null,
  -- no reference, because a bulk change can delete its listings
  listing_id text collate "C" not null,
  before jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'refused', 'restored', 'unrestored')),
  -- `updated_at` of the listing after the change, or null if the change had no effect
  changed_at timestamptz,
  message text,
  param text,
  primary key (bulk_id, position)
);
