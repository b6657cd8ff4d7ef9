-- A tracked parcel is paid out 14 days after shipping at the latest, as an untracked one (completions 12): also those that are on
-- their way already.
update orders set protect_until = shipped_at + interval '14 days'
where status = 'shipped' and protect_until > shipped_at + interval '14 days';
