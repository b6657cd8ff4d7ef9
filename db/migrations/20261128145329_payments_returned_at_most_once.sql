-- Refunds and chargebacks together never return more than a buyer paid.
alter table payments add constraint payments_returned_check check (refunded_cents + charged_back_cents <= amount_cents) not valid;
