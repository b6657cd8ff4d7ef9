-- Which process is at a request (its presence lock), so that the claim of one that is gone is free at once.
alter table idempotency_keys add column holder integer;
