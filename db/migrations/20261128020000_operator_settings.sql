-- Settings of the marketplace that operators change in the app. The table has one row. Null means the default, which comes from
-- the environment or from the program.

create table operator_settings (
  id boolean primary key default true,
  name text,
  letter text,
  -- files of the logo, the largest last
  logo jsonb,
  accent text,
  -- an address or a text
  terms text,
  privacy text,
  contact text,
  fee_percent numeric(4, 2),
  -- percent by category
  fees jsonb,
  guest_limit_cents integer,
  updated_at timestamptz not null,
  constraint operator_settings_id_check check (id),
  constraint operator_settings_name_check check (char_length(name) between 1 and 40),
  constraint operator_settings_letter_check check (char_length(letter) between 1 and 2),
  constraint operator_settings_accent_check check (accent ~ '^#[0-9a-f]{6}$'),
  constraint operator_settings_terms_check check (char_length(terms) between 1 and 20000),
  constraint operator_settings_privacy_check check (char_length(privacy) between 1 and 20000),
  constraint operator_settings_contact_check check (char_length(contact) between 3 and 320),
  constraint operator_settings_fee_percent_check check (fee_percent between 0 and 50),
  constraint operator_settings_fees_check check (jsonb_typeof(fees) = 'object'),
  constraint operator_settings_guest_limit_cents_check check (guest_limit_cents between 0 and 20000000)
);

insert into operator_settings (updated_at) values (now());

-- Every process reads the settings again after a change.
create function operator_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('operator_settings', '');
  return null;
end $$;
create trigger operator_settings_changed after insert or update or delete on operator_settings
  for each statement execute function operator_settings_changed();
