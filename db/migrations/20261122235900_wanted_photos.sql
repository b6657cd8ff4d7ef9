-- Pictures that an import named by their addresses: fetched one after the other once the drafts are there. What could not be fetched
-- stays with the reason, for the seller to see, until they change the photos of the listing.

create table wanted_photos (
  listing_id text collate "C" not null references listings (id) on delete cascade,
  position   smallint not null check (position between 0 and 23),
  -- whose it is: the pictures of one account are fetched one at a time
  owner_id   text collate "C" not null,
  url        text not null check (char_length(url) <= 2048),
  alt        text check (char_length(alt) <= 500),
  -- why it could not be fetched
  problem    text check (char_length(problem) <= 500),
  created_at timestamptz not null,
  primary key (listing_id, position)
);
create index wanted_photos_open on wanted_photos (owner_id, listing_id, position) where problem is null;
