-- Days of views and shares go into a table for each month (decision 105). First a bound that all rows there are stay below: at least a
-- whole month ahead of the service's clock, and of what the index says is the last day.

do $$
declare
  ends date := date_trunc('month', greatest(
    (now() + coalesce((select offset_ms from clock), 0) * interval '1 millisecond')::date,
    (select max(day) from daily_counts)
  ) + interval '2 months');
begin
  execute format('alter table daily_counts add constraint daily_counts_ends check (day < %L) not valid', ends);
end $$;
