-- Alerts about likes, and the purchase of an order or a payment, belong to one tenant like every other row with two parties.

create or replace function one_world() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  party text;
  party_id text;
  world text;
  first_world text;
begin
  foreach party in array tg_argv loop
    party_id := changed ->> split_part(party, ' ', 2);
    world := case split_part(party, ' ', 1)
      when 'account' then world_of(party_id)
      when 'shop' then (select s.world from shops s where s.id = party_id)
      when 'listing' then (select world_of(l.owner_id) from listings l where l.id = party_id)
      when 'order' then (select world_of(o.seller_id) from orders o where o.id = party_id)
      when 'hold' then (select world_of(h.seller_id) from holds h where h.id = party_id)
      when 'purchase' then (select world_of(p.seller_id) from purchases p where p.id = party_id)
    end;
    -- a missing party has no tenant
    continue when world is null;
    if world <> first_world then
      raise exception 'the parties of this row of % are not of one world', tg_table_name using errcode = 'check_violation';
    end if;
    first_world := world;
  end loop;
  return new;
end $$;

create trigger one_world before insert or update of account_id, listing_id on like_alerts
  for each row execute function one_world('account account_id', 'listing listing_id');

create trigger one_world_purchase before insert or update of seller_id, purchase_id on orders
  for each row when (new.purchase_id is not null) execute function one_world('account seller_id', 'purchase purchase_id');

create trigger one_world_purchase before insert or update of buyer_id, purchase_id on payments
  for each row when (new.purchase_id is not null) execute function one_world('account buyer_id', 'purchase purchase_id');
