-- Stores the texts that a seller inserts into messages to buyers.
create table saved_replies (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  title text not null,
  body text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_replies_account on saved_replies (account_id);
