-- The demo market: whether it was planted here, and the pictures of it that are still to be drawn.

-- At most one row. `off` keeps an emptied database empty at the next start.
create table demo_market (
  only_one   boolean primary key default true check (only_one),
  state      text not null check (state in ('planted', 'off')),
  changed_at timestamptz not null
);

-- What is to be drawn, in this order. A row goes in the transaction that attaches its picture, so a start that was
-- killed half-way goes on where it stopped; with its listing or shop it is gone as well.
create table demo_pictures (
  position   integer primary key,
  listing_id text collate "C" references listings on delete cascade,
  shop_id    text collate "C" references shops on delete cascade,
  alt        text,
  -- what to draw, as the drawing code reads it
  drawing    jsonb not null,
  check (num_nonnulls(listing_id, shop_id) = 1)
);
create index demo_pictures_listing on demo_pictures (listing_id);
create index demo_pictures_shop on demo_pictures (shop_id);
