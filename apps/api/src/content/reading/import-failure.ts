import type { ImportReason } from '@org/api-client/contract'

/** Thrown in the transaction that writes the content of a file: nothing of it is written. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly reason: ImportReason
  /** Subject of the reason, such as the numbers of rows. */
  readonly detail: string

  constructor(reason: ImportReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
