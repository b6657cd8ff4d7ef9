-- At most five mails of a kind go to one address in an hour (completions 12). What comes beyond waits together: the first of
-- them carries the others when its time comes.
alter table mails add column folded_into text collate "C";
create index mails_folded on mails (folded_into) where folded_into is not null;
create index mails_waiting on mails (recipient, kind) where status = 'waiting';
