-- Threads, messages and reviews (completions 8).

create table threads (
  id             text collate "C" primary key,
  -- null: to the shop itself. A thread outlives its listing and its shop.
  listing_id     text collate "C",
  shop_id        text collate "C" not null,
  seller_id      text collate "C" not null references accounts,
  buyer_id       text collate "C" not null references accounts,
  listing_title  text,
  shop_slug      text not null,
  shop_name      text not null,
  needs_owner    boolean not null default false,
  seller_unread  integer not null default 0 check (seller_unread >= 0),
  buyer_unread   integer not null default 0 check (buyer_unread >= 0),
  -- the shop agent stays quiet for a while after the owner wrote (interface, helper 7)
  owner_wrote_at timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check (buyer_id <> seller_id),
  check ((listing_id is null) = (listing_title is null))
);
create unique index threads_of_listing on threads (listing_id, buyer_id) where listing_id is not null;
create unique index threads_of_shop on threads (shop_id, buyer_id) where listing_id is null;
create index threads_seller on threads (seller_id, updated_at desc, id desc);
create index threads_buyer on threads (buyer_id, updated_at desc, id desc);

create table messages (
  id          text collate "C" primary key,
  thread_id   text collate "C" not null references threads on delete cascade,
  sender      text not null check (sender in ('buyer', 'owner', 'agent', 'service')),
  text        text not null check (char_length(text) between 1 and 2000),
  -- the buyer's message that an agent answers: once
  in_reply_to text collate "C" references messages,
  needs_owner boolean not null default false,
  created_at  timestamptz not null,
  check (in_reply_to is null or sender = 'agent')
);
create index messages_thread on messages (thread_id, created_at, id);
create unique index messages_one_reply on messages (in_reply_to) where in_reply_to is not null;

create table reviews (
  id            text collate "C" primary key,
  order_id      text collate "C" not null unique references orders,
  shop_id       text collate "C" not null,
  listing_id    text collate "C" not null,
  seller_id     text collate "C" not null references accounts,
  buyer_id      text collate "C" not null references accounts,
  rating        integer not null check (rating between 1 and 5),
  body          text not null check (char_length(body) <= 2000),
  reply_body    text check (char_length(reply_body) between 1 and 2000),
  replied_at    timestamptz,
  -- the operator hid it, and why
  hidden_at     timestamptz,
  hidden_reason text,
  created_at    timestamptz not null,
  check ((reply_body is null) = (replied_at is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index reviews_shop on reviews (shop_id, created_at desc, id desc) where hidden_at is null;
