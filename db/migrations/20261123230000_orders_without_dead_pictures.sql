-- Orders whose listing lost the picture that they show: none, rather than a dead link (selling/photos).
update orders set photo = null
where photo is not null
  and not exists (select from stored_files f where f.key = orders.photo ->> 'key' and f.orphaned_at is null);
