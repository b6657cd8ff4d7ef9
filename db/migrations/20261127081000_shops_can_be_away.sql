-- A shop can be away until a time. Its items stay visible, but nobody can order, hold or make an offer until then.
alter table shops add column away_until timestamptz;
