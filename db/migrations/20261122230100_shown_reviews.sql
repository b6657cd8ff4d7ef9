-- The pages of a shop and of its listings are kept too: they show what buyers gave the shop, and lists of shops show one that is new.

alter table shown_changes drop constraint shown_changes_kind_check;
alter table shown_changes add constraint shown_changes_kind_check check (kind in ('listing', 'shop', 'owner', 'followers', 'reviews'));

create trigger shown_reviews_changed after insert or delete on reviews
  for each row execute function shown_changed('reviews', 'shop_id');
create trigger shown_reviews_changed_by_update after update on reviews
  for each row when (old.* is distinct from new.*) execute function shown_changed('reviews', 'shop_id');
create trigger shown_shop_changed_by_insert after insert on shops
  for each row execute function shown_changed('shop', 'id');
