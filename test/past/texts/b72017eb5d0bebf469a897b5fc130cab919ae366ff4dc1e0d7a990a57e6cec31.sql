-- What a mailed link proves (completions 3, reliability 5.4): a forgotten password, an address, a sign-in. And sessions
-- that their owner can tell apart.

alter table accounts
  add column email_verified_at timestamptz,
  -- asked for, and the account's own once its link was used
  add column new_email text,
  add constraint accounts_closed_wants_no_email check (closed_at is null or new_email is null);

-- Made when the mail leaves; only the hash stays, here and nowhere else.
create table mailed_links (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  purpose    text not null check (purpose in ('reset', 'verify', 'sign_in')),
  -- whom it was sent to: it proves this address alone
  email      text not null,
  mail_id    text collate "C" not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_links_account on mailed_links (account_id);
create index mailed_links_expiry on mailed_links (expires_at);

-- a mail that gets its link when it leaves, and which
alter table mails add column link_for text check (link_for in ('reset', 'verify', 'sign_in'));

alter table sessions
  add column id text collate "C" not null default ('ses_' || replace(gen_random_uuid()::text, '-', '')),
  -- what the browser calls itself
  add column agent text;
create unique index sessions_id on sessions (id);
