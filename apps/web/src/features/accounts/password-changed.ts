/** Router state from /set-password to /login: the login form confirms the new password. */
export const passwordChanged = 'password-changed'
