-- What the helpers did, and why (interface, Automated helpers). Snapshots hold what a model was shown: never the floor.

-- One run of any helper: what it was shown, what it made of it, what it cost.
create table helper_runs (
  id             text collate "C" primary key,
  account_id     text collate "C" not null references accounts on delete cascade,
  helper         text not null,
  subject        text collate "C" not null,
  prompt_version text,
  model          text,
  snapshot       jsonb,
  decision       text not null,
  detail         jsonb,
  input_tokens   integer not null default 0 check (input_tokens >= 0),
  output_tokens  integer not null default 0 check (output_tokens >= 0),
  started_at     timestamptz not null,
  ended_at       timestamptz not null
);
create index helper_runs_subject on helper_runs (subject, started_at desc);
create index helper_runs_account on helper_runs (account_id, started_at desc);

-- Model calls of an account on a day, UTC: the budget is held against it before each call.
create table model_days (
  account_id text collate "C" not null references accounts on delete cascade,
  day        date not null,
  calls      integer not null default 0 check (calls >= 0),
  primary key (account_id, day)
);

create table research_runs (
  id          text collate "C" primary key,
  listing_id  text collate "C" not null references listings on delete cascade,
  account_id  text collate "C" not null references accounts on delete cascade,
  prompt      text check (char_length(prompt) <= 500),
  status      text not null default 'running' check (status in ('running', 'done', 'failed')),
  -- [{name, status, note}] in order
  steps       jsonb not null,
  result      jsonb,
  -- what the price was made from, each asking or sold
  comparables jsonb,
  started_at  timestamptz not null,
  touched_at  timestamptz not null
);
create index research_runs_listing on research_runs (listing_id, started_at desc);
create unique index research_runs_one_running on research_runs (listing_id) where status = 'running';

-- Every take of the words is kept, so that the seller can step back to one.
create table words_takes (
  id          text collate "C" primary key,
  listing_id  text collate "C" not null references listings on delete cascade,
  tone        text not null,
  instruction text not null check (char_length(instruction) <= 500),
  title       text not null,
  one_liner   text not null,
  description text not null,
  teaser      text not null,
  used_at     timestamptz,
  created_at  timestamptz not null
);
create index words_takes_listing on words_takes (listing_id, created_at desc, id desc);

-- The chat beside a listing; kept by the server, so that nobody can forge what was said.
create table listing_chats (
  id         text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  role       text not null check (role in ('seller', 'agent')),
  text       text not null,
  -- what the tools changed, from the tools' own log
  changes    jsonb not null default '[]',
  created_at timestamptz not null
);
create index listing_chats_listing on listing_chats (listing_id, created_at, id);
