-- Offers (completions 6). An offer outlives its listing: what a buyer offered stays on record when a draft is deleted.

create table offers (
  id                  text collate "C" primary key,
  listing_id          text collate "C" not null,
  shop_id             text collate "C" not null,
  seller_id           text collate "C" not null references accounts,
  buyer_id            text collate "C" not null references accounts,
  -- as they were when the offer was made
  listing_title       text not null,
  listing_price_cents integer not null,
  shop_slug           text not null,
  shop_name           text not null,
  amount_cents        integer not null check (amount_cents > 0),
  note                text check (char_length(note) <= 500),
  status              text not null default 'open' check (status in
                        ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired', 'closed', 'lapsed')),
  counter_cents       integer,
  counter_note        text check (char_length(counter_note) <= 500),
  counter_by          text check (counter_by in ('owner', 'agent')),
  counter_expires_at  timestamptz,
  closed_reason       text,
  order_id            text collate "C",
  expires_at          timestamptz not null,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  check (buyer_id <> seller_id),
  check (amount_cents <= listing_price_cents),
  check (counter_cents > amount_cents),
  check ((counter_cents is null) = (counter_by is null) and (counter_cents is null) = (counter_expires_at is null)),
  check (status <> 'countered' or counter_cents is not null),
  check ((status = 'closed') = (closed_reason is not null)),
  check ((status in ('accepted', 'lapsed')) = (order_id is not null))
);
-- one standing offer per buyer and listing
create unique index offers_one_standing on offers (listing_id, buyer_id) where status in ('open', 'countered');
create index offers_seller on offers (seller_id, created_at desc, id desc);
create index offers_buyer on offers (buyer_id, created_at desc, id desc);
create index offers_listing on offers (listing_id, created_at desc, id desc);
create index offers_shop_week on offers (shop_id, created_at);
create index offers_due on offers (least(expires_at, coalesce(counter_expires_at, expires_at))) where status in ('open', 'countered');

create function offer_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('open', 'countered'), ('open', 'accepted'), ('open', 'declined'), ('open', 'withdrawn'), ('open', 'replaced'), ('open', 'expired'), ('open', 'closed'),
    ('countered', 'accepted'), ('countered', 'declined'), ('countered', 'withdrawn'), ('countered', 'replaced'), ('countered', 'expired'), ('countered', 'closed'),
    ('accepted', 'lapsed')) then
    raise exception 'an offer cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger offer_moves before update of status on offers
  for each row when (old.status is distinct from new.status) execute function offer_moves();

-- What the negotiator made of each offer, for its owner alone (`GET /offers/{id}/explain`).
create table negotiations (
  offer_id      text collate "C" primary key references offers on delete cascade,
  outcome       text not null check (outcome in ('counter', 'owner', 'firm')),
  counter_cents integer,
  -- rule, inputs and arithmetic, as shown
  reasoning     jsonb not null,
  -- the wording's source: a model's own, or the template
  worded_by     text check (worded_by in ('model', 'template')),
  created_at    timestamptz not null,
  check ((outcome = 'counter') = (counter_cents is not null))
);
