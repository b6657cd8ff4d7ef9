export { normalForm } from '#core/normal-form.ts'
