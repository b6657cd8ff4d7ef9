-- A seller can block the buyer of an order without a conversation. The order identifies the block to its owner.
alter table blocks add column order_id text;
