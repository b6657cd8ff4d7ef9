-- The second factor (completions 12): passkeys, codes of an authenticator app, recovery codes, and what signing in by them needs.

alter table sessions
  -- when the second step was passed in this session: what an operator needs in public mode
  add column second_at timestamptz;

create table passkeys (
  id            text collate "C" primary key,
  account_id    text collate "C" not null references accounts on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key    bytea not null,
  -- how often the device says it was used; 0 for ever where it does not count
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_account on passkeys (account_id, created_at);

create table authenticator_apps (
  account_id   text collate "C" primary key references accounts on delete cascade,
  secret       bytea not null,
  created_at   timestamptz not null,
  -- null until its first code was typed: until then it is no factor
  confirmed_at timestamptz,
  -- the 30 seconds of the last code that was taken: no code is taken twice
  last_step    bigint,
  last_used_at timestamptz,
  constraint authenticator_apps_confirmed_by_a_code check (confirmed_at is null or last_step is not null)
);
create index authenticator_apps_waiting on authenticator_apps (created_at) where confirmed_at is null;

create table recovery_codes (
  account_id text collate "C" not null references accounts on delete cascade,
  -- a slow hash, under the salt of its set
  code_hash  bytea not null,
  salt       bytea not null,
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (account_id, code_hash)
);

-- What a passkey has to sign, once: bound to what it is for and to the session or the browser that asked.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose    text not null check (purpose in ('register', 'session', 'sign_in', 'second')),
  bound_to   bytea not null,
  account_id text collate "C" references accounts on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_account on passkey_challenges (account_id);

-- A sign-in whose first step is done: for this browser alone, by the token in its cookie.
create table sign_in_tickets (
  id         text collate "C" primary key,
  token_hash bytea not null unique,
  account_id text collate "C" not null references accounts on delete cascade,
  answers    integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_expiry on sign_in_tickets (expires_at);
create index sign_in_tickets_account on sign_in_tickets (account_id);
