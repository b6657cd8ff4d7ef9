export { normalForm } from '#domain/normal-form.ts'
