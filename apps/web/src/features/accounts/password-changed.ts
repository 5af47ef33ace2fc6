/** The state with which /set-password leads to /login: the form there says that the new password counts. */
export const passwordChanged = 'password-changed'
