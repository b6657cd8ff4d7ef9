-- Operators can ask the owner to change a listing instead of hiding it.

alter table measures drop constraint measures_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table measures add constraint measures_kind_check check (kind in ('listing', 'shop', 'account', 'review', 'warning', 'change'));
