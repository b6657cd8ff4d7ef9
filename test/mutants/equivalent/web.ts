import type { EquivalentByFile } from './index.ts'

export const WEB: EquivalentByFile = {
  'src/web/seller/editor-save.ts': [
    {
      before: 'const helped = differ(base, now) ? await helperChanges(tx, viewer, listing, base, now) : NO_CHANGES',
      after: 'const helped = (await helperChanges(tx, viewer, listing, base, now))',
      reason: 'The condition only saves queries: without a difference, no helper has changed a field.',
    },
  ],
}
