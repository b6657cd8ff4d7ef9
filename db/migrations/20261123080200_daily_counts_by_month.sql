-- Days of views and shares go into a table for each month, which is dropped whole (decision 105). The table of before becomes the first
-- part of the new one, as it is: its bound was checked, so that no row is read or moved. The service makes the months to come
-- (src/platform/limits/monthly-counts.ts); what comes before its month was made stays in daily_counts_other.

create function keep_daily_count() returns trigger language plpgsql as $$ begin return null; end $$;

do $$
declare
  ends text := (
    select substring(pg_get_constraintdef(oid) from '\d{4,}-\d\d-\d\d') from pg_constraint
    where conrelid = 'daily_counts'::regclass and conname = 'daily_counts_ends');
begin
  alter table daily_counts rename to daily_counts_before;
  alter index daily_counts_pkey rename to daily_counts_before_pkey;
  alter index daily_counts_day rename to daily_counts_before_day;
  create table daily_counts (
    like daily_counts_before including defaults,
    constraint daily_counts_kind_check check (kind in ('view', 'share')),
    constraint daily_counts_count_check check (count >= 0),
    primary key (subject, kind, day)
  ) partition by range (day);
  create index daily_counts_day on daily_counts (day, kind);
  execute format('alter table daily_counts attach partition daily_counts_before for values from (minvalue) to (%L)', ends);
  alter table daily_counts_before drop constraint daily_counts_ends;
  create table daily_counts_other partition of daily_counts default;
  -- A release of before deletes old days by their places, and a place is one of each part: it would take young days too. A later
  -- migration takes this away, once no such release is run beside it any more.
  create trigger not_by_place before delete on daily_counts
    for each row when (current_query() like '%delete from daily_counts where ctid%') execute function keep_daily_count();
end $$;
