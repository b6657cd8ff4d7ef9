-- Invariants that hold after every action, crash and retry. Each query returns the rows that violate its invariant. Run them with
-- node bin/audit.ts or psql -f bin/audit.sql. The queries only read.

-- I1: an item has at most one unfinished order
select listing_id, count(*) as orders from orders
where status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem') group by listing_id having count(*) > 1;

-- I5: an item is sold while its paid order is unfinished, ever sold after any payment, and live while its order awaits payment
select o.id, o.status, l.status as listing from orders o left join listings l on l.id = o.listing_id
where (o.status in ('paid', 'shipped', 'delivered', 'problem') and l.status is distinct from 'sold')
   or (o.paid_at is not null and not coalesce(l.ever_sold, false))
   or (o.status = 'awaiting_payment' and l.status is distinct from 'live');

-- I6: the timeline of an order starts with awaiting_payment, contains only allowed transitions and ends with the order's status
with steps as (
  select order_id, position, status, lead(status) over (partition by order_id order by position) as next,
    row_number() over (partition by order_id order by position) as nth
  from order_steps
)
select o.id, o.status from orders o
where not exists (select from steps s where s.order_id = o.id and s.nth = 1 and s.status = 'awaiting_payment')
   or not exists (select from steps s where s.order_id = o.id and s.next is null and s.status = o.status)
   or exists (
     select from steps s where s.order_id = o.id and s.next is not null and (s.status, s.next) not in (
       ('awaiting_payment', 'paid'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'cancelled'),
       ('paid', 'shipped'), ('paid', 'delivered'), ('paid', 'cancelled'), ('paid', 'problem'),
       ('shipped', 'delivered'), ('shipped', 'completed'), ('shipped', 'problem'),
       ('delivered', 'completed'), ('delivered', 'problem'), ('problem', 'completed'), ('problem', 'refunded')));

-- I6: the status, payment and payout of an order are consistent
select id, status, payment, payout from orders
where (payout = 'on_hold') <> (status = 'problem' or (status = 'completed' and (disputed_cents > 0 or exists (
     select from money_moves m where m.order_id = orders.id and m.kind = 'payout' and m.status = 'held'))))
   or (payout in ('waiting', 'sent') and status <> 'completed')
   or (paid_at is null) <> (payment in ('unpaid', 'pending'))
   or (payment = 'refunded' and status not in ('refunded', 'cancelled') and refunded_cents < item_cents + shipping_cents)
   or (status in ('refunded', 'cancelled') and paid_at is not null and refunded_cents <> item_cents + shipping_cents)
   or (payment = 'partly_refunded') <> (refunded_cents > 0 and refunded_cents < item_cents + shipping_cents);

-- I6: a return belongs to a shipped order, is open only while the order is a problem, and ends with it
select id, status, return_status, return_by from orders
where return_status is not null and (
     pickup or shipped_at is null or status not in ('problem', 'completed', 'refunded')
  or (return_status = 'refunded') <> (status = 'refunded')
  or (return_status = 'closed') <> (status = 'completed')
  or (return_status in ('sent', 'received', 'contested')) and return_details ->> 'tracking_number' is null
  or (return_status = 'contested') and jsonb_array_length(return_details -> 'contest' -> 'photos') = 0);

-- I11: each posting of the ledger sums to zero, and so does the whole ledger
select posting, sum(amount_cents) as cents from ledger_entries group by rollup (posting) having sum(amount_cents) <> 0;

-- I11: every cent paid for an order is refunded, charged back, paid out, owed to the seller, a fee, or held
with ledger as (
  select order_id,
    coalesce(sum(amount_cents) filter (where account = 'buyer'), 0) as buyer,
    coalesce(sum(amount_cents) filter (where account = 'escrow'), 0) as escrow,
    coalesce(sum(amount_cents) filter (where account = 'seller'), 0) as seller,
    coalesce(sum(amount_cents) filter (where account = 'fees'), 0) as fees,
    coalesce(sum(amount_cents) filter (where account = 'bank'), 0) as bank,
    coalesce(sum(amount_cents) filter (where account = 'debt'), 0) as debt,
    -- what the seller's share paid for a shipping label
    coalesce(sum(amount_cents) filter (where account in ('carrier', 'postage')), 0) as label
  from ledger_entries where order_id is not null group by order_id
), moves as (
  select order_id,
    coalesce(sum(amount_cents) filter (where kind = 'refund' and status = 'sent'), 0) as back,
    coalesce(sum(amount_cents) filter (where kind = 'refund' and status in ('due', 'held')), 0) as back_due,
    -- payouts less reversals
    coalesce(sum(case kind when 'payout' then amount_cents else -amount_cents end)
      filter (where kind in ('payout', 'reversal') and status = 'sent'), 0) as payout,
    coalesce(sum(amount_cents) filter (where kind = 'payout' and status in ('due', 'held')), 0) as payout_due
  from money_moves where order_id is not null group by order_id
), came as (
  select order_id, sum(amount_cents) as cents from payments where status = 'succeeded' and order_id is not null group by order_id
  -- each order of a purchase has its part of the purchase's payment
  union all
  select o.id, sum(o.share_cents) from payments p join orders o on o.purchase_id = p.purchase_id where p.status = 'succeeded' group by o.id
), banks as (
  -- taken: withheld by banks. covered: recovered from sellers, fees and escrow. short: due reversals of lost chargebacks, less the
  -- amounts recovered for undecided ones; payouts differ from the final amounts by this much
  select c.order_id, sum(c.taken_cents) as taken, sum(c.covered_cents) as covered,
    sum(case when c.stage = 'lost' then coalesce(case r.status when 'due' then r.amount_cents end, 0) else -c.covered_cents end) as short
  from money_cases c left join money_moves r on r.id = c.move_id and r.kind = 'reversal'
  where c.kind = 'chargeback' and c.order_id is not null group by c.order_id
), rests as (
  -- amounts that chargebacks of an order took from the escrow of its hold
  select d.order_id, -sum(h.amount_cents) as cents from ledger_entries h
    join (select distinct posting, order_id from ledger_entries where account = 'debt' and order_id is not null) d on d.posting = h.posting
  where h.account = 'escrow' and h.hold_id is not null group by d.order_id
), books as (
  select o.id, o.status, o.item_cents + o.shipping_cents as total, o.refunded_cents, o.fee_cents,
    case when o.paid_at is null then 0 else o.deposit_cents end + coalesce(s.cents, 0) as deposit, coalesce(c.cents, 0) as came,
    -- shipping that came from other orders of the purchase, or went to them
    case when o.paid_at is null or o.purchase_id is null then 0 else o.item_cents + o.shipping_cents - o.share_cents end as moved,
    coalesce(l.buyer, 0) as buyer, coalesce(l.escrow, 0) as escrow, coalesce(l.seller, 0) as seller,
    coalesce(l.fees, 0) as fees, coalesce(l.bank, 0) as bank,
    coalesce(m.back, 0) as back, coalesce(m.back_due, 0) as back_due,
    coalesce(m.payout, 0) as payout, coalesce(m.payout_due, 0) as payout_due, o.charged_back_cents,
    coalesce(l.debt, 0) as debt, coalesce(l.label, 0) as label, o.label_recovered_cents as later, o.recovered_cents as earlier, coalesce(d.taken, 0) as taken, coalesce(d.covered, 0) as covered, coalesce(d.short, 0) as short
  from orders o left join ledger l on l.order_id = o.id left join moves m on m.order_id = o.id left join came c on c.order_id = o.id
    left join banks d on d.order_id = o.id left join rests s on s.order_id = o.id
)
select * from books
where -buyer <> came - back - taken
   or came + deposit + moved + later - earlier <> back + taken + bank + fees + escrow + seller + debt + label
   or debt <> covered - taken
   or bank <> payout or seller <> payout_due
   or escrow <> back_due + case when status in ('paid', 'shipped', 'delivered', 'problem') then total - charged_back_cents else 0 end
   or fees <> case when status = 'completed' then least(fee_cents, total - refunded_cents) else 0 end
   or (status = 'completed' and payout + payout_due <> greatest(total - refunded_cents - fees - label + later - earlier, 0) + short)
   or (status <> 'completed' and payout + payout_due <> 0);

-- I11: the ledger has the cost of an order's bought label, which the share of the completed order pays, and later orders of the seller
select o.id, o.label_cents from orders o
where o.label_cents <> (select coalesce(sum(amount_cents), 0) from labels l where l.order_id = o.id and l.status = 'bought')
   or o.label_cents <> (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.order_id = o.id and e.account = 'carrier')
   or (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.order_id = o.id and e.account in ('carrier', 'postage'))
      <> o.label_paid_cents + o.label_recovered_cents
   or o.label_paid_cents + o.label_recovered_cents not between 0 and o.label_cents
   or (o.status <> 'completed' and o.label_paid_cents + o.recovered_cents <> 0)
   or (o.status not in ('completed', 'refunded') and o.label_recovered_cents <> 0);

-- I11: what later orders paid for labels is what earlier orders received
select seller_id from orders group by seller_id having sum(label_recovered_cents) <> sum(recovered_cents);

-- I11: the refunded amount of a payment equals its refunds, and refunds and chargebacks together never exceed the payment
select p.id, p.amount_cents, p.refunded_cents from payments p
where p.refunded_cents <> (
     select coalesce(sum(amount_cents), 0) from money_moves m where m.payment_id = p.id and m.status not in ('failed', 'dropped'))
   or p.refunded_cents + p.charged_back_cents > p.amount_cents;

-- I11: an open payment exception about a transfer has the amount of that transfer, which is due or held
select c.id, c.kind, m.status from money_cases c join money_moves m on m.id = c.move_id
where c.closed_at is null and c.kind in ('refund_failed', 'transfer_failed', 'transfer_reversed')
  and (m.status not in ('due', 'held') or m.amount_cents <> c.amount_cents);

-- I11: a chargeback has a payment and either an order or a hold, and takes at most the amount of the payment
select c.id, c.order_id, c.hold_id from money_cases c
left join payments p on p.id = c.payment_id
where c.kind = 'chargeback' and (p.id is null or (c.order_id is null) = (c.hold_id is null)
  or c.taken_cents > p.amount_cents);

-- I12: an order has at most one payment that is not returned and one payout, and its payout status matches the transfers
select o.id, o.payout from orders o
where (select count(*) from payments p where p.order_id = o.id and p.status = 'succeeded'
    and p.refunded_cents + p.charged_back_cents < p.amount_cents) > 1
   or (select count(*) from money_moves m where m.order_id = o.id and m.kind = 'payout' and m.hold_id is null and m.of_move is null) > 1
   or (o.payout = 'waiting') <> (o.status = 'completed' and o.payout <> 'on_hold' and exists (
     select from money_moves m where m.order_id = o.id and m.kind = 'payout' and m.status = 'due'))
   or (o.payout = 'sent') <> (o.status = 'completed' and o.payout not in ('on_hold', 'waiting') and (
     select coalesce(sum(case m.kind when 'payout' then m.amount_cents else -m.amount_cents end), 0) from money_moves m
     where m.order_id = o.id and m.kind in ('payout', 'reversal') and m.status = 'sent') > 0);

-- I2: a listing has the fields that its status requires and none that it forbids, and its lowest price is at most its price
select id, status from listings
where (status = 'sold') <> (sold_at is not null)
   or (status = 'draft') <> (published_at is null)
   or (status <> 'draft' and (title is null or price_cents is null or link is null))
   or lowest_price_cents > price_cents;

-- I3: a listing that is sold, or that an event reports as sold, is marked as ever sold
select id, status from listings where status = 'sold' and not ever_sold
union
select l.id, l.status from events e
join listings l on l.id = coalesce(e.data::jsonb -> 'object' -> 'listing' ->> 'id', e.data::jsonb -> 'object' ->> 'id')
where e.type in ('listing.marked_sold', 'listing.sold') and not l.ever_sold;

-- I6: a listing belongs to the owner of its shop and records whether the shop is open
select l.id, s.id as shop from listings l left join shops s on s.id = l.shop_id
where s.id is null or s.owner_id <> l.owner_id or l.shop_open <> (s.visibility = 'public' and not s.paused);

-- I6: an open or countered offer is on a live listing that takes offers, in a shop that is neither paused nor private
select o.id, o.listing_id, o.status from offers o
left join listings l on l.id = o.listing_id left join shops s on s.id = l.shop_id
where o.status in ('open', 'countered')
  and (l.id is null or l.status <> 'live' or not l.take_offers or s.paused or s.visibility = 'private');

-- I6: an invitation that did not end is on a live listing, in a shop that is neither paused nor private
select i.id, i.listing_id from invitations i join listings l on l.id = i.listing_id join shops s on s.id = l.shop_id
where i.ended_as is null and (l.status <> 'live' or s.paused or s.visibility = 'private');

-- I1: a person who took an invitation has an order for its listing, at its amount or less
select r.invitation_id, r.account_id, r.order_id from invitation_recipients r
join invitations i on i.id = r.invitation_id left join orders o on o.id = r.order_id
where r.answer = 'taken'
  and (o.id is null or o.listing_id <> i.listing_id or o.buyer_id <> r.account_id or o.seller_id <> i.account_id or o.item_cents > i.amount_cents);

-- I7: a counter is higher than its offer and expires 48 hours after it was made
select id, amount_cents, counter_cents from offers
where counter_cents <= amount_cents
   or (status = 'countered' and (expires_at <> counter_expires_at or counter_expires_at - updated_at <> interval '48 hours'));

-- I7: the amount that the negotiator recorded for a counter is the amount of the counter
select n.offer_id from negotiations n join offers o on o.id = n.offer_id
where n.outcome = 'counter' and (o.counter_cents is distinct from n.counter_cents or o.counter_by <> 'agent');

-- I1: an accepted offer has an order of its buyer and seller, at the agreed amount or the listing's price if that was lower
select o.id, o.status, o.order_id from offers o left join orders r on r.id = o.order_id
where o.status in ('accepted', 'lapsed')
  and (r.id is null or r.offer_id is distinct from o.id or r.buyer_id <> o.buyer_id or r.seller_id <> o.seller_id
    or r.item_cents <> least(coalesce(o.counter_cents, o.amount_cents), o.listing_price_cents));

-- I13: every record of the last 29 days has its event (events are retained for 30 days)
with told as materialized (
  -- the event of a sale contains the order, which names the listing
  select type, case type when 'listing.sold' then data::jsonb -> 'object' -> 'listing' ->> 'id' else data::jsonb -> 'object' ->> 'id' end as id,
    max(created_at) as last_at
  from events group by 1, 2
), clock_now as (
  select now() + offset_ms * interval '1 millisecond' as at from clock
), told_listings as (
  -- closing an account deletes the events of its listings
  select l.* from listings l join accounts a on a.id = l.owner_id where a.closed_at is null
), made as (
  -- a guest has no event until the guest becomes an account
  select 'account' as thing, id, created_at, array['account.opened'] as types from accounts where closed_at is null and guest_email is null
  union all select 'key', id, created_at, array['key.created'] from keys where account_id in (select id from accounts where closed_at is null)
  union all select 'shop', id, created_at, array['shop.opened'] from shops where owner_id in (select id from accounts where closed_at is null)
  union all select 'listing', id, created_at, array['listing.created'] from told_listings
  union all select 'published listing', id, published_at, array['listing.published', 'listing.relisted'] from told_listings where published_at is not null
  union all select 'offer', o.id, o.created_at, array['offer.received'] from offers o join accounts a on a.id = o.seller_id where a.closed_at is null
  union all select 'sold listing', id, sold_at, array['listing.marked_sold', 'listing.sold'] from told_listings where sold_at is not null
)
select m.thing, m.id, m.created_at from made m, clock_now
where m.created_at > clock_now.at - interval '29 days'
  and not exists (select from told t where t.id = m.id and t.type = any (m.types) and t.last_at >= m.created_at);

-- I13: a new listing that an event reports exists, unless another event reports its deletion
select e.id, e.data::jsonb -> 'object' ->> 'id' as listing from events e
where e.type = 'listing.created'
  and not exists (select from listings l where l.id = e.data::jsonb -> 'object' ->> 'id')
  and not exists (
    select from events d where d.account_id = e.account_id
      and (d.type = 'listing.deleted' and d.data::jsonb -> 'object' ->> 'id' = e.data::jsonb -> 'object' ->> 'id'
        or d.type = 'shop.deleted' and d.data::jsonb -> 'object' ->> 'slug' = e.data::jsonb -> 'object' ->> 'shop'
        or d.type = 'account.closed'));

-- I13: an undispatched event has a dispatch job
select e.id, e.type, e.created_at from events e
where e.dispatched_at is null
  and not exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'dispatch_event' and j.payload ->> 'id' = e.id);

-- I14: no job has used up its attempts
select id, task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts;

-- I17: a completed idempotency key has a 2xx response, and no lease of a running one exceeds an hour
select encode(id, 'hex') as id, state, lease_until from idempotency_keys, clock
where (state = 'done') <> (status is not null and answer is not null)
   or (status is not null and status not between 200 and 299)
   or (state = 'running' and lease_until > now() + (offset_ms + 3600000) * interval '1 millisecond');

-- I22: an approval has a result exactly if its request ran, and a decision time unless it is pending or expired
select id, status from approvals
where (status in ('done', 'failed')) <> (result is not null) or (status in ('pending', 'expired')) <> (decided_at is null);

-- I24: a shop has exactly one current address, which is its slug and a DNS label
select s.id, s.slug from shops s
where (select count(*) from shop_slugs a where a.shop_id = s.id and a.moved_at is null) <> 1
   or not exists (select from shop_slugs a where a.slug = s.slug and a.shop_id = s.id and a.moved_at is null)
   or s.slug !~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$';

-- I24: a current address leads to a shop
select slug from shop_slugs where moved_at is null and shop_id is null;

-- I25: every file that a photo, an order, a message or a shop's picture references is recorded as in use
with named as (
  select p.id, v ->> 'key' as key from photos p, jsonb_array_elements(p.variants) v
  union all select s.id, v ->> 'key' from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array'
  union all select 'operator_settings', v ->> 'key' from operator_settings, jsonb_array_elements(logo) v where jsonb_typeof(logo) = 'array'
  union all select o.id, v ->> 'key' from orders o, jsonb_array_elements(o.problem -> 'photos') p, jsonb_array_elements(p -> 'variants') v
  union all select m.id, v ->> 'key' from messages m, jsonb_array_elements(m.photos) p, jsonb_array_elements(p -> 'variants') v
  union all select o.id, v ->> 'key' from orders o, jsonb_path_query(o.return_details, '$.contest.photos[*].variants[*]') v
  union all select id, photo ->> 'key' from orders where photo is not null
)
select n.id, n.key from named n
where not exists (select from stored_files f where f.key = n.key and f.orphaned_at is null);

-- I25: every file that is recorded as in use is referenced
with named as (
  select v ->> 'key' as key from photos p, jsonb_array_elements(p.variants) v
  union all select v ->> 'key' from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array'
  union all select v ->> 'key' from operator_settings, jsonb_array_elements(logo) v where jsonb_typeof(logo) = 'array'
  union all select v ->> 'key' from orders o, jsonb_array_elements(o.problem -> 'photos') p, jsonb_array_elements(p -> 'variants') v
  union all select v ->> 'key' from messages m, jsonb_array_elements(m.photos) p, jsonb_array_elements(p -> 'variants') v
  union all select v ->> 'key' from orders o, jsonb_path_query(o.return_details, '$.contest.photos[*].variants[*]') v
)
select f.key from stored_files f where f.orphaned_at is null and not exists (select from named n where n.key = f.key);

-- I25: the files of a message are private
select m.id, f.key from messages m, jsonb_array_elements(m.photos) p, jsonb_array_elements(p -> 'variants') v
join stored_files f on f.key = v ->> 'key' where not f.private;

-- I25: a listing has at most 24 photos and videos, at most one video, and no position twice
select listing_id, count(*) as photos from photos group by listing_id
having count(*) > 24 or count(*) filter (where is_video) > 1 or count(distinct position) <> count(*);

-- I1: an item is sold again only after its earlier order ended
select earlier.listing_id, earlier.id as earlier, later.id as later from orders earlier
join orders later on later.listing_id = earlier.listing_id and later.id <> earlier.id
where earlier.paid_at is not null and later.paid_at is not null and (later.paid_at, later.id) > (earlier.paid_at, earlier.id)
  and later.created_at < (select max(at) from order_steps where order_id = earlier.id);

-- I4: the shop and the listing of a paid order still exist
select o.id, o.shop_id, o.listing_id from orders o
where o.paid_at is not null
  and (not exists (select from shops s where s.id = o.shop_id) or not exists (select from listings l where l.id = o.listing_id));

-- I6: an offer is closed with a reason, and no other offer has one
select id, status, closed_reason from offers where (status = 'closed') <> (closed_reason is not null);

-- I6: an order made from an offer is the order of that offer, which lapses exactly if the order ends unpaid
select o.id, o.status, f.status as offer from orders o join offers f on f.id = o.offer_id
where f.order_id is distinct from o.id
   or (f.status = 'lapsed') <> (o.paid_at is null and o.status in ('expired', 'cancelled'))
   or (f.status <> 'lapsed' and f.status <> 'accepted');

-- I6: a used hold belongs to an order that is paid or awaits payment; an active hold is on a live item without another such order
select h.id, h.status, o.id as order, o.status as order_status, l.status as listing from holds h
left join orders o on o.id = h.order_id left join listings l on l.id = h.listing_id
where (h.status = 'used' and (o.hold_id is distinct from h.id or o.buyer_id <> h.buyer_id or o.paid_at is null and o.status <> 'awaiting_payment'))
   or (h.status = 'active' and (l.status is distinct from 'live'
     or exists (select from orders u, clock where u.listing_id = h.listing_id and u.status = 'awaiting_payment'
       and u.pay_by > now() + offset_ms * interval '1 millisecond')));

-- I9: no event or webhook contains a lowest price, and no event or message contains a secret
select id, type as what from events where data ~ '"(lowest_price|lowest_percent)"'
union all select id, event_type from webhook_deliveries where body ~ '"(lowest_price|lowest_percent)"'
union all select id, type from events where data ~ '(whsec|rsk|ral)_[0-9A-Za-z]{32,}'
union all select id, 'message' from messages where sender <> 'buyer' and text ~ '(whsec|rsk|ral)_[0-9A-Za-z]{32,}';

-- I11: every cent paid for a hold is refunded, charged back, used for an order, paid or owed to the seller, or held
with books as (
  select h.id, h.status, h.deposit_cents, coalesce(o.paid_at is not null, false) as counted,
    (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.hold_id = h.id and e.account = 'escrow') as escrow,
    (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.hold_id = h.id and e.account = 'seller') as seller,
    (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.hold_id = h.id and e.account = 'bank') as bank,
    (select coalesce(sum(amount_cents), 0) from money_moves m where m.hold_id = h.id and m.kind = 'refund' and m.status in ('due', 'held')) as back_due,
    (select coalesce(sum(amount_cents), 0) from money_moves m where m.hold_id = h.id and m.kind = 'payout' and m.status in ('due', 'held')) as payout_due,
    (select coalesce(sum(case kind when 'payout' then amount_cents else -amount_cents end), 0) from money_moves m
     where m.hold_id = h.id and m.kind in ('payout', 'reversal') and m.status = 'sent') as payout,
    (select coalesce(sum(charged_back_cents), 0) from payments p where p.hold_id = h.id) as charged_back,
    (select coalesce(sum(case when c.stage = 'lost' then coalesce(case r.status when 'due' then r.amount_cents end, 0) else -c.covered_cents end), 0)
     from money_cases c left join money_moves r on r.id = c.move_id and r.kind = 'reversal'
     where c.kind = 'chargeback' and c.hold_id = h.id) as short,
    (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.hold_id = h.id and e.account = 'debt') as debt,
    (select coalesce(sum(covered_cents - taken_cents), 0) from money_cases c where c.kind = 'chargeback' and c.hold_id = h.id) as open_debt
  from holds h left join orders o on o.id = h.order_id
)
select * from books
where escrow <> back_due + case when status = 'active' or (status = 'used' and not counted) then deposit_cents else 0 end
   or seller <> payout_due or bank <> payout or debt <> open_debt
   or payout_due + payout <> case when status = 'kept' then deposit_cents - charged_back + short else 0 end;

-- I12: the ledger records each successful payment once, plus failed refunds; money that banks return is recorded against our debt
select p.id, p.amount_cents from payments p
where p.status = 'succeeded'
  and (select -coalesce(sum(e.amount_cents) filter (where e.amount_cents < 0), 0) from ledger_entries e
       where e.account = 'buyer' and (e.order_id = p.order_id or e.hold_id = p.hold_id)
         and not exists (select from ledger_entries d where d.posting = e.posting and d.account = 'debt'))
    <> (select sum(q.amount_cents) from payments q
        where q.status = 'succeeded' and (q.order_id = p.order_id or q.hold_id = p.hold_id))
      + (select coalesce(sum(m.amount_cents), 0) from money_moves m
         where m.kind = 'refund' and m.status = 'failed' and (m.order_id = p.order_id or (m.order_id is null and m.hold_id = p.hold_id)));

-- I12: the ledger records each payment of a purchase once, order by order, plus failed refunds
select p.id, p.amount_cents from payments p
where p.status = 'succeeded' and p.purchase_id is not null
  and (select -coalesce(sum(e.amount_cents) filter (where e.amount_cents < 0), 0) from ledger_entries e
       where e.account = 'buyer' and e.order_id in (select id from orders where purchase_id = p.purchase_id)
         and not exists (select from ledger_entries d where d.posting = e.posting and d.account = 'debt'))
    <> (select sum(q.amount_cents) from payments q where q.status = 'succeeded' and q.purchase_id = p.purchase_id)
      + (select coalesce(sum(m.amount_cents), 0) from money_moves m
         where m.kind = 'refund' and m.status = 'failed' and m.order_id in (select id from orders where purchase_id = p.purchase_id));

-- I12: a purchase has at most one payment that is not returned
select purchase_id, count(*) as payments from payments
where purchase_id is not null and status = 'succeeded' and refunded_cents + charged_back_cents < amount_cents
group by purchase_id having count(*) > 1;

-- I11: a purchase has 2 to 10 orders of its buyer and seller, each for another item, and their parts sum exactly to its amounts
select p.id, p.total_cents, count(o.id) as orders from purchases p left join orders o on o.purchase_id = p.id
group by p.id
having count(o.id) not between 2 and 10 or count(distinct o.listing_id) <> count(o.id)
  or bool_or(o.buyer_id <> p.buyer_id or o.seller_id <> p.seller_id or o.shop_id <> p.shop_id)
  or sum(o.share_cents) <> p.total_cents or sum(o.item_cents + o.shipping_cents) <> p.total_cents
  or sum(o.discount_cents) <> p.discount_cents or sum(o.shipping_cents) <> p.shipping_cents;

-- I6: all orders of a purchase are paid exactly if the purchase is paid, and they end unpaid as it does
select p.id, p.status, o.id as order, o.status as order_status from purchases p join orders o on o.purchase_id = p.id
where (p.status = 'paid') <> (o.paid_at is not null)
   or (p.status = 'awaiting_payment' and o.status not in ('awaiting_payment', 'expired'))
   or (p.status in ('expired', 'cancelled') and o.status <> p.status);

-- I14: a dispatched public event has a delivery if the account's webhook is enabled and subscribes to its type
select e.id, e.type from events e join webhooks w on w.account_id = e.account_id
where e.is_public and e.dispatched_at is not null and w.enabled and e.type = any (w.events) and e.created_at > w.updated_at
  and e.created_at > (select now() + offset_ms * interval '1 millisecond' - interval '7 days' from clock)
  and not exists (select from webhook_deliveries d where d.event_id = e.id);

-- I14: a successful delivery has at least one try, and no delivery lists more attempts than tries
select id, status, tries from webhook_deliveries where (status = 'delivered' and tries = 0) or jsonb_array_length(attempts) > tries;

-- I15: a delivery has the account and type of its event, which is public
select d.id, d.event_id from webhook_deliveries d join events e on e.id = d.event_id
where e.account_id <> d.account_id or not e.is_public or e.type <> d.event_type;

-- I22: an approval belongs to the account of its key
select a.id from approvals a join keys k on k.id = a.key_id where k.account_id <> a.account_id;

-- I29: a thread has at most as many unread messages as the other party sent, and awaits its owner only if it has messages
select t.id, t.seller_unread, t.buyer_unread, t.needs_owner from threads t
where t.seller_unread > (select count(*) from messages m where m.thread_id = t.id and m.sender = 'buyer')
   or t.buyer_unread > (select count(*) from messages m where m.thread_id = t.id and m.sender <> 'buyer')
   or (t.needs_owner and not exists (select from messages m where m.thread_id = t.id));

-- I31: a listing has at most one running research, and a finished research has no open step
select listing_id as id, 'two at once' as why from research_runs where status = 'running' group by listing_id having count(*) > 1
union all
select r.id, 'a step is open' from research_runs r, jsonb_array_elements(r.steps) step
where r.status <> 'running' and step ->> 'status' in ('queued', 'running');

-- I36: a record is hidden or suspended exactly while a moderation action on it is active
select l.id, 'listing' as kind from listings l
where (l.hidden_at is not null) <> exists (select from measures m where m.kind = 'listing' and m.subject_id = l.id and m.lifted_at is null)
union all
select a.id, 'account' from accounts a
where (a.suspended_at is not null) <> exists (select from measures m where m.kind = 'account' and m.subject_id = a.id and m.lifted_at is null)
union all
select r.id, 'review' from reviews r
where (r.hidden_at is not null) <> exists (select from measures m where m.kind = 'review' and m.subject_id = r.id and m.lifted_at is null)
union all
select s.id, 'shop' from shops s join accounts a on a.id = s.owner_id
where a.closed_at is null and (s.suspended_at is not null) <> exists (
  select from measures m where m.lifted_at is null
    and ((m.kind = 'shop' and m.subject_id = s.id) or (m.kind = 'account' and m.subject_id = s.owner_id)));

-- I36: the audit log contains every moderation action, its reversal, every answered appeal and every operator's decision about an order
select m.id, 'taken' as what from measures m
where not exists (select from audit_log a where a.subject_id = m.subject_id and a.after ->> 'measure' = m.id)
union all
select m.id, 'lifted' from measures m
where m.lifted_at is not null and not exists (select from audit_log a where a.subject_id = m.subject_id and a.before ->> 'measure' = m.id)
union all
select p.id, 'answered' from appeals p
where p.answered_at is not null
  and not exists (select from audit_log a where a.subject_id = p.id or (p.outcome = 'lifted' and a.before ->> 'measure' = p.measure_id))
union all
select s.order_id, 'decided' from order_steps s
where s.by = 'operator' and not exists (select from audit_log a where a.subject_id = s.order_id and a.verb like 'order.%');

-- I45: the usage counters of an account match its records
with counted as (
  select owner_id as account, 'shops' as what, count(*) as n from shops group by owner_id
  union all select owner_id, 'listings', count(*) from listings group by owner_id
  union all select account_id, 'keys', count(*) from keys where revoked_at is null group by account_id
  union all select account_id, 'likes', count(*) from likes group by account_id
  union all select account_id, 'follows', count(*) from follows group by account_id
  union all select account_id, 'media', sum(bytes) from stored_files
    where orphaned_at is null and account_id is not null group by account_id
), noted as (
  select u.account_id as account, v.what, v.n from account_use u, lateral (values ('shops', u.shops::bigint), ('listings', u.listings),
    ('keys', u.keys), ('likes', u.likes), ('follows', u.follows), ('media', u.media_bytes)) as v (what, n) where v.n <> 0
)
select coalesce(c.account, n.account) as id, coalesce(c.what, n.what) as what, c.n as has, n.n as noted
from (select * from counted where n <> 0) c full join noted n on n.account = c.account and n.what = c.what
where c.n is distinct from n.n;
