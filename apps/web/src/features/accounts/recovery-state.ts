/** Router state from a recovery link to /set-password: whoever is signed in chooses the password of the link’s account. */
export const fromRecoveryLink = 'recovery-link'
