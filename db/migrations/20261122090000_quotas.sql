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

create function account_use_begins() returns trigger language plpgsql as $$
begin
  insert into account_use (account_id) values (new.id);
  return null;
end $$;
create trigger account_use_begins after insert on accounts for each row execute function account_use_begins();

-- One update for a statement, however many rows it writes.
create function shops_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger shops_added_use after insert on shops referencing new table as added
  for each statement execute function shops_added_use();

create function shops_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger shops_removed_use after delete on shops referencing old table as removed
  for each statement execute function shops_removed_use();

create function listings_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger listings_added_use after insert on listings referencing new table as added
  for each statement execute function listings_added_use();

create function listings_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger listings_removed_use after delete on listings referencing old table as removed
  for each statement execute function listings_removed_use();

create function likes_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger likes_added_use after insert on likes referencing new table as added
  for each statement execute function likes_added_use();

create function likes_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger likes_removed_use after delete on likes referencing old table as removed
  for each statement execute function likes_removed_use();

create function follows_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger follows_added_use after insert on follows referencing new table as added
  for each statement execute function follows_added_use();

create function follows_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger follows_removed_use after delete on follows referencing old table as removed
  for each statement execute function follows_removed_use();

create function keys_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_added_use after insert on keys referencing new table as added
  for each statement execute function keys_added_use();

create function keys_changed_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
    union all select account_id, -((revoked_at is null)::int) from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_changed_use after update on keys referencing old table as removed new table as added
  for each statement execute function keys_changed_use();

create function keys_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -((revoked_at is null)::int) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_removed_use after delete on keys referencing old table as removed
  for each statement execute function keys_removed_use();

create function stored_files_changed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, case when orphaned_at is null then bytes else 0 end as n from added
    union all select account_id, -(case when orphaned_at is null then bytes else 0 end) from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger stored_files_changed_use after update on stored_files referencing old table as removed new table as added
  for each statement execute function stored_files_changed_use();

create function stored_files_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(case when orphaned_at is null then bytes else 0 end) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger stored_files_removed_use after delete on stored_files referencing old table as removed
  for each statement execute function stored_files_removed_use();

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
  on m.account_id = a.id;
