-- Invitations: a seller offers a listing below its price to the people who like it. The first who takes it gets the order.

create table invitations (
  id text collate "C" primary key,
  -- the seller
  account_id text collate "C" not null references accounts,
  listing_id text collate "C" not null references listings on delete cascade,
  amount_cents integer not null,
  note text,
  -- null while the invitation is open; expired is also true at every read after expires_at
  ended_as text,
  expires_at timestamptz not null,
  sent integer not null,
  taken integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invitations_amount_cents_check check (amount_cents > 0),
  constraint invitations_note_check check (char_length(note) <= 500),
  constraint invitations_ended_as_check check (ended_as in ('withdrawn', 'closed', 'expired')),
  constraint invitations_counts_check check (sent > 0 and taken between 0 and sent)
);
create unique index invitations_one_live on invitations (listing_id) where ended_as is null;
create index invitations_listing on invitations (listing_id);
create index invitations_account on invitations (account_id, created_at desc, id desc);
create index invitations_expires_at on invitations (expires_at);
create trigger one_world before insert or update of account_id, listing_id on invitations
  for each row execute function one_world('account account_id', 'listing listing_id');
create trigger invitation_told after update on invitations
  for each row when (old.* is distinct from new.*) execute function account_changed('invitation', 'id', 'account_id');

create table invitation_recipients (
  invitation_id text collate "C" not null references invitations on delete cascade,
  -- the invited person
  account_id text collate "C" not null references accounts,
  listing_id text collate "C" not null references listings on delete cascade,
  -- null while the person has not answered; closed after a block or when the account became unavailable
  answer text,
  order_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (invitation_id, account_id),
  constraint invitation_recipients_answer_check check (answer in ('taken', 'declined', 'closed')),
  constraint invitation_recipients_order_check check ((answer is not distinct from 'taken') = (order_id is not null))
);
create index invitation_recipients_account on invitation_recipients (account_id, invitation_id desc);
create index invitation_recipients_listing on invitation_recipients (listing_id, account_id, created_at);
create trigger one_world before insert or update of account_id, listing_id on invitation_recipients
  for each row execute function one_world('account account_id', 'listing listing_id');
create trigger invitation_told after insert or update on invitation_recipients
  for each row execute function account_changed('invitation', 'invitation_id', 'account_id');

-- An answer is final.
create function invitation_recipient_answers_once() returns trigger language plpgsql as $$
begin
  raise exception 'an answer to an invitation is final' using errcode = 'check_violation';
end $$;
create trigger invitation_recipient_answers_once before update of answer on invitation_recipients
  for each row when (old.answer is not null and old.answer is distinct from new.answer) execute function invitation_recipient_answers_once();
create function invitation_ends_once() returns trigger language plpgsql as $$
begin
  raise exception 'an ended invitation stays ended' using errcode = 'check_violation';
end $$;
create trigger invitation_ends_once before update of ended_as on invitations
  for each row when (old.ended_as is not null and old.ended_as is distinct from new.ended_as) execute function invitation_ends_once();
