/** The password of all demonstration accounts. */
export const demonstrationPassword = 'demonstration-only'

/** One account for each kind of person. */
export const demonstrationAccounts = [
  { email: 'user@example.com', role: null },
  { email: 'client@example.com', role: 'client' },
  { email: 'admin@example.com', role: 'admin' },
] as const
