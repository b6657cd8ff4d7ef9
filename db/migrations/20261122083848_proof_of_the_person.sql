-- When the person behind a session last showed who they are (completions 12): by password, passkey or mailed link.
-- Null for sessions of before, which prove themselves when they first need to.
alter table sessions add column proved_at timestamptz;
