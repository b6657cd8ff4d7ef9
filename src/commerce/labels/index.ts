export { readLabelPicture } from './picture.ts'
export { presentLabel } from './present.ts'
export { MAX_LABELS } from './schema.ts'
