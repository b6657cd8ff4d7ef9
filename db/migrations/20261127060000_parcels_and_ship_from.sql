-- Size and weight of the parcel of a listing: {weight_oz, length_in, width_in, height_in}. Null while unknown.
alter table listings add column parcel jsonb;

-- The private address that a shop's parcels leave from, and the countries that it ships to.
-- Without ships_to, a shop ships to the country of ship_from, or else to the United States.
alter table shops
  add column ship_from jsonb,
  add column ships_to text[];
alter table shops add constraint shops_ships_to_check check (cardinality(ships_to) between 1 and 249) not valid;
