-- Apps that somebody made under their account, who sees what they ask for; the others registered themselves and have none.

alter table oauth_clients add column account_id text collate "C" references accounts (id) on delete cascade;
create index oauth_clients_account on oauth_clients (account_id, created_at, id) where account_id is not null;
create index apps_client on apps (client_id);

-- the key that set the webhook; null: a person did, by session
alter table webhooks add column key_id text collate "C";
