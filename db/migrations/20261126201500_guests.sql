-- Guests: accounts without an email address of their own, each for one purchase without a sign-in. The mailed link proves `guest_email`.

alter table accounts
  add column guest_email text,
  add constraint accounts_guest_check check (
    guest_email is null
    or (email is null and new_email is null and password_hash is null and closed_at is null and sandbox_of is null and not is_operator)) not valid,
  drop constraint accounts_check,
  add constraint accounts_check check ((closed_at is null and sandbox_of is null and guest_email is null) = (email is not null)) not valid;
-- squawk-ignore require-concurrent-index-creation
create index if not exists accounts_guest on accounts (lower(guest_email)) where guest_email is not null;

create table guest_checkouts (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  order_id text collate "C" not null unique references orders,
  -- hash of the token in the checkout's pay_url
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- network whose count of unpaid orders the payment gives back
  network text not null check (char_length(network) <= 60),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_checkouts_account on guest_checkouts (account_id);
create index guest_checkouts_created on guest_checkouts (created_at);

-- Links expire within a day and emails within 30 days, so the checks read few rows.
alter table mailed_links drop constraint mailed_links_purpose_check;
-- squawk-ignore constraint-missing-not-valid
alter table mailed_links add constraint mailed_links_purpose_check check (purpose in ('reset', 'verify', 'sign_in', 'guest'));
alter table mails drop constraint mails_link_for_check;
-- squawk-ignore constraint-missing-not-valid
alter table mails add constraint mails_link_for_check check (link_for in ('reset', 'verify', 'sign_in', 'guest'));
