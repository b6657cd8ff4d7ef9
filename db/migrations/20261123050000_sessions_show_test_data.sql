-- A session may show and change the test world of its account, as one of that world's two accounts (docs/sandbox.md). Which account that is
-- follows from whose session it is, so that none can act in anybody else's world.
alter table sessions add column test_role text;
alter table sessions add constraint sessions_test_role_check check (test_role in ('seller', 'buyer')) not valid;

-- how far the clock of a test world has been moved since the world was last emptied; of a market's account nothing
alter table accounts add column sandbox_ahead_seconds bigint not null default 0;
