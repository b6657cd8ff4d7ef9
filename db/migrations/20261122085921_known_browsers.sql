-- Browsers that an account was signed in from (completions 12): one that is not known is told by mail, and one that is may sign in
-- while strangers' wrong passwords lock the rest out. Only a hash of the browser's cookie, made for this account alone.
create table known_browsers (
  account_id text collate "C" not null references accounts on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_browsers_seen on known_browsers (seen_at);

-- An account whose address was proved by somebody who did not know its password has none until they set one.
alter table accounts drop constraint accounts_check1;
-- what the check before it held is more, so no row has to be looked at
alter table accounts add constraint accounts_closed_has_no_password check (closed_at is null or password_hash is null) not valid;
