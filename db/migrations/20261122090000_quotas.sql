-- What an account has of what it may have so much of (completions 12, Quotas). Kept by triggers in the transaction of the
-- change, so that no way in can forget it, and its row is what makes many at once wait for each other.
create table account_use (
  account_id  text collate "C" primary key references accounts on delete cascade,
  shops       integer not null default 0 check (shops >= 0),
  keys        integer not null default 0 check (keys >= 0),
  listings    integer not null default 0 check (listings >= 0),
  likes       integer not null default 0 check (likes >= 0),
  follows     integer not null default 0 check (follows >= 0),
  -- of all sizes of all pictures and videos that something names
  media_bytes bigint not null default 0 check (media_bytes >= 0)
) with (fillfactor = 70);

-- Arguments: the column that counts, the column that says whose a row is, and what a row weighs.
create function account_use_changed() returns trigger language plpgsql as $$
declare
  added constant text := format('select %I as account, %s as n from added', tg_argv[1], tg_argv[2]);
  removed constant text := format('select %I as account, -(%s) as n from removed', tg_argv[1], tg_argv[2]);
  changes constant text := format('select account, sum(n) as n from (%s) as rows where account is not null group by account having sum(n) <> 0',
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end);
begin
  if tg_op <> 'DELETE' then
    execute format('insert into account_use (account_id) select account from (%s) as d where n > 0 order by account on conflict do nothing', changes);
  end if;
  execute format('update account_use u set %1$I = u.%1$I + d.n from (%2$s) as d where u.account_id = d.account', tg_argv[0], changes);
  return null;
end $$;

create trigger shops_added after insert on shops referencing new table as added
  for each statement execute function account_use_changed('shops', 'owner_id', '1');
create trigger shops_removed after delete on shops referencing old table as removed
  for each statement execute function account_use_changed('shops', 'owner_id', '1');
create trigger listings_added after insert on listings referencing new table as added
  for each statement execute function account_use_changed('listings', 'owner_id', '1');
create trigger listings_removed after delete on listings referencing old table as removed
  for each statement execute function account_use_changed('listings', 'owner_id', '1');
create trigger likes_added after insert on likes referencing new table as added
  for each statement execute function account_use_changed('likes', 'account_id', '1');
create trigger likes_removed after delete on likes referencing old table as removed
  for each statement execute function account_use_changed('likes', 'account_id', '1');
create trigger follows_added after insert on follows referencing new table as added
  for each statement execute function account_use_changed('follows', 'account_id', '1');
create trigger follows_removed after delete on follows referencing old table as removed
  for each statement execute function account_use_changed('follows', 'account_id', '1');
create trigger keys_added after insert on keys referencing new table as added
  for each statement execute function account_use_changed('keys', 'account_id', '(revoked_at is null)::int');
create trigger keys_removed after delete on keys referencing old table as removed
  for each statement execute function account_use_changed('keys', 'account_id', '(revoked_at is null)::int');
create trigger keys_changed after update on keys referencing old table as removed new table as added
  for each statement execute function account_use_changed('keys', 'account_id', '(revoked_at is null)::int');

create trigger stored_files_removed after delete on stored_files referencing old table as removed
  for each statement execute function account_use_changed('media_bytes', 'account_id', 'case when orphaned_at is null then bytes else 0 end');
create trigger stored_files_changed after update on stored_files referencing old table as removed new table as added
  for each statement execute function account_use_changed('media_bytes', 'account_id', 'case when orphaned_at is null then bytes else 0 end');

-- The triggers above hold back writes until this is committed, so nothing comes between: one pass over what is there.
insert into account_use (account_id, shops, keys, listings, likes, follows, media_bytes)
select a.id, coalesce(s.n, 0), coalesce(k.n, 0), coalesce(l.n, 0), coalesce(i.n, 0), coalesce(f.n, 0), coalesce(m.n, 0)
from accounts a
left join (select owner_id, count(*) as n from shops group by owner_id) s on s.owner_id = a.id
left join (select account_id, count(*) as n from keys where revoked_at is null group by account_id) k on k.account_id = a.id
left join (select owner_id, count(*) as n from listings group by owner_id) l on l.owner_id = a.id
left join (select account_id, count(*) as n from likes group by account_id) i on i.account_id = a.id
left join (select account_id, count(*) as n from follows group by account_id) f on f.account_id = a.id
left join (select account_id, sum(bytes) as n from stored_files where orphaned_at is null and account_id is not null group by account_id) m
  on m.account_id = a.id
where coalesce(s.n, k.n, l.n, i.n, f.n, m.n) is not null;
