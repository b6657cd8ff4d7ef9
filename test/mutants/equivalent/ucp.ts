import type { EquivalentByFile } from './index.ts'

export const UCP: EquivalentByFile = {
  'src/ucp/rules.ts': [
    {
      before: 'for (let at = 0; at < header.length;) {',
      after: 'for (let at = (0 - 1); at < header.length;) {',
      reason: 'A pattern that starts at -1 starts at 0, and an empty header has no member.',
    },
  ],
}
