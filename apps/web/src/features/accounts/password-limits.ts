/** Length limits of a password, in characters: the server's rule (`passwordLimits` of the contract, which no browser ships). */
export const passwordLimits = { min: 15, max: 128 }
