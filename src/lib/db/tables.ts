// Generated from the migrated schema by bin/schema.ts; do not edit.
export interface Tables {}
