-- Agents that ask before a refund also ask before they buy a shipping label, and those that ask before a counteroffer also ask before they
-- invite people to buy. Both actions are new, so the owners of older keys could not choose them.
update keys set ask_first = ask_first || '{orders.label}' where 'orders.refund' = any(ask_first) and not 'orders.label' = any(ask_first);
update keys set ask_first = ask_first || '{offers.invite}' where 'offers.counter' = any(ask_first) and not 'offers.invite' = any(ask_first);
