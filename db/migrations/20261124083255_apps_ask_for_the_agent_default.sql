-- Keys of OAuth apps ask their owner for the whole agent default (completions 13.1). Until now an app with fewer scopes asked for less,
-- and could return a deposit or cancel an order without a question. One row for each app that a person allowed.
-- Earlier releases: go on.
update keys k
set ask_first = '{shops.delete,shops.floor,listings.delete,offers.accept,offers.counter,orders.refund,orders.cancel,buying.offer,buying.pay,buying.confirm,webhooks.change}'
from apps a
where a.key_id = k.id and k.revoked_at is null;
