-- Stores the photos of a message: a list of photos, each with its files. Only a buyer or an owner sends photos, never a helper.
alter table messages add column photos jsonb;
alter table messages add constraint messages_photos_check check (
  photos is null or sender in ('buyer', 'owner') and case jsonb_typeof(photos) when 'array' then jsonb_array_length(photos) between 1 and 4 else false end
) not valid;
-- The text may be empty next to a photo. The previous release writes only messages with text, which pass both checks.
alter table messages drop constraint messages_text_check;
alter table messages add constraint messages_text_check check (
  char_length(text) <= 2000 and (char_length(text) >= 1 or photos is not null)
) not valid;
