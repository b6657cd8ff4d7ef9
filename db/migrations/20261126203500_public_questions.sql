-- Questions about a listing that its owner answered in public. They are deleted with the listing.
create table listing_questions (
  id text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  question text not null check (char_length(question) between 1 and 300),
  answer text not null check (char_length(answer) between 1 and 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index listing_questions_listing on listing_questions (listing_id, created_at, id);
-- A change invalidates the cached pages of its listing, as a change of a photo does.
create trigger shown_question_changed after insert or update or delete on listing_questions
  for each row execute function shown_photo_changed();
