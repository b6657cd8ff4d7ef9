-- Stores an action that an anonymous user started, until they sign in in the same browser. The browser's cookie has the token.
create table sign_in_intents (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- path of the page that completes the action
  path text collate "C" not null check (char_length(path) between 1 and 500),
  -- full URL to return to after a like or a follow
  back text check (char_length(back) <= 3000),
  -- submitted form fields; null when the user only returns to the page
  fields jsonb check (octet_length(fields::text) <= 20000),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_intents_expiry on sign_in_intents (expires_at);
