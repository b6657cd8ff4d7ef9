-- What the notices walk along.

-- an account's mails, which go with it when it is closed
create index mails_account on mails (account_id, created_at);
-- whose turn it is to be told of new finds
create index saved_searches_daily on saved_searches (coalesce(alerted_at, created_at)) where alert = 'daily';
