-- Each saved search chooses how its daily alert arrives. The default keeps the alerts of existing searches.
-- The previous release ignores the column and sends both.
alter table saved_searches add column alert_by text not null default 'both';
alter table saved_searches add constraint saved_searches_alert_by_check check (alert_by in ('both', 'email', 'push')) not valid;
