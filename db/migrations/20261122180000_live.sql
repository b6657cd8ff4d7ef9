-- What changed, told to the web processes when it commits: to whom, and of which record, never what it says.

create function account_changed() returns trigger language plpgsql as $$
declare
  -- a row may be told of by what it was before it went
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
begin
  -- arguments: the kind, the column of the record's id, the columns of the accounts that see it
  perform pg_notify('account_changes', concat_ws(' ', account, tg_argv[0], changed ->> tg_argv[1]))
    from (select distinct changed ->> name as account from unnest(tg_argv[2:]) as name) as accounts
    where account is not null;
  return null;
end $$;

create trigger offer_told_by_insert after insert on offers
  for each row execute function account_changed('offer', 'id', 'buyer_id', 'seller_id');
create trigger offer_told after update on offers
  for each row when (old.* is distinct from new.*) execute function account_changed('offer', 'id', 'buyer_id', 'seller_id');
create trigger order_told_by_insert after insert on orders
  for each row execute function account_changed('order', 'id', 'buyer_id', 'seller_id');
create trigger order_told after update on orders
  for each row when (old.* is distinct from new.*) execute function account_changed('order', 'id', 'buyer_id', 'seller_id');
create trigger hold_told_by_insert after insert on holds
  for each row execute function account_changed('hold', 'id', 'buyer_id', 'seller_id');
create trigger hold_told after update on holds
  for each row when (old.* is distinct from new.*) execute function account_changed('hold', 'id', 'buyer_id', 'seller_id');
-- every message moves its thread on
create trigger thread_told_by_insert after insert on threads
  for each row execute function account_changed('thread', 'id', 'buyer_id', 'seller_id');
create trigger thread_told after update on threads
  for each row when (old.* is distinct from new.*) execute function account_changed('thread', 'id', 'buyer_id', 'seller_id');
create trigger approval_told_by_insert after insert on approvals
  for each row execute function account_changed('approval', 'id', 'account_id');
create trigger approval_told after update on approvals
  for each row when (old.status is distinct from new.status) execute function account_changed('approval', 'id', 'account_id');
create trigger money_case_told_by_insert after insert on money_cases
  for each row execute function account_changed('money', 'id', 'account_id');
create trigger money_case_told after update on money_cases
  for each row when (old.* is distinct from new.*) execute function account_changed('money', 'id', 'account_id');
create trigger webhook_told after update on webhooks
  for each row when (old.enabled is distinct from new.enabled) execute function account_changed('webhook', 'account_id', 'account_id');
create trigger listing_told_by_insert after insert on listings
  for each row execute function account_changed('listing', 'id', 'owner_id');
create trigger listing_told_by_delete after delete on listings
  for each row execute function account_changed('listing', 'id', 'owner_id');
create trigger listing_told after update on listings
  for each row when (old.status is distinct from new.status) execute function account_changed('listing', 'id', 'owner_id');
create trigger money_move_told after update on money_moves
  for each row when (old.status is distinct from new.status) execute function account_changed('money', 'id', 'account_id');
create trigger review_told_by_insert after insert on reviews
  for each row execute function account_changed('review', 'id', 'buyer_id', 'seller_id');
create trigger review_told after update on reviews
  for each row when (old.* is distinct from new.*) execute function account_changed('review', 'id', 'buyer_id', 'seller_id');
-- who is signed in with it may be out: each process looks again
create trigger session_told after delete on sessions
  for each row execute function account_changed('session', 'account_id', 'account_id');
create trigger account_told after update on accounts
  for each row when (old.suspended_at is distinct from new.suspended_at or old.closed_at is distinct from new.closed_at)
  execute function account_changed('session', 'id', 'id');
