-- Whose a stored file is, and how large, so that what an account stores can be counted. In a transaction of its own: it locks
-- the rows it fills and no table. Pictures of problems from before were kept without their size, and count nothing.
alter table stored_files add column account_id text collate "C", add column bytes bigint check (bytes >= 0);

update stored_files f set account_id = named.owner_id, bytes = named.bytes
from (
  select v ->> 'key' as key, (v ->> 'bytes')::bigint as bytes, l.owner_id
  from photos p join listings l on l.id = p.listing_id, jsonb_array_elements(p.variants) v
  union all
  select v ->> 'key', (v ->> 'bytes')::bigint, s.owner_id
  from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array'
) named
where f.key = named.key and f.orphaned_at is null;
