-- Keys by which others know that a message is the service's own (RFC 9421, docs/ucp.md). The newest signs.
create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null
);
create index signing_keys_by_age on signing_keys (created_at);
