-- What the operator does: measures with a reason and an appeal, and the log of every act (issue 6; completions 2, 8).

create table measures (
  id            text collate "C" primary key,
  kind          text not null check (kind in ('listing', 'shop', 'account', 'review')),
  -- what is hidden or suspended, as it was called then; the record may be gone since
  subject_id    text collate "C" not null,
  subject_name  text not null,
  -- whose it is: they are told, and may appeal
  account_id    text collate "C" not null references accounts,
  reason        text not null check (char_length(reason) between 1 and 1000),
  taken_at      timestamptz not null,
  lifted_at     timestamptz,
  lifted_reason text check (char_length(lifted_reason) between 1 and 1000),
  check ((lifted_at is null) = (lifted_reason is null))
);
-- one of each kind stands on one thing
create unique index measures_standing on measures (kind, subject_id) where lifted_at is null;
create index measures_account on measures (account_id, taken_at desc, id desc);
create index measures_taken on measures (taken_at desc, id desc);

create table appeals (
  id          text collate "C" primary key,
  measure_id  text collate "C" not null references measures,
  body        text not null check (char_length(body) between 1 and 2000),
  created_at  timestamptz not null,
  outcome     text check (outcome in ('upheld', 'lifted')),
  answer      text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answer is null))
);
create unique index appeals_open on appeals (measure_id) where answered_at is null;
create index appeals_measure on appeals (measure_id, created_at);
-- the longest waiting first
create index appeals_queue on appeals (created_at, id) where answered_at is null;

-- how a report ended
alter table reports
  add column outcome   text check (outcome in ('dismissed', 'upheld')),
  add column closed_at timestamptz,
  add check ((status = 'closed') = (closed_at is not null)),
  add check ((status = 'closed') = (outcome is not null));
create index reports_closed on reports (closed_at desc, id desc) where status = 'closed';

-- Who did what to what, and why: written in the transaction of the act, and never again. Names are copied, so that a row
-- says the same for ever.
create table audit_log (
  position     bigint generated always as identity primary key,
  at           timestamptz not null,
  -- an account, or 'shell' for whoever has the server itself
  actor_id     text collate "C" not null,
  actor_name   text not null,
  verb         text not null,
  subject_kind text not null,
  subject_id   text collate "C" not null,
  reason       text,
  before       jsonb,
  after        jsonb
);
create index audit_log_subject on audit_log (subject_id, position desc);
create index audit_log_verb on audit_log (verb, position desc);

create function audit_log_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_written_once before update or delete on audit_log
  for each row execute function audit_log_is_written_once();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_written_once();

-- A hidden listing has a visibility of its own, which no list, search or page knows, so that a new one cannot forget it. What
-- its owner wants is kept beside it, and whatever is written meanwhile lands there.
alter table listings
  drop constraint listings_visibility_check,
  add constraint listings_visibility_check check (visibility in ('everyone', 'link', 'hidden')),
  add column hidden_at timestamptz,
  add column asked_visibility text check (asked_visibility in ('everyone', 'link')),
  add constraint listings_hidden_check
    check ((visibility = 'hidden') = (hidden_at is not null) and (visibility = 'hidden') = (asked_visibility is not null));

create function listing_hides() returns trigger language plpgsql as $$
begin
  if new.hidden_at is null then
    new.visibility := coalesce(nullif(new.visibility, 'hidden'), new.asked_visibility, 'everyone');
    new.asked_visibility := null;
  elsif new.visibility <> 'hidden' then
    new.asked_visibility := new.visibility;
    new.visibility := 'hidden';
  end if;
  return new;
end $$;
create trigger listing_hides before insert or update of hidden_at, visibility, asked_visibility on listings
  for each row execute function listing_hides();

-- A suspended shop, or one whose owner is, is private; what it was before comes back.
alter table shops
  add column suspended_at timestamptz,
  add column asked_visibility text check (asked_visibility in ('public', 'link', 'private')),
  add constraint shops_suspended_check
    check ((suspended_at is null) = (asked_visibility is null) and (suspended_at is null or visibility = 'private'));

create function shop_is_suspended() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- waits for who suspends the owner right now, so that no shop opens behind their back
    select suspended_at into new.suspended_at from accounts where id = new.owner_id for key share;
  end if;
  if new.suspended_at is null then
    if new.asked_visibility is not null then
      new.visibility := new.asked_visibility;
      new.asked_visibility := null;
    end if;
  else
    new.asked_visibility := coalesce(new.asked_visibility, new.visibility);
    new.visibility := 'private';
  end if;
  return new;
end $$;
create trigger shop_is_suspended before insert or update of suspended_at, visibility, asked_visibility on shops
  for each row execute function shop_is_suspended();

-- whatever sets the visibility, and not only a statement that names it
drop trigger shop_open_changed on shops;
create trigger shop_open_changed after update on shops
  for each row when ((old.visibility, old.paused) is distinct from (new.visibility, new.paused))
  execute function shop_open_changed();
