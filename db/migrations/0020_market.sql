-- What the marketplace's reads walk along (completions 5).

-- a store's own shelf: what is for sale, newest first, and what was sold last
create index listings_shelf on listings (shop_id, published_at desc, id desc) where status = 'live' and visibility = 'everyone';
create index listings_sold on listings (shop_id, sold_at desc, id desc) where status = 'sold' and visibility = 'everyone';

-- dearest first pages forward as cheapest first does: ties go the other way
create index listings_dearest on listings (price_cents desc, id desc) where in_market;

-- the week's activity (completions 5, Busiest first)
create index daily_counts_day on daily_counts (day, kind);
create index likes_created on likes (created_at);
