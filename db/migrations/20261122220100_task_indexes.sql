-- What waits on an account is read with every page of theirs (features/inbox): the few that wait, whatever else they ever traded.
create index orders_seller_waiting on orders (seller_id) where status in ('paid', 'problem');
create index orders_buyer_waiting on orders (buyer_id) where status in ('awaiting_payment', 'shipped', 'delivered', 'problem');
create index offers_seller_open on offers (seller_id) where status = 'open';
create index offers_buyer_countered on offers (buyer_id) where status = 'countered';
create index threads_seller_waiting on threads (seller_id) where seller_unread > 0 or needs_owner;
create index listings_drafts on listings (owner_id, updated_at desc, id desc) where status = 'draft';
create index approvals_account_pending on approvals (account_id) where status = 'pending';
create index money_moves_account_due on money_moves (account_id) where kind = 'payout' and status = 'due';
