-- The IANA name of the zone that an account's mails are written in (completions 12); null is UTC, until a browser or its owner says.
-- The name is checked by the service, which knows the zones of its day.
alter table accounts add column time_zone text;
alter table accounts add constraint accounts_time_zone_check check (length(time_zone) between 1 and 64);
