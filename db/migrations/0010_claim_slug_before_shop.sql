-- A new shop claims its slug before its row is written, as a moving one does: every claim then locks in the same
-- order, and two that meet end as a conflict, never as a deadlock.
alter table shop_slugs alter constraint shop_slugs_shop_id_fkey deferrable initially deferred;
