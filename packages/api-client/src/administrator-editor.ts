/**
 * Stands for an administrator's e-mail address in `updated_by` and `saved_by` of content that a client reads: clients see
 * no address but their own.
 */
export const administratorEditor = 'administrator'
