-- What the sweep of old rows walks along (docs/retention.md).
create index approvals_decided on approvals (created_at) where status not in ('pending', 'approved');
create index helper_runs_started on helper_runs (started_at);
create index keys_ended on keys (least(revoked_at, expires_at));
create index model_days_day on model_days (day);
create index offers_ended on offers (updated_at) where status in ('declined', 'withdrawn', 'replaced', 'expired', 'closed');
create index provider_events_received on provider_events (received_at);
create index reports_ended on reports (closed_at) where status = 'closed';
create index usage_months_month on usage_months (month);
create index shop_slugs_free on shop_slugs (moved_at) where shop_id is null;
