/** The person that rows are written for. */
export interface Writer {
  userId: string
  email: string
  /** Returns a value that no other person has. */
  of: (name: string) => string
  now: Date
}
