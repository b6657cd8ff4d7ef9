-- Reports of a conversation, an order or a shop, next to reports of listings. A warning is a new moderation action.

-- The previous release reads only reports with a listing, because it joins listings.
-- squawk-ignore ban-drop-not-null
alter table reports alter column listing_id drop not null;
alter table reports
  add column thread_id text collate "C",
  add column order_id text collate "C",
  add column shop_id text collate "C",
  -- the reported person; null for a listing, whose owner it is
  add column accused_id text collate "C";
alter table reports add constraint reports_thread_id_fkey foreign key (thread_id) references threads on delete cascade not valid;
alter table reports add constraint reports_order_id_fkey foreign key (order_id) references orders on delete cascade not valid;
alter table reports add constraint reports_shop_id_fkey foreign key (shop_id) references shops on delete cascade not valid;
alter table reports add constraint reports_accused_id_fkey foreign key (accused_id) references accounts on delete cascade not valid;
alter table reports add constraint reports_one_subject check (num_nonnulls(listing_id, thread_id, order_id, shop_id) = 1) not valid;
alter table reports add constraint reports_accused_check check ((listing_id is null) = (accused_id is not null)) not valid;
alter table reports drop constraint reports_reason_check;
-- Both tables are small, so the checks read them at once: reports end after 180 days, and a person takes each moderation action.
-- squawk-ignore constraint-missing-not-valid
alter table reports add constraint reports_reason_check check (reason in (
  'counterfeit', 'prohibited', 'misleading', 'offensive', 'other', 'spam', 'threat', 'fake', 'off_site_payment', 'private_data'
));
create trigger one_world_people before insert or update of account_id, accused_id on reports
  for each row execute function one_world('account account_id', 'account accused_id');

-- Reports are few, because closed ones are deleted after 180 days: these indexes build at once.
-- squawk-ignore require-concurrent-index-creation
create unique index reports_open_thread on reports (account_id, thread_id) where status = 'open' and thread_id is not null;
-- squawk-ignore require-concurrent-index-creation
create unique index reports_open_order on reports (account_id, order_id) where status = 'open' and order_id is not null;
-- squawk-ignore require-concurrent-index-creation
create unique index reports_open_shop on reports (account_id, shop_id) where status = 'open' and shop_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index reports_thread on reports (thread_id) where thread_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index reports_order on reports (order_id) where order_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index reports_shop on reports (shop_id) where shop_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index reports_accused on reports (accused_id) where accused_id is not null;

alter table measures drop constraint measures_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table measures add constraint measures_kind_check check (kind in ('listing', 'shop', 'account', 'review', 'warning'));
